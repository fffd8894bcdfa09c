//! One Plinth at a time on one data folder.

use std::time::Duration;

use crate::harness::{Desktop, Keychain, WindowOptions};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_shows_the_first_window_and_ends() {
    let mut desktop = Desktop::start("second", Keychain::Unlocked, WindowOptions::default()).await;
    desktop.unset("PLINTH_ALLOW_SECOND");
    let window = desktop.open().await;
    window.sees("Welcome to Plinth").await;
    let _cover = desktop.cover();
    assert!(!desktop.is_on_top(), "nothing covers the first window");
    let mut second = desktop.app();
    let ended = tokio::task::spawn_blocking(move || second.status().unwrap());
    let status = tokio::time::timeout(Duration::from_secs(30), ended)
        .await
        .expect("the second one stays")
        .unwrap();
    assert!(status.success(), "the second one ended badly: {status}");
    window
        .until("the first window is raised", || async {
            desktop.is_on_top()
        })
        .await;
    window.sees("Welcome to Plinth").await;
    desktop.quit(window).await;
}
