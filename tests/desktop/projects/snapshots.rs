//! Snapshots by point and click: taken, looked at as a branch of their own, and let in the place of the branch, as
//! connections see it.

use testkit::sql;

use super::connected;
use crate::accounts::Platform;
use crate::screens::choose;

#[tokio::test(flavor = "multi_thread")]
async fn what_was_deleted_comes_back_from_a_snapshot_under_the_same_connection_string() {
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
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (1), (2)",
    )
    .await;
    let (mut desktop, window, account) = connected("snapshots", &platform).await;
    window.go_to_project(&account, project, "snapshots").await;
    window.sees("No snapshots yet").await;
    window.press("Take snapshot…").await;
    window.fill("Name optional", "Before the cleanup").await;
    window.press("Take snapshot").await;
    window.no_dialog().await;
    window.sees("1 snapshot").await;
    platform.settled().await;
    run(&platform, main, "DELETE FROM kept").await;

    // Beside the branch, to look at it.
    window.press("Before the cleanup").await;
    choose(&window, "Restore Before the cleanup…").await;
    window.fill("Name optional", "look").await;
    window.press("Restore snapshot").await;
    window.no_dialog().await;
    window.sees("It can replace main").await;
    platform.settled().await;
    assert_eq!(platform.branches(project).await, ["look", "main"]);
    assert_eq!(rows(&platform, main).await, "0");

    // In its place.
    window.press("Finalize restore…").await;
    window.sees("Replace main with look?").await;
    window.press("Finalize restore").await;
    window.no_dialog().await;
    platform.settled().await;
    assert_eq!(platform.branches(project).await, ["main", "main (old)"]);
    assert_eq!(rows(&platform, main).await, "2");
    window.sees("main (old)").await;

    window.go_to_project(&account, project, "snapshots").await;
    window.press("Before the cleanup").await;
    choose(&window, "Delete Before the cleanup…").await;
    window
        .fill("Type Before the cleanup to confirm", "Before the cleanup")
        .await;
    window.press("Delete snapshot").await;
    window.no_dialog().await;
    window.sees("No snapshots yet").await;
    desktop.quit(window).await;
    platform.running.stop().await;
}

async fn run(platform: &Platform, url: &str, statements: &str) {
    let client = sql::connect(&platform.running.ca_file, url).await;
    sql::run(&client, statements).await;
}

async fn rows(platform: &Platform, url: &str) -> String {
    let client = sql::connect(&platform.running.ca_file, url).await;
    sql::one(&client, "SELECT count(*) FROM kept").await
}
