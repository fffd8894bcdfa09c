//! People of an organization and a project that changes hands, by point and click: each ends on what the platform says.

use serde_json::{Value, json};

use super::connected;
use crate::accounts::Platform;
use crate::harness::{Desktop, Window, secrets};
use crate::keys::{dismiss_secret, organization};
use crate::screens::choose;

#[tokio::test(flavor = "multi_thread")]
async fn somebody_is_invited_becomes_an_admin_and_is_removed() {
    let platform = Platform::start(false).await;
    platform.project("Mill").await;
    administer(
        &platform,
        "/sandbox/users",
        json!({ "email": "ana@example.com", "name": "Ana" }),
    )
    .await;
    let (mut desktop, window, _) = connected("people", &platform).await;
    let (id, name) = organization(&platform).await;
    window.sees("Mill").await;
    window.go("#/keys").await;
    window.sees("laptop").await;
    window.go(&format!("#/keys?tab={id}")).await;
    window.press("Members and spending").await;
    window.sees("1 member").await;
    window.press("Invite person…").await;
    window.fill("Email", "ana@example.com").await;
    window.press("Invite person").await;
    window.no_dialog().await;
    window.sees("2 members").await;
    assert_eq!(role_of(&platform, &id, "ana@example.com").await, "member");

    window.press("ana@example.com").await;
    window.press("Actions for ana@example.com").await;
    window.press("Change role…").await;
    // The word alone is in the list behind the dialog, too.
    window
        .press("Everything, members and billing included.")
        .await;
    window.press("Change role").await;
    window.no_dialog().await;
    assert_eq!(role_of(&platform, &id, "ana@example.com").await, "admin");
    window.press("Actions for ana@example.com").await;
    window.press("Remove…").await;
    window
        .sees(&format!("ana@example.com loses access to {name}"))
        .await;
    window.press("Remove member").await;
    window.sees("1 member").await;
    assert_eq!(
        role_of(&platform, &id, "ana@example.com").await,
        Value::Null
    );

    window.press("Spending").await;
    window.press("Set limit…").await;
    window.fill("Amount in USD", "49.90").await;
    window.press("Set spending limit").await;
    window.sees("$49.90").await;
    let path = format!("/organizations/{id}/billing/spending_limit");
    let limit = platform.send("GET", &path, Value::Null).await.json();
    assert_eq!(limit["spending_limit_cents"], 4990);
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_is_offered_by_a_code_that_is_shown_once_and_taken_by_it() {
    let platform = Platform::start(false).await;
    platform.project("Mill").await;
    let (mut desktop, window, account) = connected("transfer", &platform).await;
    let (id, _) = organization(&platform).await;
    window.sees("Mill").await;
    let list =
        json!({ "accountId": account, "scope": "own", "organizationId": null, "cursor": null });
    let page = window.command("project_page", list).await.unwrap();
    let project = page["items"][0]["id"].as_str().unwrap().to_owned();
    window.go_to_project(&account, &project, "settings").await;
    window.press("Transfer to another account…").await;
    window.press("Create transfer link").await;
    window.sees("How to take over Mill").await;
    let code = code_of(&window, &desktop, &project).await;
    assert!(!window.page().await.contains(&code));
    dismiss_secret(&window).await;

    // Into an organization of the same account.
    choose(&window, "Accept transferred project…").await;
    window.fill("Transfer link or code", &code).await;
    window.press("Organization").await;
    window.press(&id).await;
    window.press("Accept project").await;
    window.sees("Project accepted").await;
    let path = format!("/projects/{project}");
    let seen = platform.send("GET", &path, Value::Null).await.json();
    assert_eq!(seen["project"]["org_id"], json!(id));
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Waits until the code of a project is on the clipboard, and gives it.
async fn code_of(window: &Window, desktop: &Desktop, project: &str) -> String {
    let begin = format!("{project}/");
    window
        .until("the code is on the clipboard", || async {
            desktop.clipboard().starts_with(&begin)
        })
        .await;
    let code = desktop.clipboard();
    secrets::note(code.strip_prefix(&begin).unwrap());
    code
}

async fn role_of(platform: &Platform, organization: &str, email: &str) -> Value {
    let path = format!("/organizations/{organization}/members");
    let all = platform.send("GET", &path, Value::Null).await.json();
    let members = all["members"].as_array().unwrap();
    let found = members.iter().find(|it| it["user"]["email"] == email);
    found.map_or(Value::Null, |it| it["member"]["role"].clone())
}

/// What whoever runs the platform does.
pub async fn administer(platform: &Platform, path: &str, body: Value) {
    let running = &platform.running;
    let key = format!("Bearer {}", running.admin_key);
    let headers = [
        ("authorization", key.as_str()),
        ("content-type", "application/json"),
    ];
    let reply = testkit::http::send(
        &running.instant_url,
        "POST",
        path,
        &headers,
        body.to_string(),
    );
    let reply = reply.await;
    assert!((200..300).contains(&reply.status), "{path}: {}", reply.body);
}
