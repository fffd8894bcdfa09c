//! The app is killed in the middle of a rotation, and opened again: it ends by itself, with one working key.

use sandbox::Fault;
use serde_json::json;

use super::{PERSONAL, answers, listed, names, plan_rotation, replacement_key, stored_keys};
use crate::accounts::{Platform, account};
use crate::projects::{ACCOUNT, connected};

/// Longer than any test waits.
const NEVER: u64 = 600_000;

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_the_new_key_is_made_it_ends_after_a_restart() {
    // The key is made, and its token is lost with the app.
    killed_at("POST", "key-crash-made", 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_the_former_key_is_revoked_it_ends_after_a_restart() {
    killed_at("DELETE", "key-crash-revoked", 1).await;
}

/// Kills the app while the platform takes its time with this, and opens it again. So many keys were made in the end.
async fn killed_at(method: &str, name: &str, made: i64) {
    let platform = Platform::start(false).await;
    platform.project("Mill").await;
    let (mut desktop, window, _) = connected(name, &platform).await;
    window.sees("Mill").await;
    let old_key = stored_keys(&desktop).remove(0);
    let before = number_of(&platform, "laptop").await;
    window.go("#/keys").await;
    plan_rotation(&window, "laptop").await;
    window.fill("New key name", "desk").await;
    let slow = Fault {
        method: Some(method.to_owned()),
        times: Some(1),
        delay_ms: Some(NEVER),
        ..Fault::on("/api/v2/**")
    };
    platform.running.inject_fault(slow).unwrap();
    window.press("Rotate key").await;
    let there: &[&str] = match method {
        "POST" => &["desk", "laptop"],
        _ => &["desk"],
    };
    window
        .until("the platform has done it", || async {
            names(&platform, PERSONAL).await == there
        })
        .await;
    window.sees(&format!("Rotating the key of {ACCOUNT}")).await;
    desktop.kill(window).await;
    assert_eq!(names(&platform, PERSONAL).await, there);
    platform.running.clear_faults();

    let window = desktop.open().await;
    window.sees("1 project").await;
    window.go("#/keys").await;
    window
        .until("the rotation has ended", || async {
            let all = window.command("rotation_list", json!({})).await;
            all.is_ok_and(|all| all[0]["step"] == "done")
        })
        .await;
    window.sees(&format!("{ACCOUNT} has a new key")).await;
    window.press("Dismiss").await;
    window
        .no_longer_sees(&format!("{ACCOUNT} has a new key"))
        .await;

    // One key, which works, and the app has it.
    let newer = replacement_key(&window, &desktop, &old_key).await;
    assert_eq!(answers(&platform, &newer).await, 200);
    assert_eq!(answers(&platform, &old_key).await, 401);
    assert_eq!(names(&platform, PERSONAL).await, ["desk"]);
    assert_eq!(listed(&platform, PERSONAL).await.len(), 1);
    assert_eq!(number_of(&platform, "desk").await - before, made);
    assert_eq!(account(&window, ACCOUNT).await["state"], "ready");
    window.go("#/projects").await;
    window.press("New project…").await;
    window.fill("Name optional", "Silo").await;
    window.press("Create project").await;
    window
        .until("the account has made a project", || async {
            platform.projects().await == ["Mill", "Silo"]
        })
        .await;
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// The platform numbers keys in the order in which they are made.
async fn number_of(platform: &Platform, name: &str) -> i64 {
    let all = listed(platform, PERSONAL).await;
    let key = all.iter().find(|key| key["name"] == name).unwrap();
    key["id"].as_i64().unwrap()
}
