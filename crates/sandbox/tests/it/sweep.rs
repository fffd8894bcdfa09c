//! What time does by itself, by a clock that is moved.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::place::{Place, id, steps};
use crate::support::world::text;
use crate::support::{World, sql, until};

const DAY: Duration = Duration::from_secs(86_400);

/// Moves the clock; what that sets going has ended when this returns.
async fn days(place: &Place, count: u32) {
    place.world.advance(DAY * count).await;
    let settled = place.world.sandbox.settled(Duration::from_secs(60)).await;
    assert!(settled, "an operation never ended");
}

/// `action status` of all operations of the project that are about this action.
async fn about(place: &Place, action: &str) -> Vec<String> {
    let list = place.get("/operations?limit=1000").await.json();
    let mut all = steps(&list);
    all.retain(|it| it.starts_with(&format!("{action} ")));
    all
}

async fn suspended(place: &Place, endpoint: &str) {
    let reply = place
        .post(&format!("/endpoints/{endpoint}/suspend"), &json!({}))
        .await;
    place.done(200, reply).await;
}

async fn in_days(place: &Place, count: i64) -> String {
    let at = place.world.sandbox.now() + chrono::TimeDelta::days(count);
    at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}

fn clusters(world: &World) -> usize {
    let branches = world.folder.path().join("servers/branches");
    std::fs::read_dir(branches).unwrap().count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_project_goes_with_its_data_after_a_week_and_its_operations_a_day_later() {
    let place = Place::start().await;
    place.branch("child").await;
    assert_eq!(clusters(&place.world), 2);
    let deleted = place.delete("").await;
    place.done(200, deleted).await;
    days(&place, 6).await;
    let recoverable = place.api.get("/projects?recoverable=true").await.json();
    assert_eq!(recoverable["projects"][0]["id"], place.project.as_str());
    assert_eq!(clusters(&place.world), 2);

    days(&place, 1).await;
    assert_eq!(
        about(&place, "delete_tenant").await,
        ["delete_tenant finished"]
    );
    assert_eq!(clusters(&place.world), 0);
    let recoverable = place.api.get("/projects?recoverable=true").await.json();
    assert_eq!(recoverable["projects"], json!([]));
    assert_eq!(place.post("/recover", &json!({})).await.status, 404);

    days(&place, 1).await;
    assert_eq!(place.get("/operations").await.status, 404);
    place.world.stop().await;
}

#[tokio::test]
async fn a_deleted_branch_goes_after_a_week() {
    let place = Place::without_servers().await;
    let child = place.branch("child").await;
    let path = format!("/branches/{}", text(&child["branch"], "id"));
    let deleted = place.delete(&path).await;
    place.done(200, deleted).await;
    assert_eq!(about(&place, "delete_timeline").await.len(), 1);
    days(&place, 6).await;
    let all = place.get("/branches?include_deleted=true").await.json();
    assert_eq!(all["branches"].as_array().unwrap().len(), 2);
    days(&place, 1).await;
    let all = place.get("/branches?include_deleted=true").await.json();
    assert_eq!(all["branches"].as_array().unwrap().len(), 1);
    assert_eq!(
        about(&place, "delete_timeline").await,
        ["delete_timeline finished", "delete_timeline finished"]
    );
    let recovered = place.post(&format!("{path}/recover"), &json!({})).await;
    assert_eq!(recovered.status, 404);
    place.world.stop().await;
}

#[tokio::test]
async fn branches_expire_children_first_and_one_that_others_hang_on_stays() {
    let place = Place::without_servers().await;
    let make = async |name: &str, parent: &str, expires: Option<String>| {
        let mut branch = json!({"name": name, "parent_id": parent});
        if let Some(at) = expires {
            branch["expires_at"] = at.into();
        }
        let reply = place.post("/branches", &json!({ "branch": branch })).await;
        id(&place.done(201, reply).await["branch"])
    };
    let soon = in_days(&place, 2).await;
    // Whoever gets an expiry afterwards may have children already.
    let upper = make("upper", &place.branch, None).await;
    let lower = make("lower", &upper, Some(soon.clone())).await;
    let held = make("held", &place.branch, None).await;
    let lasting = make("lasting", &held, None).await;
    let mut expiring = vec![lower];
    for branch in [&upper, &held] {
        let body = json!({"branch": {"expires_at": soon}});
        let reply = place.patch(&format!("/branches/{branch}"), &body).await;
        place.done(200, reply).await;
        expiring.push(branch.clone());
    }
    days(&place, 1).await;
    let all = place.get("/branches").await.json();
    assert_eq!(all["branches"].as_array().unwrap().len(), 5);
    days(&place, 1).await;
    let all = place.get("/branches?include_deleted=true").await.json();
    let how = |branch: &String| {
        let mut all = all["branches"].as_array().unwrap().iter();
        let found = all.find(|it| it["id"] == branch.as_str()).unwrap();
        found["recovery"]["deletion_method"].clone()
    };
    for branch in expiring.iter().filter(|it| **it != held) {
        assert_eq!(how(branch), "ttl");
    }
    assert_eq!((how(&held), how(&lasting)), (Value::Null, Value::Null));
    place.rests().await;
    place.world.stop().await;
}

#[tokio::test]
async fn an_unused_branch_is_archived_and_its_compute_brings_it_back() {
    let place = Place::without_servers().await;
    let child = place.branch("child").await;
    let branch = id(&child["branch"]);
    let endpoint = id(&child["endpoints"][0]);
    days(&place, 15).await;
    assert_eq!(
        place.look(&branch).await["current_state"],
        "ready",
        "in use"
    );
    suspended(&place, &endpoint).await;
    days(&place, 1).await;
    assert_eq!(place.look(&branch).await["current_state"], "archived");
    assert_eq!(
        about(&place, "timeline_archive").await,
        ["timeline_archive finished"]
    );
    assert_eq!(place.look(&place.branch).await["current_state"], "ready");
    let path = format!("/endpoints/{endpoint}/start");
    let started = place.post(&path, &json!({})).await;
    let started = place.done(200, started).await;
    assert_eq!(
        steps(&started),
        ["timeline_unarchive running", "start_compute scheduling"]
    );
    assert_eq!(place.look(&branch).await["current_state"], "ready");
    place.world.stop().await;
}

#[tokio::test]
async fn a_project_that_nobody_uses_for_a_month_is_detached_and_comes_back() {
    let place = Place::without_servers().await;
    suspended(&place, &place.endpoint).await;
    days(&place, 29).await;
    assert!(about(&place, "tenant_detach").await.is_empty());
    days(&place, 1).await;
    assert_eq!(
        about(&place, "tenant_detach").await,
        ["tenant_detach finished"]
    );
    // A check that was due before comes after it.
    days(&place, 1).await;
    let checks = about(&place, "check_availability").await.len();
    days(&place, 5).await;
    assert_eq!(about(&place, "tenant_detach").await.len(), 1);
    assert_eq!(about(&place, "check_availability").await.len(), checks);
    let path = format!("/endpoints/{}/start", place.endpoint);
    let started = place.post(&path, &json!({})).await;
    assert_eq!(
        steps(&place.done(200, started).await),
        ["tenant_reattach running", "start_compute scheduling"]
    );
    place.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_brings_back_what_was_put_away_and_all_of_it_is_in_the_list() {
    let place = Place::start().await;
    let child = place.branch("child").await;
    for endpoint in [&place.endpoint, &id(&child["endpoints"][0])] {
        suspended(&place, endpoint).await;
    }
    // Two steps: whoever is detached is not archived any more.
    days(&place, 15).await;
    days(&place, 16).await;
    assert_eq!(about(&place, "tenant_detach").await.len(), 1);
    let branch = id(&child["branch"]);
    assert_eq!(place.look(&branch).await["current_state"], "archived");
    let path = format!(
        "/connection_uri?branch_id={branch}&database_name={}&role_name={}",
        text(&place.made["databases"][0], "name"),
        text(&place.made["roles"][0], "name"),
    );
    let uri = place.get(&path).await.json();
    let client = sql::connect(&place.world.sandbox.ca_file, text(&uri, "uri")).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    until("all of it is in the list", async || {
        let list = place.get("/operations?limit=50").await.json();
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
    assert_eq!(place.look(&branch).await["current_state"], "ready");
    drop(client);
    until("it sleeps when nobody uses it", async || {
        place.world.advance(Duration::from_secs(301)).await;
        place.state(&id(&child["endpoints"][0])).await == "idle"
    })
    .await;
    place.rests().await;
    let list = place.get("/operations?limit=50").await.json();
    let mut all = list["operations"].as_array().unwrap().iter();
    let slept = all.find(|it| it["action"] != "check_availability").unwrap();
    assert_eq!(
        (&slept["action"], &slept["endpoint_id"]),
        (&"suspend_compute".into(), &child["endpoints"][0]["id"])
    );
    place.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_branch_with_a_compute_is_checked_daily_and_its_server_sleeps_again() {
    let place = Place::start().await;
    let bare = json!({"branch": {"name": "bare"}, "endpoints": []});
    let reply = place.post("/branches", &bare).await;
    place.done(201, reply).await;
    let temporary = place.world.create().await;
    suspended(&place, &place.endpoint).await;
    days(&place, 1).await;
    until("it was checked", async || {
        about(&place, "check_availability").await == ["check_availability finished"]
    })
    .await;
    place.rests().await;
    let state = place.world.state(&place.project);
    assert_eq!(state, sandbox::ServerState::Asleep);
    assert_eq!(place.state(&place.endpoint).await, "idle");
    let project = text(&temporary, "neon_project_id");
    let path = format!("/projects/{project}/operations");
    assert_eq!(place.api.get(&path).await.status, 404, "it is nobody's");
    days(&place, 1).await;
    until("it was checked again", async || {
        about(&place, "check_availability").await.len() == 2
    })
    .await;
    place.rests().await;
    place.world.stop().await;
}

#[tokio::test]
async fn operations_are_forgotten_after_half_a_year() {
    let place = Place::without_servers().await;
    days(&place, 180).await;
    assert_eq!(about(&place, "create_timeline").await.len(), 1);
    days(&place, 10).await;
    assert!(about(&place, "create_timeline").await.is_empty());
    place.world.stop().await;
}
