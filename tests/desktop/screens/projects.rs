use sandbox::Fault;
use serde_json::json;
use testkit::http;

use super::checks::{choose, escape};
use super::stage::Stage;
use crate::harness::secrets;

pub async fn before_anything(stage: &Stage<'_>) {
    let window = stage.window;
    window.go("#/projects").await;
    window.sees("No project").await;
    stage.inspect("projects-empty").await;
}

/// The project that the walk is about, made as a person makes it, and some more.
pub async fn create(stage: &mut Stage<'_>) {
    let window = stage.window;
    choose(window, "New project…").await;
    window.fill("Name optional", "shop-prod").await;
    stage.inspect("createProject-folded").await;
    window.press("More options").await;
    window.fill("Size in CU optional", "0.5-2").await;
    stage.inspect("createProject-filled").await;
    window.fill("Size in CU optional", "3-0.5").await;
    window.press("Create project").await;
    window.sees("Put the smaller size first").await;
    stage.inspect("createProject-refused").await;
    window.fill("Size in CU optional", "0.5-2").await;
    window.press("Create project").await;
    window.text_of("held-notice").await;
    stage.inspect("createProject-made").await;
    window.press("Open project").await;
    window.no_dialog().await;

    let wish = json!({ "scope": "own", "organizationId": null, "cursor": null });
    let page = stage.ask("project_page", wish).await;
    stage.project = page["items"][0]["id"].as_str().unwrap().to_owned();
    let wish = json!({ "projectId": stage.project, "includeDeleted": false });
    let branches = stage.ask("branch_list", wish).await;
    stage.branch = branches[0]["id"].as_str().unwrap().to_owned();
}

pub async fn list(stage: &Stage<'_>) {
    let window = stage.window;
    for name in [
        "analytics-eu",
        "Ausgleichsbuchungen der Buchhaltung, Archiv 2019 bis 2026",
        "billing",
        "mailing",
        "shop-staging",
    ] {
        stage.create_project(json!({ "name": name })).await;
    }
    window.go("#/projects").await;
    window.sees("shop-staging").await;
    stage.inspect("projects-filled").await;
    window.fill("Filter projects", "shop").await;
    window.no_longer_sees("billing").await;
    stage.inspect("projects-filtered").await;
    window.fill("Filter projects", "nothing like it").await;
    window.sees("No matches for").await;
    stage.inspect("projects-nothing").await;
    window.fill("Filter projects", "").await;
    window.press("shop-prod").await;
    stage
        .dialog("Rename shop-prod…", "renameProject-filled")
        .await;
    stage
        .dialog("Delete shop-prod…", "deleteProject-filled")
        .await;
    stage.dialog("Show as text…", "callText-filled").await;

    let fault = Fault {
        status: Some(503),
        ..Fault::on("/api/v2/projects/shared")
    };
    stage.platform.inject_fault(fault).unwrap();
    choose(window, "Refresh projects").await;
    window.sees("Not all projects could be read").await;
    stage.inspect("projects-partial").await;
    stage.platform.clear_faults();
    choose(window, "Refresh projects").await;
    window
        .no_longer_sees("Not all projects could be read")
        .await;
}

/// Three projects, the first of which the platform refuses to delete once.
pub async fn bulk(stage: &Stage<'_>) {
    let window = stage.window;
    for name in ["billing", "mailing", "returns"] {
        tick(stage, name).await;
    }
    window.sees("3 selected").await;
    stage.inspect("projects-ticked").await;
    window.press("Delete 3 projects…").await;
    window.sees_dialog().await;
    window.sees("Takes").await;
    stage.inspect("planBulk-plan").await;
    let slow = Fault {
        method: Some("DELETE".to_owned()),
        times: Some(1),
        delay_ms: Some(4_000),
        status: Some(403),
        ..Fault::on("/api/v2/projects/*")
    };
    stage.platform.inject_fault(slow).unwrap();
    window.press("Delete 3 projects").await;
    window.press("Pause").await;
    window.sees("Paused").await;
    stage.inspect("bulk-paused").await;
    window.press("Resume").await;
    window.sees("2 of 3 projects deleted").await;
    stage.inspect("bulk-failed").await;
    window.press("Retry 1 failed").await;
    window.no_longer_sees("2 of 3 projects deleted").await;
    window.sees("3 projects deleted").await;
    stage.inspect("bulk-done").await;
    escape(window).await;
    window.sees("You can recover them").await;
    stage.inspect("projects-undo").await;
    window.go("#/projects?tab=deleted").await;
    window.sees("billing").await;
    stage.inspect("projects-deleted").await;
}

/// The projects of two accounts in one list.
pub async fn everywhere(stage: &Stage<'_>) {
    let window = stage.window;
    choose(window, "Connect an account…").await;
    window.sees_dialog().await;
    window.press("Custom addresses").await;
    window
        .fill("Management API address", &stage.platform.base_url)
        .await;
    window.fill("API key", &another_key(stage).await).await;
    window.fill("Name optional", "Finance").await;
    window.press("Connect account").await;
    window.no_dialog().await;
    window.go("#/projects?tab=all").await;
    window.sees("analytics-eu").await;
    window.sees("Finance").await;
    stage.inspect("projects-all").await;
    let all = window.command("account_list", json!({})).await.unwrap();
    let mut added = all.as_array().unwrap().iter();
    let added = added.find(|it| it["name"] == "Finance").unwrap();
    let remove = json!({ "id": added["id"] });
    window.command("account_remove", remove).await.unwrap();
    let choose = json!({ "id": stage.account });
    window.command("account_choose", choose).await.unwrap();
}

/// A second key of the same person.
async fn another_key(stage: &Stage<'_>) -> String {
    let url = url::Url::parse(&stage.platform.base_url).unwrap();
    let authorization = format!("Bearer {}", stage.platform.key);
    let headers = [
        ("Authorization", authorization.as_str()),
        ("Content-Type", "application/json"),
    ];
    let path = format!("{}/api_keys", url.path());
    let body = json!({ "key_name": "finance" }).to_string();
    let origin = url.origin().ascii_serialization();
    let made = http::send(&origin, "POST", &path, &headers, &body).await;
    let token = made.json()["key"].as_str().unwrap().to_owned();
    secrets::note(&token);
    token
}

pub async fn without_the_platform(stage: &Stage<'_>) {
    let window = stage.window;
    let (account, gone) = (&stage.account, "not-there-12345678");
    window
        .go(&format!("#/project?account={account}&id={gone}"))
        .await;
    window.sees("was not found").await;
    stage.inspect("project-gone").await;
    stage.tab("tab=overview").await;
    window.sees("Usage this period").await;
    stage.platform.stop().await;
    window.go("#/projects").await;
    choose(window, "Refresh projects").await;
    window.sees("Shown as of").await;
    stage.inspect("projects-offline").await;
    stage.tab("tab=overview").await;
    window.reload().await;
    window.sees("Couldn’t load the project").await;
    stage.inspect("project-stale").await;
}

pub async fn tick(stage: &Stage<'_>, name: &str) {
    let script = "const row = [...document.querySelectorAll('[role=row]')]
            .find(each => each.innerText.split('\\n').some(line => line.trim() === arguments[0]));
        row?.querySelector('[role=checkbox]')?.click();
        return row !== undefined";
    stage
        .window
        .until(&format!("the row of `{name}` is there"), || async {
            stage.window.script(script, vec![json!(name)]).await == true
        })
        .await;
}
