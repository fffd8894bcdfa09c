//! A branch of a project with its data: made, changed, set back, deleted and brought back, as connections see it.

use serde_json::{Value, json};
use testkit::sql;

use super::{connected, get, until_count};
use crate::accounts::Platform;
use crate::harness::Window;

const ARROW_DOWN: &str = "\u{e015}";
const ENTER: &str = "\u{e007}";

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_has_the_data_of_its_parent_and_every_change_is_shown() {
    let platform = Platform::start(true).await;
    let made = platform.project("Mill").await;
    let project = made["project"]["id"].as_str().unwrap();
    platform.settled().await;
    let main = made["connection_uris"][0]["connection_uri"]
        .as_str()
        .unwrap();
    run(
        &platform,
        main,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (1);",
    )
    .await;
    let (mut desktop, window, account) = connected("branches", &platform).await;
    window.go_to_project(&account, project, "branches").await;

    window.press("New branch…").await;
    window.fill("Name optional", "preview").await;
    window.press("More options").await;
    window.fill("Size in CU optional", "0.25-1").await;
    window.press("Create branch").await;
    window.sees("Connect to preview").await;
    let url = super::life::reveal(&window).await;
    window.press("Done").await;
    window.no_dialog().await;
    shows(&window, &["main", "preview"]).await;
    platform.settled().await;
    assert_eq!(rows(&platform, &url).await, ["1"]);
    run(&platform, &url, "INSERT INTO kept VALUES (2)").await;

    window.press("More actions for preview").await;
    window.press("Rename…").await;
    window.fill("Name", "staging").await;
    window.press("Rename").await;
    window.no_dialog().await;
    shows(&window, &["main", "staging"]).await;
    assert_eq!(platform.branches(project).await, ["main", "staging"]);

    window.press("More actions for staging").await;
    window.press("Protect").await;
    until_protected(&window, &platform, project, true).await;
    window.press("More actions for staging").await;
    window
        .sees("This branch is protected. Unprotect it first")
        .await;
    window.press("Unprotect").await;
    until_protected(&window, &platform, project, false).await;

    window.press("More actions for staging").await;
    window.press("Reset from parent…").await;
    window.press("Reset branch").await;
    window.no_dialog().await;
    platform.settled().await;
    assert_eq!(rows(&platform, &url).await, ["1"], "it was not set back");

    window.press("More actions for staging").await;
    window.press("Delete…").await;
    window.press("Delete branch").await;
    window.no_dialog().await;
    window.sees("staging was deleted").await;
    shows(&window, &["main"]).await;
    assert_eq!(platform.branches(project).await, ["main"]);
    platform.settled().await;
    window.press("Undo").await;
    window.no_longer_sees("staging was deleted").await;
    shows(&window, &["main", "staging"]).await;
    assert_eq!(platform.branches(project).await, ["main", "staging"]);
    platform.settled().await;
    assert_eq!(rows(&platform, &url).await, ["1"]);
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_compute_is_made_read_and_asked_for_its_lag() {
    let platform = Platform::start(true).await;
    let made = platform.project("Mill").await;
    let project = made["project"]["id"].as_str().unwrap();
    platform.settled().await;
    let main = made["connection_uris"][0]["connection_uri"]
        .as_str()
        .unwrap();
    run(&platform, main, "CREATE TABLE kept AS SELECT 1 AS n").await;
    let (mut desktop, window, account) = connected("replica", &platform).await;
    // The lag is asked of its servers.
    let edit = json!({ "id": account, "edit": { "caFile": platform.running.ca_file } });
    window.command("account_edit", edit).await.unwrap();
    window.go_to_project(&account, project, "computes").await;
    window.press("New compute…").await;
    window.press("More options").await;
    window.fill("Name optional", "reports").await;
    window.press("Create compute").await;
    window.no_dialog().await;
    window.sees("reports").await;
    let servers = platform.running.servers();
    let replica = servers.iter().find(|it| it.read_only).unwrap();
    let server = servers.iter().find(|it| !it.read_only).unwrap();
    let line = format!("Read-only · reports · {}", replica.endpoint_id);
    window.press(&line).await;
    window.sees("Read-only compute on main").await;
    window.press("Check lag of reports").await;
    window.sees("Up to date").await;
    let reports = main.replace(&format!(":{}", server.port), &format!(":{}", replica.port));
    assert_eq!(rows(&platform, &reports).await, ["1"]);
    run(&platform, main, "INSERT INTO kept VALUES (2)").await;
    testkit::until("the row arrives", async || {
        rows(&platform, &reports).await == ["1", "2"]
    })
    .await;
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_is_restored_to_its_own_past_and_the_restore_is_undone() {
    let platform = Platform::start(true).await;
    let made = platform.project("Mill").await;
    let project = made["project"]["id"].as_str().unwrap();
    let branch = made["branch"]["id"].as_str().unwrap();
    platform.settled().await;
    let main = made["connection_uris"][0]["connection_uri"]
        .as_str()
        .unwrap();
    let fill = "CREATE TABLE kept (n int); INSERT INTO kept VALUES (1);";
    run(&platform, main, fill).await;
    testkit::until("the branch has a history", async || {
        let seen = platform.running.history(branch);
        seen.is_some_and(|it| it.since.is_some())
    })
    .await;
    run(&platform, main, "INSERT INTO kept VALUES (2)").await;
    let lsn = value(&platform, main, "SELECT pg_current_wal_lsn()").await;
    run(&platform, main, "DELETE FROM kept").await;
    let (mut desktop, window, account) = connected("past", &platform).await;
    // The preview connects to its servers.
    let edit = json!({ "id": account, "edit": { "caFile": platform.running.ca_file } });
    window.command("account_edit", edit).await.unwrap();
    window.go_to_project(&account, project, "branches").await;

    window.press("main").await;
    window.press("More actions for main").await;
    window.press("Restore…").await;
    // The line of the restore window, from its first moment until now.
    until_count(&window, "input[type=range]", 1).await;
    window.press("Log sequence number (LSN)").await;
    window.fill("LSN", &lsn).await;
    // What would be there, by a branch that is gone when it is shown.
    window.press("Preview").await;
    let seen = window.text_of("restore-preview").await;
    assert!(seen.contains("kept") && seen.contains('2'), "{seen}");
    assert_eq!(platform.branches(project).await, ["main"]);
    window.fill("Backup branch name", "mistake").await;
    window.press("Restore branch").await;
    window.no_dialog().await;
    shows(&window, &["main", "mistake"]).await;
    platform.settled().await;
    assert_eq!(rows(&platform, main).await, ["1", "2"]);

    // What the restore replaced is a branch that it can be restored from.
    window.press("More actions for main").await;
    window.press("Restore…").await;
    window.press("main at an earlier point").await;
    until_count(&window, "[role=option]", 2).await;
    for key in [ARROW_DOWN, ENTER] {
        window.key(key).await;
    }
    window.press("Current data").await;
    window.fill("Backup branch name", "undone").await;
    window.press("Restore branch").await;
    window.no_dialog().await;
    shows(&window, &["main", "mistake", "undone"]).await;
    platform.settled().await;
    assert!(rows(&platform, main).await.is_empty(), "it was not undone");
    desktop.quit(window).await;
    platform.running.stop().await;
}

async fn value(platform: &Platform, url: &str, statement: &str) -> String {
    let client = sql::connect(&platform.running.ca_file, url).await;
    sql::one(&client, statement).await
}

/// Waits until the tree holds these branches and no other.
async fn shows(window: &Window, names: &[&str]) {
    for name in names {
        let row = format!("[data-testid=branch-row][data-branch=\"{name}\"]");
        until_count(window, &row, 1).await;
    }
    until_count(window, "[data-testid=branch-row]", names.len()).await;
}

async fn until_protected(window: &Window, platform: &Platform, project: &str, wanted: bool) {
    let path = format!("/projects/{project}/branches");
    window
        .until("the platform says so of its protection", || async {
            let all = get(platform, &path).await;
            let branches = all["branches"].as_array().unwrap();
            let staging = branches.iter().find(|it| it["name"] == "staging");
            staging.unwrap()["protected"] == Value::Bool(wanted)
        })
        .await;
}

async fn run(platform: &Platform, url: &str, statements: &str) {
    let client = sql::connect(&platform.running.ca_file, url).await;
    sql::run(&client, statements).await;
}

async fn rows(platform: &Platform, url: &str) -> Vec<String> {
    let client = sql::connect(&platform.running.ca_file, url).await;
    sql::column(&client, "SELECT n FROM kept ORDER BY n").await
}
