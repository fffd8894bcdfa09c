use chrono::{TimeDelta, Utc};
use serde_json::json;

use super::account_screens::AccountScreens;
use super::checks::{choose, escape, scroll_to};
use super::projects::tick;
use super::schemas::run;

pub async fn tabs(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.finished(&screens.project).await;
    let import = screens
        .create_branch(json!({ "name": "import", "compute": {} }))
        .await;
    screens.tab("tab=overview").await;
    window.sees("Usage this period").await;
    window.no_longer_sees("Busy").await;
    screens.inspect("project-usable").await;
    let end = Utc::now() + TimeDelta::days(3);
    screens
        .create_branch(json!({
            "name": "preview/pr-42",
            "expiresAt": end.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        }))
        .await;
    screens
        .create_branch(json!({ "name": "preview/pr-42-schema", "parentId": import }))
        .await;
    let update = json!({
        "projectId": screens.project, "branchId": screens.branch, "update": { "protected": true },
    });
    screens.ask("branch_update", update).await;
    let role = json!({
        "projectId": screens.project, "branchId": screens.branch, "name": "reporting", "noLogin": false,
    });
    screens.ask("role_create", role).await;
    screens.finished(&screens.project).await;
    screens.create_database("ledger").await;
    window.reload().await;

    for (tab, text) in [
        ("overview", "Recent operations"),
        ("branches", "preview/pr-42-schema"),
        ("computes", "import"),
        ("data", "ledger"),
        ("history", "Create branch"),
        ("settings", "Danger zone"),
    ] {
        screens.tab(&format!("tab={tab}")).await;
        if tab != "settings" {
            window.sees(text).await;
        }
        screens.inspect(&format!("project-{tab}")).await;
    }
    screens.tab("tab=overview").await;
    window.sees("Recent operations").await;
    window.press("Code").await;
    window.press("Driver or framework").await;
    window.fill("Driver or framework", "serverless").await;
    window.press("Serverless (WebSocket)").await;
    window.press("How to run it").await;
    window.sees("neonConfig.wsProxy = ").await;
    screens.inspect("project-code").await;
    window.press("URL").await;
    window.press("All fields").await;
    window.sees("Provisioner").await;
    scroll_to(window, "All fields").await;
    screens.inspect("project-fields").await;
    window.press("More ways to use shop-prod / main").await;
    window.press("Copy code for JavaScript").await;
    window.sees("node-postgres").await;
    for closed in ["node-postgres", "Copy code for JavaScript"] {
        window.key("\u{e00c}").await;
        window.no_longer_sees(closed).await;
    }
    window.press("More ways to use shop-prod / main").await;
    window.press("Open psql with arguments…").await;
    window.sees_dialog().await;
    screens.inspect("psqlWith-filled").await;
    escape(window).await;
    window.press("Write to .env…").await;
    window.field("Folder or env file").await;
    screens.inspect("writeConnection-fields").await;
    escape(window).await;
}

/// What can be done with many branches or computes at once.
pub async fn selected(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.tab("tab=branches").await;
    for name in ["import", "preview/pr-42"] {
        tick(screens, name).await;
    }
    window.sees("2 selected").await;
    screens.inspect("project-branches-selected").await;
    window.press("Change").await;
    window.press("Set expiration…").await;
    window.sees_dialog().await;
    screens.inspect("expireBranches-filled").await;
    window.press("Review changes").await;
    window.sees("Takes").await;
    screens.inspect("planBulk-expiry").await;
    escape(window).await;
    window.press("Clear").await;
    screens.tab("tab=computes").await;
    tick(screens, "import").await;
    window.sees("1 selected").await;
    screens.inspect("project-computes-selected").await;
    window.press("Clear").await;
}

pub async fn dialogs_of_branches(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.tab("tab=branches").await;
    window.press("preview/pr-42").await;
    window.sees("Origin").await;
    screens.inspect("project-branch").await;
    for (title, state) in [
        ("Rename preview/pr-42…", "renameBranch-filled"),
        ("Set expiration of preview/pr-42…", "branchExpiry-filled"),
        ("Restore preview/pr-42…", "restoreBranch-filled"),
        ("Reset preview/pr-42 from parent…", "resetBranch-filled"),
        ("Delete preview/pr-42…", "deleteBranch-filled"),
        ("New compute for preview/pr-42…", "createCompute-filled"),
    ] {
        screens.dialog(title, state).await;
    }
    window.press("import").await;
    screens
        .dialog("Make import the default…", "defaultBranch-filled")
        .await;
    screens
        .dialog("Delete import…", "deleteBranch-children")
        .await;

    choose(window, "New branch…").await;
    window.sees_dialog().await;
    screens.inspect("createBranch-filled").await;
    escape(window).await;
    choose(window, "New branch…").await;
    window.fill("Name optional", "import").await;
    window.press("Create branch").await;
    window.sees("Already exists.").await;
    screens.inspect("createBranch-refused").await;
    escape(window).await;
}

