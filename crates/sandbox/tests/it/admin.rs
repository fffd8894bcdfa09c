//! The sandbox's own routes and calls.

use serde_json::json;

#[cfg(target_os = "linux")]
use crate::support::http;
use crate::support::management::Management;
#[cfg(target_os = "linux")]
use crate::support::program::processes_on;
use crate::support::test_project::TestProject;
use crate::support::test_sandbox::{project, text};
use crate::support::{TestSandbox, sql, until};

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_listed_with_their_measures() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let client = sql::connect(&sandbox.running.ca_file, text(&record, "connection_string")).await;
    let before = sandbox.server(&project(&record));
    assert_eq!(before.connections, 1);
    sql::run(&client, "CREATE TABLE load AS SELECT repeat(md5(i::text), 30) AS line FROM generate_series(1, 3000) i").await;
    let rows = client.query("SELECT line FROM load", &[]).await.unwrap();
    assert_eq!(rows.len(), 3000);
    until("the size and the transfer are measured", async || {
        let now = sandbox.server(&project(&record));
        now.transfer_bytes > before.transfer_bytes + 3000 * 960
            && now.storage_bytes > before.storage_bytes + 1_000_000
    })
    .await;
    let listed = sandbox.admin("GET", "/sandbox/servers", "").await.json();
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
    let transferred = sandbox.server(&project(&record)).transfer_bytes;
    let sandbox = sandbox.again(|_| {}).await;
    assert!(
        sandbox.server(&project(&record)).transfer_bytes >= transferred,
        "the counter is kept"
    );
    let status = sandbox.admin("GET", "/sandbox/status", "").await.json();
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
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_suspended_and_woken_by_hand() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let path = format!("/sandbox/servers/{}", project(&record));
    let mut changes = sandbox.running.changes();
    changes.borrow_and_update();
    let suspended = sandbox.admin("POST", &format!("{path}/sleep"), "").await;
    assert_eq!(
        (suspended.status, &suspended.json()["state"]),
        (200, &"asleep".into())
    );
    let change = tokio::time::timeout(std::time::Duration::from_secs(10), changes.changed()).await;
    assert!(change.is_ok(), "the change is reported");
    let woken = sandbox.admin("POST", &format!("{path}/wake"), "").await;
    assert_eq!(
        (woken.status, &woken.json()["state"]),
        (200, &"awake".into())
    );
    assert!(woken.json()["sleeps_after_seconds"].as_u64().unwrap() <= 300);
    let unknown = sandbox
        .admin("POST", "/sandbox/servers/no-such-project/wake", "")
        .await;
    assert_eq!(
        (unknown.status, &unknown.json()["message"]),
        (404, &"project not found".into())
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_removes_every_database_and_keeps_the_keys() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    sandbox.advance(std::time::Duration::from_secs(3600)).await;
    let (key, url) = (sandbox.running.key.clone(), sandbox.url().to_owned());
    assert_eq!(
        sandbox.admin("POST", "/sandbox/reset", "").await.status,
        204
    );
    assert!(sandbox.running.servers().is_empty());
    assert!(
        (sandbox.running.now() - chrono::Utc::now())
            .num_seconds()
            .abs()
            < 5
    );
    let branches = sandbox.folder.path().join("servers/branches");
    assert_eq!(std::fs::read_dir(branches).unwrap().count(), 0);
    let gone = sandbox
        .get(&format!("/api/v1/database/{}", text(&record, "id")))
        .await;
    assert_eq!(gone.status, 400);
    sandbox.create().await;
    let sandbox = sandbox.again(|_| {}).await;
    assert_eq!((&sandbox.running.key, sandbox.url()), (&key, url.as_str()));
    assert_eq!(sandbox.running.servers().len(), 1);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_come_from_the_configuration() {
    let sandbox = TestSandbox::with(|config| {
        config.names.database = "neondb".into();
        config.names.role = "neondb_owner".into();
        config.names.organization = "Acme".into();
    })
    .await;
    let record = sandbox.create().await;
    let url = text(&record, "connection_string");
    assert!(url.starts_with("postgresql://neondb_owner:npg_"), "{url}");
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    assert_eq!(
        sql::one(&client, "SELECT current_database()").await,
        "neondb"
    );
    sandbox.stop().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_reset_during_a_creation_leaves_nothing_behind() {
    let sandbox = TestSandbox::start().await;
    // The first one waits for the template, long after its rows are written.
    let creating = sandbox.post("/api/v1/database", r#"{"ref":"tests"}"#);
    let resetting = async {
        until("its rows are written", async || {
            !sandbox.running.servers().is_empty()
        })
        .await;
        sandbox.running.reset().await.unwrap();
    };
    let (reply, ()) = tokio::join!(creating, resetting);
    assert_ne!(reply.status, 200, "{}", reply.body);
    // A child that PostgreSQL had just forked looks like the server itself until it sees that its parent is gone.
    until("no process is left", async || {
        processes_on(sandbox.folder.path()).is_empty()
    })
    .await;
    let clusters = sandbox.folder.path().join("servers/branches");
    assert_eq!(std::fs::read_dir(clusters).unwrap().count(), 0);
    sandbox.create().await;
    sandbox.stop().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_starting_ends_on_request() {
    let sandbox = TestSandbox::start().await;
    sandbox.create().await;
    let url = sandbox.url().to_owned();
    let creating = tokio::spawn(async move {
        http::send(&url, "POST", "/api/v1/database", &[], br#"{"ref":"tests"}"#).await
    });
    until("the second server starts", async || {
        processes_on(sandbox.folder.path()).len() > 1
    })
    .await;
    sandbox.running.signal_stop();
    until("both servers have ended", async || {
        processes_on(sandbox.folder.path()).is_empty()
    })
    .await;
    creating.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn each_branch_has_a_server_of_its_own_and_what_is_done_by_hand_is_an_operation() {
    let fixture = TestProject::start().await;
    let child = fixture.branch("child").await;
    let endpoint = text(&child["endpoints"][0], "id");
    let listed = fixture
        .sandbox
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
        let reply = fixture
            .sandbox
            .admin("POST", &format!("{path}/{act}"), "")
            .await;
        let server = reply.json();
        assert_eq!(
            (reply.status, &server["state"], &server["endpoint_id"]),
            (200, &state.into(), &endpoint.into())
        );
        until("it is in the list", async || {
            let newest = fixture.get("/operations?limit=1").await.json();
            newest["operations"][0]["action"] == action
                && newest["operations"][0]["status"] == "finished"
                && fixture.state(endpoint).await == shown
        })
        .await;
    }
    let other = fixture.sandbox.state(&fixture.project);
    assert_eq!(
        other,
        sandbox::ServerState::Running,
        "the parent's is let be"
    );
    let gone = fixture
        .delete(&format!("/branches/{}", text(&child["branch"], "id")))
        .await;
    fixture.done(200, gone).await;
    assert_eq!(fixture.sandbox.running.servers().len(), 1);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_reset_takes_people_and_keys_back_to_the_first_start() {
    let fixture = TestProject::without_servers().await;
    let person = fixture.sandbox.person("ada").await;
    let sandbox = fixture.sandbox;
    let own = Management::of(&sandbox);
    let made = own
        .post("/api_keys", &json!({"key_name": "more"}))
        .await
        .json();
    let more = Management::with(&sandbox, text(&made, "key"));
    let first = own.get("/api_keys").await.json()[0]["id"].clone();
    let first = first.as_i64().unwrap().min(made["id"].as_i64().unwrap());
    assert_eq!(more.delete(&format!("/api_keys/{first}")).await.status, 200);
    assert_eq!(own.get("/auth").await.status, 401);
    let fault = json!({"trouble": "fail"});
    sandbox.made("/sandbox/operation-faults", &fault).await;

    assert_eq!(
        sandbox.admin("POST", "/sandbox/reset", "").await.status,
        204
    );
    for gone in [&more, &person.caller] {
        assert_eq!(gone.get("/auth").await.status, 401);
    }
    let keys = own.get("/api_keys").await.json();
    assert_eq!(keys.as_array().unwrap().len(), 1);
    let organizations = own.get("/users/me/organizations").await.json();
    assert_eq!(organizations["organizations"].as_array().unwrap().len(), 1);
    assert!(sandbox.running.operation_faults().is_empty());
    assert_eq!(own.get("/projects").await.json()["projects"], json!([]));
    let again = own.post("/projects", &json!({"project": {}})).await;
    assert_eq!(again.status, 201, "{}", again.body);
    let key = sandbox.running.key.clone();
    let sandbox = sandbox.again(|config| config.servers = false).await;
    assert_eq!(sandbox.running.key, key);
    assert_eq!(Management::of(&sandbox).get("/auth").await.status, 200);
    sandbox.stop().await;
}
