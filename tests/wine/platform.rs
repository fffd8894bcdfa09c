//! A platform that `plinth.exe` manages: the sandbox of this machine, which runs on Linux.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;
use testkit::process::ChildGuard;

use super::{Wine, ended};

/// A sandbox with an account of its own in Wine's keychain.
struct Platform {
    // Ends before its folder goes.
    _program: ChildGuard,
    _folder: TempDir,
    ready: Value,
}

impl Platform {
    fn start() -> Self {
        let of = |name| PathBuf::from(std::env::var_os(name).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(of("PLINTH_SANDBOX"));
        command
            .args(["--port", "0", "--data"])
            .arg(folder.path())
            .env("PLINTH_POSTGRES_BIN", of("PLINTH_POSTGRES_DIR").join("bin"));
        let (program, ready) = ChildGuard::announced(&mut command);
        Self {
            _program: program,
            _folder: folder,
            ready: serde_json::from_str(&ready).unwrap(),
        }
    }

    fn text(&self, field: &str) -> &str {
        self.ready[field].as_str().unwrap()
    }
}

#[test]
fn env_file_gets_the_connection_string_of_a_branch_and_keeps_its_other_bytes() {
    let Some(wine) = Wine::new() else { return };
    let platform = Platform::start();
    let base = platform.text("base_url");
    // Wine's drive Z is the root of Linux.
    let ca = format!("Z:{}", platform.text("ca_file")).replace('/', "\\");
    let mut add = wine.command(
        "plinth.exe",
        &[
            "accounts",
            "add",
            "--name",
            "box",
            "--base-url",
            base,
            "--ca-file",
            &ca,
        ],
    );
    ended(add.env("PLINTH_API_KEY", platform.text("key"))).succeeded();
    let made = wine.plinth(&["projects", "create", "--name", "shop", "--json"]);
    let made: Value = serde_json::from_str(&made.succeeded()).unwrap();
    let project = made["project"]["id"].as_str().unwrap();
    let checked = wine.plinth(&["connect", "--project-id", project, "--check"]);
    assert!(checked.succeeded().contains("Server:"));

    let shop = wine.make("shop");
    fs::write(shop.join(".env"), "# ours\r\nMINE=1\r\n").unwrap();
    let folder = wine.spelled("shop");
    let source = [
        "--project-id",
        project,
        "--branch",
        "main",
        "--database",
        "svcdb",
    ];
    wine.plinth(&[&["folders", "add", &folder], &source[..]].concat())
        .succeeded();
    wine.plinth(&["folders", "ensure", &folder, "--yes"])
        .succeeded();
    let written = fs::read_to_string(shop.join(".env")).unwrap();
    let rest = written.strip_prefix("# ours\r\nMINE=1\r\n").unwrap();
    assert!(rest.contains("DATABASE_URL=\"postgresql://"), "{written}");
    assert!(
        !rest.replace("\r\n", "").contains(['\r', '\n']),
        "{written}"
    );

    // The account's key is asked of the keychain by another process.
    let named = wine.plinth(&["accounts", "list"]).succeeded();
    assert!(named.contains("Ready"), "{named}");
}