pub async fn dialogs_of_computes(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.tab("tab=computes").await;
    window.press("import").await;
    window.sees("Direct host").await;
    screens.inspect("project-compute").await;
    let computes = screens
        .ask("compute_list", json!({ "projectId": screens.project }))
        .await;
    let import = computes
        .as_array()
        .unwrap()
        .iter()
        .find(|each| each["branchId"] != json!(screens.branch))
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
        screens.dialog(&title, state).await;
    }
    read_only_compute(screens).await;
}

/// One that follows its branch, and how far it is behind. It is gone afterwards.
async fn read_only_compute(screens: &AccountScreens<'_>) {
    let window = screens.window;
    // The lag is asked of its servers.
    let edit =
        json!({ "id": screens.account, "edit": { "caFile": screens.platform.running.ca_file } });
    window.command("account_edit", edit).await.unwrap();
    let create = json!({ "branchId": screens.branch, "readOnly": true, "name": "reports" });
    let request = json!({ "projectId": screens.project, "create": create });
    let made = screens.ask("compute_create", request).await;
    window.sees("reports").await;
    let compute = made["item"]["id"].as_str().unwrap();
    let line = format!("Read-only · reports · {compute}");
    window.press(&line).await;
    window.press("Check lag of reports").await;
    window.sees("Up to date").await;
    screens.finished(&screens.project).await;
    let awake = "return [...document.querySelectorAll('[role=row]')]
        .some(row => row.innerText.includes('reports') && row.innerText.includes('Active'))";
    window
        .until("it is said to be awake", || async {
            window.script(awake, Vec::new()).await == true
        })
        .await;
    window.no_longer_sees("Busy").await;
    screens.inspect("project-replica").await;
    // Its detail would stay open, as it isn't deleted by the window.
    screens.tab("tab=overview").await;
    window.sees("Usage this period").await;
    let request = json!({ "projectId": screens.project, "computeId": compute });
    screens.ask("compute_delete", request).await;
    screens.tab("tab=computes").await;
    window.sees("2 computes").await;
    window.no_longer_sees("reports").await;
}

/// Which tables would have other rows. The account knows the CA of its servers.
pub async fn preview(screens: &AccountScreens<'_>) {
    let window = screens.window;
    let fill = "INSERT INTO orders SELECT n, 'Ada' FROM generate_series(1, 1250) n;
        INSERT INTO customers VALUES ('ada@example.com', 'Ada')";
    run(screens, &screens.branch, fill).await;
    screens.tab("tab=branches").await;
    window.press("import").await;
    choose(window, "Restore import…").await;
    window.press("import at an earlier point").await;
    let options = "return document.querySelector('[role=option]') !== null";
    window
        .until("the branches are offered", || async {
            window.script(options, Vec::new()).await == true
        })
        .await;
    for key in ["m", "\u{e007}"] {
        window.key(key).await;
    }
    window.press("Current data").await;
    window.press("Preview").await;
    window.text_of("restore-preview").await;
    screens.finished(&screens.project).await;
    window.no_longer_sees("Busy").await;
    scroll_to(window, "svcdb").await;
    screens.inspect("restoreBranch-preview").await;
    escape(window).await;
}

pub async fn dialogs_of_data(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.tab("tab=data").await;
    window.press("ledger").await;
    screens.dialog("Rename…", "renameDatabase-filled").await;
    screens
        .dialog("Change owner…", "databaseOwner-filled")
        .await;
    screens
        .dialog("Delete ledger…", "deleteDatabase-filled")
        .await;
    choose(window, "New database on main…").await;
    window.fill("Name", "ledger").await;
    screens.inspect("createDatabase-filled").await;
    window.press("Create database").await;
    screens.inspect("createDatabase-refused").await;
    escape(window).await;

    window.press("reporting").await;
    screens
        .dialog("Reveal password…", "rolePassword-filled")
        .await;
    screens
        .dialog("Reset password…", "resetPassword-filled")
        .await;
    screens
        .dialog("Delete reporting…", "deleteRole-filled")
        .await;
    choose(window, "New role on main…").await;
    window.fill("Name", "importer").await;
    screens.inspect("createRole-filled").await;
    window.press("Create role").await;
    window.text_of("secret-notice").await;
    screens.inspect("createRole-made").await;
    window.press("Done").await;
    window.no_dialog().await;
}

pub async fn sharing(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.tab("tab=settings").await;
    window.sees("Not shared with anyone").await;
    scroll_to(window, "Sharing").await;
    window.press("Share project…").await;
    window.fill("Email", "ana@example.com").await;
    screens.inspect("grantPermission-filled").await;
    window.fill("Email", "ana").await;
    window.press("Share project").await;
    window.sees("Enter one address").await;
    screens.inspect("grantPermission-refused").await;
    window.fill("Email", "ana@example.com").await;
    window.press("Share project").await;
    window.no_dialog().await;
    window.press("ana@example.com").await;
    window.press("Actions for ana@example.com").await;
    window.press("Stop sharing…").await;
    window.sees_dialog().await;
    screens.inspect("revokePermission-filled").await;
    escape(window).await;
    scroll_to(window, "Sharing").await;
    screens.inspect("project-shared").await;
}
