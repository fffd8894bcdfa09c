//! A key that is made in the window and becomes an account, without its token ever passing the window.

use super::{
    PERSONAL, accept_copies, answers, copied, create, create_uncopied, dismiss_secret, names,
    refuse_copies, stored_keys,
};
use crate::accounts::{Platform, account, current};
use crate::projects::connected;

#[tokio::test(flavor = "multi_thread")]
async fn a_new_key_is_copied_and_becomes_an_account() {
    let platform = Platform::start(false).await;
    platform.project("Mill").await;
    let (mut desktop, window, _) = connected("key-create", &platform).await;
    window.sees("Mill").await;
    window.go("#/keys").await;
    window.sees("laptop").await;
    create(&window, "build server").await;
    let token = copied(&window, &desktop).await;
    assert_eq!(names(&platform, PERSONAL).await, ["build server", "laptop"]);
    assert_eq!(
        stored_keys(&desktop).len(),
        1,
        "kept before anybody asked for it"
    );

    assert_eq!(answers(&platform, &token).await, 200);
    assert!(!window.page().await.contains(&token));

    window.press("Save as account…").await;
    window.fill("Name", "Robot").await;
    window.press("Save account").await;
    window.sees("Account Robot added").await;
    // It is still shown once, whatever became of it.
    window.text_of("secret-notice").await;
    dismiss_secret(&window).await;
    window.sees("Used by Robot").await;
    assert!(
        stored_keys(&desktop).contains(&token),
        "not in the keychain"
    );
    assert_eq!(stored_keys(&desktop).len(), 2);
    assert_eq!(account(&window, "Robot").await["state"], "ready");

    // It is the one that is shown, as after every connecting.
    assert_eq!(current(&window).await["name"], "Robot");
    window.go("#/projects").await;
    window.sees("Mill").await;
    window.press("New project…").await;
    window.fill("Name optional", "Silo").await;
    window.press("Create project").await;
    window
        .until("the new account has made a project", || async {
            platform.projects().await == ["Mill", "Silo"]
        })
        .await;
    assert!(!window.page().await.contains(&token));
    // What was recorded, the page's memory, the logs and the data are looked through now.
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_asks_before_a_key_is_lost_that_could_not_be_copied() {
    let platform = Platform::start(false).await;
    let (mut desktop, window, _) = connected("key-close", &platform).await;
    window.go("#/keys").await;
    window.sees("laptop").await;
    refuse_copies(&window).await;
    create_uncopied(&window, "ci").await;
    window.sees("Couldn’t copy to the clipboard.").await;
    assert!(!window.text().await.contains("was copied"));
    desktop.close_window();
    window.sees("Keep Plinth running?").await;
    window.sees("hasn’t been copied or written to a file").await;
    window.press("Cancel").await;
    window.sees("API key ci created").await;
    window.press("Done").await;
    window.sees("Close without copying?").await;
    window.press("Go back").await;
    window.sees("API key ci created").await;

    accept_copies(&window).await;
    window.press("Copy API key").await;
    copied(&window, &desktop).await;
    window
        .no_longer_sees("Couldn’t copy to the clipboard.")
        .await;
    dismiss_secret(&window).await;
    desktop.quit(window).await;
    platform.running.stop().await;
}
