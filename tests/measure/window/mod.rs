//! The real window, with the projects of a platform in it: what a person feels, and what it costs while nobody looks.

mod busy;
mod cost;
mod lists;
mod responsiveness;
mod start;

use std::time::{Duration, Instant};

use host::{Connection, Data};
use sandbox::Config;
use serde_json::{Value, json};

use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::platform::Platform;
use crate::typed::current;

pub use cost::cost;
pub use lists::lists;
pub use responsiveness::responsiveness;
pub use start::{start, start_with};

/// How often a list is opened whose longest standstill is measured.
const OPENINGS: usize = 3;

/// A platform without servers and without limits.
async fn platform(change: impl FnOnce(&mut Config)) -> Platform {
    Platform::of(|config| {
        config.servers = false;
        config.rate_limits = None;
        change(config);
    })
    .await
}

/// A desktop with the window open and the platform's account in it.
async fn connected(platform: &Platform) -> (Desktop, Window) {
    let key = platform.key("bench").await;
    let mut desktop = Desktop::start("bench", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    connect(&desktop, platform, "Bench", &key.token).await;
    // The window that was open stays on its page for a first start, which a person leaves by connecting in it.
    let left = window.command("app_welcomed", json!({})).await;
    assert!(left.is_ok(), "{left:?}");
    desktop.quit(window).await;
    let window = desktop.open().await;
    assert_eq!(current(&window).await["name"], "Bench");
    (desktop, window)
}

/// Connects an account as the command line does, beside the open window. A release build of the window asks in the system's
/// dialog where a key may be sent, which no test can answer.
async fn connect(desktop: &Desktop, platform: &Platform, name: &str, key: &str) {
    let request = json!({
        "name": name, "platform": "custom", "baseUrl": platform.running.base_url,
        "instantUrl": platform.running.instant_url,
        "caFile": null, "key": key, "colour": "verdigris", "isProduction": false, "isReadOnly": false,
    });
    let config = host::Config::new(Data::at(desktop.data()), Vec::new());
    let connection = Connection::open(config).await.expect("the window's core");
    let connected: Value = connection
        .call("account_connect", json!({ "request": request }))
        .await
        .expect("the account is connected");
    assert_eq!(connected["name"], name);
    connection.close().await;
}

/// Waits until all projects were read and are kept: a hundred thousand take longer than anything a person waits for.
async fn until_cached(window: &Window, projects: usize) {
    let account = current(window).await["id"].clone();
    let request = json!({ "accountId": account, "scope": "own", "organizationId": null });
    patiently("the list is kept", async || {
        let list = window.command("project_cached", request.clone()).await;
        let is_kept = list.is_ok_and(|list| list["total"] == projects);
        is_kept.then_some(())
    })
    .await;
}

async fn patiently<T>(what: &str, look: impl AsyncFn() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(600);
    while Instant::now() < end {
        if let Some(found) = look().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    panic!("waited in vain until {what}");
}

/// The projects as the window counts them, such as "10,000 projects".
fn counted(projects: usize) -> String {
    format!("{},{:03} projects", projects / 1_000, projects % 1_000)
}

/// Runs a script that leaves what it found in `window.__measured`, and waits for it.
async fn measured(window: &Window, script: &str, arguments: Vec<Value>) -> Value {
    window
        .script("window.__measured = undefined", Vec::new())
        .await;
    window.script(script, arguments).await;
    patiently("the page has measured", async || {
        let value = window
            .script("return window.__measured ?? null", Vec::new())
            .await;
        (!value.is_null()).then_some(value)
    })
    .await
}

/// The value that 95 of 100 do not pass.
fn p95(values: &Value) -> f64 {
    let values = values.as_array().expect("a list of figures");
    let mut values: Vec<f64> = values.iter().filter_map(Value::as_f64).collect();
    values.sort_by(f64::total_cmp);
    values[(values.len() * 95).div_ceil(100) - 1]
}
