//! A key that is revoked in the middle of the work pauses its account, and no other.

use serde_json::json;

use super::connect::switch;
use super::{Platform, account, connect};
use crate::harness::{Desktop, Keychain, WindowOptions};

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_key_pauses_its_account_alone_until_it_is_replaced() {
    let first = Platform::start(false).await;
    let second = Platform::start(false).await;
    first.project("Mill").await;
    let bakery = second.project("Bakery").await["project"]["id"].clone();
    let bakery = bakery.as_str().unwrap();
    let (mine, theirs) = (first.key("laptop").await, second.key("laptop").await);
    let mut desktop = Desktop::start("pause", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    connect(&window, &second, "Factory", &theirs.token).await;
    window.sees("Bakery").await;
    window.press("Factory").await;
    connect(&window, &first, "Workshop", &mine.token).await;
    window.sees("Mill").await;
    let factory = account(&window, "Factory").await["id"].clone();
    let workshop = account(&window, "Workshop").await["id"].clone();

    first.revoke(&mine).await;
    window.press("New project…").await;
    window.fill("Name optional", "Silo").await;
    window.press("Create project").await;
    window.sees("The key for Workshop was rejected").await;
    let account_is = async |name: &str| account(&window, name).await["state"].clone();
    assert_eq!(account_is("Workshop").await, "unauthorized");
    assert_eq!(account_is("Factory").await, "ready");

    // What was typed is still there when the work could go on.
    let typed = window.field("Name optional").await;
    let typed = typed.prop("value").await.unwrap().unwrap_or_default();
    assert_eq!(typed, "Silo");
    window.press("Close").await;
    window.sees("Discard your changes?").await;
    window.press("Discard").await;
    window.no_dialog().await;

    // Nothing is sent for it, whatever is clicked and whatever happens.
    let sent_before = first.running.requests().len();
    let request = json!({ "accountId": workshop, "create": { "name": "Silo" } });
    for _ in 0..3 {
        let refused = window.command("project_create", request.clone()).await;
        assert_eq!(refused.unwrap_err()["code"], "unauthorized");
    }
    for place in [
        "#/history?view=timeline",
        "#/projects?tab=deleted",
        "#/history",
        "#/projects",
    ] {
        window.go(place).await;
        window.sees("Workshop").await;
    }
    window.sees("Mill").await;

    // The other one goes on.
    switch(&window, "Workshop", "Factory").await;
    window.sees("Bakery").await;
    window
        .no_longer_sees("The key for Workshop was rejected")
        .await;
    let id = factory.as_str().unwrap();
    window
        .go(&format!("#/project?account={id}&id={bakery}&tab=branches"))
        .await;
    window.press("New branch…").await;
    window.fill("Name optional", "oven").await;
    window.press("Create branch").await;
    window
        .until("the branch is on the platform", || async {
            second.branches(bakery).await.contains(&"oven".to_owned())
        })
        .await;
    window.press("Done").await;
    window.no_dialog().await;
    assert_eq!(
        first.running.requests().len(),
        sent_before,
        "something was sent with a refused key: {:?}",
        first.running.requests().split_off(sent_before)
    );

    // Another key of the same owner, and the work goes on.
    switch(&window, "Factory", "Workshop").await;
    window.sees("The key for Workshop was rejected").await;
    let newer = first.key("newer").await;
    window.press("Replace key…").await;
    window.fill("New API key", &newer.token).await;
    window.press("Replace key").await;
    window
        .no_longer_sees("The key for Workshop was rejected")
        .await;
    window.press("New project…").await;
    window.fill("Name optional", "Silo").await;
    window.press("Create project").await;
    window
        .until("the project is on the platform", || async {
            first.projects().await == ["Mill", "Silo"]
        })
        .await;
    let keychain = desktop.keychain_of_app();
    assert!(keychain.contains(&newer.token) && !keychain.contains(&mine.token));
    desktop.quit(window).await;
    first.running.stop().await;
    second.running.stop().await;
}
