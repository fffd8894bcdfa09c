//! What a person types to connect an account.

use serde_json::{Value, json};

use super::Platform;
use crate::harness::Window;

/// From the button that opens the form to the one that sends it.
pub async fn type_account(window: &Window, platform: &Platform, name: &str, key: &str) {
    window.press("Connect an account…").await;
    window.sees_dialog().await;
    window.press("Custom addresses").await;
    window
        .fill("Management API address", &platform.running.base_url)
        .await;
    window
        .fill(
            "Temporary database address optional",
            &platform.running.instant_url,
        )
        .await;
    window.fill("API key", key).await;
    window.fill("Name optional", name).await;
}

/// Connects an account; its projects are shown then.
pub async fn connect(window: &Window, platform: &Platform, name: &str, key: &str) {
    type_account(window, platform, name, key).await;
    window.press("Connect account").await;
    window.no_dialog().await;
    window
        .until("the account is the one that is shown", || async {
            current(window).await["name"] == name
        })
        .await;
}

pub async fn accounts(window: &Window) -> Vec<Value> {
    let all = window.eventually("account_list", json!({})).await;
    all.as_array().unwrap().clone()
}

pub async fn account(window: &Window, name: &str) -> Value {
    let all = accounts(window).await;
    let found = all.into_iter().find(|account| account["name"] == name);
    found.unwrap_or_else(|| panic!("there is no account {name}"))
}

/// The account that the window shows; null where there is none.
pub async fn current(window: &Window) -> Value {
    let all = accounts(window).await;
    let found = all.into_iter().find(|account| account["isCurrent"] == true);
    found.unwrap_or(Value::Null)
}
