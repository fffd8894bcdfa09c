//! The list of temporary databases, the sandbox and the frame around them.

use std::path::Path;

use serde_json::{Value, json};
use testkit::page::Page;
use testkit::tray::Tray;

use super::checks::{ScreenChecks, States, escape, scroll_to};
use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::journey::{change_settings, temporary_list};

/// In the order of the walk.
pub const TABLE: &[States] = &[
    ("welcome", &["first"]),
    ("createProject", &["first"]),
    (
        "temporary",
        &[
            "empty", "creating", "filled", "filtered", "written", "seeded", "failed", "unclear",
            "claiming", "claimed", "ending", "expired", "refused", "offered", "stale", "gone",
        ],
    ),
    ("temporaryOptions", &["filled", "refused"]),
    ("importTemporary", &["link", "refused", "file"]),
    ("renameTemporary", &["filled"]),
    ("deleteTemporary", &["filled"]),
    ("forgetTemporary", &["filled"]),
    ("claimTemporary", &["host"]),
    ("writeEnv", &["fields", "change", "present"]),
    ("seedTemporary", &["plan", "refused", "failed"]),
    ("saveTemporary", &["filled", "done"]),
    ("copyTemporary", &["filled", "existing"]),
    (
        "sandbox",
        &[
            "quarantine",
            "running",
            "faults",
            "options",
            "restart",
            "stopped",
        ],
    ),
    ("deleteQuarantined", &["filled"]),
    ("purgeDeleted", &["filled"]),
    ("moveClock", &["filled"]),
    ("projects", &["stopped"]),
    ("resetSandbox", &["filled"]),
    ("history", &["own"]),
    ("settings", &["filled"]),
    ("palette", &["open", "searched"]),
    ("shortcuts", &["open"]),
    ("quit", &["asked", "first", "noTray"]),
];

pub async fn walk(checks: &ScreenChecks) {
    let mut desktop = Desktop::start("screens", Keychain::Unlocked, WindowOptions::default()).await;
    let window = &desktop.open().await;
    let desktop = &desktop;
    window.sees("Start in the sandbox").await;
    checks.inspect(desktop, window, "welcome-first").await;
    let sandbox = desktop.data().join("sandbox");
    std::fs::create_dir_all(&sandbox).unwrap();
    std::fs::write(sandbox.join("world.db"), "no state store".repeat(100)).unwrap();
    window.press("Start in the sandbox").await;
    window.sees("Create project").await;
    checks.inspect(desktop, window, "createProject-first").await;
    window.press("Cancel").await;
    window.no_dialog().await;
    window.go("#/temporary").await;
    window.sees("No temporary databases yet").await;
    checks.inspect(desktop, window, "temporary-empty").await;
    order(window, "slow", 1).await;
    window.press("New temporary database").await;
    window.until_state("creating").await;
    checks.inspect(desktop, window, "temporary-creating").await;
    let id = made(window).await;
    list_and_its_dialogs(checks, desktop, window, &id).await;
    sandbox_and_the_rest(checks, desktop, window).await;
    states_of_a_database(checks, desktop, window, &id).await;
    desktop.holds_no_secret(window).await;
    quit(checks, desktop, window).await;
}

