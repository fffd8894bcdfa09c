//! A key is revoked after its name was typed; one that this app uses is warned about.

use super::{PERSONAL, answers, names, sent};
use crate::accounts::Platform;
use crate::projects::{ACCOUNT, connected};

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_revoked_by_its_name_and_refused_at_once() {
    let platform = Platform::start(false).await;
    let printer = platform.key("printer").await;
    let (mut desktop, window, _) = connected("key-revoke", &platform).await;
    window.sees("No projects yet").await;
    window.go("#/keys").await;
    window.press("printer").await;
    window.press("Actions for printer").await;
    window.press("Revoke…").await;
    window.sees("This can’t be undone").await;
    assert!(!window.text().await.contains("uses this key"));

    // Nothing is sent for a name that is not the key's.
    window.fill("Type printer to confirm", "print").await;
    window.key("\u{e007}").await;
    window.fill("Type printer to confirm", "Printer").await;
    window.key("\u{e007}").await;
    assert_eq!(sent(&platform, "DELETE"), 0);
    assert_eq!(answers(&platform, &printer.token).await, 200);

    window.fill("Type printer to confirm", "printer").await;
    window.press("Revoke printer").await;
    window.no_dialog().await;
    assert_eq!(answers(&platform, &printer.token).await, 401);
    assert_eq!(names(&platform, PERSONAL).await, ["laptop"]);
    assert_eq!(sent(&platform, "DELETE"), 1);
    let row = "return [...document.querySelectorAll('[data-testid=key-row]')].every(each => each.title !== 'printer')";
    window
        .until("the row is gone", || async {
            window.script(row, Vec::new()).await == true
        })
        .await;

    // The key that the app itself works with: warned about, with the better way beside it.
    window.press("laptop").await;
    window.press("Actions for laptop").await;
    window.press("Revoke…").await;
    let warning = window.text_of("used-here").await;
    assert!(warning.contains(ACCOUNT), "{warning}");
    window
        .press(&format!("Rotate the key of {ACCOUNT} instead…"))
        .await;
    window.field("New key name").await;
    window.press("Cancel").await;
    window.no_dialog().await;

    // Nobody is kept from it: the account says at once that it has no key any more.
    window.press("laptop").await;
    window.press("Actions for laptop").await;
    window.press("Revoke…").await;
    window.fill("Type laptop to confirm", "laptop").await;
    window.press("Revoke laptop").await;
    window
        .sees(&format!("The key for {ACCOUNT} was rejected"))
        .await;
    assert_eq!(names(&platform, PERSONAL).await, Vec::<String>::new());
    desktop.quit(window).await;
    platform.running.stop().await;
}
