//! A start without the platform: what was read last is there, and says how old it is.

use serde_json::json;

use super::{Platform, connect, current};
use crate::harness::{Desktop, Keychain, WindowOptions};

#[tokio::test(flavor = "multi_thread")]
async fn a_start_without_the_platform_shows_what_was_there_and_reads_anew_when_it_is_back() {
    let mut platform = Platform::start(false).await;
    for name in ["Mill", "Silo", "Bakery"] {
        platform.project(name).await;
    }
    let key = platform.key("laptop").await;
    let mut desktop = Desktop::start("offline", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    connect(&window, &platform, "Workshop", &key.token).await;
    window.sees("3 projects").await;
    let account = current(&window).await["id"].clone();
    let request = json!({ "accountId": account, "scope": "own", "organizationId": null });
    window
        .until("the list is kept", || async {
            let list = window.command("project_cached", request.clone()).await;
            list.is_ok_and(|list| list["items"].as_array().is_some_and(|it| it.len() == 3))
        })
        .await;
    let last_view = desktop.data().join("last-view.json");
    window
        .until("what the window shows is kept", || async {
            std::fs::read_to_string(&last_view).is_ok_and(|text| text.contains("Bakery"))
        })
        .await;
    desktop.quit(window).await;
    platform.running.stop().await;

    let window = desktop.open().await;
    let shown_first = "return document.querySelector('script[src=\"/last-view.js\"]') !== null;";
    assert_eq!(window.try_script(shown_first).await, Some(json!(true)));
    window.go("#/projects").await;
    for words in ["Mill", "Silo", "Bakery", "Shown as of"] {
        window.sees(words).await;
    }
    let text = window.text().await;
    let host = current(&window).await["host"].as_str().unwrap().to_owned();
    let notice = text.lines().find(|line| line.contains("Shown as of"));
    assert!(
        notice.is_some_and(|line| line.contains("ago") || line.contains("just now")),
        "no age is told: {text}"
    );
    assert!(
        notice.is_some_and(|line| line.contains(&host) || line.contains("reach")),
        "no reason is told: {text}"
    );
    window.fill("Filter projects", "sil").await;
    window.sees("1 of 3 projects").await;
    window.no_longer_sees("Bakery").await;
    window.fill("Filter projects", "").await;
    window.sees("Bakery").await;

    platform.start_again().await;
    platform.project("Granary").await;
    window.press("Try again").await;
    window.sees("Granary").await;
    window.no_longer_sees("Shown as of").await;
    assert!(platform.count_requests("GET", "/projects", 200) >= 1);
    desktop.quit(window).await;
    platform.running.stop().await;
}