async fn list_and_its_dialogs(checks: &ScreenChecks, desktop: &Desktop, window: &Window, id: &str) {
    window.sees("Storage").await;
    checks.inspect(desktop, window, "temporary-filled").await;
    window
        .fill("Filter databases", "nothing has this name")
        .await;
    window.settled().await;
    checks.inspect(desktop, window, "temporary-filtered").await;
    window.fill("Filter databases", "").await;

    window.press("Options…").await;
    window.field("Referrer").await;
    checks
        .inspect(desktop, window, "temporaryOptions-filled")
        .await;
    window.fill("Referrer", "").await;
    window.press("Create database").await;
    window.sees("Referrer").await;
    checks
        .inspect(desktop, window, "temporaryOptions-refused")
        .await;
    escape(window).await;

    let project = desktop.project("shop");
    window.press("Write to .env…").await;
    window.field("Folder or env file").await;
    checks.inspect(desktop, window, "writeEnv-fields").await;
    window
        .fill("Folder or env file", project.to_str().unwrap())
        .await;
    window.press("Preview change").await;
    window.text_of("env-diff").await;
    checks.inspect(desktop, window, "writeEnv-change").await;
    window.press("Create file").await;
    window.text_of("env-note").await;
    checks.inspect(desktop, window, "temporary-written").await;
    std::fs::write(
        project.join(".env"),
        "DATABASE_URL=postgres://old\nOTHER=1\n",
    )
    .unwrap();
    window.press("Write to .env…").await;
    window
        .fill("Folder or env file", project.to_str().unwrap())
        .await;
    window.press("Preview change").await;
    window.sees("DATABASE_URL").await;
    window.text_of("present-variables").await;
    checks.inspect(desktop, window, "writeEnv-present").await;
    escape(window).await;

    let (good, bad) = (project.join("good.sql"), project.join("bad.sql"));
    std::fs::write(
        &good,
        "CREATE TABLE item (id int);\nINSERT INTO item VALUES (1), (2);\n",
    )
    .unwrap();
    std::fs::write(&bad, "CREATE TABLE other (id int);\n\\connect elsewhere\n").unwrap();
    window.press("Seed…").await;
    window.fill("SQL file", bad.to_str().unwrap()).await;
    window.press("Preview").await;
    window.sees("connect").await;
    checks
        .inspect(desktop, window, "seedTemporary-refused")
        .await;
    let failing = project.join("failing.sql");
    std::fs::write(
        &failing,
        "CREATE TABLE early (id int);\nINSERT INTO missing VALUES (1);\n",
    )
    .unwrap();
    window.fill("SQL file", failing.to_str().unwrap()).await;
    window.press("Preview").await;
    window.press("Run file").await;
    window.text_of("seed-result").await;
    checks
        .inspect(desktop, window, "seedTemporary-failed")
        .await;
    window.fill("SQL file", good.to_str().unwrap()).await;
    window.key("\u{e004}").await;
    window.sees("2 statements").await;
    checks.inspect(desktop, window, "seedTemporary-plan").await;
    window.press("Run file").await;
    window
        .until("the file has run", || async {
            let row = window
                .command("temporary_get", json!({ "id": id }))
                .await
                .unwrap();
            row["seed"]["status"] == "done"
        })
        .await;
    escape(window).await;
    checks.inspect(desktop, window, "temporary-seeded").await;
    save(checks, desktop, window, &project).await;

    window.press("Import…").await;
    window.field("Env file").await;
    checks
        .inspect(desktop, window, "importTemporary-file")
        .await;
    window.press("From a link").await;
    window.field("Claim link").await;
    checks
        .inspect(desktop, window, "importTemporary-link")
        .await;
    window
        .fill("Claim link", "ftp://elsewhere.example/claim/1")
        .await;
    window.press("Import").await;
    window.sees("Couldn’t import the database").await;
    checks
        .inspect(desktop, window, "importTemporary-refused")
        .await;
    escape(window).await;

    dialog_of_the_menu(checks, desktop, window, "Rename…", "renameTemporary-filled").await;
    let delete = "deleteTemporary-filled";
    dialog_of_the_menu(checks, desktop, window, "Delete database…", delete).await;
    dialog_of_the_menu(
        checks,
        desktop,
        window,
        "Remove from list…",
        "forgetTemporary-filled",
    )
    .await;
    window.press("Claim in browser…").await;
    window.text_of("claim-host").await;
    checks.inspect(desktop, window, "claimTemporary-host").await;
    escape(window).await;
}

async fn save(checks: &ScreenChecks, desktop: &Desktop, window: &Window, folder: &Path) {
    window.press("Copy into a project…").await;
    window.field("Project name").await;
    checks
        .inspect(desktop, window, "copyTemporary-filled")
        .await;
    window.press("Existing project").await;
    window.sees("This account has no projects yet.").await;
    checks
        .inspect(desktop, window, "copyTemporary-existing")
        .await;
    escape(window).await;
    desktop.picks_folders(&[&folder.join("copy.dump")]);
    window.press("Save to a file…").await;
    window.sees_dialog().await;
    checks
        .inspect(desktop, window, "saveTemporary-filled")
        .await;
    window.press("Choose file…").await;
    window.text_of("save-result").await;
    checks.inspect(desktop, window, "saveTemporary-done").await;
    escape(window).await;
}

async fn dialog_of_the_menu(
    checks: &ScreenChecks,
    desktop: &Desktop,
    window: &Window,
    item: &str,
    state: &str,
) {
    let name = temporary_list(window).await[0]["name"]
        .as_str()
        .unwrap()
        .to_owned();
    window.press(&format!("More actions for {name}")).await;
    window.press(item).await;
    window.sees_dialog().await;
    checks.inspect(desktop, window, state).await;
    escape(window).await;
}

/// A project is deleted, seen in the disk's card, and purged.
async fn purge_of_the_sandbox(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    let accounts = window.command("account_list", json!({})).await.unwrap();
    let account = &accounts[0]["id"];
    let create = json!({ "accountId": account, "create": { "name": "old shop" } });
    let made = window.command("project_create", create).await.unwrap();
    let project = json!({ "accountId": account, "projectId": made["project"]["id"] });
    window.eventually("project_delete", project).await;
    // What the disk's card says depends on when it was measured.
    scroll_to(window, "Options").await;
    window.press("More actions for the sandbox").await;
    window.press("Purge deleted projects and branches…").await;
    window.sees_dialog().await;
    window.sees("Project old shop").await;
    checks.inspect(desktop, window, "purgeDeleted-filled").await;
    window.fill("Type purge to confirm", "purge").await;
    window.press("Purge 1 project").await;
    window
        .until("the project is gone for good", || async {
            let left = window.command("sandbox_deleted_items", json!({})).await;
            left.unwrap() == json!([])
        })
        .await;
}

