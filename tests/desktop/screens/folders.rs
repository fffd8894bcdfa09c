//! Project folders and the dialogs about them.

use std::path::Path;

use serde_json::{Value, json};

use super::checks::{ScreenChecks, States, escape, scroll_to};
use crate::folders::{branch_in_sandbox, give, next_step, reset_password};
use crate::harness::{Desktop, Keychain, Window, WindowOptions, secrets};
use crate::journey::enter_sandbox;

/// In the order of the walk.
pub const TABLE: &[States] = &[
    (
        "folders",
        &[
            "empty", "absent", "filled", "foreign", "unusable", "gone", "former", "expiring",
            "expired", "unseeded",
        ],
    ),
    ("folderSettings", &["filled", "refused", "branch"]),
    ("ensureFolder", &["create", "refused", "replace", "seed"]),
    ("importFolders", &["begin", "nothing", "found"]),
    ("writeFolders", &["changed", "nothing"]),
    ("removeFolder", &["filled"]),
    ("sandbox", &["disk"]),
];

const THEIRS: &str = "DATABASE_URL=postgres://ada:password-of-ada@db.example/blog\n";

pub async fn walk(checks: &ScreenChecks) {
    let look = WindowOptions::default();
    let mut desktop = Desktop::start("screens-folders", Keychain::Unlocked, look).await;
    let window = &desktop.open().await;
    let desktop = &desktop;
    enter_sandbox(window).await;
    secrets::note("password-of-ada");
    window.go("#/folders").await;
    window.sees("No project folders yet").await;
    checks.inspect(desktop, window, "folders-empty").await;
    let shop = desktop.project("shop");
    first_folder(checks, desktop, window, &shop).await;
    other_states(checks, desktop, window).await;
    imported(checks, desktop, window).await;
    former(checks, desktop, window).await;
    over_time(checks, desktop, window, &shop).await;
    desktop.holds_no_secret(window).await;
}

async fn first_folder(checks: &ScreenChecks, desktop: &Desktop, window: &Window, shop: &Path) {
    std::fs::write(shop.join(".env"), "PORT=3000\n").unwrap();
    std::fs::write(shop.join("seed.sql"), "CREATE TABLE kept (n int);\n").unwrap();
    add(desktop, window, shop, "absent").await;
    checks.inspect(desktop, window, "folders-absent").await;
    window.press("Settings…").await;
    window.field("Variable").await;
    checks
        .inspect(desktop, window, "folderSettings-filled")
        .await;
    window.fill("Variable", "VITE_URL").await;
    window.press("Save settings").await;
    window.sees("is public in a browser").await;
    checks
        .inspect(desktop, window, "folderSettings-refused")
        .await;
    window.fill("Variable", "DATABASE_URL").await;
    window.press("A branch of a project").await;
    window.sees("An existing database").await;
    checks
        .inspect(desktop, window, "folderSettings-branch")
        .await;
    window.press("This machine").await;
    window.fill("SQL file (seed) optional", "seed.sql").await;
    window.press("Save settings").await;
    window.no_dialog().await;
    next_step(window, "Set up database…").await;
    window.text_of("env-diff").await;
    checks.inspect(desktop, window, "ensureFolder-create").await;
    window.press("Create database").await;
    until(window, "shop", "filled").await;
    window.no_dialog().await;
    window.text_of("seed-result").await;
    checks.inspect(desktop, window, "folders-filled").await;
}

async fn other_states(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    let blog = desktop.project("blog");
    std::fs::write(blog.join(".env"), THEIRS).unwrap();
    add(desktop, window, &blog, "foreign").await;
    checks.inspect(desktop, window, "folders-foreign").await;

    let wiki = desktop.project("wiki");
    add(desktop, window, &wiki, "absent").await;
    std::fs::write(
        wiki.join(".env"),
        "DATABASE_URL_DIRECT=postgres://db.example\n",
    )
    .unwrap();
    next_step(window, "Set up database…").await;
    window.sees("Couldn’t preview the change").await;
    checks
        .inspect(desktop, window, "ensureFolder-refused")
        .await;
    escape(window).await;
    std::fs::write(wiki.join(".env"), [0xff, 0xfe, b'A', 0, b'=', 0]).unwrap();
    until(window, "wiki", "envUnusable").await;
    checks.inspect(desktop, window, "folders-unusable").await;
    std::fs::remove_dir_all(&wiki).unwrap();
    until(window, "wiki", "gone").await;
    checks.inspect(desktop, window, "folders-gone").await;
    next_step(window, "Remove…").await;
    window.sees("Remove wiki from the list?").await;
    checks.inspect(desktop, window, "removeFolder-filled").await;
    window.press("Remove from list").await;
    window.no_dialog().await;
}

