//! Config files, with the options that there are.

use std::path::PathBuf;

use sandbox::Config;

use crate::arguments::SETTERS;
use crate::config_file::ConfigFile;

fn file(text: &str) -> (tempfile::TempDir, Result<ConfigFile, String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sandbox.json");
    std::fs::write(&path, text).unwrap();
    let read = ConfigFile::read(&path);
    (folder, read)
}

fn applied(text: &str) -> Result<Config, String> {
    let (folder, read) = file(text);
    let mut config = Config::new("unset");
    read.and_then(|file| file.apply(&mut config, &SETTERS))
        .map_err(|problem| problem.replace(&folder.path().display().to_string(), ""))?;
    config.data_dir = config
        .data_dir
        .strip_prefix(folder.path())
        .unwrap_or(&config.data_dir)
        .to_path_buf();
    Ok(config)
}

#[test]
fn options_have_their_long_names_and_paths_are_beside_the_file() {
    let text = "\u{feff}{\"data\": \"some/data\", \"port\": 4650, \"max-disk\": \"2GB\",
        \"no-servers\": true, \"claims-by-anyone\": false, \"no-default-compute\": true,
        \"database\": [\"first\", \"shop\"], \"organization\": \"Bücher 🐘\"}";
    let config = applied(text).unwrap();
    assert_eq!(config.data_dir, PathBuf::from("some/data"));
    assert_eq!((config.port, config.max_disk), (4650, Some(2_000_000_000)));
    assert!(!config.servers && !config.claims_by_anyone && !config.compute_by_default);
    assert_eq!(config.names.database, "shop", "as on a command line");
    assert_eq!(config.names.organization, "Bücher 🐘");
    let absolute = std::env::temp_dir().join("elsewhere");
    let text = serde_json::json!({ "data": absolute }).to_string();
    assert_eq!(applied(&text).unwrap().data_dir, absolute);
    assert_eq!(applied("{}").unwrap().data_dir, PathBuf::from("unset"));
}

#[test]
fn what_is_wrong_is_named() {
    for (text, problem) in [
        (r#"{"colour": "red"}"#, "--colour is not an option"),
        (r#"{"colour": []}"#, "--colour is not an option"),
        (r#"{"--port": 1}"#, "----port is not an option"),
        (r#"{"": 1}"#, "-- is not an option"),
        (r#"{"Port": 1}"#, "`Port` is not an option"),
        (
            r#"{"pört\u001b[2J": 1}"#,
            "`pört\\u{1b}[2J` is not an option",
        ),
        (r#"{"port": 70000}"#, "--port must be a number, not `70000`"),
        (r#"{"port": -1}"#, "--port must be a number, not `-1`"),
        (r#"{"port": 1.5}"#, "--port must be a number, not `1.5`"),
        (r#"{"port": ""}"#, "--port must be a number, not ``"),
        (r#"{"port": null}"#, "--port must be text or a number"),
        (r#"{"port": []}"#, "--port must be text or a number"),
        (r#"{"port": [[1]]}"#, "--port must be text or a number"),
        (r#"{"data": {"a": 1}}"#, "--data must be text or a number"),
        (
            r#"{"database": true}"#,
            "--database must be text or a number",
        ),
        (
            r#"{"no-servers": "yes"}"#,
            "--no-servers must be true or false",
        ),
        (
            r#"{"no-servers": null}"#,
            "--no-servers must be true or false",
        ),
        (r#"{"live": 1}"#, "--live must be true or false"),
        (
            r#"{"config": "other.json"}"#,
            "--config can only be given on the command line",
        ),
        (
            r#"{"organization": "\u0007"}"#,
            "--organization must be text that can be seen",
        ),
    ] {
        let expected = format!("/sandbox.json: {problem}");
        let said = applied(text).unwrap_err().replace('\\', "/");
        assert_eq!(said, expected.replace('\\', "/"), "{text}");
    }
    for text in ["", "[]", "7", "{", "{\"port\": 1,}", "port = 1", "null"] {
        let said = applied(text).unwrap_err();
        assert!(
            said.contains("is not a JSON object of options: "),
            "{text}: {said}"
        );
    }
}

#[test]
fn a_file_that_cannot_be_read_says_why() {
    let folder = tempfile::tempdir().unwrap();
    for path in [
        folder.path().join("missing.json"),
        folder.path().into(),
        "".into(),
    ] {
        let said = ConfigFile::read(&path).unwrap_err();
        assert!(said.starts_with("couldn't read "), "{said}");
    }
    let path = folder.path().join("bytes.json");
    std::fs::write(&path, b"{\"port\": \"\xff\"}").unwrap();
    let said = ConfigFile::read(&path).unwrap_err();
    assert!(said.starts_with("couldn't read "), "{said}");
    std::fs::write(&path, vec![b' '; 2 * 1024 * 1024]).unwrap();
    assert!(ConfigFile::read(&path).is_err());
}
