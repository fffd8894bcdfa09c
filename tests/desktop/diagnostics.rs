//! The diagnostics file: what is read is what is saved, and no secret is in it.

use std::io::Write as _;

use serde_json::json;

use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::journey::{change_settings, one_click};
use crate::screens::choose;

/// Nobody's; they are put wherever a text can be put.
const PLANTED: [&str; 6] = [
    "napi_k3v9x2m7q1w8e5r4t6y0u3i9o2p7a5s1",
    "npg_Zx81kQw2LmT7pQ",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP",
    "postgresql://alice:s3cr3t-word@db.example.test/shop",
    "correct horse battery",
    "0b9f7c1e-5d2a-4e8b-9c3f-7a6d5e4c3b2a",
];

#[tokio::test(flavor = "multi_thread")]
async fn what_is_read_is_what_is_saved_and_no_secret_is_in_it() {
    let look = WindowOptions::default();
    let mut desktop = Desktop::start("diagnostics", Keychain::Unlocked, look).await;
    // A variable that the file quotes.
    desktop.set("XDG_CURRENT_DESKTOP", PLANTED[0]);
    let window = desktop.open().await;
    let id = one_click(&window).await;
    plant(&desktop, &window, &id).await;
    let known = desktop.holds_no_secret(&window).await;
    assert!(
        known.len() > 2,
        "the keychain holds the secrets of a database"
    );

    for names in [false, true] {
        let file = window
            .command("diagnostics_preview", json!({ "showsNames": names }))
            .await
            .unwrap();
        let text = file.to_string();
        assert!(
            text.contains("a planted line"),
            "the log is not in it: {text}"
        );
        for secret in known.iter().map(String::as_str).chain(PLANTED) {
            assert!(!text.contains(secret), "{secret} is in {text}");
        }
        assert!(!text.contains("s3cr3t-word"), "{text}");
        assert!(!text.contains("db.example.test"), "{text}");
    }

    choose(&window, "Diagnostics…").await;
    window.sees("# Plinth diagnostics").await;
    window
        .sees("Names, IDs and hosts are replaced by numbers.")
        .await;
    window.sees("a planted line").await;
    window.press("Log").await;
    window.no_longer_sees("a planted line").await;
    let file = desktop.path().join("diagnostics.md");
    desktop.picks_folders(&[&file]);
    window.press("Save…").await;
    window.sees("Saved to").await;
    let saved = std::fs::read_to_string(&file).unwrap();
    let script =
        "return document.querySelector('figure[aria-label=\"diagnostics file\"]').textContent";
    let shown = window.script(script, Vec::new()).await;
    assert_eq!(
        json!(saved),
        shown,
        "what is saved is another text than was read"
    );
    for wanted in [
        "## Versions",
        "WebKit: 2.",
        "GTK: libgtk-3",
        "## Network",
        "Instant service",
    ] {
        assert!(saved.contains(wanted), "{wanted} is not in {saved}");
    }
    assert!(!saved.contains("## Log"), "{saved}");

    // The page cannot have another file written.
    let other = desktop.path().join("other.md");
    let save = json!({ "id": "any", "sections": ["versions"], "path": other });
    let error = window.command("diagnostics_save", save).await.unwrap_err();
    assert_eq!(
        error["message"],
        "Diagnostics can only be saved to a file that you choose"
    );
    assert!(!other.exists());
    window.key("\u{e00c}").await;
    window.no_dialog().await;
    desktop.quit(window).await;
}

/// Into names, settings, errors and the log.
async fn plant(desktop: &Desktop, window: &Window, id: &str) {
    let rename = json!({ "id": id, "name": PLANTED[0] });
    window.command("temporary_rename", rename).await.unwrap();
    let account = window.command("account_list", json!({})).await.unwrap()[0].clone();
    let account = account["id"].as_str().unwrap();
    let create = json!({ "accountId": account, "create": { "name": PLANTED[1] } });
    window.command("project_create", create).await.unwrap();
    // An error that quotes what it was given.
    let import = json!({ "link": format!("https://127.0.0.1:9/claim/{}", PLANTED[5]) });
    window
        .command("temporary_import_link", import)
        .await
        .unwrap_err();
    change_settings(window, |settings| {
        settings["temporary"]["reference"] = json!(PLANTED[2]);
        settings["temporary"]["seedPath"] = json!(format!("/tmp/{}.sql", PLANTED[0]));
    })
    .await;

    let log = desktop.data().join("logs/plinth.log");
    let mut log = std::fs::OpenOptions::new().append(true).open(log).unwrap();
    let at = "2026-11-25T23:34:00.123456Z";
    for planted in PLANTED {
        for said in [
            format!("a planted line key={planted}"),
            format!("a planted line error=\"password '{planted}' is wrong\""),
            format!("a planted line password={planted:?}"),
        ] {
            if planted.contains(' ') && said.contains("key=") {
                continue;
            }
            writeln!(log, "{at}  WARN app::watcher: {said}").unwrap();
        }
        writeln!(log, "{at}  WARN zbus::proxy: {planted}").unwrap();
        writeln!(log, "{planted}").unwrap();
    }
}
