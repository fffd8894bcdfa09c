use chrono::{TimeDelta, Utc};
use serde_json::json;

use super::checks::{choose, escape};
use super::projects::tick;
use super::stage::Stage;

pub async fn tabs(stage: &Stage<'_>) {
    let window = stage.window;
    stage.finished(&stage.project).await;
    let import = stage
        .create_branch(json!({ "name": "import", "compute": {} }))
        .await;
    stage.tab("tab=overview").await;
    window.sees("Usage this period").await;
    stage.inspect("project-usable").await;
    let end = Utc::now() + TimeDelta::days(3);
    stage
        .create_branch(json!({
            "name": "preview/pr-42",
            "expiresAt": end.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        }))
        .await;
    stage
        .create_branch(json!({ "name": "preview/pr-42-schema", "parentId": import }))
        .await;
    let update = json!({
        "projectId": stage.project, "branchId": stage.branch, "update": { "protected": true },
    });
    stage.ask("branch_update", update).await;
    let on = json!({ "projectId": stage.project, "branchId": stage.branch });
    let mut role = on.clone();
    role["name"] = json!("reporting");
    role["noLogin"] = json!(false);
    stage.ask("role_create", role).await;
    stage.finished(&stage.project).await;
    let mut database = on;
    database["name"] = json!("ledger");
    database["owner"] = json!("svcdb_owner");
    stage.ask("database_create", database).await;
    stage.finished(&stage.project).await;

    for (tab, text) in [
        ("overview", "Recent operations"),
        ("branches", "preview/pr-42-schema"),
        ("computes", "import"),
        ("data", "ledger"),
        ("history", "Create branch"),
        ("settings", "Danger zone"),
    ] {
        stage.tab(&format!("tab={tab}")).await;
        if tab != "settings" {
            window.sees(text).await;
        }
        stage.inspect(&format!("project-{tab}")).await;
    }
    stage.tab("tab=overview").await;
    window.sees("Recent operations").await;
    window.press("All fields").await;
    window.sees("Provisioner").await;
    stage.inspect("project-fields").await;
    window.press("More ways to use shop-prod / main").await;
    window.press("Open psql with arguments…").await;
    window.sees_dialog().await;
    stage.inspect("psqlWith-filled").await;
    escape(window).await;
    window.press("Write to .env…").await;
    window.field("Folder or env file").await;
    stage.inspect("writeConnection-fields").await;
    escape(window).await;
}

/// What can be done with many branches or computes at once.
pub async fn selected(stage: &Stage<'_>) {
    let window = stage.window;
    stage.tab("tab=branches").await;
    for name in ["import", "preview/pr-42"] {
        tick(stage, name).await;
    }
    window.sees("2 selected").await;
    stage.inspect("project-branches-selected").await;
    window.press("Change").await;
    window.press("Set expiration…").await;
    window.sees_dialog().await;
    stage.inspect("expireBranches-filled").await;
    window.press("Review changes").await;
    window.sees("Takes").await;
    stage.inspect("planBulk-expiry").await;
    escape(window).await;
    window.press("Clear").await;
    stage.tab("tab=computes").await;
    tick(stage, "import").await;
    window.sees("1 selected").await;
    stage.inspect("project-computes-selected").await;
    window.press("Clear").await;
}

pub async fn dialogs_of_branches(stage: &Stage<'_>) {
    let window = stage.window;
    stage.tab("tab=branches").await;
    window.press("preview/pr-42").await;
    window.sees("Origin").await;
    stage.inspect("project-branch").await;
    for (title, state) in [
        ("Rename preview/pr-42…", "renameBranch-filled"),
        ("Set expiration of preview/pr-42…", "branchExpiry-filled"),
        ("Restore preview/pr-42…", "restoreBranch-filled"),
        ("Reset preview/pr-42 from parent…", "resetBranch-filled"),
        ("Delete preview/pr-42…", "deleteBranch-filled"),
        ("New compute for preview/pr-42…", "createCompute-filled"),
    ] {
        stage.dialog(title, state).await;
    }
    window.press("import").await;
    stage
        .dialog("Make import the default…", "defaultBranch-filled")
        .await;
    stage
        .dialog("Delete import…", "deleteBranch-children")
        .await;

    choose(window, "New branch…").await;
    window.sees_dialog().await;
    stage.inspect("createBranch-filled").await;
    escape(window).await;
    choose(window, "New branch…").await;
    window.fill("Name optional", "import").await;
    window.press("Create branch").await;
    window.sees("A branch with this name already exists").await;
    stage.inspect("createBranch-refused").await;
    escape(window).await;
}

