//! Temporary databases of the sandbox of this machine: their limit, and what is left without a keychain.

use std::path::Path;

use serde_json::Value;

use super::hosts::end_agent;
use super::{Person, text};

const CREATE: [&str; 4] = ["temp", "create", "--service", "sandbox"];

fn states(list: &Value) -> Vec<String> {
    let rows = list.as_array().unwrap().iter();
    rows.map(|row| text(&row["state"])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_sandbox_refuses_once_and_a_deleted_database_makes_room() {
    let person = Person::stranger(|_| {}).await;
    let shell = &person.shell;
    let args = ["sandbox", "options", "--set", r#"{"maxUnclaimed": 1}"#];
    assert_eq!(shell.json(&args).await["maxUnclaimed"], 1);
    shell.json(&["sandbox", "start"]).await;
    let id = text(&shell.json(&CREATE).await["id"]);

    let refused = shell.run(&CREATE).await;
    refused.says(8, &["limit of 1", "Delete or claim one", "maxUnclaimed"]);
    assert!(!refused.err.contains("tries"), "{refused:#?}");
    let list = shell.json(&["temp", "list"]).await;
    assert_eq!(states(&list), ["unclaimed"], "{list}");

    let name = text(&list[0]["name"]);
    assert_eq!(shell.json(&["temp", "get", &name]).await["id"], id);
    let unknown = shell.run(&["connect", "--temp", "no-such"]).await;
    unknown.says(3, &["no temporary database no-such", "plinth temp list"]);
    shell
        .run(&["temp", "delete", &name])
        .await
        .says(2, &["--yes"]);
    shell.ok(&["temp", "delete", &id, "--yes"]).await;
    assert_eq!(states(&shell.json(&["temp", "list"]).await), [""; 0]);
    let gone = shell.run(&["temp", "delete", &id, "--yes"]).await;
    assert_eq!(gone.code, Some(3), "{gone:#?}");
    let history = shell.json(&["history", "list"]).await.to_string();
    assert!(history.contains("Delete temporary database"), "{history}");
    let again = text(&shell.json(&CREATE).await["id"]);
    assert_ne!(again, id);
    end_agent(&shell.data()).await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_elsewhere_is_not_deleted_and_says_what_to_do() {
    let person = Person::of(|_| {}).await;
    let shell = &person.shell;
    let service = &person.platform.instant_url;
    let args = ["temp", "create", "--service", service];
    let made = shell.json(&args).await;
    assert_eq!(made["canDelete"], false, "{made}");
    let id = text(&made["id"]);
    let said = shell.run(&["temp", "delete", &id, "--yes"]).await;
    said.says(
        2,
        &[
            "before they expire",
            "Forget the database with `plinth temp forget`",
        ],
    );
    let list = shell.json(&["temp", "list"]).await;
    assert_eq!(states(&list), ["unclaimed"], "{list}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_keychain_the_sandbox_serves_temp_folders_and_run() {
    let mut person = Person::stranger(|_| {}).await;
    person.shell.lose_keychain().await;
    let shell = &person.shell;
    shell.json(&["sandbox", "start"]).await;
    let made = shell.json(&CREATE).await;
    assert_eq!(made["secretsUnsaved"], Value::Null, "{made}");
    let id = text(&made["id"]);
    let string = text(&shell.json(&["connect", "--temp", &id, "--reveal"]).await["text"]);
    let shop = shell.path().join("shop");
    std::fs::create_dir(&shop).unwrap();
    shell.ok(&["folders", "add", shop.to_str().unwrap()]).await;
    let ensured = ["folders", "ensure", shop.to_str().unwrap(), "--yes"];
    shell.ok(&ensured).await;
    let written = std::fs::read_to_string(shop.join(".env")).unwrap();
    let mut run = shell.command(&["run", "--", "printenv", "DATABASE_URL"]);
    run.current_dir(&shop);
    let run = plinth_tests::shell::said(run, "").await;
    assert_eq!(run.code, Some(0), "{run:#?}");
    assert!(written.contains(run.out.trim()), "{run:#?}");

    // Another process knows nothing but what is on the disk.
    end_agent(&shell.data()).await;
    shell.json(&["sandbox", "start"]).await;
    let row = shell.json(&["temp", "get", &id]).await;
    assert_eq!(row["secretsMissing"], Value::Null, "{row}");
    let again = text(&shell.json(&["connect", "--temp", &id, "--reveal"]).await["text"]);
    assert_eq!(again, string);
    let password = string.split([':', '@']).nth(2).unwrap();
    let found = files_with(&shell.data(), password, &["sandbox"]);
    assert_eq!(
        found,
        Vec::<String>::new(),
        "a secret was written to a file"
    );

    let service = person.platform.instant_url.as_str();
    let elsewhere = shell.run(&["temp", "create", "--service", service]).await;
    elsewhere.says(4, &["no keychain", "Databases of the sandbox need none"]);
    let unlock = shell.run(&["keychain", "unlock"]).await;
    unlock.says(4, &["no keychain"]);
    let count = |list: Value| list.as_array().map(Vec::len);
    let keys = count(shell.json(&["keys", "list"]).await);
    let lost = ["keys", "create", "--name", "ci", "--save-as", "Second"];
    shell.run(&lost).await.says(4, &["no keychain"]);
    let after = count(shell.json(&["keys", "list"]).await);
    assert!(keys.is_some() && after == keys, "a key was made");

    // Nothing of the database is lost with a process: the agent ends by itself.
    shell.json(&["sandbox", "stop"]).await;
    let stopped = shell.run(&["temp", "list"]).await;
    assert!(!stopped.err.contains("keychain"), "{stopped:#?}");
    let row = shell.json(&["temp", "get", &id]).await;
    assert_eq!(row["secretsUnsaved"], Value::Null, "{row}");
    let refused = shell.run(&["projects", "list"]).await;
    refused.says(10, &["plinth sandbox start"]);
    end_agent(&shell.data()).await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keychain_that_is_open_needs_no_unlocking() {
    let person = Person::stranger(|_| {}).await;
    let state = person.shell.json(&["keychain", "unlock"]).await;
    assert_eq!(state["status"], "ready", "{state}");
    person.stop().await;
}

/// Every file below `folder` that holds `needle`, except below folders of these names.
fn files_with(folder: &Path, needle: &str, except: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            if !except.iter().any(|it| name == **it) {
                found.extend(files_with(&path, needle, except));
            }
        } else if let Ok(bytes) = std::fs::read(&path)
            && bytes
                .windows(needle.len())
                .any(|part| part == needle.as_bytes())
        {
            found.push(path.display().to_string());
        }
    }
    found
}
