//! The snapshots of a project, taken by hand and by a schedule, and what is done with them.

use serde_json::{Value, json};

use super::account_screens::AccountScreens;
use super::checks::{choose, escape};

pub async fn walk(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.tab("tab=snapshots").await;
    window.sees("No snapshots yet").await;
    screens.inspect("project-snapshots-none").await;
    window.press("Take snapshot…").await;
    window.sees_dialog().await;
    screens.inspect("takeSnapshot-filled").await;
    escape(window).await;
    for name in ["Before the migration to version 2", "Nightly"] {
        take(screens, name).await;
    }
    window.press("Take snapshot…").await;
    window.fill("Name optional", "Nightly").await;
    window.press("Take snapshot").await;
    window
        .sees("A snapshot with this name already exists")
        .await;
    screens.inspect("takeSnapshot-refused").await;
    escape(window).await;
    screens.inspect("project-snapshots").await;

    window.press("Nightly").await;
    screens
        .dialog("Rename Nightly…", "renameSnapshot-filled")
        .await;
    screens
        .dialog("Delete Nightly…", "deleteSnapshot-filled")
        .await;
    choose(window, "Restore Nightly…").await;
    window.sees_dialog().await;
    screens.inspect("restoreSnapshot-filled").await;
    window.press("In place of a branch").await;
    window.sees("The current data stays").await;
    screens.inspect("restoreSnapshot-replaces").await;
    escape(window).await;

    window.press("Schedule…").await;
    window.sees("No snapshots are taken automatically").await;
    screens.inspect("snapshotSchedule-empty").await;
    for _ in 0..2 {
        window.press("Add a time").await;
    }
    screens.inspect("snapshotSchedule-filled").await;
    escape(window).await;

    let all = snapshots(screens).await;
    let restore = json!({
        "projectId": screens.project, "snapshotId": all[0]["id"],
        "restore": { "name": "look", "finalize": false },
    });
    screens.ask("snapshot_restore", restore).await;
    screens.finished(&screens.project).await;
    screens.tab("tab=branches").await;
    window.press("look").await;
    window.sees("It can replace main").await;
    window.no_longer_sees("Busy").await;
    window.sees("No running tasks").await;
    screens.inspect("project-branch-restored").await;
    screens
        .dialog("Finalize restore of look…", "finalizeRestore-filled")
        .await;
}

async fn take(screens: &AccountScreens<'_>, name: &str) {
    let create = json!({
        "projectId": screens.project, "branchId": screens.branch, "create": { "name": name },
    });
    screens.ask("snapshot_create", create).await;
    screens.finished(&screens.project).await;
    screens
        .window
        .until("its size is known", || async {
            let all = snapshots(screens).await;
            all.as_array()
                .unwrap()
                .iter()
                .all(|it| it["fullSize"].is_number())
        })
        .await;
}

async fn snapshots(screens: &AccountScreens<'_>) -> Value {
    let request = json!({ "projectId": screens.project });
    screens.ask("snapshot_list", request).await
}
