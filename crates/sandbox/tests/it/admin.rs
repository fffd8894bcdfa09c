//! The sandbox's own routes and calls.

use serde_json::json;

use crate::support::management::Management;
use crate::support::place::Place;
use crate::support::program::processes_on;
use crate::support::world::{project, text};
use crate::support::{World, http, sql, until};

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_listed_with_their_measures() {
    let world = World::start().await;
    let record = world.create().await;
    let client = sql::connect(&world.sandbox.ca_file, text(&record, "connection_string")).await;
    let before = world.server(&project(&record));
    assert_eq!(before.connections, 1);
    client.batch_execute("CREATE TABLE load AS SELECT repeat(md5(i::text), 30) AS line FROM generate_series(1, 3000) i").await.unwrap();
    let rows = client.query("SELECT line FROM load", &[]).await.unwrap();
    assert_eq!(rows.len(), 3000);
    until("the size and the transfer are measured", async || {
        let now = world.server(&project(&record));
        now.transfer_bytes > before.transfer_bytes + 3000 * 960
            && now.storage_bytes > before.storage_bytes + 1_000_000
    })
    .await;
    let listed = world.admin("GET", "/sandbox/servers", "").await.json();
    let server = &listed[0];
    assert_eq!(server["project_id"], record["neon_project_id"]);
    assert_eq!(server["state"], "awake");
    assert_eq!(
        server["port"],
        sql::port(text(&record, "connection_string"))
    );
    assert_eq!(server["storage_limit_bytes"], 100_000_000);
    assert_eq!(server["transfer_limit_bytes"], 1_000_000_000);
    assert_eq!(server["claim_status"], "UNCLAIMED");
    assert!(server["endpoint_id"].as_str().unwrap().starts_with("ep-"));
    let transferred = world.server(&project(&record)).transfer_bytes;
    let world = world.again(|_| {}).await;
    assert!(
        world.server(&project(&record)).transfer_bytes >= transferred,
        "the counter is kept"
    );
    let status = world.admin("GET", "/sandbox/status", "").await.json();
    assert_eq!(
        (&status["databases"], &status["running"]),
        (&1.into(), &0.into())
    );
    assert_eq!(
        status["postgres"]["version"]
            .as_str()
            .unwrap()
            .split('.')
            .next(),
        Some("17")
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_put_to_sleep_and_woken_by_hand() {
    let world = World::start().await;
    let record = world.create().await;
    let path = format!("/sandbox/servers/{}", project(&record));
    let mut changes = world.sandbox.changes();
    changes.borrow_and_update();
    let asleep = world.admin("POST", &format!("{path}/sleep"), "").await;
    assert_eq!(
        (asleep.status, &asleep.json()["state"]),
        (200, &"asleep".into())
    );
    let told = tokio::time::timeout(std::time::Duration::from_secs(10), changes.changed()).await;
    assert!(told.is_ok(), "the change is told");
    let awake = world.admin("POST", &format!("{path}/wake"), "").await;
    assert_eq!(
        (awake.status, &awake.json()["state"]),
        (200, &"awake".into())
    );
    assert!(awake.json()["sleeps_after_seconds"].as_u64().unwrap() <= 300);
    let unknown = world
        .admin("POST", "/sandbox/servers/no-such-project/wake", "")
        .await;
    assert_eq!(
        (unknown.status, &unknown.json()["message"]),
        (404, &"project not found".into())
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_removes_every_database_and_keeps_the_keys() {
    let world = World::start().await;
    let record = world.create().await;
    world.advance(std::time::Duration::from_secs(3600)).await;
    let (key, url) = (world.sandbox.key.clone(), world.url().to_owned());
    assert_eq!(world.admin("POST", "/sandbox/reset", "").await.status, 204);
    assert!(world.sandbox.servers().is_empty());
    assert!(
        (world.sandbox.now() - chrono::Utc::now())
            .num_seconds()
            .abs()
            < 5
    );
    let branches = world.folder.path().join("servers/branches");
    assert_eq!(std::fs::read_dir(branches).unwrap().count(), 0);
    let gone = world
        .get(&format!("/api/v1/database/{}", text(&record, "id")))
        .await;
    assert_eq!(gone.status, 400);
    world.create().await;
    let world = world.again(|_| {}).await;
    assert_eq!((&world.sandbox.key, world.url()), (&key, url.as_str()));
    assert_eq!(world.sandbox.servers().len(), 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_come_from_the_configuration() {
    let world = World::with(|config| {
        config.names.database = "neondb".into();
        config.names.role = "neondb_owner".into();
        config.names.organization = "Acme".into();
    })
    .await;
    let record = world.create().await;
    let url = text(&record, "connection_string");
    assert!(url.starts_with("postgresql://neondb_owner:npg_"), "{url}");
    let client = sql::connect(&world.sandbox.ca_file, url).await;
    assert_eq!(
        sql::one(&client, "SELECT current_database()").await,
        "neondb"
    );
    world.stop().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_reset_during_a_creation_leaves_nothing_behind() {
    let world = World::start().await;
    // The first one waits for the template, long after its rows are written.
    let creating = world.post("/api/v1/database", r#"{"ref":"tests"}"#);
    let resetting = async {
        until("its rows are written", async || {
            !world.sandbox.servers().is_empty()
        })
        .await;
        world.sandbox.reset().await.unwrap();
    };
    let (reply, ()) = tokio::join!(creating, resetting);
    assert_ne!(reply.status, 200, "{}", reply.text());
    assert_eq!(processes_on(world.folder.path()), [0_u32; 0]);
    let clusters = world.folder.path().join("servers/branches");
    assert_eq!(std::fs::read_dir(clusters).unwrap().count(), 0);
    world.create().await;
    world.stop().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_starting_ends_when_it_is_told_to() {
    let world = World::start().await;
    world.create().await;
    let url = world.url().to_owned();
    let creating = tokio::spawn(async move {
        http::send(&url, "POST", "/api/v1/database", &[], br#"{"ref":"tests"}"#).await
    });
    until("the second server starts", async || {
        processes_on(world.folder.path()).len() > 1
    })
    .await;
    world.sandbox.signal_stop();
    until("both servers have ended", async || {
        processes_on(world.folder.path()).is_empty()
    })
    .await;
    creating.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn each_branch_has_a_server_of_its_own_and_what_is_done_by_hand_is_an_operation() {
    let place = Place::start().await;
    let child = place.branch("child").await;
    let endpoint = text(&child["endpoints"][0], "id");
    let listed = place
        .world
        .admin("GET", "/sandbox/servers", "")
        .await
        .json();
    let names = |it: &serde_json::Value| (it["branch"].clone(), it["default"].clone());
    let all: Vec<_> = listed.as_array().unwrap().iter().map(names).collect();
    assert_eq!(
        all,
        [("main".into(), true.into()), ("child".into(), false.into())]
    );
    let path = format!("/sandbox/servers/{endpoint}");
    for (act, state, shown, action) in [
        ("sleep", "asleep", "idle", "suspend_compute"),
        ("wake", "awake", "active", "start_compute"),
    ] {
        let reply = place
            .world
            .admin("POST", &format!("{path}/{act}"), "")
            .await;
        let server = reply.json();
        assert_eq!(
            (reply.status, &server["state"], &server["endpoint_id"]),
            (200, &state.into(), &endpoint.into())
        );
        until("it is in the list", async || {
            let newest = place.get("/operations?limit=1").await.json();
            newest["operations"][0]["action"] == action
                && newest["operations"][0]["status"] == "finished"
                && place.state(endpoint).await == shown
        })
        .await;
    }
    let other = place.world.state(&place.project);
    assert_eq!(other, sandbox::ServerState::Awake, "the parent's is let be");
    let gone = place
        .delete(&format!("/branches/{}", text(&child["branch"], "id")))
        .await;
    place.done(200, gone).await;
    assert_eq!(place.world.sandbox.servers().len(), 1);
    place.world.stop().await;
}

#[tokio::test]
async fn a_reset_takes_people_and_keys_back_to_the_first_start() {
    let place = Place::without_servers().await;
    let person = place.world.person("ada").await;
    let world = place.world;
    let own = Management::of(&world);
    let made = own
        .post("/api_keys", &json!({"key_name": "more"}))
        .await
        .json();
    let more = Management::with(&world, text(&made, "key"));
    let first = own.get("/api_keys").await.json()[0]["id"].clone();
    let first = first.as_i64().unwrap().min(made["id"].as_i64().unwrap());
    assert_eq!(more.delete(&format!("/api_keys/{first}")).await.status, 200);
    assert_eq!(own.get("/auth").await.status, 401);
    let fault = json!({"trouble": "fail"});
    world.made("/sandbox/operation-faults", &fault).await;

    assert_eq!(world.admin("POST", "/sandbox/reset", "").await.status, 204);
    for gone in [&more, &person.caller] {
        assert_eq!(gone.get("/auth").await.status, 401);
    }
    let keys = own.get("/api_keys").await.json();
    assert_eq!(keys.as_array().unwrap().len(), 1);
    let organizations = own.get("/users/me/organizations").await.json();
    assert_eq!(organizations["organizations"].as_array().unwrap().len(), 1);
    assert!(world.sandbox.operation_faults().is_empty());
    assert_eq!(own.get("/projects").await.json()["projects"], json!([]));
    let again = own.post("/projects", &json!({"project": {}})).await;
    assert_eq!(again.status, 201, "{}", again.text());
    let key = world.sandbox.key.clone();
    let world = world.again(|config| config.servers = false).await;
    assert_eq!(world.sandbox.key, key);
    assert_eq!(Management::of(&world).get("/auth").await.status, 200);
    world.stop().await;
}
