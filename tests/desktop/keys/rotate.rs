//! The key of an account is changed for a new one, and the account goes on.

use serde_json::Value;

use super::{
    PERSONAL, answers, choose_present, dismiss_rotation, key_of_organization, listed, names,
    organization, plan_rotation, replacement_key, stored_keys,
};
use crate::accounts::{Platform, account, connect, current, switch};
use crate::harness::{Desktop, Keychain, WindowOptions};
use crate::projects::{ACCOUNT, connected};
use crate::screens::choose;

#[tokio::test(flavor = "multi_thread")]
async fn an_account_gets_another_key_and_goes_on() {
    let platform = Platform::start(false).await;
    platform.project("Mill").await;
    let (mut desktop, window, _) = connected("key-rotate", &platform).await;
    window.sees("Mill").await;
    let old_key = stored_keys(&desktop).remove(0);
    assert_eq!(answers(&platform, &old_key).await, 200);

    window.go("#/keys").await;
    plan_rotation(&window, "laptop").await;
    window.fill("New key name", "desk").await;
    assert_eq!(names(&platform, PERSONAL).await, ["laptop"]);
    window.press("Rotate key").await;
    window.sees(&format!("{ACCOUNT} has a new key")).await;
    window.sees("It uses desk now").await;
    // The list behind the dialog tells of it as well, until it is put away.
    window.key("\u{e00c}").await;
    window.no_dialog().await;
    dismiss_rotation(&window).await;

    let newer = replacement_key(&window, &desktop, &old_key).await;
    assert_eq!(answers(&platform, &old_key).await, 401);
    assert_eq!(answers(&platform, &newer).await, 200);
    assert_eq!(names(&platform, PERSONAL).await, ["desk"]);
    let account = account(&window, ACCOUNT).await;
    assert_eq!(account["state"], "ready");
    window.sees(&format!("Used by {ACCOUNT}")).await;

    window.go("#/projects").await;
    window.press("New project…").await;
    window.fill("Name optional", "Silo").await;
    window.press("Create project").await;
    window
        .until("the account has made a project", || async {
            platform.projects().await == ["Mill", "Silo"]
        })
        .await;
    desktop.quit(window).await;

    // And after a restart, without another word.
    let window = desktop.open().await;
    window.sees("Silo").await;
    assert_eq!(current(&window).await["state"], "ready");
    assert_eq!(stored_keys(&desktop), [newer]);
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_an_organization_takes_an_administrator() {
    let platform = Platform::start(false).await;
    let (id, name) = organization(&platform).await;
    let keys = format!("/organizations/{id}/api_keys");
    let old_key = key_of_organization(&platform, &id, "builds").await;
    let mut desktop = Desktop::start(
        "key-organization",
        Keychain::Unlocked,
        WindowOptions::default(),
    )
    .await;
    let window = desktop.open().await;
    connect(&window, &platform, "Works", &old_key).await;
    window.sees("No projects yet").await;

    // Alone it cannot: what it needs is said, and nothing is sent.
    choose(&window, "Rotate key…").await;
    window
        .sees(&format!("No connected account can create keys for {name}"))
        .await;
    window
        .sees(&format!(
            "Connect an account with a personal key of an administrator of {name}."
        ))
        .await;
    window.press("Close").await;
    window.no_dialog().await;
    assert_eq!(names(&platform, &keys).await, ["builds"]);

    // With such an account among the others it can.
    let admin = platform.key("admin's laptop").await;
    window.press("Works").await;
    connect(&window, &platform, "Chief", &admin.token).await;
    switch(&window, "Chief", "Works").await;
    choose(&window, "Rotate key…").await;
    choose_present(&window, "builds").await;
    window.sees("Chief, an administrator").await;
    window.fill("New key name", "builds 2").await;
    window.press("Rotate key").await;
    window.sees("Works has a new key").await;
    window.press("Done").await;
    window.no_dialog().await;
    window.no_longer_sees("Works has a new key").await;
    assert_eq!(answers(&platform, &old_key).await, 401);
    assert_eq!(names(&platform, &keys).await, ["builds 2"]);
    let mut tokens = stored_keys(&desktop);
    tokens.retain(|token| *token != admin.token);
    let [newer] = &tokens[..] else {
        panic!("{} keys besides the administrator's", tokens.len())
    };
    // A key of the organization again, and of nobody.
    assert_eq!(answers(&platform, newer).await, 200);
    let me = platform.send_with(newer, "GET", "/users/me", Value::Null);
    assert_eq!(me.await.status, 404);
    assert_eq!(answers(&platform, &admin.token).await, 200);
    assert_eq!(listed(&platform, PERSONAL).await.len(), 1);
    assert_eq!(account(&window, "Works").await["state"], "ready");
    desktop.quit(window).await;
    platform.running.stop().await;
}
