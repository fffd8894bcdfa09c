//! Every action and every status of an operation that the specification names.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::test_project::{TestProject, error, id};
use crate::support::test_sandbox::text;
use crate::support::{TestSandbox, until};

const DAY: Duration = Duration::from_secs(86_400);

async fn begin(fixture: &TestProject, body: &Value) -> crate::support::Reply {
    let path = format!("/sandbox/projects/{}/operations", fixture.project);
    fixture
        .sandbox
        .admin("POST", &path, &body.to_string())
        .await
}

#[tokio::test]
async fn every_action_takes_place() {
    let fixture = TestProject::without_servers().await;
    let child = fixture.branch("child").await;
    let owner = text(&fixture.made["roles"][0], "name");
    let database = json!({"database": {"name": "more", "owner_name": owner}});
    let databases = format!("/branches/{}/databases", fixture.branch);
    let reply = fixture.post(&databases, &database).await;
    fixture.done(201, reply).await;
    let window = json!({"project": {"history_retention_seconds": 3600}});
    let reply = fixture.patch("", &window).await;
    fixture.done(200, reply).await;
    for endpoint in [&fixture.endpoint, &id(&child["endpoints"][0])] {
        let path = format!("/endpoints/{endpoint}/suspend");
        let reply = fixture.post(&path, &json!({})).await;
        fixture.done(200, reply).await;
    }
    let branch = id(&child["branch"]);
    for (action, branch) in [
        ("check_availability", None),
        ("timeline_archive", Some(&branch)),
        ("timeline_unarchive", Some(&branch)),
        ("tenant_detach", None),
        ("tenant_reattach", None),
        ("timeline_update_protected_config", Some(&branch)),
    ] {
        let mut body = json!({ "action": action });
        if let Some(branch) = branch {
            body["branch_id"] = branch.as_str().into();
        }
        let reply = begin(&fixture, &body).await;
        let begun = fixture.done(201, reply).await;
        assert_eq!(begun["operations"][0]["status"], "scheduling");
    }
    let reply = fixture.delete("").await;
    fixture.done(200, reply).await;
    let reply = fixture.post("/recover", &json!({})).await;
    fixture.done(200, reply).await;
    let reply = fixture.delete("").await;
    fixture.done(200, reply).await;
    fixture.sandbox.advance(DAY * 7).await;
    fixture.wait_for_operations().await;

    let list = fixture.get("/operations?limit=1000").await.json();
    let all = list["operations"].as_array().unwrap();
    let seen: BTreeSet<&str> = all.iter().map(|it| text(it, "action")).collect();
    for action in [
        "apply_config",
        "apply_storage_config",
        "check_availability",
        "create_branch",
        "create_timeline",
        "delete_tenant",
        "start_compute",
        "suspend_compute",
        "tenant_attach",
        "tenant_detach",
        "tenant_reattach",
        "timeline_archive",
        "timeline_unarchive",
    ] {
        assert!(seen.contains(action), "{action} is not among {seen:?}");
    }
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn every_status_is_shown() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.operation_pace = Duration::from_secs(3600);
    })
    .await;
    for trouble in ["give_up", "cancel", "skip"] {
        let fault = json!({"action": "create_timeline", "times": 1, "trouble": trouble});
        sandbox.made("/sandbox/operation-faults", &fault).await;
    }
    // Each time it is tried again after longer, so that even a slow read meets it once.
    let fault = json!({"action": "start_compute", "times": 5, "trouble": "fail"});
    sandbox.made("/sandbox/operation-faults", &fault).await;
    let api = Management::of(&sandbox);
    let mut projects = Vec::new();
    for left in (1..4).rev() {
        let made = api.post("/projects", &json!({"project": {}})).await.json();
        projects.push(id(&made["project"]));
        until("its fault is taken", async || {
            sandbox.running.operation_faults().len() == left
        })
        .await;
    }
    let mut seen = BTreeSet::new();
    until("every status was there", async || {
        for project in &projects {
            let path = format!("/projects/{project}/operations");
            let list = api.get(&path).await.json();
            for it in list["operations"].as_array().unwrap() {
                seen.insert(text(it, "status").to_owned());
            }
        }
        sandbox.advance(Duration::from_secs(600)).await;
        seen.len() == 8
    })
    .await;
    let all = [
        "cancelled",
        "cancelling",
        "error",
        "failed",
        "finished",
        "running",
        "scheduling",
        "skipped",
    ];
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), all);
    sandbox.stop().await;
}

#[tokio::test]
async fn what_cannot_be_begun_is_refused() {
    let fixture = TestProject::without_servers().await;
    for (body, status) in [
        (json!({"action": "create_branch"}), 400),
        (json!({"action": "create_timeline"}), 400),
        (json!({"action": "dance"}), 400),
        (json!({"action": "delete_tenant"}), 409),
        (
            json!({"action": "delete_timeline", "branch_id": fixture.branch}),
            409,
        ),
        (
            json!({"action": "timeline_archive", "branch_id": "br-no-such-a1b2c3d4"}),
            404,
        ),
    ] {
        let reply = begin(&fixture, &body).await;
        assert_eq!(reply.status, status, "{body}: {}", reply.body);
    }
    let path = "/sandbox/projects/no-such-00000000/operations";
    let body = r#"{"action":"tenant_detach"}"#;
    let unknown = fixture.sandbox.admin("POST", path, body).await;
    assert_eq!(error(&unknown).0, 404);
    let keyless = crate::support::http::post_json(fixture.sandbox.url(), path, body).await;
    assert_eq!(keyless.status, 401);
    fixture.sandbox.stop().await;
}
