//! Two accounts by key, from the welcome to the end of one of them.

use serde_json::Value;

use super::{Platform, accounts, connect, current, type_account};
use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::keychain::files_with;

const WRONG: &str = "napi_0000000000000000000000000000000000000000";

#[tokio::test(flavor = "multi_thread")]
async fn accounts_by_key_are_connected_switched_and_removed() {
    let first = Platform::start(false).await;
    let second = Platform::start(false).await;
    first.project("Mill").await;
    second.project("Bakery").await;
    let mine = first.key("laptop").await;
    let theirs = second.key("laptop").await;
    let mut desktop =
        Desktop::start("accounts", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;

    // A key that is refused: said in place, nothing typed is lost, nothing is kept.
    type_account(&window, &first, "Workshop", WRONG).await;
    window.press("Connect account").await;
    window.sees("Couldn’t connect the account").await;
    assert_eq!(window.value("Name optional").await, "Workshop");
    assert_eq!(
        window.value("Management API address").await,
        first.running.base_url
    );
    assert!(accounts(&window).await.is_empty());
    assert_eq!(desktop.keychain_of_app(), "");
    assert_eq!(first.count_requests("GET", "/auth", 401), 1);

    // The right one: its projects are there.
    window.fill("API key", &mine.token).await;
    window.press("Connect account").await;
    window.no_dialog().await;
    window.sees("Mill").await;
    assert_eq!(first.count_requests("GET", "/auth", 200), 1);
    assert!(desktop.keychain_of_app().contains(&mine.token));
    assert!(!window.page().await.contains(&mine.token));

    // The same one again: led to the account that has it, and nothing is asked for it.
    window.press("Workshop").await;
    type_account(&window, &first, "Workshop two", &mine.token).await;
    window.press("Connect account").await;
    window.press("Open Workshop").await;
    window.no_dialog().await;
    assert_eq!(accounts(&window).await.len(), 1);
    assert_eq!(first.count_requests("GET", "/auth", 200), 1);

    // Another platform, marked as production: the frame says so, and one click leads back and forth.
    window.press("Workshop").await;
    type_account(&window, &second, "Factory", &theirs.token).await;
    window.press("Production").await;
    window.press("Connect account").await;
    window.no_dialog().await;
    window.sees("Bakery").await;
    window.sees("Factory is production").await;
    assert!(has_edge(&window).await, "the edge is not marked");
    assert!(!window.text().await.contains("Mill"));
    switch(&window, "Factory", "Workshop").await;
    window.sees("Mill").await;
    window.no_longer_sees("Factory is production").await;
    assert!(!has_edge(&window).await, "the edge stays marked");
    assert!(!window.text().await.contains("Bakery"));

    // Removed: its key is erased here, and the platform keeps it. The other account is shown then.
    switch(&window, "Workshop", "Factory").await;
    window.sees("Bakery").await;
    window.press("Factory").await;
    window.press("Remove account…").await;
    window.fill("Type Factory to confirm", "Factory").await;
    window.press("Remove Factory").await;
    window.no_dialog().await;
    window
        .until("the keychain forgot the key", || async {
            !desktop.keychain_of_app().contains(&theirs.token)
        })
        .await;
    assert!(desktop.keychain_of_app().contains(&mine.token));
    window.sees("Mill").await;
    assert_eq!(accounts(&window).await.len(), 1);
    assert_eq!(current(&window).await["name"], "Workshop");
    let theirs_again = second.send_with(&theirs.token, "GET", "/auth", Value::Null);
    assert_eq!(theirs_again.await.status, 200);

    // Nothing of a key lies anywhere on the desktop but in the keychain, which is encrypted.
    let everything = desktop.path().to_owned();
    desktop.quit(window).await;
    let name = files_with(&everything, "Workshop", &[]);
    assert!(!name.is_empty(), "nothing was found at all");
    assert!(desktop.data().join("logs").is_dir());
    for secret in [&mine.token, &theirs.token, WRONG] {
        assert_eq!(
            files_with(&everything, secret, &[]),
            Vec::<String>::new(),
            "a key lies outside the keychain"
        );
    }
    first.running.stop().await;
    second.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_waits_for_a_locked_keychain_and_goes_on_when_it_opens() {
    let platform = Platform::start(false).await;
    platform.project("Mill").await;
    let key = platform.key("laptop").await;
    let mut desktop = Desktop::start(
        "account-locked",
        Keychain::Unlocked,
        WindowOptions::default(),
    )
    .await;
    let window = desktop.open().await;
    connect(&window, &platform, "Workshop", &key.token).await;
    window.sees("Mill").await;
    desktop.quit(window).await;

    desktop.lock_keychain().await;
    let before = platform.running.requests().len();
    let window = desktop.open().await;
    window.go("#/projects").await;
    window.sees("No key available for Workshop").await;
    window.sees("The keychain is locked").await;
    assert_eq!(current(&window).await["state"], "keyMissing");
    assert_eq!(platform.running.requests().len(), before);

    desktop.unlock_keychain().await;
    platform.project("Silo").await;
    window.press("Try again").await;
    window.no_longer_sees("No key available").await;
    window.sees("Silo").await;
    assert_eq!(current(&window).await["state"], "ready");
    assert!(platform.count_requests("GET", "/projects", 200) > 1);
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// One click in the switcher.
pub async fn switch(window: &Window, from: &str, to: &str) {
    window.press(from).await;
    window.press(to).await;
    window
        .until(&format!("{to} is shown"), || async {
            current(window).await["name"] == to
        })
        .await;
}

async fn has_edge(window: &Window) -> bool {
    let script = "return getComputedStyle(document.querySelector('main').parentElement, '::after').borderTopWidth";
    window.script(script, Vec::new()).await == "2px"
}
