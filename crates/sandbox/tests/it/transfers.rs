//! Projects that get another owner.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::TestSandbox;
use crate::support::management::Management;
use crate::support::replies::{made, ok, refused};
use crate::support::test_sandbox::text;

async fn put(caller: &Management, path: &str, body: &Value) -> crate::support::Reply {
    caller.send("PUT", path, body.to_string().as_bytes()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_goes_to_whoever_accepts_it() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    let new = json!({"name": "app", "org_id": ana.organization});
    let (project, _) = ana.caller.makes_project(&new).await;
    let one = format!("/projects/{project}");
    let keys = format!("/organizations/{}/api_keys", ana.organization);
    let scoped = json!({"key_name": "k", "project_id": project});
    let (_, scoped) = ana.caller.makes_key(&keys, &scoped).await;
    let scoped = Management::with(&sandbox, &scoped);
    let requests = format!("{one}/transfer_requests");
    let out_of_scope = format!(
        "not allowed to perform actions outside the project this key is scoped to; subject_project_id:\"{project}\""
    );
    refused(
        &scoped.post(&requests, &json!({})).await,
        404,
        &out_of_scope,
    );
    refused(
        &ben.caller.post(&requests, &json!({})).await,
        404,
        "project not found",
    );
    for seconds in [0, -1, 31_536_001] {
        refused(
            &ana.caller
                .post(&requests, &json!({"ttl_seconds": seconds}))
                .await,
            400,
            "invalid request: ttl_seconds: must be between 1 and 31536000",
        );
    }
    let request = made(&ana.caller.post(&requests, &json!({})).await, 201);
    assert_eq!(text(&request, "project_id"), project);
    let at = |field| text(&request, field).parse::<chrono::DateTime<chrono::Utc>>();
    let valid = at("expires_at").unwrap() - at("created_at").unwrap();
    assert_eq!(valid.num_seconds(), 86_400);

    // Too late, elsewhere, and by a key that is not for it.
    let short = json!({"ttl_seconds": 60});
    let short = made(&ana.caller.post(&requests, &short).await, 201);
    sandbox.advance(Duration::from_secs(61)).await;
    let accept = |request: &Value| format!("{requests}/{}", text(request, "id"));
    let missing = "project transfer request not found";
    refused(
        &put(&ben.caller, &accept(&short), &json!({})).await,
        404,
        missing,
    );
    let unknown = format!("{requests}/00000000-0000-4000-8000-000000000000");
    refused(&put(&ben.caller, &unknown, &json!({})).await, 404, missing);
    refused(
        &put(&scoped, &accept(&request), &json!({})).await,
        404,
        &out_of_scope,
    );
    let elsewhere = json!({"org_id": ana.organization});
    refused(
        &put(&ben.caller, &accept(&request), &elsewhere).await,
        404,
        "organization not found",
    );

    let into = json!({"org_id": ben.organization});
    let done = put(&ben.caller, &accept(&request), &into).await;
    assert_eq!((done.status, done.body.as_str()), (204, ""));
    refused(&ana.caller.get(&one).await, 404, "project not found");
    let shown = ok(&ben.caller.get(&one).await);
    assert_eq!(shown["project"]["org_id"], json!(ben.organization));
    assert_eq!(scoped.get(&one).await.status, 401, "its key ended");
    refused(
        &put(&ana.caller, &accept(&request), &json!({})).await,
        404,
        missing,
    );

    // Without an organization it becomes somebody's own.
    let request = made(&ben.caller.post(&requests, &json!({})).await, 201);
    let done = ana.caller.send("PUT", &accept(&request), b"").await;
    assert_eq!(done.status, 204, "{}", done.body);
    refused(&ben.caller.get(&one).await, 404, "project not found");
    let shown = ok(&ana.caller.get(&one).await);
    assert_eq!(shown["project"]["owner_id"], json!(ana.id));
    assert_eq!(shown["project"].get("org_id"), None, "{shown}");

    // Those whom it is shared with do not give it away; its owner moves it into an organization.
    let share = json!({"email": ben.email});
    ok(&ana.caller.post(&format!("{one}/permissions"), &share).await);
    ok(&ben.caller.get(&one).await);
    refused(
        &ben.caller.post(&requests, &json!({})).await,
        403,
        "only the project's owner may transfer it",
    );
    let own = "/users/me/projects/transfer";
    let to_ben = json!({"destination_org_id": ben.organization, "project_ids": [project]});
    refused(
        &ben.caller.post(own, &to_ben).await,
        404,
        "project not found",
    );
    let to_ana = json!({"destination_org_id": ana.organization, "project_ids": [project]});
    assert_eq!(ok(&ana.caller.post(own, &to_ana).await), json!({}));
    let shown = ok(&ana.caller.get(&one).await);
    assert_eq!(shown["project"]["org_id"], json!(ana.organization));
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn projects_go_from_one_organization_to_another_together() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    let mut projects = Vec::new();
    for name in ["a", "b"] {
        let new = json!({"name": name, "org_id": ana.organization});
        projects.push(ana.caller.makes_project(&new).await.0);
    }
    let path = format!("/organizations/{}/projects/transfer", ana.organization);
    let body =
        |to: &str, projects: Value| json!({"destination_org_id": to, "project_ids": projects});
    let both = body(&ben.organization, json!(projects));
    refused(
        &ana.caller.post(&path, &both).await,
        404,
        "organization not found",
    );
    refused(
        &ben.caller.post(&path, &both).await,
        404,
        "organization not found",
    );
    sandbox.joins(&ben.organization, &ana.id, "member").await;
    sandbox.joins(&ana.organization, &ben.id, "member").await;
    refused(
        &ben.caller.post(&path, &both).await,
        403,
        "only administrators of the organization may do this",
    );
    let none = body(&ben.organization, json!([]));
    refused(
        &ana.caller.post(&path, &none).await,
        400,
        "invalid request: project_ids: must have 1 to 400 items",
    );
    let one_wrong = body(&ben.organization, json!([projects[0], "no-such-00000000"]));
    refused(
        &ana.caller.post(&path, &one_wrong).await,
        404,
        "project not found",
    );
    let organization = async |project: &String| {
        let shown = ok(&ana.caller.get(&format!("/projects/{project}")).await);
        text(&shown["project"], "org_id").to_owned()
    };
    assert_eq!(
        organization(&projects[0]).await,
        ana.organization,
        "none went"
    );
    assert_eq!(ok(&ana.caller.post(&path, &both).await), json!({}));
    for project in &projects {
        assert_eq!(organization(project).await, ben.organization);
    }
    refused(
        &ana.caller.post(&path, &both).await,
        404,
        "project not found",
    );
    sandbox.stop().await;
}
