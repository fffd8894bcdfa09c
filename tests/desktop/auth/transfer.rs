//! An auth project that goes to an account of one's own.

use testkit::page::Page;

use super::{integrations, is_blocked, open_page, project_with_auth};
use crate::accounts::Platform;
use crate::harness::secrets;
use crate::projects::connected;

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_is_opened_by_its_host_and_its_end_is_shown_without_a_click() {
    let platform = Platform::start(false).await;
    let made = project_with_auth(&platform).await;
    let (mut desktop, window, account) = connected("auth-transfer", &platform).await;
    open_page(&window, &account, &made, "ownership").await;
    window.sees("The platform, on your behalf").await;

    window.press("Transfer ownership…").await;
    window.sees("This can’t be undone").await;
    let links_made = || platform.count_requests("POST", "/auth/transfer_ownership", 200);
    assert_eq!(
        links_made(),
        0,
        "a link was made before anybody asked for it"
    );
    window.press("Get link").await;
    let host = window.text_of("transfer-host").await;
    assert_eq!(links_made(), 1);
    assert!(desktop.links.all().is_empty(), "opened before it was shown");
    window.press("Open in browser").await;
    let link = desktop.links.newest().await;
    let url = url::Url::parse(&link).unwrap();
    assert_eq!(
        format!("{}:{}", url.host_str().unwrap(), url.port().unwrap()),
        host
    );
    let (_, token) = url.query_pairs().find(|(name, _)| name == "token").unwrap();
    secrets::note(&token);
    assert!(!window.page().await.contains(&*token), "the window has it");
    window.text_of("transfer-waiting").await;

    // Somebody chooses the receiving account in the browser.
    let done = Page::open(&link).await.press("Confirm").await;
    assert!(done.html.contains("Transferred"), "{}", done.html);
    window.text_of("transfer-done").await;
    window.press("Close").await;
    window.no_dialog().await;
    window.sees("Your own account at the auth provider").await;
    assert_eq!(integrations(&platform, &made).await[0]["owned_by"], "user");
    assert!(
        is_blocked(&window, "Transfer ownership…").await,
        "it is offered once more"
    );
    desktop.quit(window).await;
    platform.running.stop().await;
}
