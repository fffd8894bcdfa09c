//! What comes from outside the window: links that were not opened, and what a drop of files would do.

use std::path::Path;

use serde_json::json;

use super::checks::{ScreenChecks, States, escape};
use crate::harness::{Desktop, Keychain, Window, WindowOptions, secrets};
use crate::journey::{enter_sandbox, temporary_list};
use crate::links::follow_to_nothing;

/// In the order of the walk.
pub const TABLE: &[States] = &[
    ("links", &["welcome", "refused", "unknown", "gone"]),
    (
        "drop",
        &[
            "folders", "env", "import", "new", "options", "other", "several", "open", "seed",
        ],
    ),
];

const THEIRS: &str = "DATABASE_URL=postgres://ada:password-of-ada@db.example/blog\n";

pub async fn walk(checks: &ScreenChecks) {
    let look = WindowOptions::default();
    let mut desktop = Desktop::start("screens-links", Keychain::Unlocked, look).await;
    desktop.unset("PLINTH_ALLOW_SECOND");
    let window = &desktop.open().await;
    let desktop = &desktop;
    secrets::note("password-of-ada");
    links(checks, desktop, window).await;
    let shop = desktop.project("shop");
    let sql = shop.join("schema.sql");
    std::fs::write(shop.join(".env.local"), THEIRS).unwrap();
    std::fs::write(&sql, "CREATE TABLE kept (n int);\n").unwrap();
    std::fs::write(shop.join("notes.txt"), "").unwrap();
    drops(checks, desktop, window, &shop).await;
    window.go("#/temporary").await;
    open_one(window).await;
    over(checks, desktop, window, &[&sql], "drop-open").await;
    desktop.drag(&[&sql]).drop_here().unwrap();
    window.text_of("seed-plan").await;
    checks.inspect(desktop, window, "drop-seed").await;
    escape(window).await;
    desktop.holds_no_secret(window).await;
}

async fn links(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    window.sees("Start in the sandbox").await;
    desktop.follow("plinth://settings").await;
    window.sees("Choose a way to start first").await;
    checks.inspect(desktop, window, "links-welcome").await;
    enter_sandbox(window).await;
    desktop.follow("plinth://settings?x").await;
    window.sees("It doesn’t name a place in Plinth").await;
    checks.inspect(desktop, window, "links-refused").await;
    desktop
        .follow("plinth://project/misty-meadow-12345678")
        .await;
    window.sees("No connected account lists this project").await;
    checks.inspect(desktop, window, "links-unknown").await;
    follow_to_nothing(desktop, window).await;
    checks.inspect(desktop, window, "links-gone").await;
    window.press("Dismiss").await;
}

/// Each of them over an empty list, and the dialogs that open.
async fn drops(checks: &ScreenChecks, desktop: &Desktop, window: &Window, shop: &Path) {
    let [env, sql, notes] = [".env.local", "schema.sql", "notes.txt"].map(|name| shop.join(name));
    over(checks, desktop, window, &[shop], "drop-folders").await;
    over(checks, desktop, window, &[&env], "drop-env").await;
    desktop.drag(&[&env]).drop_here().unwrap();
    window.text_of("found-database").await;
    checks.inspect(desktop, window, "drop-import").await;
    window.press("Cancel").await;
    window.no_dialog().await;
    over(checks, desktop, window, &[&sql], "drop-new").await;
    desktop.drag(&[&sql]).drop_here().unwrap();
    window.text_of("seed-plan").await;
    checks.inspect(desktop, window, "drop-options").await;
    escape(window).await;
    over(checks, desktop, window, &[&notes], "drop-other").await;
    over(checks, desktop, window, &[&sql, &notes], "drop-several").await;
}

/// While they are over the window.
async fn over(
    checks: &ScreenChecks,
    desktop: &Desktop,
    window: &Window,
    files: &[&Path],
    state: &str,
) {
    let dragged = desktop.drag(files);
    window.text_of("file-drop").await;
    checks.inspect(desktop, window, state).await;
    dragged.leave().unwrap();
    let script = "return document.querySelector('[data-testid=file-drop]') === null";
    window
        .until("nothing is dragged over the window", || async {
            window.script(script, Vec::new()).await == true
        })
        .await;
}

/// A temporary database that is open and always has the same name.
async fn open_one(window: &Window) {
    window.press("New temporary database").await;
    window.until_state("unclaimed").await;
    let id = temporary_list(window).await[0]["id"].clone();
    let named = json!({ "id": id, "name": "quiet-harbour" });
    window.command("temporary_rename", named).await.unwrap();
    window.sees("quiet-harbour").await;
    // Puts away what was said in passing.
    window.no_dialog().await;
    window.sees("Storage").await;
}
