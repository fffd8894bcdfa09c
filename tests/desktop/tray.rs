//! What is left when the window closes: the agent with its icon in the tray.

use serde_json::json;
use testkit::bus::{self, show_notifications};
use testkit::tray::{Icon, Tray};
use testkit::{sql, until, until_that};

use crate::harness::{Desktop, Keychain, WindowOptions, secrets};
use crate::journey::{change_settings, enter_sandbox, sandbox, temporary_list};

#[tokio::test(flavor = "multi_thread")]
async fn the_first_close_asks_and_leaves_the_agent_with_its_icon() {
    let mut desktop = Desktop::start("tray", Keychain::Unlocked, WindowOptions::default()).await;
    let mut tray = Tray::start(desktop.bus()).await;
    let session = bus::connect(desktop.bus()).await;
    let mut shown = show_notifications(&session, "body").await;
    let window = desktop.open().await;
    enter_sandbox(&window).await;
    let authority = sandbox(&window).await["caFile"]
        .as_str()
        .unwrap()
        .to_owned();
    desktop.close_window();
    window.sees("Keep Plinth running?").await;
    window.sees("stays in the tray").await;
    window.press_last("Keep running").await;
    desktop.window_is_gone(window).await;

    let icon = tray.icon().await;
    running(&icon).await;
    icon.click("New temporary database").await;
    let copied = until_that(
        "the string of the new database is on the clipboard",
        async || desktop.clipboard(),
        |text| text.starts_with("postgresql://"),
    )
    .await;
    secrets::note(&copied);
    let (title, body, _) = shown.recv().await.unwrap();
    assert!(title.ends_with(" created"), "{title}");
    assert_eq!(body, "Its connection string is on the clipboard.");
    let client = sql::connect(authority.as_ref(), &copied).await;
    assert_eq!(sql::column(&client, "SELECT 1::text").await, ["1"]);

    // The window asks the agent from now on: closing it asks nothing and cuts nothing off.
    let window = desktop.open().await;
    window.sees("Projects").await;
    assert_eq!(temporary_list(&window).await.len(), 1);
    desktop.close_window();
    desktop.window_is_gone(window).await;
    assert_eq!(sql::column(&client, "SELECT 2::text").await, ["2"]);
    drop(client);
    assert!(icon.is_there().await);

    let window = desktop.open().await;
    window.sees("Projects").await;
    icon.click("Quit Plinth").await;
    until("the icon is gone", async || !icon.is_there().await).await;
    window
        .until("the window has the sandbox", || async {
            sandbox(&window).await["caFile"].is_string()
        })
        .await;
    change_settings(&window, |settings| settings["background"] = json!("off")).await;
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_tray_the_question_says_so_and_offers_a_start_at_login() {
    let mut desktop = Desktop::start("no-tray", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    enter_sandbox(&window).await;
    desktop.close_window();
    window.sees("This desktop shows no tray icons").await;
    window.press("Start at login, without a window").await;
    window.press_last("Keep running").await;
    desktop.window_is_gone(window).await;
    let entries = std::fs::read_dir(desktop.path().join("config/autostart")).unwrap();
    assert_eq!(entries.count(), 1);

    let socket = desktop.data().join("run/host.sock");
    until("the agent goes on", async || socket.exists()).await;
    // A tray that comes later gets the icon.
    let mut tray = Tray::start(desktop.bus()).await;
    let icon = tray.icon().await;
    running(&icon).await;
    let window = desktop.open().await;
    window.sees("Projects").await;
    window.go("#/settings").await;
    window.press("Start at login, without a window").await;
    window
        .until("it is off", || async {
            let settings = window.command("settings_get", json!({})).await.unwrap();
            settings["startAtLogin"] == false
        })
        .await;
    let entries = std::fs::read_dir(desktop.path().join("config/autostart")).unwrap();
    assert_eq!(entries.count(), 0);
    // Where Plinth is to go on no more, the agent ends with the window.
    window.press("Keep running when the window closes").await;
    window
        .until("it is off", || async {
            let settings = window.command("settings_get", json!({})).await.unwrap();
            settings["background"] == "off"
        })
        .await;
    assert!(icon.is_there().await, "it ended before the window");
    desktop.quit(window).await;
    assert!(!icon.is_there().await);
}

async fn running(icon: &Icon) {
    let line = async || icon.items().await[0].label.clone();
    until_that("the sandbox runs", line, |line| {
        line.starts_with("Sandbox running")
    })
    .await;
}
