//! How many temporary databases may wait to be claimed.

use std::time::Duration;

use serde_json::json;

use crate::support::management::Management;
use crate::support::test_sandbox::text;
use crate::support::{TestSandbox, http, until};

const WANTED: &str = r#"{"ref":"tests"}"#;

#[tokio::test(flavor = "multi_thread")]
async fn no_more_databases_are_made_without_a_key_than_may_be_unclaimed() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.max_unclaimed = 3;
    })
    .await;
    let many = (0..8).map(|_| sandbox.post("/api/v1/database", WANTED));
    let mut statuses: Vec<u16> = futures::future::join_all(many)
        .await
        .iter()
        .map(|reply| reply.status)
        .collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 422, 422, 422, 422, 422]);

    let refused = sandbox.post("/api/v1/database", WANTED).await;
    let body = refused.json();
    // Clients send a 429 again, which could not help.
    assert_eq!(refused.status, 422);
    assert_eq!(text(&body, "code"), "UNCLAIMED_LIMIT_EXCEEDED");
    let expected = "the limit of 3 unclaimed databases is reached";
    assert_eq!(text(&body, "message"), expected);
    for named in ["--max-unclaimed", "maxUnclaimed", "Delete"] {
        assert!(text(&body, "hint").contains(named), "{body}");
    }
    let id = "0190a5a0-7c1d-7e3f-8a1b-2c3d4e5f6a7b";
    let path = format!("/api/v1/database/{id}?referrer=tests");
    assert_eq!(http::post_json(sandbox.url(), &path, "").await.status, 422);
    // Those with a key are not counted.
    let owner = Management::of(&sandbox);
    let reply = owner.post("/projects", &json!({"project": {}})).await;
    assert_eq!(reply.status, 201, "{}", reply.body);

    let sandbox = sandbox
        .again(|config| {
            config.servers = false;
            config.max_unclaimed = 4;
        })
        .await;
    assert_eq!(sandbox.post("/api/v1/database", WANTED).await.status, 200);
    assert_eq!(sandbox.post("/api/v1/database", WANTED).await.status, 422);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_was_claimed_makes_room() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.max_unclaimed = 1;
    })
    .await;
    let made = sandbox.create().await;
    let id = text(&made, "id").to_owned();
    assert_eq!(sandbox.post("/api/v1/database", WANTED).await.status, 422);
    claim(&sandbox, &id).await;
    assert_eq!(sandbox.post("/api/v1/database", WANTED).await.status, 200);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_expired_is_gone_and_makes_room() {
    let sandbox = TestSandbox::with(|config| config.max_unclaimed = 1).await;
    let made = sandbox.create().await;
    let id = text(&made, "id").to_owned();
    assert_eq!(sandbox.post("/api/v1/database", WANTED).await.status, 422);
    sandbox.advance(Duration::from_secs(73 * 3600)).await;
    until("another one is made", async || {
        sandbox.post("/api/v1/database", WANTED).await.status == 200
    })
    .await;
    let gone = sandbox.get(&format!("/api/v1/database/{id}")).await;
    assert_eq!(text(&gone.json(), "message"), "Database not found");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_database_makes_room_and_leaves_no_data() {
    let sandbox = TestSandbox::with(|config| config.max_unclaimed = 1).await;
    let made = sandbox.create().await;
    let (id, project) = (text(&made, "id"), text(&made, "neon_project_id"));
    let path = format!("/sandbox/databases/{project}");
    let known = sandbox.admin("GET", &path, "").await;
    assert_eq!(known.json(), sandbox.record(id).await);

    let data = sandbox.folder.path().join("servers/branches");
    assert_eq!(std::fs::read_dir(&data).unwrap().count(), 1);
    assert_eq!(sandbox.admin("DELETE", &path, "").await.status, 204);
    let gone = sandbox.get(&format!("/api/v1/database/{id}")).await;
    assert_eq!(text(&gone.json(), "message"), "Database not found");
    assert_eq!(sandbox.admin("DELETE", &path, "").await.status, 404);
    assert_eq!(sandbox.admin("GET", &path, "").await.status, 404);
    assert_eq!(std::fs::read_dir(&data).unwrap().count(), 0);
    assert_eq!(sandbox.post("/api/v1/database", WANTED).await.status, 200);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_database_is_not_deleted_as_a_temporary_one() {
    let sandbox = TestSandbox::with(|config| config.servers = false).await;
    let made = sandbox.create().await;
    let path = format!("/sandbox/databases/{}", text(&made, "neon_project_id"));
    let without_key = http::send(sandbox.url(), "DELETE", &path, &[], b"").await;
    assert_eq!(without_key.status, 401, "{}", without_key.body);
    claim(&sandbox, text(&made, "id")).await;
    let refused = sandbox.admin("DELETE", &path, "").await;
    assert_eq!(refused.status, 409, "{}", refused.body);
    let record = sandbox.record(text(&made, "id")).await;
    assert_eq!(text(&record, "status"), "CLAIMED");
    sandbox.stop().await;
}

/// As a person does it on the page.
async fn claim(sandbox: &TestSandbox, id: &str) {
    let page = sandbox.get(&format!("/claim/{id}")).await.body;
    let token = between(&page, "name=\"token\" value=\"", "\"");
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let body = format!("token={token}");
    let begin = format!("/claim/{id}/begin");
    let reply = http::send(sandbox.url(), "POST", &begin, &form, body.as_bytes()).await;
    assert_eq!(reply.status, 303, "{}", reply.body);
    let page = sandbox.get(&format!("/claim/{id}")).await.body;
    let organization = between(&page, "name=\"organization\" value=\"", "\"");
    let body = format!("token={token}&organization={organization}");
    let confirm = format!("/claim/{id}/confirm");
    let reply = http::send(sandbox.url(), "POST", &confirm, &form, body.as_bytes()).await;
    assert_eq!(reply.status, 303, "{}", reply.body);
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let rest = text.split_once(before).unwrap().1;
    rest.split_once(after).unwrap().0
}
