//! A branch of a project with its data: made, changed, set back, deleted and brought back, as connections see it.

use serde_json::Value;
use testkit::sql;

use super::{connected, get, until_count};
use crate::accounts::Platform;
use crate::harness::Window;

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
