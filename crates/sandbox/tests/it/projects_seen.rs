//! Which key sees and does what with projects.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::TestSandbox;
use crate::support::management::Management;
use crate::support::test_sandbox::text;

async fn ids(api: &Management, path: &str) -> Vec<String> {
    let reply = api.get(path).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let listed = reply.json();
    let projects = listed["projects"].as_array().unwrap();
    projects
        .iter()
        .map(|it| text(it, "id").to_owned())
        .collect()
}

async fn created(api: &Management, project: Value) -> Value {
    let reply = api.post("/projects", &json!({ "project": project })).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()["project"].clone()
}

#[tokio::test]
async fn organization_and_project_keys_keep_to_their_own() {
    let sandbox = TestSandbox::without_servers().await;
    let ada = sandbox.person("ada").await;
    let bob = sandbox.person("bob").await;
    let keys = format!("/organizations/{}/api_keys", ada.organization);
    let made = ada.caller.post(&keys, &json!({"key_name": "all"})).await;
    let organization = Management::with(&sandbox, text(&made.json(), "key"));
    let project = created(&organization, json!({"name": "Ours"})).await;
    let id = text(&project, "id").to_owned();
    assert_eq!(project["org_id"], ada.organization.as_str());
    assert_eq!(ids(&organization, "/projects").await, [id.as_str()]);
    assert_eq!(ids(&ada.caller, "/projects").await, [id.as_str()]);
    let foreign = json!({"project": {"org_id": bob.organization}});
    assert_eq!(organization.post("/projects", &foreign).await.status, 404);
    let regions = organization.get("/regions").await;
    assert_eq!(regions.status, 404);
    assert_eq!(
        regions.json()["message"],
        "not allowed for organization API keys"
    );
    assert_eq!(organization.get("/projects/shared").await.status, 404);
    sandbox.wait_for_operations().await;

    let scoped = json!({"key_name": "one", "project_id": id});
    let made = ada.caller.post(&keys, &scoped).await;
    let one = Management::with(&sandbox, text(&made.json(), "key"));
    assert_eq!(ids(&one, "/projects").await, [id.as_str()]);
    assert_eq!(one.get(&format!("/projects/{id}")).await.status, 200);
    let out = format!(
        "not allowed to perform actions outside the project this key is scoped to; subject_project_id:\"{id}\""
    );
    let refused = [
        one.post("/projects", &json!({"project": {}})).await,
        one.delete(&format!("/projects/{id}")).await,
        one.post(&format!("/projects/{id}/recover"), &json!({}))
            .await,
        one.get("/projects/other-one-00000000").await,
        one.get("/consumption_history/projects?granularity=daily")
            .await,
    ];
    for reply in refused {
        assert_eq!(reply.status, 404);
        assert_eq!(reply.json()["message"], out.as_str());
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn the_key_of_a_project_that_is_gone_for_good_opens_nothing() {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    let sandbox = TestSandbox::without_servers().await;
    let ada = sandbox.person("ada").await;
    let id = text(&created(&ada.caller, json!({})).await, "id").to_owned();
    sandbox.wait_for_operations().await;
    let keys = format!("/organizations/{}/api_keys", ada.organization);
    let scoped = json!({"key_name": "one", "project_id": id});
    let (_, token) = ada.caller.makes_key(&keys, &scoped).await;
    let one = Management::with(&sandbox, &token);
    assert_eq!(ids(&one, "/projects").await, [id.as_str()]);
    assert_eq!(
        ada.caller.delete(&format!("/projects/{id}")).await.status,
        200
    );
    sandbox.wait_for_operations().await;
    assert_eq!(one.get("/projects").await.status, 200);
    // A week in which it can be recovered, and a day in which its operations can be read.
    for _ in 0..9 {
        sandbox.advance(DAY).await;
        sandbox.wait_for_operations().await;
    }
    let refused = one.get("/projects").await;
    assert_eq!(refused.status, 401, "{}", refused.body);
    sandbox.stop().await;
}

#[tokio::test]
async fn a_shared_project_is_in_a_list_of_its_own_and_stays_its_owners() {
    let sandbox = TestSandbox::without_servers().await;
    let ada = sandbox.person("ada").await;
    let bob = sandbox.person("bob").await;
    let id = text(&created(&ada.caller, json!({})).await, "id").to_owned();
    let path = format!("/projects/{id}");
    assert_eq!(bob.caller.get(&path).await.status, 404);
    let share = format!("/sandbox/projects/{id}/share");
    let guest = json!({"user_id": bob.id}).to_string();
    assert_eq!(sandbox.admin("POST", &share, &guest).await.status, 204);
    sandbox.wait_for_operations().await;
    assert_eq!(ids(&bob.caller, "/projects/shared").await, [id.as_str()]);
    assert!(ids(&bob.caller, "/projects").await.is_empty());
    assert!(ids(&ada.caller, "/projects/shared").await.is_empty());
    let named = json!({"project": {"name": "By a guest"}});
    assert_eq!(bob.caller.patch(&path, &named).await.status, 200);
    assert_eq!(bob.caller.delete(&path).await.status, 403);
    assert_eq!(ada.caller.delete(&path).await.status, 200);
    sandbox.wait_for_operations().await;
    assert!(ids(&bob.caller, "/projects/shared").await.is_empty());
    let recover = format!("{path}/recover");
    assert_eq!(bob.caller.post(&recover, &json!({})).await.status, 404);
    assert_eq!(ada.caller.post(&recover, &json!({})).await.status, 200);
    sandbox.stop().await;
}

#[tokio::test]
async fn a_project_at_work_is_not_deleted() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.operation_pace = Duration::from_secs(3600);
    })
    .await;
    let api = Management::of(&sandbox);
    let id = text(&created(&api, json!({})).await, "id").to_owned();
    let path = format!("/projects/{id}");
    let reply = api.delete(&path).await;
    assert_eq!(reply.status, 423);
    assert_eq!(
        reply.json()["message"],
        "project already has running conflicting operations, scheduling of new ones is prohibited"
    );
    let named = json!({"project": {"name": "No conflict", "history_retention_seconds": 1}});
    assert_eq!(api.patch(&path, &named).await.status, 200);
    sandbox.stop().await;
}
