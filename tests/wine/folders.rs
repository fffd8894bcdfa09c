//! Project folders by the ways in which Windows spells paths.

use std::fs;

use serde_json::Value;

use super::{Ended, Wine};

impl Wine {
    fn folders(&self) -> Vec<Value> {
        let said = self.plinth(&["folders", "list", "--json"]).succeeded();
        let list: Value = serde_json::from_str(&said).unwrap();
        let items = list.get("items").unwrap_or(&list);
        items.as_array().unwrap().clone()
    }

    fn add(&self, path: &str) -> Ended {
        self.plinth(&["folders", "add", path, "--json"])
    }
}

#[test]
fn folder_is_added_once_however_its_path_is_spelled() {
    let Some(wine) = Wine::new() else { return };
    let shop = wine.make("Shop");
    fs::write(shop.join(".env"), "DATABASE_URL=postgresql://a:b@h/c\r\n").unwrap();
    let spelled = wine.spelled("Shop");
    let spellings = [
        spelled.clone(),
        spelled.to_lowercase(),
        spelled.replace('\\', "/"),
        format!(r"\\?\{spelled}"),
        format!(r"{spelled}\..\Shop\"),
    ];
    for spelling in &spellings {
        wine.add(spelling).succeeded();
        let paths: Vec<_> = wine.folders().iter().map(|it| it["path"].clone()).collect();
        assert_eq!(paths.len(), 1, "{spelling}: {paths:?}");
    }
    let found = wine.plinth(&["folders", "scan", &spelled, "--json"]);
    assert!(found.succeeded().contains("DATABASE_URL"));
}

#[test]
fn folder_on_another_drive_is_added() {
    let Some(wine) = Wine::new() else { return };
    // Wine's drive Z is the root of Linux, and a folder of its drive C would be found there.
    let elsewhere = tempfile::tempdir().unwrap();
    let on_z = format!("Z:{}", elsewhere.path().display()).replace('/', "\\");
    wine.add(&on_z).succeeded();
    assert_eq!(wine.folders()[0]["path"], on_z);
}

/// Windows takes a path of this length. Wine names no folder by such a path and has no network: both are refused.
#[test]
fn path_that_cannot_be_used_is_refused_with_a_reason() {
    let Some(wine) = Wine::new() else { return };
    let long = vec!["a".repeat(50); 6];
    wine.make(&long.join("/"));
    for path in [
        wine.spelled(&long.join("\\")),
        String::from(r"\\no-such-server\share"),
        String::from(r"Q:\shop"),
    ] {
        let ended = wine.add(&path);
        assert_eq!(ended.code, Some(11), "{path}: {ended:?}");
        let error: Value = serde_json::from_str(&ended.errors).unwrap();
        let message = error["error"]["message"].as_str().unwrap();
        assert!(message.contains(&path), "{message}");
        assert!(!message.contains("uncategorized"), "{message}");
    }
    assert_eq!(wine.folders(), Vec::<Value>::new());
}

#[test]
fn reserved_name_is_refused_with_a_reason() {
    let Some(wine) = Wine::new() else { return };
    for name in ["NUL", "CON", "aux.txt", "shop."] {
        let ended = wine.add(&wine.spelled(name));
        assert_ne!(ended.code, Some(0), "{name}: {ended:?}");
        assert!(!ended.errors.trim().is_empty(), "{name}: {ended:?}");
    }
    assert_eq!(wine.folders(), Vec::<Value>::new());
}
