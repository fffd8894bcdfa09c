//! Keychains that are locked or not there. Nothing is ever written in plain text instead.

use serde_json::json;

use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::journey::{enter_sandbox, one_click, sandbox, temporary_list};

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_keychain_is_named_and_nothing_is_created() {
    let mut desktop = Desktop::start("locked", Keychain::Locked, WindowOptions::default()).await;
    let window = desktop.open().await;
    refuses_to_create(&window, "keychainLocked", "locked").await;
    let data = desktop.data();
    desktop.quit(window).await;
    assert_eq!(
        databases_of_the_sandbox(&data),
        0,
        "a database was made all the same"
    );
}

/// What the sandbox's own store says, once nobody holds it.
fn databases_of_the_sandbox(data: &std::path::Path) -> u32 {
    let store = rusqlite::Connection::open(data.join("sandbox/world.db")).unwrap();
    store
        .query_row(
            "SELECT count(*) FROM records WHERE kind = 'temporary'",
            [],
            |row| row.get(0),
        )
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_session_bus_the_window_opens_and_memory_is_offered() {
    let mut desktop = Desktop::start("no-bus", Keychain::NoBus, WindowOptions::default()).await;
    let window = desktop.open().await;
    refuses_to_create(&window, "keychainAbsent", "keychain").await;

    window.press("Keep secrets in memory until I quit").await;
    window
        .until("secrets are in memory", || async {
            window
                .command("keychain_state", json!({}))
                .await
                .is_ok_and(|state| state["kind"] == "memory")
        })
        .await;
    window
        .until("a database is made", || async {
            if temporary_list(&window)
                .await
                .iter()
                .any(|row| row["state"] == "unclaimed")
            {
                return true;
            }
            window
                .command("temporary_create", json!({ "options": options() }))
                .await
                .is_ok()
        })
        .await;
    let row = temporary_list(&window)
        .await
        .into_iter()
        .find(|row| row["state"] == "unclaimed")
        .unwrap();
    let secret = window
        .command(
            "connect_reveal",
            json!({ "source": { "kind": "temporary", "id": row["id"] }, "form": "direct" }),
        )
        .await
        .unwrap();
    let password = secret["text"]
        .as_str()
        .unwrap()
        .split([':', '@'])
        .nth(2)
        .unwrap()
        .to_owned();
    let data = desktop.data();
    desktop.quit(window).await;
    assert_eq!(
        files_with(&data, &password, &["sandbox"]),
        Vec::<String>::new(),
        "a secret was written to a file"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_in_the_keychain_and_nowhere_else() {
    let mut desktop = Desktop::start("vault", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    let id = one_click(&window).await;
    let mut secrets = Vec::new();
    for form in ["direct", "claimLink"] {
        let secret = window
            .command(
                "connect_reveal",
                json!({ "source": { "kind": "temporary", "id": id }, "form": form }),
            )
            .await
            .unwrap();
        secrets.push(secret["text"].as_str().unwrap().to_owned());
    }
    let password = secrets[0].split([':', '@']).nth(2).unwrap().to_owned();
    let service_id = secrets[1].rsplit('/').next().unwrap().to_owned();
    let found = desktop.keychain_of_app();
    let data = desktop.data();
    desktop.quit(window).await;
    assert!(
        found.contains(&password) && found.contains(&service_id),
        "the keychain does not hold the secrets"
    );
    for secret in [&password, &service_id] {
        assert_eq!(
            files_with(&data, secret, &["sandbox"]),
            Vec::<String>::new(),
            "a secret lies outside the keychain"
        );
    }
}

async fn refuses_to_create(window: &Window, code: &str, word: &str) {
    enter_sandbox(window).await;
    window
        .until("the sandbox runs", || async {
            sandbox(window).await["caFile"].is_string()
        })
        .await;
    window
        .until("the keychain was probed", || async {
            window
                .command("keychain_state", json!({}))
                .await
                .is_ok_and(|state| state["status"] != "checking")
        })
        .await;
    let banner = window.text_of("keychain-banner").await.to_lowercase();
    assert!(banner.contains(word), "the banner says: {banner}");
    // The sandbox returns its secrets again; no other platform does.
    let mut elsewhere = options();
    elsewhere["place"] = json!({ "kind": "custom", "address": "http://127.0.0.1:1" });
    let refused = window
        .command("temporary_create", json!({ "options": elsewhere }))
        .await
        .unwrap_err();
    assert_eq!(refused["code"], code, "{refused}");
    assert!(
        sandbox(window).await["servers"]
            .as_array()
            .unwrap()
            .is_empty(),
        "a database was made all the same"
    );
    window.press("New temporary database").await;
    window.sees("Keep secrets in memory").await;
}

fn options() -> serde_json::Value {
    json!({
        "place": null, "reference": "plinth", "logicalReplication": false, "envPath": null,
        "envKey": "DATABASE_URL", "envPrefix": "PUBLIC_", "seedPath": null
    })
}

/// Every file below `folder` that holds `needle`, except below the named folders.
pub fn files_with(folder: &std::path::Path, needle: &str, except: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else {
        return found;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && !except.contains(&name.as_str()) {
            found.extend(files_with(&path, needle, except));
        } else if std::fs::read(&path).is_ok_and(|bytes| {
            bytes
                .windows(needle.len())
                .any(|part| part == needle.as_bytes())
        }) {
            found.push(path.display().to_string());
        }
    }
    found
}
