use sandbox::Fault;
use serde_json::json;

use super::checks::{choose, escape};
use super::stage::Stage;

/// From the welcome to an account.
pub async fn connect(stage: &mut Stage<'_>) {
    let window = stage.window;
    window.press("Connect an account…").await;
    window.sees_dialog().await;
    stage.inspect("connectAccount-empty").await;
    type_account(stage, "no-key-of-that-platform").await;
    stage.inspect("connectAccount-refused").await;
    window.fill("API key", &stage.platform.key).await;
    window.press("Connect account").await;
    window.no_dialog().await;
    let all = window.command("account_list", json!({})).await.unwrap();
    let mine = all
        .as_array()
        .unwrap()
        .iter()
        .find(|each| each["platform"] == "custom")
        .unwrap();
    stage.account = mine["id"].as_str().unwrap().to_owned();

    choose(window, "Connect an account…").await;
    window.sees_dialog().await;
    type_account(stage, &stage.platform.key).await;
    stage.inspect("connectAccount-exists").await;
    window.press("Cancel").await;
    window.discard().await;
    window.no_dialog().await;
}

async fn type_account(stage: &Stage<'_>, key: &str) {
    let window = stage.window;
    window.press("Custom addresses").await;
    window
        .fill("Management API address", &stage.platform.base_url)
        .await;
    window.fill("API key", key).await;
    window.fill("Name optional", "Northern shop").await;
    window.press("Connect account").await;
    window.sees("Couldn’t connect the account").await;
}

pub async fn marks_and_dialogs(stage: &Stage<'_>) {
    let window = stage.window;
    window.go("#/settings").await;
    window.sees("Northern shop").await;
    stage.inspect("settings-accounts").await;
    stage.scroll_to("New projects").await;
    stage.inspect("settings-projects").await;
    window.press("Compact").await;
    window
        .until("rows and controls are lower", || async {
            let script = "return document.documentElement.dataset.density";
            window.script(script, Vec::new()).await == "compact"
        })
        .await;
    window.go("#/projects").await;
    window.sees("shop-prod").await;
    stage.inspect("settings-compact").await;
    window.go("#/settings").await;
    window.press("Comfortable").await;
    window.go("#/projects").await;
    stage
        .dialog("Edit Northern shop…", "editAccount-filled")
        .await;
    stage
        .dialog("Replace key…", "replaceAccountKey-filled")
        .await;
    stage
        .dialog("Remove Northern shop…", "removeAccount-filled")
        .await;
    window.press("Northern shop").await;
    window.sees("Open sandbox").await;
    stage.inspect("account-menu").await;
    window.key("\u{e00c}").await;
    window.no_longer_sees("Open sandbox").await;

    edit(stage, json!({ "isProduction": true })).await;
    window.sees("Northern shop is production").await;
    stage.inspect("account-production").await;
    edit(stage, json!({ "isProduction": false, "isReadOnly": true })).await;
    window.sees("Northern shop is read-only").await;
    stage.inspect("account-locked").await;
    window.press("Unlock…").await;
    window.sees_dialog().await;
    stage.inspect("unlockAccount-filled").await;
    escape(window).await;
    edit(stage, json!({ "isReadOnly": false })).await;

    let refused = Fault {
        status: Some(401),
        ..Fault::on("/api/v2/**")
    };
    stage.platform.inject_fault(refused).unwrap();
    stage.try_to("user_me", json!({})).await.unwrap_err();
    window.sees("The key for Northern shop was rejected").await;
    stage.inspect("account-unauthorized").await;
    stage.platform.clear_faults();
    window
        .command("account_recheck", json!({ "id": stage.account }))
        .await
        .unwrap();
    window
        .no_longer_sees("The key for Northern shop was rejected")
        .await;
}

async fn edit(stage: &Stage<'_>, edit: serde_json::Value) {
    let wish = json!({ "id": stage.account, "edit": edit });
    stage.window.command("account_edit", wish).await.unwrap();
}
