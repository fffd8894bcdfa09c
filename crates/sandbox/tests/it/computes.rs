//! Computes over HTTP, without servers.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::TestSandbox;
use crate::support::test_project::{TestProject, error, id, steps};

#[tokio::test]
async fn a_compute_shows_what_people_connect_with() {
    let fixture = TestProject::without_servers().await;
    let all = fixture.get("/endpoints").await.json();
    let found = &all["endpoints"][0];
    assert_eq!(all["endpoints"].as_array().unwrap().len(), 1);
    assert_eq!(found["id"], fixture.endpoint.as_str());
    assert_eq!(found["branch_id"], fixture.branch.as_str());
    assert_eq!(found["project_id"], fixture.project.as_str());
    assert_eq!(found["type"], "read_write");
    let port = found["port"].as_u64().unwrap();
    let host = format!("localhost:{port}");
    assert_eq!(found["host"], host.as_str());
    assert_eq!(found["proxy_host"], "localhost");
    assert_eq!(
        found["hosts"],
        json!({"read_write_host": host, "read_write_pooled_host": host})
    );
    assert_eq!(found["region_id"], "us-east-2");
    assert_eq!(found["autoscaling_limit_min_cu"], 0.25);
    assert_eq!(found["suspend_timeout_seconds"], 0);
    assert_eq!(found["settings"], json!({"pg_settings": {}}));
    assert_eq!(found["pooler_enabled"], false);
    assert_eq!(found["pooler_mode"], "transaction");
    assert_eq!(found["disabled"], false);
    assert_eq!(found["passwordless_access"], true);
    assert_eq!(found["current_state"], "active");
    assert_eq!(found.get("pending_state"), None);
    assert!(found["started_at"].is_string() && found["last_active"].is_string());
    assert_eq!(found.get("suspended_at"), None);
    let of_branch = format!("/branches/{}/endpoints", fixture.branch);
    assert_eq!(fixture.get(&of_branch).await.json(), all);
    let one = fixture
        .get(&format!("/endpoints/{}", fixture.endpoint))
        .await;
    assert_eq!(&one.json()["endpoint"], found);
    for missing in [
        "/endpoints/ep-no-such-a1b2c3d4",
        "/branches/br-no-such-a1b2c3d4/endpoints",
    ] {
        assert_eq!(fixture.get(missing).await.status, 404);
    }
    // Some bytes of an address are no text that a person can type.
    for odd in ["%C2%84", "%00", "%20", "..%2F.."] {
        for kind in ["endpoints", "branches"] {
            let reply = fixture.delete(&format!("/{kind}/{odd}")).await;
            assert_eq!(reply.status, 404, "{kind} {odd}: {}", reply.body);
        }
    }
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_branch_has_one_compute_that_writes_at_most() {
    let fixture = TestProject::without_servers().await;
    let wanted = |branch: &str, more: Value| {
        let mut endpoint = json!({"branch_id": branch, "type": "read_write"});
        let fields = endpoint.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        json!({ "endpoint": endpoint })
    };
    let second = fixture
        .post("/endpoints", &wanted(&fixture.branch, json!({})))
        .await;
    let refusal = (
        409,
        String::new(),
        "read_write endpoint already exists".into(),
    );
    assert_eq!(error(&second), refusal);
    let nowhere = wanted("br-no-such-a1b2c3d4", json!({}));
    let nowhere = fixture.post("/endpoints", &nowhere).await;
    assert_eq!(
        error(&nowhere),
        (404, String::new(), "branch not found".into())
    );

    let reply = fixture.post("/branches", &json!({"endpoints": []})).await;
    let bare = id(&fixture.done(201, reply).await["branch"]);
    for bad in [
        json!({"name": ""}),
        json!({"name": "x".repeat(65)}),
        json!({"region_id": "eastus2"}),
        json!({"settings": {}}),
        json!({"suspend_timeout_seconds": 604_801}),
        json!({"autoscaling_limit_min_cu": 0}),
    ] {
        let reply = fixture
            .post("/endpoints", &wanted(&bare, bad.clone()))
            .await;
        assert_eq!(reply.status, 400, "{bad}: {}", reply.body);
    }
    let body = wanted(
        &bare,
        json!({"name": "main", "autoscaling_limit_min_cu": 2}),
    );
    let reply = fixture.post("/endpoints", &body).await;
    let made = fixture.done(201, reply).await;
    assert_eq!(steps(&made), ["start_compute running"]);
    assert_eq!(made["endpoint"]["name"], "main");
    assert_eq!(made["endpoint"]["current_state"], "init");
    assert_eq!(made["endpoint"]["pending_state"], "active");
    assert_eq!(made["endpoint"]["autoscaling_limit_max_cu"], 2.0);
    assert_eq!(fixture.state(&id(&made["endpoint"])).await, "active");
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_compute_is_started_suspended_and_restarted() {
    let fixture = TestProject::without_servers().await;
    let path = format!("/endpoints/{}", fixture.endpoint);
    let act = async |action: &str| {
        let reply = fixture.post(&format!("{path}/{action}"), &json!({})).await;
        fixture.done(200, reply).await
    };
    assert_eq!(act("start").await["operations"], json!([]), "it runs");
    let restarted = act("restart").await;
    assert_eq!(
        steps(&restarted),
        ["suspend_compute running", "start_compute scheduling"]
    );
    assert_eq!(restarted["endpoint"]["pending_state"], "idle");
    assert_eq!(fixture.state(&fixture.endpoint).await, "active");
    let suspended = act("suspend").await;
    assert_eq!(steps(&suspended), ["suspend_compute running"]);
    assert_eq!(suspended["endpoint"]["pending_state"], "idle");
    assert_eq!(fixture.state(&fixture.endpoint).await, "idle");
    let found = fixture.get(&path).await.json();
    assert!(found["endpoint"]["suspended_at"].is_string());
    assert_eq!(
        act("suspend").await["operations"],
        json!([]),
        "it is suspended"
    );
    let started = act("start").await;
    assert_eq!(steps(&started), ["start_compute running"]);
    assert_eq!(started["endpoint"]["pending_state"], "active");
    assert_eq!(fixture.state(&fixture.endpoint).await, "active");
    let missing = "/endpoints/ep-no-such-a1b2c3d4/start";
    assert_eq!(fixture.post(missing, &json!({})).await.status, 404);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn starting_the_compute_of_an_archived_branch_brings_the_branch_back() {
    let fixture = TestProject::without_servers().await;
    let old = json!({"branch": {"name": "old", "archived": true}});
    let old = fixture.post("/branches", &old).await;
    let old = id(&fixture.done(201, old).await["branch"]);
    let endpoint = json!({"endpoint": {"branch_id": old, "type": "read_write"}});
    let made = fixture.post("/endpoints", &endpoint).await;
    let made = fixture.done(201, made).await;
    assert_eq!(
        steps(&made),
        ["timeline_unarchive running", "start_compute scheduling"]
    );
    assert_eq!(fixture.branch_record(&old).await["current_state"], "ready");
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_compute_is_changed() {
    let fixture = TestProject::without_servers().await;
    let path = format!("/endpoints/{}", fixture.endpoint);
    let edit = async |endpoint: Value| {
        let reply = fixture.patch(&path, &json!({ "endpoint": endpoint })).await;
        fixture.done(200, reply).await
    };
    assert_eq!(edit(json!({})).await["operations"], json!([]));
    let named = edit(json!({"name": "fast"})).await;
    assert_eq!(named["endpoint"]["name"], "fast");
    assert_eq!(named["operations"], json!([]));
    let sized = edit(json!({"autoscaling_limit_min_cu": 1, "autoscaling_limit_max_cu": 2})).await;
    assert_eq!(steps(&sized), ["apply_config running"]);
    assert_eq!(
        sized["operations"][0]["endpoint_id"],
        fixture.endpoint.as_str()
    );
    assert_eq!(sized["endpoint"]["autoscaling_limit_min_cu"], 1.0);
    let settings = json!({"settings": {"pg_settings": {}}});
    let set = edit(settings.clone()).await;
    assert_eq!(set["endpoint"]["settings"], settings["settings"]);
    let other = json!({"endpoint": {"settings": {"pg_settings": {"work_mem": "8MB"}}}});
    let refused = fixture.patch(&path, &other).await;
    assert_eq!(refused.status, 422, "what is not followed is not taken");
    assert_eq!(
        refused.json()["message"],
        "pg_settings can't be changed in the sandbox; setting_name:\"work_mem\""
    );
    for bad in [
        json!({"autoscaling_limit_min_cu": 3}),
        json!({"autoscaling_limit_max_cu": 0.1}),
        json!({"settings": {}}),
        json!({"suspend_timeout_seconds": 1}),
        json!({"suspend_timeout_seconds": -2}),
        json!({"name": ""}),
        json!({"branch_id": "br-no-such-a1b2c3d4"}),
    ] {
        let reply = fixture.patch(&path, &json!({"endpoint": bad})).await;
        assert_eq!(reply.status, 400, "{bad}: {}", reply.body);
    }
    let disabled = edit(json!({"disabled": true})).await;
    assert_eq!(steps(&disabled), ["suspend_compute running"]);
    assert_eq!(disabled["endpoint"]["disabled"], true);
    let refused = fixture.post(&format!("{path}/start"), &json!({})).await;
    assert_eq!(
        error(&refused),
        (422, String::new(), "endpoint is disabled".into())
    );
    let enabled = edit(json!({"disabled": false})).await;
    assert_eq!(steps(&enabled), ["apply_config running"]);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_deleted_compute_is_gone() {
    let fixture = TestProject::without_servers().await;
    let path = format!("/endpoints/{}", fixture.endpoint);
    let reply = fixture.delete(&path).await;
    let deleted = fixture.done(200, reply).await;
    assert_eq!(steps(&deleted), ["suspend_compute running"]);
    assert_eq!(deleted["endpoint"]["id"], fixture.endpoint.as_str());
    assert_eq!(fixture.get(&path).await.status, 404);
    assert_eq!(fixture.delete(&path).await.status, 204);
    assert_eq!(
        fixture.get("/endpoints").await.json(),
        json!({"endpoints": []})
    );
    let again = json!({"endpoint": {"branch_id": fixture.branch, "type": "read_write"}});
    let again = fixture.post("/endpoints", &again).await;
    assert_ne!(
        id(&fixture.done(201, again).await["endpoint"]),
        fixture.endpoint
    );
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn nothing_is_suspended_while_something_else_is_under_way() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.operation_pace = Duration::from_secs(60);
    })
    .await;
    let api = crate::support::management::Management::of(&sandbox);
    let made = api.post("/projects", &json!({"project": {}})).await.json();
    let path = format!(
        "/projects/{}/endpoints/{}/suspend",
        id(&made["project"]),
        id(&made["endpoints"][0])
    );
    assert_eq!(api.post(&path, &json!({})).await.status, 423);
    sandbox.stop().await;
}
