use sandbox::Fault;
use serde_json::json;

use super::account_screens::AccountScreens;
use super::checks::{choose, escape, scroll_to};

/// From the welcome to an account.
pub async fn connect(screens: &mut AccountScreens<'_>) {
    let window = screens.window;
    window.press("Connect an account…").await;
    window.sees_dialog().await;
    screens.inspect("connectAccount-empty").await;
    type_account(screens, "no-key-of-that-platform").await;
    screens.inspect("connectAccount-refused").await;
    window.fill("API key", &screens.platform.running.key).await;
    window.press("Connect account").await;
    window.no_dialog().await;
    let all = window.command("account_list", json!({})).await.unwrap();
    let mine = all
        .as_array()
        .unwrap()
        .iter()
        .find(|each| each["platform"] == "custom")
        .unwrap();
    screens.account = mine["id"].as_str().unwrap().to_owned();

    choose(window, "Connect an account…").await;
    window.sees_dialog().await;
    type_account(screens, &screens.platform.running.key).await;
    screens.inspect("connectAccount-exists").await;
    window.press("Cancel").await;
    window.discard().await;
    window.no_dialog().await;
}

async fn type_account(screens: &AccountScreens<'_>, key: &str) {
    let window = screens.window;
    window.press("Custom addresses").await;
    window
        .fill("Management API address", &screens.platform.running.base_url)
        .await;
    window.fill("API key", key).await;
    window.fill("Name optional", "Northern shop").await;
    window.press("Connect account").await;
    window.sees("Couldn’t connect the account").await;
}

pub async fn marks_and_dialogs(screens: &AccountScreens<'_>) {
    let window = screens.window;
    window.go("#/settings").await;
    window.sees("Northern shop").await;
    screens.inspect("settings-accounts").await;
    scroll_to(window, "New projects").await;
    screens.inspect("settings-projects").await;
    window.press("Compact").await;
    window
        .until("rows and controls are lower", || async {
            let script = "return document.documentElement.dataset.density";
            window.script(script, Vec::new()).await == "compact"
        })
        .await;
    window.go("#/projects").await;
    window.sees("shop-prod").await;
    screens.inspect("settings-compact").await;
    window.go("#/settings").await;
    window.press("Comfortable").await;
    window.go("#/projects").await;
    screens
        .dialog("Edit Northern shop…", "editAccount-filled")
        .await;
    screens
        .dialog("Replace key…", "replaceAccountKey-filled")
        .await;
    screens
        .dialog("Remove Northern shop…", "removeAccount-filled")
        .await;
    window.press("Northern shop").await;
    window.sees("Open sandbox").await;
    screens.inspect("account-menu").await;
    window.key("\u{e00c}").await;
    window.no_longer_sees("Open sandbox").await;

    edit(screens, json!({ "isProduction": true })).await;
    window.sees("Northern shop is production").await;
    screens.inspect("account-production").await;
    edit(
        screens,
        json!({ "isProduction": false, "isReadOnly": true }),
    )
    .await;
    window.sees("Northern shop is read-only").await;
    screens.inspect("account-locked").await;
    window.press("Unlock…").await;
    window.sees_dialog().await;
    screens.inspect("unlockAccount-filled").await;
    escape(window).await;
    edit(screens, json!({ "isReadOnly": false })).await;

    let refused = Fault {
        status: Some(401),
        ..Fault::on("/api/v2/**")
    };
    screens.platform.running.inject_fault(refused).unwrap();
    screens.try_to("user_me", json!({})).await.unwrap_err();
    window.sees("The key for Northern shop was rejected").await;
    screens.inspect("account-unauthorized").await;
    screens.platform.running.clear_faults();
    window
        .command("account_recheck", json!({ "id": screens.account }))
        .await
        .unwrap();
    window
        .no_longer_sees("The key for Northern shop was rejected")
        .await;
}

async fn edit(screens: &AccountScreens<'_>, edit: serde_json::Value) {
    let request = json!({ "id": screens.account, "edit": edit });
    screens
        .window
        .command("account_edit", request)
        .await
        .unwrap();
}
