use std::sync::Arc;

use app::view::ErrorCode;
use app::{App, Config};
use vault::Memory;

use super::core_fixture::{CoreFixture, files_in};

fn config(folder: &std::path::Path) -> Config {
    Config::new(folder.to_owned(), Arc::new(Memory::new()))
}

#[tokio::test]
async fn a_damaged_store_is_kept_aside_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let garbage = vec![0x5a; 8192];
    std::fs::write(folder.path().join("plinth.db"), &garbage).unwrap();
    let error = App::open(config(folder.path())).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::File);
    let files = files_in(folder.path());
    let kept = files
        .iter()
        .find(|path| path.to_string_lossy().contains("plinth.db.damaged-"))
        .unwrap();
    assert!(
        error.message().contains(&kept.display().to_string()),
        "{error}"
    );
    assert_eq!(std::fs::read(kept).unwrap(), garbage);
    App::open(config(folder.path())).await.unwrap();
}

#[tokio::test]
async fn a_store_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plinth.db");
    rusqlite::Connection::open(&path)
        .unwrap()
        .pragma_update(None, "user_version", 999)
        .unwrap();
    let error = App::open(config(folder.path())).await.unwrap_err();
    assert!(error.message().contains("newer"), "{error}");
    let version: i64 = rusqlite::Connection::open(&path)
        .unwrap()
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap();
    assert_eq!(version, 999);
}

#[tokio::test]
async fn two_cores_do_not_share_a_folder() {
    let core = CoreFixture::new().await;
    let error = App::open(config(core.folder.path())).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::File);
    assert!(error.message().contains("Another Plinth"), "{error}");
    core.app.close().await;
    App::open(config(core.folder.path())).await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn the_folder_is_made_for_this_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("a").join("b");
    App::open(config(&folder)).await.unwrap();
    assert_eq!(
        std::fs::metadata(&folder).unwrap().permissions().mode() & 0o777,
        0o700
    );
}
