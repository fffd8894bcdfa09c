//! Projects over real servers.

use std::time::Duration;

use sandbox::ServerState;
use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::{TestSandbox, sql, until};

async fn created(api: &Management) -> (String, String, String) {
    let reply = api.post("/projects", &json!({"project": {}})).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    let made = reply.json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let id = text(&made["project"]["id"]);
    api.waits_until_unlocked(&id).await;
    (
        id,
        text(&made["endpoints"][0]["id"]),
        text(&made["connection_uris"][0]["connection_uri"]),
    )
}

async fn set(api: &Management, id: &str, settings: Value) -> Value {
    let change = json!({"project": {"settings": settings}});
    let reply = api.patch(&format!("/projects/{id}"), &change).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

/// The address of a compute that is gone is nobody's.
async fn nobody_listens(uri: &str) {
    for address in ["127.0.0.1", "::1"] {
        let refused = tokio::net::TcpStream::connect((address, sql::port(uri))).await;
        let kind = refused.map(drop).unwrap_err().kind();
        assert_eq!(kind, std::io::ErrorKind::ConnectionRefused, "{address}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_reach_the_server() {
    let sandbox = TestSandbox::start().await;
    let api = Management::of(&sandbox);
    let (id, _, uri) = created(&api).await;
    let ca = &sandbox.running.ca_file;
    let client = sql::connect(ca, &uri).await;
    assert_eq!(sql::one(&client, "SHOW wal_level").await, "replica");
    drop(client);
    let begun = set(&api, &id, json!({"enable_logical_replication": true})).await;
    let actions: Vec<_> = begun["operations"].as_array().unwrap().iter().collect();
    assert_eq!(actions.len(), 2, "{begun}");
    api.waits_until_unlocked(&id).await;
    let client = sql::connect(ca, &uri).await;
    assert_eq!(sql::one(&client, "SHOW wal_level").await, "logical");
    drop(client);
    set(&api, &id, json!({"block_public_connections": true})).await;
    let refused = sql::try_connect(ca, &uri).await;
    let refused = refused.map(drop).unwrap_err();
    let refused = refused.as_db_error().unwrap();
    assert_eq!(
        (refused.code().code(), refused.message()),
        ("57P03", "public connections to this project are blocked")
    );
    set(&api, &id, json!({"block_public_connections": false})).await;
    let client = sql::connect(ca, &uri).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovered_project_has_its_data_behind_the_same_port() {
    let sandbox = TestSandbox::start().await;
    let api = Management::of(&sandbox);
    let (id, endpoint, uri) = created(&api).await;
    let client = sql::connect(&sandbox.running.ca_file, &uri).await;
    let write = "CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)";
    sql::run(&client, write).await;
    drop(client);
    assert_eq!(api.delete(&format!("/projects/{id}")).await.status, 200);
    until("its computes are retired", async || {
        let list = api.get(&format!("/projects/{id}/operations")).await.json();
        list["operations"][0]["status"] == "finished"
    })
    .await;
    nobody_listens(&uri).await;
    let sandbox = sandbox.again(|_| {}).await;
    let api = Management::of(&sandbox);
    nobody_listens(&uri).await;
    let recover = format!("/projects/{id}/recover");
    assert_eq!(api.post(&recover, &json!({})).await.status, 200);
    api.waits_until_unlocked(&id).await;
    let one = api
        .get(&format!("/projects/{id}/endpoints/{endpoint}"))
        .await;
    assert_eq!(one.json()["endpoint"]["current_state"], "idle");
    let client = sql::connect(&sandbox.running.ca_file, &uri).await;
    assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "42");
    sandbox.stop().await;
}

/// Another program may have had the port meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_recovered_compute_is_back_at_its_port_as_soon_as_that_is_free() {
    let sandbox = TestSandbox::start().await;
    let api = Management::of(&sandbox);
    let (id, _, uri) = created(&api).await;
    assert_eq!(api.delete(&format!("/projects/{id}")).await.status, 200);
    let port = sql::port(&uri);
    let mut taken = None;
    until("the port is free for another program", async || {
        taken = std::net::TcpListener::bind(("127.0.0.1", port)).ok();
        taken.is_some()
    })
    .await;
    until("its deletion is done and it is recovered", async || {
        let recover = format!("/projects/{id}/recover");
        api.post(&recover, &json!({})).await.status == 200
    })
    .await;
    until("it says that its port is taken", async || {
        let failure = sandbox.server(&id).failure.unwrap_or_default();
        failure.starts_with(&format!("couldn't use port {port}: "))
    })
    .await;
    drop(taken);
    until("it is back", async || {
        sandbox.state(&id) == ServerState::Suspended
    })
    .await;
    let client = sql::connect(&sandbox.running.ca_file, &uri).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_project_uses_is_counted() {
    let sandbox = TestSandbox::with(|config| config.rate_limits = None).await;
    let api = Management::of(&sandbox);
    let (id, _, uri) = created(&api).await;
    let client = sql::connect(&sandbox.running.ca_file, &uri).await;
    let write = "CREATE TABLE big AS SELECT repeat('x', 1000) FROM generate_series(1, 5000)";
    sql::run(&client, write).await;
    // Somebody has a transaction open for two and a half hours.
    sql::run(&client, "BEGIN").await;
    sandbox.advance(Duration::from_secs(9_000)).await;
    let counted = async |name: &str| {
        let found = api.get(&format!("/projects/{id}")).await;
        assert_eq!(found.status, 200, "{}", found.body);
        found.json()["project"][name].as_u64().unwrap()
    };
    until("its active time is counted", async || {
        counted("active_time_seconds").await >= 9_000
    })
    .await;
    assert!(counted("active_time_seconds").await < 9_100);
    let compute = counted("compute_time_seconds").await;
    assert!((2_250..2_280).contains(&compute), "{compute}");
    assert!(counted("data_transfer_bytes").await > 0);
    // A running server is measured every few seconds.
    until("what it takes is measured", async || {
        counted("synthetic_storage_size").await > 5_000_000
    })
    .await;
    drop(client);
    until("nobody is connected any more", async || {
        sandbox.server(&id).connections == 0
    })
    .await;
    sandbox.advance(Duration::from_secs(400)).await;
    until("it is suspended", async || {
        sandbox.state(&id) == ServerState::Suspended
    })
    .await;
    until(
        "what was written is counted once it is suspended",
        async || counted("written_data_bytes").await > 4_000_000,
    )
    .await;
    let names = ["active_time_seconds", "written_data_bytes"];
    let before = [counted(names[0]).await, counted(names[1]).await];
    let sandbox = sandbox.again(|config| config.rate_limits = None).await;
    let api = Management::of(&sandbox);
    let found = api.get(&format!("/projects/{id}")).await.json();
    let listed = api.get(&format!("/projects/{id}/branches")).await.json();
    for (name, before) in names.into_iter().zip(before) {
        assert!(found["project"][name].as_u64() >= Some(before), "{name}");
        assert_eq!(
            listed["branches"][0][name], found["project"][name],
            "{name}"
        );
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_connects_before_the_data_is_there_gets_in_once_it_is() {
    let sandbox = TestSandbox::start().await;
    let api = Management::of(&sandbox);
    let reply = api.post("/projects", &json!({"project": {}})).await.json();
    assert_eq!(reply["branch"]["current_state"], "init");
    let uri = reply["connection_uris"][0]["connection_uri"]
        .as_str()
        .unwrap();
    let ca = &sandbox.running.ca_file;
    let client = sql::connect(ca, uri).await;
    sql::one(&client, "SELECT pg_sleep(0)").await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS seven").await;
    let id = reply["project"]["id"].as_str().unwrap();
    api.waits_until_unlocked(id).await;
    let path = format!("/projects/{id}/branches");
    let body = json!({"branch": {"name": "bare", "init_source": "schema-only"}});
    let made = api.post(&path, &body).await.json();
    let uri = made["connection_uris"][0]["connection_uri"]
        .as_str()
        .unwrap();
    let client = sql::connect(ca, uri).await;
    let rows = sql::one(&client, "SELECT count(*) FROM kept").await;
    assert_eq!(rows, "0", "nobody sees a copy before it is emptied");
}
