//! Nothing moves under the pointer, and the window is as large as a person wants to read it.

use serde_json::{Value, json};

use super::connected;
use crate::accounts::Platform;
use crate::harness::{Desktop, Keychain, Look, Window};

#[tokio::test(flavor = "multi_thread")]
async fn the_first_tick_moves_no_row() {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.seed_projects = 5;
    })
    .await;
    let (mut desktop, window, _) = connected("tick", &platform).await;
    for (width, height) in [(1440, 900), (900, 600)] {
        desktop.resize_window(width, height);
        window.has_size(width, height).await;
        window.sees("5 projects").await;
        let before = tops(&window).await;
        window.press("Select all rows").await;
        window.sees("5 projects ticked").await;
        assert_eq!(tops(&window).await, before, "at {width} by {height}");
        for still in ["Deleted", "Shared with me"] {
            window.sees(still).await;
        }
        window.press("Clear ticks").await;
        window.no_longer_sees("5 projects ticked").await;
        assert_eq!(tops(&window).await, before, "at {width} by {height}");
    }
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Where each row begins, from the top of the page.
async fn tops(window: &Window) -> Value {
    let script = "return [...document.querySelectorAll('[data-testid=project-row]')]
        .map(row => row.getBoundingClientRect().top)";
    let tops = window.script(script, Vec::new()).await;
    assert_eq!(tops.as_array().unwrap().len(), 5, "{tops}");
    tops
}

#[tokio::test(flavor = "multi_thread")]
async fn the_zoom_keys_zoom() {
    let mut desktop = Desktop::start("zoom", Keychain::Unlocked, Look::default()).await;
    let window = desktop.open().await;
    window.sees("Welcome to Plinth").await;
    let width = "return innerWidth";
    let usual = window.script(width, Vec::new()).await.as_f64().unwrap();
    for (key, times) in [("+", 1.2), ("-", 1.0), ("-", 0.8), ("0", 1.0), ("+", 1.2)] {
        window.press_keys(key, true).await;
        is_drawn(&window, usual, times, key).await;
    }
    assert_eq!(
        window.script("return location.hash", Vec::new()).await,
        json!("")
    );
    desktop.quit(window).await;
    let window = desktop.open().await;
    is_drawn(&window, usual, 1.2, "a restart").await;
    window.press_keys("0", true).await;
    is_drawn(&window, usual, 1.0, "0").await;
    desktop.quit(window).await;
}

/// Waits until the page is so many times as large as usual, which the width in its own pixels tells.
async fn is_drawn(window: &Window, usual: f64, times: f64, after: &str) {
    let width = "return innerWidth";
    window
        .until(
            &format!("{after} makes it {times} times as large"),
            || async {
                let now = window.script(width, Vec::new()).await;
                now.as_f64()
                    .is_some_and(|now| (now - usual / times).abs() <= 2.0)
            },
        )
        .await;
}
