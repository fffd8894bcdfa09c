//! The tests of the env-file editor, compiled for Windows.

use super::Wine;

#[test]
fn editor_of_env_files_passes_its_own_tests() {
    let Some(wine) = Wine::new() else { return };
    let ended = wine.run("envfile-tests.exe", &["--test-threads", "2"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.out.contains("test result: ok."), "{ended:?}");
    assert!(!ended.out.contains(" 0 passed"), "{ended:?}");
}