async fn sandbox_and_the_rest(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    window.go("#/sandbox").await;
    window.sees("Servers").await;
    window.sees("Damaged state store").await;
    scroll_to(window, "Quarantine").await;
    checks.inspect(desktop, window, "sandbox-quarantine").await;
    let button = "document.querySelector('[aria-label^=\"Delete world.db\"]')";
    let label = format!("return {button}.getAttribute('aria-label')");
    let label = window.script(&label, Vec::new()).await;
    window.press(label.as_str().unwrap()).await;
    window.sees_dialog().await;
    checks
        .inspect(desktop, window, "deleteQuarantined-filled")
        .await;
    window.fill("Type delete to confirm", "delete").await;
    window.press("Delete permanently").await;
    window.no_longer_sees("Damaged state store").await;
    let left = std::fs::read_dir(desktop.data().join("sandbox")).unwrap();
    let left = left.map(|it| it.unwrap().file_name().into_string().unwrap());
    assert_eq!(left.filter(|it| it.contains("damaged")).count(), 0);
    window
        .until("the server is listed", || async {
            window.text().await.contains("Active")
        })
        .await;
    window.text_of("sandbox-disk").await;
    scroll_to(window, "Servers").await;
    checks.inspect(desktop, window, "sandbox-running").await;
    window.press("Inject").await;
    window.sees("Clear all").await;
    scroll_to(window, "Faults").await;
    checks.inspect(desktop, window, "sandbox-faults").await;
    window.press("Clear all").await;
    window.no_longer_sees("Clear all").await;
    options_of_the_sandbox(checks, desktop, window).await;
    window.fill("Move the clock forward by", "80 h").await;
    window.press("Move forward").await;
    window.sees("Move the clock forward by 3 d 8 h?").await;
    checks.inspect(desktop, window, "moveClock-filled").await;
    escape(window).await;
    window.press("More actions for the sandbox").await;
    window.press("Reset the sandbox…").await;
    window.sees_dialog().await;
    checks.inspect(desktop, window, "resetSandbox-filled").await;
    escape(window).await;
    window.go("#/history").await;
    window.sees("Create temporary database").await;
    checks.inspect(desktop, window, "history-own").await;

    window.go("#/sandbox").await;
    purge_of_the_sandbox(checks, desktop, window).await;
    window.go("#/settings").await;
    window.sees("Appearance").await;
    checks.inspect(desktop, window, "settings-filled").await;
    window.press_keys("k", true).await;
    window.sees_dialog().await;
    checks.inspect(desktop, window, "palette-open").await;
    window.fill("Search actions and names", "temp").await;
    window.sees("New temporary database").await;
    checks.inspect(desktop, window, "palette-searched").await;
    escape(window).await;
    window.press_keys("?", false).await;
    window.sees("Keyboard shortcuts").await;
    checks.inspect(desktop, window, "shortcuts-open").await;
    escape(window).await;
}

async fn options_of_the_sandbox(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    window.fill("Owner role", "postgres").await;
    window.key("\u{e007}").await;
    window.sees("postgres is reserved.").await;
    scroll_to(window, "Options").await;
    checks.inspect(desktop, window, "sandbox-options").await;
    window.fill("Owner role", "svcdb_owner").await;
    window.key("\u{e007}").await;
    window.no_longer_sees("postgres is reserved.").await;
    window.press("Match the live platform").await;
    window.sees("Restart the sandbox to apply").await;
    scroll_to(window, "Options").await;
    checks.inspect(desktop, window, "sandbox-restart").await;
    window.press("Match the live platform").await;
    window.sees("Changes apply from the next start.").await;
}

