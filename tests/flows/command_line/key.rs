//! A key that is for one command.

use std::path::Path;
use std::time::Duration;

use rustix::process::Signal;
use testkit::until;

use super::hosts::signal;
use super::{Person, text};

#[tokio::test(flavor = "multi_thread")]
async fn a_key_among_the_arguments_works_is_warned_of_and_is_kept_nowhere() {
    let person = Person::stranger(|_| {}).await;
    let key = person.platform.key.clone();
    let url = person.platform.base_url.clone();
    let shell = &person.shell;
    let temporary = shell.path().join("tmp");
    std::fs::create_dir(&temporary).unwrap();
    let create = ["projects", "create", "--name", "shop", "--json"];
    let with_key = ["--api-key", &key, "--api-url", &url];
    let mut command = shell.command(&[&create[..], &with_key].concat());
    command.env("TMPDIR", &temporary);
    let said = plinth_tests::shell::said(command, "").await;
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert!(said.err.contains("visible to others"), "{said:#?}");
    let made: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(made["project"]["name"], "shop");
    assert!(!(said.out + &said.err).contains(&key));
    let left = std::fs::read_dir(&temporary).unwrap().count();
    assert_eq!(left, 0, "its folder is gone");
    assert!(!holds(shell.path(), &key), "the key is in a file");
    assert_eq!(
        shell
            .json(&["accounts", "list"])
            .await
            .as_array()
            .unwrap()
            .len(),
        0
    );

    // In the environment it is not warned of.
    let mut command = shell.command(&["projects", "list", "--json"]);
    command
        .env("PLINTH_API_KEY", &key)
        .env("PLINTH_API_URL", &url);
    let said = plinth_tests::shell::said(command, "").await;
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{said:#?}");
    let listed: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(text(&listed["projects"][0]["name"]), "shop");

    let wrong = [
        "projects",
        "list",
        "--api-key",
        "napi_wrong_0123456789abcdef",
        "--api-url",
        &url,
    ];
    let said = shell.run(&wrong).await;
    assert_eq!(said.code, Some(4), "{said:#?}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_key_of_one_command_would_lose_is_refused() {
    let person = Person::new().await;
    let key = person.platform.key.clone();
    let url = person.platform.base_url.clone();
    let ca = person.platform.ca_file.clone();
    let shell = &person.shell;
    let own = text(&shell.json(&["keys", "list"]).await[0]["key"]["id"]);
    let before = person.changes();
    for args in [
        &["keys", "rotate", "--old-key-id", &own, "--yes"][..],
        &["keys", "resume", "some"],
        &["keys", "undo", "some"],
        &["keys", "dismiss", "some"],
        &["keys", "create", "--name", "k", "--save-as", "Kept"],
        &["accounts", "replace-key", "--yes"],
        &["accounts", "update", "--name", "x"],
        &["accounts", "remove", "--yes"],
    ] {
        let mut command = shell.command(args);
        command
            .env("PLINTH_API_KEY", &key)
            .env("PLINTH_API_URL", &url)
            .env("PLINTH_CA_FILE", &ca);
        let said = plinth_tests::shell::said(command, &format!("{key}\n")).await;
        assert_eq!(said.code, Some(2), "{args:?}: {said:#?}");
        assert!(
            said.err.contains("plinth accounts add"),
            "{args:?}: {said:#?}"
        );
    }
    assert_eq!(person.changes(), before, "nothing was sent");
    // Both ways to the key still work.
    shell.json(&["projects", "list"]).await;
    let mut command = shell.command(&["projects", "list", "--json"]);
    command
        .env("PLINTH_API_KEY", &key)
        .env("PLINTH_API_URL", &url)
        .env("PLINTH_CA_FILE", &ca);
    let said = plinth_tests::shell::said(command, "").await;
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert_eq!(shell.json(&["accounts", "list"]).await[0]["name"], "Shop");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_names_the_history_only_where_the_account_is_kept() {
    let mut person = Person::of(|config| {
        config.operation_pace = Duration::from_secs(120);
    })
    .await;
    let ends = async |person: &Person| {
        let args = ["projects", "create", "--name", "shop", "--wait"];
        let before = person.changes();
        let create = person.shell.command(&args).spawn().unwrap();
        until("it is sent", async || person.changes() > before).await;
        signal(&create, Signal::TERM);
        let output = create.wait_with_output().await.unwrap();
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let said = ends(&person).await;
    assert!(said.contains("`plinth history list` shows it."), "{said}");
    let (key, url) = (&person.platform.key, &person.platform.base_url);
    person.shell.set("PLINTH_API_KEY", key);
    person.shell.set("PLINTH_API_URL", url);
    person.shell.set("PLINTH_CA_FILE", &person.platform.ca_file);
    let said = ends(&person).await;
    assert!(said.contains("goes on at the platform."), "{said}");
    assert!(!said.contains("history"), "{said}");
    person.stop().await;
}

/// Whether a file below has this text.
fn holds(folder: &Path, text: &str) -> bool {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() && !path.is_symlink() {
            return holds(&path, text);
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        bytes
            .windows(text.len())
            .any(|part| part == text.as_bytes())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_add_refuses_what_was_typed_before_it_asks_for_the_key() {
    let person = Person::of(|_| {}).await;
    let shell = &person.shell;
    let url = person.platform.base_url.as_str();
    let missing = shell.data().join("no-such.pem");
    let missing = missing.to_str().unwrap();
    for (args, code, expected) in [
        (vec!["--base-url", "shop"], 2, "address is not valid"),
        (
            vec!["--base-url", url, "--instant-url", "shop"],
            2,
            "address",
        ),
        (vec!["--base-url", url, "--ca-file", missing], 11, "CA file"),
        (
            vec!["--base-url", url, "--name", "Shop"],
            5,
            "already exists",
        ),
    ] {
        // Nobody writes a key: the old order waited for one.
        let mut command = shell.command(&[&["accounts", "add"], &args[..]].concat());
        command.stdin(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let typed = child.stdin.take();
        let ended = plinth_tests::shell::ended(child, std::time::Duration::from_secs(30)).await;
        drop(typed);
        ended.says(code, &[expected]);
    }
    person.stop().await;
}
