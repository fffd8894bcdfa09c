//! Options of the sandbox, set in its panel, and what the sandbox does with them.

use serde_json::{Value, json};

use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::journey::enter_sandbox;

#[tokio::test(flavor = "multi_thread")]
async fn an_option_takes_effect_with_a_restart_and_one_switch_sets_them_all() {
    let mut desktop = Desktop::start("options", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    enter_sandbox(&window).await;
    window.go("#/sandbox").await;
    window.sees("Changes apply from the next start.").await;

    window.fill("Database", "Shop").await;
    window.key(ENTER).await;
    window.sees("Use up to 63 lowercase letters").await;
    window.fill("Database", "shop").await;
    window.key(ENTER).await;
    window
        .sees("Restart the sandbox to apply your changes.")
        .await;
    assert_eq!(database_of_new_project(&window, "shop-a").await, "svcdb");
    restart(&window).await;
    assert_eq!(database_of_new_project(&window, "shop-b").await, "shop");

    show_options(&window).await;
    window.press("Match the live platform").await;
    window
        .until("the database is the live platform's", || async {
            window.value("Database").await == "neondb"
        })
        .await;
    restart(&window).await;
    assert_eq!(database_of_new_project(&window, "shop-c").await, "neondb");
    let account = account(&window).await;
    let names = &account["profile"];
    let names = ["database", "authProvider", "usersSchema"].map(|it| &names[it]);
    assert_eq!(names, ["neondb", "stack", "neon_auth"]);
    desktop.quit(window).await;

    let window = desktop.open().await;
    window.go("#/projects").await;
    window.sees("shop-b").await;
    window.go("#/sandbox").await;
    window.sees("Changes apply from the next start.").await;
    assert_eq!(window.value("Database").await, "neondb");
    desktop.quit(window).await;
}

const ENTER: &str = "\u{e007}";

async fn restart(window: &Window) {
    window
        .sees("Restart the sandbox to apply your changes.")
        .await;
    show_options(window).await;
    window.press("Restart").await;
    window.sees("Changes apply from the next start.").await;
    window
        .until("the sandbox runs", || async {
            let state = window.command("sandbox_state", json!({})).await;
            state.unwrap()["status"] == "running"
        })
        .await;
}

/// New rows of the lists above have moved them, maybe below the edge of the window, where a click does
/// not get to them.
async fn show_options(window: &Window) {
    let script = "document.querySelector('section[aria-label=Options]')
        .scrollIntoView({ block: 'start', behavior: 'instant' })";
    window.script(script, Vec::new()).await;
}

async fn account(window: &Window) -> Value {
    window.command("account_list", json!({})).await.unwrap()[0].clone()
}

async fn database_of_new_project(window: &Window, name: &str) -> String {
    let account = account(window).await["id"].clone();
    let request = json!({ "accountId": account, "create": { "name": name } });
    let made = window.command("project_create", request).await.unwrap();
    let request = json!({
        "accountId": account, "projectId": made["project"]["id"], "branchId": made["branch"]["id"],
    });
    let databases = window.eventually("database_list", request).await;
    let databases = databases.as_array().unwrap();
    assert_eq!(databases.len(), 1);
    // Its row in the list of servers moves the options below.
    window.sees(name).await;
    databases[0]["name"].as_str().unwrap().to_owned()
}