async fn states_of_a_database(checks: &ScreenChecks, desktop: &Desktop, window: &Window, id: &str) {
    window.go(&format!("#/temporary?id={id}")).await;
    window.sees("Storage").await;
    // Nobody listens there, so the request provably never left.
    let nowhere = json!({ "kind": "custom", "address": "http://127.0.0.1:9" });
    create_at(window, nowhere).await.unwrap_err();
    window.until_state("failed").await;
    checks.inspect(desktop, window, "temporary-failed").await;
    order(window, "cut", 1).await;
    create(window).await.unwrap_err();
    window.until_state("unclear").await;
    checks.inspect(desktop, window, "temporary-unclear").await;

    window.go(&format!("#/temporary?id={id}")).await;
    window.press("Claim in browser…").await;
    window.press("Open in browser").await;
    let link = desktop.links.newest().await;
    let choose = Page::open(&link).await.press("Claim this database").await;
    window.until_row(id, "claiming").await;
    checks.inspect(desktop, window, "temporary-claiming").await;
    choose.press("Confirm").await;
    window.until_row(id, "claimed").await;
    checks.inspect(desktop, window, "temporary-claimed").await;

    let ending = create(window).await.unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    window.go(&format!("#/temporary?id={ending}")).await;
    window.sees("Storage").await;
    advance(window, 71 * 3600 + 45 * 60).await;
    window
        .until("the end is near in the list", || async {
            window.text().await.contains("Expiring")
        })
        .await;
    checks.inspect(desktop, window, "temporary-ending").await;
    advance(window, 16 * 60).await;
    window.until_row(&ending, "expired").await;
    checks.inspect(desktop, window, "temporary-expired").await;

    window.go("#/temporary").await;
    set_options(
        window,
        json!({ "kind": "custom", "address": "http://127.0.0.1:9" }),
        None,
    )
    .await;
    window.press("New temporary database").await;
    window.sees("Create in the sandbox").await;
    checks.inspect(desktop, window, "temporary-refused").await;
    window.press("Dismiss").await;
    let project = desktop.project("offered");
    set_options(window, Value::Null, project.to_str()).await;
    window.press("New temporary database").await;
    window.text_of("env-offer").await;
    checks.inspect(desktop, window, "temporary-offered").await;
    set_options(window, Value::Null, None).await;

    let id = create(window).await.unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    window.go(&format!("#/temporary?id={id}")).await;
    window.until_row(&id, "unclaimed").await;
    window.command("sandbox_stop", json!({})).await.unwrap();
    window.sees("The sandbox is not running").await;
    checks.inspect(desktop, window, "temporary-stale").await;
    window.go("#/projects").await;
    window.text_of("sandbox-banner").await;
    checks.inspect(desktop, window, "projects-stopped").await;
    window.go("#/sandbox").await;
    window.sees("Start the sandbox").await;
    checks.inspect(desktop, window, "sandbox-stopped").await;
    window.command("sandbox_start", json!({})).await.unwrap();
    window.command("sandbox_reset", json!({})).await.unwrap();
    window.go(&format!("#/temporary?id={id}")).await;
    window
        .command("temporary_refresh_all", json!({}))
        .await
        .unwrap();
    window.until_row(&id, "gone").await;
    checks.inspect(desktop, window, "temporary-gone").await;
    create(window).await.unwrap();
}

async fn quit(checks: &ScreenChecks, desktop: &Desktop, window: &Window) {
    window.go("#/temporary").await;
    desktop.close_window();
    window.sees("This desktop shows no tray icons").await;
    checks.inspect(desktop, window, "quit-noTray").await;
    escape(window).await;
    let tray = Tray::start(desktop.bus()).await;
    desktop.close_window();
    window.sees("Plinth stays in the tray").await;
    checks.inspect(desktop, window, "quit-first").await;
    escape(window).await;
    drop(tray);
    change_settings(window, |settings| settings["background"] = json!("off")).await;
    desktop.close_window();
    window.sees("Quit Plinth?").await;
    checks.inspect(desktop, window, "quit-asked").await;
}

/// Waits for the database that was asked for.
async fn made(window: &Window) -> String {
    window
        .until("the database is there", || async {
            temporary_list(window)
                .await
                .iter()
                .any(|row| row["state"] == "unclaimed")
        })
        .await;
    temporary_list(window).await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn create(window: &Window) -> Result<Value, Value> {
    create_at(window, Value::Null).await
}

async fn create_at(window: &Window, place: Value) -> Result<Value, Value> {
    let options = json!({
        "place": place, "reference": "plinth", "logicalReplication": false, "envPath": null,
        "envKey": "DATABASE_URL", "envPrefix": "PUBLIC_", "seedPath": null
    });
    window
        .command("temporary_create", json!({ "options": options }))
        .await
}

/// What the next click on New does.
async fn set_options(window: &Window, place: Value, env_path: Option<&str>) {
    change_settings(window, |settings| {
        settings["temporary"]["place"] = place;
        settings["temporary"]["envPath"] = json!(env_path);
    })
    .await;
}

async fn order(window: &Window, kind: &str, times: u32) {
    window
        .command(
            "sandbox_fault_order",
            json!({ "fault": kind, "target": "any", "times": times }),
        )
        .await
        .unwrap();
}

async fn advance(window: &Window, seconds: u32) {
    window
        .command("sandbox_advance", json!({ "seconds": seconds }))
        .await
        .unwrap();
    window
        .command("temporary_refresh_all", json!({}))
        .await
        .unwrap();
}