pub async fn dialogs_of_computes(stage: &Stage<'_>) {
    let window = stage.window;
    stage.tab("tab=computes").await;
    window.press("import").await;
    window.sees("Direct host").await;
    stage.inspect("project-compute").await;
    let computes = stage
        .ask("compute_list", json!({ "projectId": stage.project }))
        .await;
    let import = computes
        .as_array()
        .unwrap()
        .iter()
        .find(|each| each["branchId"] != json!(stage.branch))
        .unwrap();
    let name = import["name"]
        .as_str()
        .unwrap_or_else(|| import["id"].as_str().unwrap());
    for (title, state) in [
        (format!("Rename {name}…"), "renameCompute-filled"),
        (
            format!("Change the size of {name}…"),
            "resizeCompute-filled",
        ),
        (
            format!("Change suspend timeout of {name}…"),
            "computeTimeout-filled",
        ),
        (format!("Suspend {name}…"), "suspendCompute-filled"),
        (format!("Restart {name}…"), "restartCompute-filled"),
        (format!("Disable {name}…"), "disableCompute-filled"),
        (format!("Delete {name}…"), "deleteCompute-filled"),
    ] {
        stage.dialog(&title, state).await;
    }
}

pub async fn dialogs_of_data(stage: &Stage<'_>) {
    let window = stage.window;
    stage.tab("tab=data").await;
    window.press("ledger").await;
    stage.dialog("Rename…", "renameDatabase-filled").await;
    stage.dialog("Change owner…", "databaseOwner-filled").await;
    stage
        .dialog("Delete ledger…", "deleteDatabase-filled")
        .await;
    choose(window, "New database on main…").await;
    window.fill("Name", "ledger").await;
    stage.inspect("createDatabase-filled").await;
    window.press("Create database").await;
    stage.inspect("createDatabase-refused").await;
    escape(window).await;

    window.press("reporting").await;
    stage
        .dialog("Reveal password…", "rolePassword-filled")
        .await;
    stage
        .dialog("Reset password…", "resetPassword-filled")
        .await;
    stage.dialog("Delete reporting…", "deleteRole-filled").await;
    choose(window, "New role on main…").await;
    window.fill("Name", "importer").await;
    stage.inspect("createRole-filled").await;
    window.press("Create role").await;
    window.text_of("held-notice").await;
    stage.inspect("createRole-made").await;
    window.press("Done").await;
    window.no_dialog().await;
}

pub async fn sharing(stage: &Stage<'_>) {
    let window = stage.window;
    stage.tab("tab=settings").await;
    window.sees("Shared with nobody").await;
    stage.scroll_to("Sharing").await;
    window.press("Share project…").await;
    window.fill("Email", "ana@example.com").await;
    stage.inspect("shareProject-filled").await;
    window.fill("Email", "ana").await;
    window.press("Share project").await;
    window.sees("Enter one address").await;
    stage.inspect("shareProject-refused").await;
    window.fill("Email", "ana@example.com").await;
    window.press("Share project").await;
    window.no_dialog().await;
    window.press("ana@example.com").await;
    window.press("Actions for ana@example.com").await;
    window.press("Stop sharing…").await;
    window.sees_dialog().await;
    stage.inspect("stopSharing-filled").await;
    escape(window).await;
    stage.scroll_to("Sharing").await;
    stage.inspect("project-shared").await;
}
