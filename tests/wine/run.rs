//! Commands that are run with the database of their folder.

use std::fs;

use super::Wine;

const URL: &str = "postgresql://owner:secret@db.example.org/shop";

#[test]
fn command_gets_the_value_of_its_env_file_and_its_exit_code_is_kept() {
    let Some(wine) = Wine::new() else { return };
    let shop = wine.make("shop");
    fs::write(
        shop.join(".env"),
        format!("# ours\r\nDATABASE_URL={URL}\r\n"),
    )
    .unwrap();
    let folder = wine.spelled("shop");
    let script = "echo [%DATABASE_URL%]& exit 7";
    let ended = wine.plinth(&["run", "--folder", &folder, "--", "cmd", "/c", script]);
    assert_eq!(ended.code, Some(7), "{ended:?}");
    assert!(ended.out.contains(&format!("[{URL}]")), "{ended:?}");
}

#[test]
fn command_that_is_not_there_is_named() {
    let Some(wine) = Wine::new() else { return };
    wine.make("shop");
    let folder = wine.spelled("shop");
    let ended = wine.plinth(&["run", "--folder", &folder, "--", "no-such-program"]);
    assert_ne!(ended.code, Some(0), "{ended:?}");
    assert!(ended.errors.contains("no-such-program"), "{ended:?}");
}
