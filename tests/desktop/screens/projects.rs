use sandbox::Fault;
use serde_json::json;

use super::account_screens::AccountScreens;
use super::checks::{choose, escape};

pub async fn before_anything(screens: &AccountScreens<'_>) {
    let window = screens.window;
    window.go("#/projects").await;
    window.sees("No project").await;
    screens.inspect("projects-empty").await;
}

/// The project that the walk is about, made as a person makes it, and some more.
pub async fn create(screens: &mut AccountScreens<'_>) {
    let window = screens.window;
    choose(window, "New project…").await;
    window.fill("Name optional", "shop-prod").await;
    screens.inspect("createProject-folded").await;
    window.press("More options").await;
    window.fill("Size in CU optional", "0.5-2").await;
    screens.inspect("createProject-filled").await;
    window.fill("Size in CU optional", "3-0.5").await;
    window.press("Create project").await;
    window.sees("Put the smaller size first").await;
    screens.inspect("createProject-refused").await;
    window.fill("Size in CU optional", "0.5-2").await;
    window.press("Create project").await;
    window.text_of("secret-notice").await;
    screens.inspect("createProject-made").await;
    window.press("Open project").await;
    window.no_dialog().await;

    screens.find_project().await;
}

pub async fn list(screens: &AccountScreens<'_>) {
    let window = screens.window;
    for name in [
        "analytics-eu",
        "Ausgleichsbuchungen der Buchhaltung, Archiv 2019 bis 2026",
        "billing",
        "mailing",
        "shop-staging",
    ] {
        let made = screens.create_project(json!({ "name": name })).await;
        screens
            .finished(made["project"]["id"].as_str().unwrap())
            .await;
    }
    window.go("#/projects").await;
    window.reload().await;
    window.sees("shop-staging").await;
    screens.inspect("projects-filled").await;
    window.fill("Filter projects", "shop").await;
    // A passing notice may name another one.
    window.sees("2 of 9 projects").await;
    screens.inspect("projects-filtered").await;
    window.fill("Filter projects", "nothing like it").await;
    window.sees("No matches for").await;
    screens.inspect("projects-nothing").await;
    window.fill("Filter projects", "").await;
    window.press("shop-prod").await;
    screens
        .dialog("Rename shop-prod…", "renameProject-filled")
        .await;
    screens
        .dialog("Delete shop-prod…", "deleteProject-filled")
        .await;
    screens.dialog("Show as text…", "callText-filled").await;

    let fault = Fault {
        status: Some(503),
        ..Fault::on("/api/v2/projects/shared")
    };
    screens.platform.running.inject_fault(fault).unwrap();
    choose(window, "Refresh").await;
    window.sees("Couldn’t load all projects").await;
    screens.inspect("projects-partial").await;
    screens.platform.running.clear_faults();
    choose(window, "Refresh").await;
    window.no_longer_sees("Couldn’t load all projects").await;
}

/// Three projects, the first of which the platform refuses to delete once.
pub async fn bulk(screens: &AccountScreens<'_>) {
    let window = screens.window;
    for name in ["billing", "mailing", "returns"] {
        tick(screens, name).await;
    }
    window.sees("3 selected").await;
    screens.inspect("projects-ticked").await;
    window.press("Delete 3 projects…").await;
    window.sees_dialog().await;
    window.sees("Takes").await;
    screens.inspect("planBulk-plan").await;
    let slow = Fault {
        method: Some("DELETE".to_owned()),
        times: Some(1),
        delay_ms: Some(4_000),
        status: Some(403),
        ..Fault::on("/api/v2/projects/*")
    };
    screens.platform.running.inject_fault(slow).unwrap();
    window.press("Delete 3 projects").await;
    window.press("Pause").await;
    window.sees("Paused").await;
    // What had begun goes on to its end.
    window.sees("Failed").await;
    screens.inspect("bulk-paused").await;
    window.press("Resume").await;
    window.sees("2 of 3 projects deleted").await;
    screens.inspect("bulk-failed").await;
    window.press("Retry 1 failed").await;
    window.no_longer_sees("2 of 3 projects deleted").await;
    window.sees("3 projects deleted").await;
    screens.inspect("bulk-done").await;
    escape(window).await;
    window.sees("You can recover them").await;
    screens.inspect("projects-undo").await;
    window.go("#/projects?tab=deleted").await;
    window.sees("billing").await;
    screens.inspect("projects-deleted").await;
}

/// The projects of two accounts in one list.
pub async fn everywhere(screens: &AccountScreens<'_>) {
    let window = screens.window;
    choose(window, "Connect an account…").await;
    window.sees_dialog().await;
    window.press("Custom addresses").await;
    window
        .fill("Management API address", &screens.platform.running.base_url)
        .await;
    let second = screens.platform.key("finance").await.token;
    window.fill("API key", &second).await;
    window.fill("Name optional", "Finance").await;
    window.press("Connect account").await;
    window.no_dialog().await;
    window.go("#/projects?tab=all").await;
    window.sees("analytics-eu").await;
    window.sees("Finance").await;
    screens.inspect("projects-all").await;
    let all = window.command("account_list", json!({})).await.unwrap();
    let mut added = all.as_array().unwrap().iter();
    let added = added.find(|it| it["name"] == "Finance").unwrap();
    let remove = json!({ "id": added["id"] });
    window.command("account_remove", remove).await.unwrap();
    let choose = json!({ "id": screens.account });
    window.command("account_choose", choose).await.unwrap();
}

pub async fn without_the_platform(screens: &AccountScreens<'_>) {
    let window = screens.window;
    let (account, gone) = (&screens.account, "not-there-12345678");
    window
        .go(&format!("#/project?account={account}&id={gone}"))
        .await;
    window.sees("was not found").await;
    screens.inspect("project-gone").await;
    screens.tab("tab=overview").await;
    window.sees("Usage this period").await;
    screens.platform.running.stop().await;
    window.go("#/projects").await;
    window.sees("analytics-eu").await;
    choose(window, "Refresh").await;
    window.sees("Shown as of").await;
    screens.inspect("projects-offline").await;
    screens.tab("tab=overview").await;
    window.reload().await;
    window.sees("Shown as of").await;
    screens.inspect("project-stale").await;
}

pub async fn tick(screens: &AccountScreens<'_>, name: &str) {
    let script = "const row = [...document.querySelectorAll('[role=row]')]
            .find(each => each.innerText.split('\\n').some(line => line.trim() === arguments[0]));
        row?.querySelector('[role=checkbox]')?.click();
        return row !== undefined";
    screens
        .window
        .until(&format!("the row of `{name}` is there"), || async {
            screens.window.script(script, vec![json!(name)]).await == true
        })
        .await;
}
