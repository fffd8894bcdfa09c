//! What time does by itself, by a clock that is moved.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::test_project::{TestProject, id, steps};
use crate::support::test_sandbox::text;
use crate::support::{TestSandbox, sql, until};

const DAY: Duration = Duration::from_secs(86_400);

/// Moves the clock; what that sets going has ended when this returns.
async fn days(fixture: &TestProject, count: u32) {
    fixture.sandbox.advance(DAY * count).await;
    let settled = fixture
        .sandbox
        .running
        .settled(Duration::from_secs(60))
        .await;
    assert!(settled, "an operation never ended");
}

/// `action status` of all operations of the project that are about this action.
async fn about(fixture: &TestProject, action: &str) -> Vec<String> {
    let list = fixture.get("/operations?limit=1000").await.json();
    let mut all = steps(&list);
    all.retain(|it| it.starts_with(&format!("{action} ")));
    all
}

async fn suspended(fixture: &TestProject, endpoint: &str) {
    let reply = fixture
        .post(&format!("/endpoints/{endpoint}/suspend"), &json!({}))
        .await;
    fixture.done(200, reply).await;
}

async fn in_days(fixture: &TestProject, count: i64) -> String {
    let at = fixture.sandbox.running.now() + chrono::TimeDelta::days(count);
    at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}

