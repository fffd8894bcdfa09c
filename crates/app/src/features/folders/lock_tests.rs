use api::SystemEnvironment;

use super::*;

async fn taken_over(owner: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(NAME);
    fs::write(&file, owner).unwrap();
    let lock = FolderLock::acquire(&SystemEnvironment, folder.path());
    let taken = tokio::time::timeout(Duration::from_millis(400), lock).await;
    assert_eq!(
        file.exists(),
        taken.is_err()
            || taken
                .as_ref()
                .is_ok_and(|it| it.as_ref().unwrap().is_held())
    );
    taken.is_ok()
}

#[tokio::test]
async fn a_lock_whose_process_has_ended_is_taken_over() {
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .arg("--list")
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let ended = child.id();
    child.wait().unwrap();
    assert!(taken_over(&format!("{ended} {} aabbccddeeff\n", host())).await);
}

#[tokio::test]
async fn a_lock_that_may_be_held_is_waited_for() {
    let own = std::process::id();
    for owner in [
        format!("{own} {} aabbccddeeff\n", host()),
        "999999999 another-machine aabbccddeeff\n".to_owned(),
        // Being written.
        String::new(),
    ] {
        assert!(!taken_over(&owner).await, "{owner:?}");
    }
}

#[tokio::test]
async fn it_is_gone_afterwards_unless_it_is_somebody_elses() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(NAME);
    let lock = FolderLock::acquire(&SystemEnvironment, folder.path())
        .await
        .unwrap();
    let line = fs::read_to_string(&file).unwrap();
    assert_eq!(line.trim().split(' ').count(), 3, "{line:?}");
    drop(lock);
    assert!(!file.exists());

    let lock = FolderLock::acquire(&SystemEnvironment, folder.path())
        .await
        .unwrap();
    fs::write(&file, "1 elsewhere 000000000000\n").unwrap();
    assert!(!lock.is_held());
    drop(lock);
    assert!(file.exists());
}
