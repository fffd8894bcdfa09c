use super::*;

fn at(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
}

#[test]
fn a_database_is_soon_gone_in_its_last_day_and_then_gone() {
    let of = |row, end: Option<i64>| life(row, end.map(at), at(0));
    let unclaimed = Some(TemporaryState::Unclaimed);
    assert_eq!(of(unclaimed, Some(72)), FolderState::Filled);
    assert_eq!(of(unclaimed, Some(24)), FolderState::Expiring);
    assert_eq!(of(unclaimed, Some(0)), FolderState::Expired);
    assert_eq!(
        of(Some(TemporaryState::Gone), Some(72)),
        FolderState::Expired
    );
    assert_eq!(
        of(Some(TemporaryState::Claimed), Some(0)),
        FolderState::Claimed
    );
    // A branch, and a row that has left the list.
    assert_eq!(of(None, None), FolderState::Filled);
    assert_eq!(of(None, Some(-1)), FolderState::Expired);
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let around = tempfile::tempdir().unwrap();
    let around = around.path().canonicalize().unwrap();
    let folder = around.join("project");
    std::fs::create_dir_all(folder.join("config")).unwrap();
    std::fs::write(around.join("secrets"), "A=1").unwrap();
    std::fs::write(folder.join("config/env"), "A=1").unwrap();
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.join(name)).unwrap();
        within(&folder, &folder.join(name))
    };
    assert_eq!(
        link("config/env", ".env").unwrap(),
        folder.join("config/env")
    );
    assert!(link("../secrets", ".env.local").is_err());
    assert!(link("..", "up").is_err());
    assert!(within(&folder, &folder.join("up/secrets")).is_err());
    assert_eq!(
        within(&folder, &folder.join(".new")).unwrap(),
        folder.join(".new")
    );
}
