//! The contacted hosts, and the diagnostics file.

use serde_json::json;

use super::checks::{ScreenChecks, States, choose, escape};
use crate::harness::{Desktop, Keychain, Window, WindowOptions};

/// In the order of the walk.
pub const TABLE: &[States] = &[
    ("network", &["empty", "filled", "nothing", "failed"]),
    ("diagnostics", &["filled", "names", "saved"]),
    ("settings", &["network"]),
];

pub async fn walk(checks: &ScreenChecks) {
    let look = WindowOptions::default();
    let mut desktop = Desktop::start("screens-network", Keychain::Unlocked, look).await;
    let window = &desktop.open().await;
    let desktop = &desktop;
    nothing_yet(checks, desktop, window).await;
    hosts(checks, desktop, window).await;
    diagnostics(checks, desktop, window).await;
    window.go("#/settings").await;
    window.sees("Show contacted hosts").await;
    super::checks::scroll_to(window, "Network").await;
    checks.inspect(desktop, window, "settings-network").await;
    unreadable(checks, desktop, window).await;
    desktop.holds_no_secret(window).await;
}

async fn nothing_yet(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    window.sees("Welcome to Plinth").await;
    window.command("app_welcomed", json!({})).await.unwrap();
    load_anew(window, "No host was contacted").await;
    checks.inspect(desktop, window, "network-empty").await;
}

async fn hosts(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    window.command("sandbox_start", json!({})).await.unwrap();
    window.go("#/temporary").await;
    window.press("New temporary database").await;
    window.until_state("unclaimed").await;
    window.no_dialog().await;
    window.press("Test connection").await;
    let nobody = json!({ "request": { "host": "127.0.0.1", "port": 9 } });
    window.command("email_probe", nobody).await.unwrap();
    window.go("#/projects").await;
    window.sees("No projects yet").await;
    window.go("#/network").await;
    // What happens while somebody looks is shown by itself.
    window.sees("Connection test").await;
    sort_by_reason(window).await;
    checks.inspect(desktop, window, "network-filled").await;
    window.fill("Filter hosts", "nothing like it").await;
    window.sees("No matches").await;
    checks.inspect(desktop, window, "network-nothing").await;
    window.fill("Filter hosts", "").await;
    window.sees("Connection test").await;
}

/// Rows of the same moment come in any order.
async fn sort_by_reason(window: &Window) {
    let script = "[...document.querySelectorAll('[role=columnheader] button')]
        .find((each) => each.innerText.trim() === 'Reason').click()";
    window.script(script, Vec::new()).await;
}

async fn diagnostics(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    choose(window, "Diagnostics…").await;
    window.sees("# Plinth diagnostics").await;
    checks.inspect(desktop, window, "diagnostics-filled").await;
    window.press("Include names, IDs and hosts").await;
    window.sees("Names, IDs and hosts are included.").await;
    window.press("Log").await;
    checks.inspect(desktop, window, "diagnostics-names").await;
    let file = desktop.path().join("plinth-diagnostics.md");
    desktop.picks_folders(&[&file]);
    window.press("Save…").await;
    window.sees("Saved to").await;
    checks.inspect(desktop, window, "diagnostics-saved").await;
    escape(window).await;
}

/// The store cannot be read.
async fn unreadable(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    let store = rusqlite::Connection::open(desktop.data().join("plinth.db")).unwrap();
    store
        .execute_batch("ALTER TABLE contact RENAME TO away")
        .unwrap();
    load_anew(window, "Couldn’t load the contacted hosts").await;
    checks.inspect(desktop, window, "network-failed").await;
    store
        .execute_batch("ALTER TABLE away RENAME TO contact")
        .unwrap();
    window.press("Try again").await;
    window.sees("Connection test").await;
    let state = window.command("network_list", json!({})).await.unwrap();
    assert_eq!(state["keptDays"], 30);
}

async fn load_anew(window: &Window, text: &str) {
    window.reload().await;
    window
        .until(&format!("the page says `{text}`"), || async {
            // While the page loads anew an address may be overlooked, and the same one twice is no change.
            window.go("#/settings").await;
            window.go("#/network").await;
            window.settled().await;
            window.text().await.contains(text)
        })
        .await;
}