fn clusters(sandbox: &TestSandbox) -> usize {
    let branches = sandbox.folder.path().join("servers/branches");
    std::fs::read_dir(branches).unwrap().count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_project_goes_with_its_data_after_a_week_and_its_operations_a_day_later() {
    let fixture = TestProject::start().await;
    fixture.branch("child").await;
    assert_eq!(clusters(&fixture.sandbox), 2);
    let deleted = fixture.delete("").await;
    fixture.done(200, deleted).await;
    days(&fixture, 6).await;
    let recoverable = fixture.api.get("/projects?recoverable=true").await.json();
    assert_eq!(recoverable["projects"][0]["id"], fixture.project.as_str());
    assert_eq!(clusters(&fixture.sandbox), 2);

    days(&fixture, 1).await;
    assert_eq!(
        about(&fixture, "delete_tenant").await,
        ["delete_tenant finished"]
    );
    assert_eq!(clusters(&fixture.sandbox), 0);
    let recoverable = fixture.api.get("/projects?recoverable=true").await.json();
    assert_eq!(recoverable["projects"], json!([]));
    assert_eq!(fixture.post("/recover", &json!({})).await.status, 404);

    days(&fixture, 1).await;
    assert_eq!(fixture.get("/operations").await.status, 404);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_deleted_branch_goes_after_a_week() {
    let fixture = TestProject::without_servers().await;
    let child = fixture.branch("child").await;
    let path = format!("/branches/{}", text(&child["branch"], "id"));
    let deleted = fixture.delete(&path).await;
    fixture.done(200, deleted).await;
    assert_eq!(about(&fixture, "delete_timeline").await.len(), 1);
    days(&fixture, 6).await;
    let all = fixture.get("/branches?include_deleted=true").await.json();
    assert_eq!(all["branches"].as_array().unwrap().len(), 2);
    days(&fixture, 1).await;
    let all = fixture.get("/branches?include_deleted=true").await.json();
    assert_eq!(all["branches"].as_array().unwrap().len(), 1);
    assert_eq!(
        about(&fixture, "delete_timeline").await,
        ["delete_timeline finished", "delete_timeline finished"]
    );
    let recovered = fixture.post(&format!("{path}/recover"), &json!({})).await;
    assert_eq!(recovered.status, 404);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn branches_expire_children_first_and_one_that_others_hang_on_stays() {
    let fixture = TestProject::without_servers().await;
    let make = async |name: &str, parent: &str, expires: Option<String>| {
        let mut branch = json!({"name": name, "parent_id": parent});
        if let Some(at) = expires {
            branch["expires_at"] = at.into();
        }
        let reply = fixture
            .post("/branches", &json!({ "branch": branch }))
            .await;
        id(&fixture.done(201, reply).await["branch"])
    };
    let soon = in_days(&fixture, 2).await;
    // Whoever gets an expiry afterwards may have children already.
    let upper = make("upper", &fixture.branch, None).await;
    let lower = make("lower", &upper, Some(soon.clone())).await;
    let held = make("held", &fixture.branch, None).await;
    let lasting = make("lasting", &held, None).await;
    let mut expiring = vec![lower];
    for branch in [&upper, &held] {
        let body = json!({"branch": {"expires_at": soon}});
        let reply = fixture.patch(&format!("/branches/{branch}"), &body).await;
        fixture.done(200, reply).await;
        expiring.push(branch.clone());
    }
    days(&fixture, 1).await;
    let all = fixture.get("/branches").await.json();
    assert_eq!(all["branches"].as_array().unwrap().len(), 5);
    let lost = fixture.sandbox.running.lost_after(DAY).into_iter();
    let mut lost: Vec<_> = lost.filter_map(|loss| loss.branch).collect();
    lost.sort();
    assert_eq!(lost, ["lower", "upper"], "the preview has the same rule");
    days(&fixture, 1).await;
    let all = fixture.get("/branches?include_deleted=true").await.json();
    let how = |branch: &String| {
        let mut all = all["branches"].as_array().unwrap().iter();
        let found = all.find(|it| it["id"] == branch.as_str()).unwrap();
        found["recovery"]["deletion_method"].clone()
    };
    for branch in expiring.iter().filter(|it| **it != held) {
        assert_eq!(how(branch), "ttl");
    }
    assert_eq!((how(&held), how(&lasting)), (Value::Null, Value::Null));
    fixture.wait_for_operations().await;
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn an_unused_branch_is_archived_and_its_compute_brings_it_back() {
    let fixture = TestProject::without_servers().await;
    let child = fixture.branch("child").await;
    let branch = id(&child["branch"]);
    let endpoint = id(&child["endpoints"][0]);
    days(&fixture, 15).await;
    assert_eq!(
        fixture.branch_record(&branch).await["current_state"],
        "ready",
        "in use"
    );
    suspended(&fixture, &endpoint).await;
    days(&fixture, 1).await;
    assert_eq!(
        fixture.branch_record(&branch).await["current_state"],
        "archived"
    );
    assert_eq!(
        about(&fixture, "timeline_archive").await,
        ["timeline_archive finished"]
    );
    assert_eq!(
        fixture.branch_record(&fixture.branch).await["current_state"],
        "ready"
    );
    let path = format!("/endpoints/{endpoint}/start");
    let started = fixture.post(&path, &json!({})).await;
    let started = fixture.done(200, started).await;
    assert_eq!(
        steps(&started),
        ["timeline_unarchive running", "start_compute scheduling"]
    );
    assert_eq!(
        fixture.branch_record(&branch).await["current_state"],
        "ready"
    );
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_project_that_nobody_uses_for_a_month_is_detached_and_comes_back() {
    let fixture = TestProject::without_servers().await;
    suspended(&fixture, &fixture.endpoint).await;
    days(&fixture, 29).await;
    assert!(about(&fixture, "tenant_detach").await.is_empty());
    days(&fixture, 1).await;
    assert_eq!(
        about(&fixture, "tenant_detach").await,
        ["tenant_detach finished"]
    );
    let checks = about(&fixture, "check_availability").await.len();
    days(&fixture, 5).await;
    assert_eq!(about(&fixture, "tenant_detach").await.len(), 1);
    assert_eq!(about(&fixture, "check_availability").await.len(), checks);
    let path = format!("/endpoints/{}/start", fixture.endpoint);
    let started = fixture.post(&path, &json!({})).await;
    assert_eq!(
        steps(&fixture.done(200, started).await),
        ["tenant_reattach running", "start_compute scheduling"]
    );
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_brings_back_what_was_put_away_and_all_of_it_is_in_the_list() {
    let fixture = TestProject::start().await;
    let child = fixture.branch("child").await;
    for endpoint in [&fixture.endpoint, &id(&child["endpoints"][0])] {
        suspended(&fixture, endpoint).await;
    }
    // Two steps: whoever is detached is not archived any more.
    days(&fixture, 15).await;
    days(&fixture, 16).await;
    assert_eq!(about(&fixture, "tenant_detach").await.len(), 1);
    let branch = id(&child["branch"]);
    assert_eq!(
        fixture.branch_record(&branch).await["current_state"],
        "archived"
    );
    let path = format!(
        "/connection_uri?branch_id={branch}&database_name={}&role_name={}",
        text(&fixture.made["databases"][0], "name"),
        text(&fixture.made["roles"][0], "name"),
    );
    let uri = fixture.get(&path).await.json();
    let client = sql::connect(&fixture.sandbox.running.ca_file, text(&uri, "uri")).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    until("all of it is in the list", async || {
        let list = fixture.get("/operations?limit=50").await.json();
        let mut newest = steps(&list);
        newest.retain(|it| !it.starts_with("check_availability"));
        newest[..3]
            == [
                "start_compute finished",
                "timeline_unarchive finished",
                "tenant_reattach finished",
            ]
    })
    .await;
    assert_eq!(
        fixture.branch_record(&branch).await["current_state"],
        "ready"
    );
    drop(client);
    until("it is suspended when nobody uses it", async || {
        fixture.sandbox.advance(Duration::from_secs(301)).await;
        fixture.state(&id(&child["endpoints"][0])).await == "idle"
    })
    .await;
    fixture.wait_for_operations().await;
    let list = fixture.get("/operations?limit=50").await.json();
    let mut all = list["operations"].as_array().unwrap().iter();
    let suspend = all.find(|it| it["action"] != "check_availability").unwrap();
    assert_eq!(
        (&suspend["action"], &suspend["endpoint_id"]),
        (&"suspend_compute".into(), &child["endpoints"][0]["id"])
    );
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_branch_with_a_compute_is_checked_daily_and_its_server_is_suspended_again() {
    let fixture = TestProject::start().await;
    let bare = json!({"branch": {"name": "bare"}, "endpoints": []});
    let reply = fixture.post("/branches", &bare).await;
    fixture.done(201, reply).await;
    let temporary = fixture.sandbox.create().await;
    suspended(&fixture, &fixture.endpoint).await;
    days(&fixture, 1).await;
    until("it was checked", async || {
        about(&fixture, "check_availability").await == ["check_availability finished"]
    })
    .await;
    fixture.wait_for_operations().await;
    let state = fixture.sandbox.state(&fixture.project);
    assert_eq!(state, sandbox::ServerState::Suspended);
    assert_eq!(fixture.state(&fixture.endpoint).await, "idle");
    let project = text(&temporary, "neon_project_id");
    let path = format!("/projects/{project}/operations");
    assert_eq!(fixture.api.get(&path).await.status, 404, "it is nobody's");
    days(&fixture, 1).await;
    until("it was checked again", async || {
        about(&fixture, "check_availability").await.len() == 2
    })
    .await;
    fixture.wait_for_operations().await;
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn operations_are_forgotten_after_half_a_year() {
    let fixture = TestProject::without_servers().await;
    days(&fixture, 180).await;
    assert_eq!(about(&fixture, "create_timeline").await.len(), 1);
    days(&fixture, 10).await;
    assert!(about(&fixture, "create_timeline").await.is_empty());
    fixture.sandbox.stop().await;
}
