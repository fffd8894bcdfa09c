//! What a keychain that is missing or locked and a sandbox that does not start look like.

use serde_json::json;

use super::checks::{ScreenChecks, States};
use crate::harness::{Desktop, Keychain, Theme, WindowOptions};
use crate::journey::{enter_sandbox, sandbox};

/// In the order of the walk.
pub const TABLE: &[States] = &[
    ("keychain", &["banner", "dialog", "memory", "locked"]),
    ("welcome", &["failed"]),
    ("history", &["empty"]),
];

pub async fn walk(checks: &ScreenChecks) {
    without_a_keychain(checks).await;
    with_a_locked_keychain(checks).await;
    with_a_broken_sandbox(checks).await;
}

async fn without_a_keychain(checks: &ScreenChecks) {
    let mut desktop = Desktop::start(
        "screens-no-keychain",
        Keychain::NoBus,
        WindowOptions::default(),
    )
    .await;
    let window = &desktop.open().await;
    let desktop = &desktop;
    enter_sandbox(window).await;
    window.text_of("keychain-banner").await;
    window
        .until("the sandbox runs", || async {
            sandbox(window).await["caFile"].is_string()
        })
        .await;
    checks.inspect(desktop, window, "keychain-banner").await;
    window.press("New temporary database").await;
    window.sees("Keep secrets in memory until I quit").await;
    checks.inspect(desktop, window, "keychain-dialog").await;
    window.press("Keep secrets in memory until I quit").await;
    window.sees("in memory").await;
    window.until_state("unclaimed").await;
    window.sees("is ready").await;
    window.no_dialog().await;
    checks.inspect(desktop, window, "keychain-memory").await;
}

/// On a dark desktop, whose theme the window takes by itself.
async fn with_a_locked_keychain(checks: &ScreenChecks) {
    let dark = WindowOptions {
        theme: Theme::Dark,
        ..WindowOptions::default()
    };
    let mut desktop = Desktop::start("screens-locked", Keychain::Locked, dark).await;
    let window = &desktop.open().await;
    let desktop = &desktop;
    enter_sandbox(window).await;
    window.text_of("keychain-banner").await;
    let painted = "const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'light-dark(rgb(0, 0, 1), rgb(0, 0, 2))';
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color";
    assert_eq!(window.script(painted, Vec::new()).await, "rgb(0, 0, 2)");
    checks.inspect(desktop, window, "keychain-locked").await;
}

async fn with_a_broken_sandbox(checks: &ScreenChecks) {
    let mut desktop = Desktop::start(
        "screens-broken",
        Keychain::Unlocked,
        WindowOptions::default(),
    )
    .await;
    std::fs::write(
        desktop.data().join("sandbox"),
        "a file stands where the folder should",
    )
    .unwrap();
    let window = &desktop.open().await;
    let desktop = &desktop;
    window.press("Start in the sandbox").await;
    window.sees("Couldn’t start the sandbox").await;
    checks.inspect(desktop, window, "welcome-failed").await;
    window.command("app_welcomed", json!({})).await.unwrap();
    window.reload().await;
    window
        .until("the history is open and empty", || async {
            // While the page loads anew an address may be overlooked, and the same one twice is no change.
            window.go("#/settings").await;
            window.go("#/history").await;
            window.settled().await;
            window.text().await.contains("No history yet")
        })
        .await;
    checks.inspect(desktop, window, "history-empty").await;
}
