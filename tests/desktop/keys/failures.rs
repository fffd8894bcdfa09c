//! What is wrong with a key is said where it is, and nothing that was typed is lost.

use super::{PERSONAL, create, dismiss_secret, listed, names, sent, stored_keys};
use crate::accounts::{Key, Platform, accounts};
use crate::projects::connected;

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_is_too_long_is_refused_before_anything_is_sent() {
    let platform = Platform::start(false).await;
    let (mut desktop, window, _) = connected("key-name", &platform).await;
    window.sees("No projects yet").await;
    window.go("#/keys").await;
    let before = sent(&platform, "POST");
    let long = "n".repeat(256);
    window.press("New API key…").await;
    window.fill("Name", &long).await;
    window.press("Create key").await;
    window
        .sees("The name has 256 characters. Use at most 64.")
        .await;
    assert_eq!(window.value("Name").await, long);
    assert_eq!(sent(&platform, "POST"), before);

    let fits = "ü".repeat(64);
    window.fill("Name", &fits).await;
    window.press("Create key").await;
    window.sees("The API key was copied").await;
    dismiss_secret(&window).await;
    assert_eq!(sent(&platform, "POST"), before + 1);
    assert_eq!(names(&platform, PERSONAL).await, ["laptop", &fits]);
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_was_revoked_meanwhile_is_shown_where_it_matters() {
    let platform = Platform::start(false).await;
    let printer = platform.key("printer").await;
    let (mut desktop, window, _) = connected("key-meanwhile", &platform).await;
    window.sees("No projects yet").await;
    window.go("#/keys").await;

    // Between the question and the answer.
    window.press("printer").await;
    window.press("Actions for printer").await;
    window.press("Revoke…").await;
    window.fill("Type printer to confirm", "printer").await;
    platform.revoke(&printer).await;
    window.press("Revoke printer").await;
    window.sees("printer was already gone").await;
    window.no_dialog().await;
    let row = "return [...document.querySelectorAll('[data-testid=key-row]')].every(each => each.title !== 'printer')";
    window
        .until("the row is gone", || async {
            window.script(row, Vec::new()).await == true
        })
        .await;

    // Between its making and its saving: no account is made of it, and nothing is kept.
    create(&window, "robot").await;
    let made = listed(&platform, PERSONAL).await;
    let made = made.iter().find(|key| key["name"] == "robot").unwrap();
    let key = Key {
        id: made["id"].as_i64().unwrap(),
        token: String::new(),
    };
    window.press("Save as account…").await;
    window.fill("Name", "Harvester").await;
    platform.revoke(&key).await;
    window.press("Save account").await;
    window.sees("Couldn’t save the account").await;
    window.sees("The key robot has been revoked").await;
    assert_eq!(window.value("Name").await, "Harvester");
    assert_eq!(accounts(&window).await.len(), 1);
    assert_eq!(stored_keys(&desktop).len(), 1);
    window.press("Cancel").await;
    window.press("Discard").await;
    window.text_of("secret-notice").await;
    dismiss_secret(&window).await;
    assert_eq!(names(&platform, PERSONAL).await, ["laptop"]);
    desktop.quit(window).await;
    platform.running.stop().await;
}
