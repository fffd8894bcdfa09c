//! A connection on its way out of the window: to the clipboard, and to another program of this machine.

use super::connected;
use super::psql::program;
use crate::accounts::Platform;
use crate::harness::{Desktop, Window};

#[tokio::test(flavor = "multi_thread")]
async fn one_click_puts_the_connection_string_on_the_clipboard() {
    let platform = Platform::start(false).await;
    let made = platform.project("Mill").await;
    let (mut desktop, window, account) = connected("connect", &platform).await;
    let id = made["project"]["id"].as_str().unwrap();
    window
        .go(&format!("#/project?account={account}&id={id}&tab=settings"))
        .await;
    window.sees("Mill").await;

    window.press("Connect").await;

    // As the platform gave it, but for the pooler that the app asks for.
    let uri = uri(&made);
    let (_, role) = uri.split_once("//").unwrap();
    let (credentials, _) = role.split_once('@').unwrap();
    on_clipboard(&window, &desktop, credentials).await;
    window.sees("Connection string copied").await;
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_program_gets_where_to_connect_and_no_password() {
    let platform = Platform::start(false).await;
    let made = platform.project("Mill").await;
    let password = uri(&made).split([':', '@']).nth(2).unwrap().to_owned();
    let (mut desktop, window, account) = connected("open-in", &platform).await;
    desktop.quit(window).await;
    let record = desktop.path().join("dbeaver-was-told");
    program(
        &desktop.links.folder.join("dbeaver"),
        &format!(
            "{{ printf '%s\\n' \"$@\"; env; }} > '{0}.part'\nmv '{0}.part' '{0}'",
            record.display()
        ),
    );
    let window = desktop.open().await;
    let id = made["project"]["id"].as_str().unwrap();
    window
        .go(&format!("#/project?account={account}&id={id}"))
        .await;
    window.press("Open in").await;
    window.press("DBeaver").await;
    window
        .until("DBeaver was opened", || async { record.is_file() })
        .await;
    let reported = std::fs::read_to_string(&record).unwrap();
    for word in [
        "driver=postgresql|",
        "|name=Mill / main (",
        "|user=svcdb_owner|",
        "|prop.sslmode=verify-full|",
    ] {
        assert!(reported.contains(word), "DBeaver was told: {reported}");
    }
    assert!(
        !reported.contains(&password),
        "DBeaver was told: {reported}"
    );
    on_clipboard(&window, &desktop, &password).await;
    desktop.quit(window).await;
    platform.running.stop().await;
}

fn uri(made: &serde_json::Value) -> String {
    let uri = made["connection_uris"][0]["connection_uri"].as_str();
    uri.unwrap().to_owned()
}

/// Waits until a text with this in it is on the clipboard of the desktop.
async fn on_clipboard(window: &Window, desktop: &Desktop, part: &str) {
    window
        .until("it is on the clipboard", || async {
            desktop.clipboard().contains(part)
        })
        .await;
}