async fn imported(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    window.press("Import…").await;
    window.sees("Choose folders…").await;
    checks.inspect(desktop, window, "importFolders-begin").await;
    desktop.picks_folders(&[&desktop.project("nothing")]);
    window.press("Choose folders…").await;
    window.sees("No databases found").await;
    checks
        .inspect(desktop, window, "importFolders-nothing")
        .await;
    let (api, blog) = (desktop.project("api"), desktop.project("blog"));
    std::fs::write(api.join(".env.local"), THEIRS).unwrap();
    desktop.picks_folders(&[&api, &blog, &desktop.project("shop")]);
    window.press("Choose other folders…").await;
    window.text_of("found-database").await;
    checks.inspect(desktop, window, "importFolders-found").await;
    escape(window).await;
}

async fn former(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    window.press_keys("k", true).await;
    window
        .fill(
            "Search actions and names",
            "Update changed connection strings",
        )
        .await;
    window.key("\u{e007}").await;
    window
        .sees("All folders have the current connection string")
        .await;
    checks
        .inspect(desktop, window, "writeFolders-nothing")
        .await;
    escape(window).await;
    let source = branch_in_sandbox(window).await;
    let docs = desktop.project("docs");
    give(window, &docs, &source).await;
    reset_password(window, &source).await;
    window.sees("1 folder has an old connection string").await;
    until(window, "docs", "filled").await;
    checks.inspect(desktop, window, "folders-former").await;
    window.press("Review and write…").await;
    window.text_of("env-diff").await;
    checks
        .inspect(desktop, window, "writeFolders-changed")
        .await;
    window.press("Write to 1 folder").await;
    window.no_dialog().await;
    disk_of_the_sandbox(checks, desktop, window, &source).await;
}

/// What restore windows and read-only computes take, once there is a project.
async fn disk_of_the_sandbox(
    checks: &ScreenChecks,
    desktop: &Desktop,
    window: &Window,
    source: &Value,
) {
    let create = json!({
        "branchId": source["request"]["branchId"], "readOnly": true, "name": "reports",
    });
    let request = json!({
        "accountId": source["accountId"], "projectId": source["projectId"], "create": create,
    });
    window.eventually("compute_create", request).await;
    window.go("#/sandbox").await;
    window.sees("Restore windows, included above").await;
    window.sees("Read-only computes").await;
    scroll_to(window, "Disk").await;
    checks.inspect(desktop, window, "sandbox-disk").await;
    window.go("#/folders").await;
}

async fn over_time(checks: &ScreenChecks, desktop: &Desktop, window: &Window, shop: &Path) {
    advance(window, 60).await;
    until(window, "shop", "expiring").await;
    checks.inspect(desktop, window, "folders-expiring").await;
    advance(window, 13).await;
    until(window, "shop", "expired").await;
    checks.inspect(desktop, window, "folders-expired").await;
    std::fs::write(shop.join("seed.sql"), "SELECT missing;\n").unwrap();
    next_step(window, "Replace…").await;
    window.text_of("env-diff").await;
    checks
        .inspect(desktop, window, "ensureFolder-replace")
        .await;
    window.press("Replace database").await;
    window.sees("its seed failed").await;
    window.sees("Run SQL file").await;
    checks.inspect(desktop, window, "ensureFolder-seed").await;
    escape(window).await;
    until(window, "shop", "unseeded").await;
    checks.inspect(desktop, window, "folders-unseeded").await;
}

async fn advance(window: &Window, hours: u32) {
    window
        .command("sandbox_advance", json!({ "seconds": hours * 3600 }))
        .await
        .unwrap();
}

/// Adds a folder as a person does; it is open then.
async fn add(desktop: &Desktop, window: &Window, folder: &Path, state: &str) {
    desktop.picks_folders(&[folder]);
    window.press_keys("n", true).await;
    let name = folder.file_name().unwrap().to_str().unwrap();
    until(window, name, state).await;
    window.no_dialog().await;
}

/// Comes back to the window, which reads the folders again, until one is in this state, and opens it.
async fn until(window: &Window, name: &str, state: &str) {
    let script = "dispatchEvent(new Event('focus'));
        const rows = [...document.querySelectorAll(`[data-testid=folder-row][data-state=${arguments[1]}]`)];
        const row = rows.find(each => each.innerText.startsWith(arguments[0]));
        row?.click();
        return row !== undefined";
    window
        .until(&format!("`{name}` is `{state}`"), || async {
            let list = window.command("folder_list", json!({})).await.unwrap();
            let busy = |it: &Value| it["busy"] == true;
            !list["items"].as_array().unwrap().iter().any(busy)
                && window.script(script, vec![json!(name), json!(state)]).await == true
        })
        .await;
    let shown = "#/folders?id=";
    window
        .until("it is open", || async {
            let open = "return location.hash.startsWith(arguments[0])
                && document.querySelector('aside h2')?.innerText === arguments[1]
                && document.querySelector('[data-testid=folder-state]') !== null";
            window.script(open, vec![json!(shown), json!(name)]).await == true
        })
        .await;
}
