//! Read-only computes: what they show, and what they follow.

use std::path::PathBuf;

use serde_json::{Value, json};
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use crate::support::management::Management;
use crate::support::test_project::{TestProject, error, id, steps};
use crate::support::{sql, until};

const ROWS: &str = "SELECT string_agg(word, ' ' ORDER BY word) FROM said";

impl TestProject {
    fn ca_file(&self) -> PathBuf {
        self.sandbox.running.ca_file.clone()
    }

    async fn read_only(&self, branch: &str) -> String {
        let body = json!({"endpoint": {"branch_id": branch, "type": "read_only"}});
        let made = self.done(201, self.post("/endpoints", &body).await).await;
        assert_eq!(made["operations"], json!([]));
        id(&made["endpoint"])
    }

    /// A string to that compute.
    async fn uri(&self, endpoint: &str) -> String {
        let made = &self.made["connection_uris"][0]["connection_parameters"];
        let (role, database) = (&made["role"], &made["database"]);
        let (role, database) = (role.as_str().unwrap(), database.as_str().unwrap());
        let path = format!(
            "/connection_uri?endpoint_id={endpoint}&role_name={role}&database_name={database}"
        );
        let found = self.get(&path).await.json();
        found["uri"].as_str().unwrap().to_owned()
    }

    async fn to(&self, endpoint: &str) -> Client {
        sql::connect(&self.ca_file(), &self.uri(endpoint).await).await
    }

    async fn act(&self, endpoint: &str, action: &str) {
        let reply = self
            .post(&format!("/endpoints/{endpoint}/{action}"), &json!({}))
            .await;
        self.done(200, reply).await;
    }

    async fn record(&self, endpoint: &str) -> Value {
        self.get(&format!("/endpoints/{endpoint}")).await.json()["endpoint"].clone()
    }
}

async fn shows(client: &Client, rows: &str) {
    until("the rows are there", async || {
        sql::one(client, ROWS).await == rows
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_follows_its_branch_and_writes_nothing() {
    let fixture = TestProject::start().await;
    let main = fixture.to(&fixture.endpoint).await;
    sql::run(&main, "CREATE TABLE said AS SELECT 'a' AS word").await;
    let replica = fixture.read_only(&fixture.branch).await;
    let record = fixture.record(&replica).await;
    assert_eq!(
        (&record["type"], &record["current_state"]),
        (&json!("read_only"), &json!("idle"))
    );
    assert_eq!(
        record["hosts"],
        json!({"read_only_host": record["host"], "read_only_pooled_host": record["host"]})
    );
    let port = |it: &Value| it["port"].as_u64().unwrap();
    assert_ne!(
        port(&record),
        port(&fixture.record(&fixture.endpoint).await)
    );

    let reader = fixture.to(&replica).await;
    assert_eq!(sql::one(&reader, ROWS).await, "a");
    let refused = reader
        .batch_execute("INSERT INTO said VALUES ('x')")
        .await
        .unwrap_err();
    assert_eq!(refused.code(), Some(&SqlState::READ_ONLY_SQL_TRANSACTION));
    sql::run(&main, "INSERT INTO said VALUES ('b')").await;
    shows(&reader, "a b").await;

    // It stays behind a server that is suspended, without waking it, and goes on with it.
    drop(main);
    fixture.act(&fixture.endpoint, "suspend").await;
    assert_eq!(sql::one(&reader, ROWS).await, "a b");
    assert_eq!(fixture.state(&fixture.endpoint).await, "idle");
    let main = fixture.to(&fixture.endpoint).await;
    sql::run(&main, "INSERT INTO said VALUES ('c')").await;
    shows(&reader, "a b c").await;

    // What it missed it gets from the files.
    drop(reader);
    fixture.act(&replica, "suspend").await;
    sql::run(&main, "INSERT INTO said VALUES ('d')").await;
    drop(main);
    fixture.act(&fixture.endpoint, "suspend").await;
    let reader = fixture.to(&replica).await;
    assert_eq!(sql::one(&reader, ROWS).await, "a b c d");
    assert_eq!(fixture.state(&fixture.endpoint).await, "idle");

    // One that was dropped is gone with its data; the branch has nothing of it.
    let folder = fixture
        .sandbox
        .folder
        .path()
        .join("servers/replicas")
        .join(&replica);
    assert!(folder.is_dir());
    let gone = fixture.delete(&format!("/endpoints/{replica}")).await;
    fixture.done(200, gone).await;
    until("its data is gone", async || !folder.exists()).await;
    let listed = fixture
        .get(&format!("/branches/{}/endpoints", fixture.branch))
        .await
        .json();
    assert_eq!(listed["endpoints"].as_array().unwrap().len(), 1);
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restore_it_follows_what_was_restored() {
    let fixture = TestProject::start().await;
    let main = fixture.to(&fixture.endpoint).await;
    sql::run(&main, "CREATE TABLE said AS SELECT 'early' AS word").await;
    let child = id(&fixture.branch("child").await["branch"]);
    sql::run(&main, "INSERT INTO said VALUES ('late')").await;
    let replica = fixture.read_only(&fixture.branch).await;
    let reader = fixture.to(&replica).await;
    shows(&reader, "early late").await;
    drop(main);
    let body = json!({"source_branch_id": child, "preserve_under_name": "before"});
    let restore = format!("/branches/{}/restore", fixture.branch);
    fixture.done(200, fixture.post(&restore, &body).await).await;
    until("the server is stopped", async || reader.is_closed()).await;
    let reader = fixture.to(&replica).await;
    assert_eq!(sql::one(&reader, ROWS).await, "early");
    let main = fixture.to(&fixture.endpoint).await;
    sql::run(&main, "INSERT INTO said VALUES ('new')").await;
    shows(&reader, "early new").await;
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_begins_with_one_and_keeps_it_over_a_restart() {
    let fixture = TestProject::start().await;
    let main = fixture.to(&fixture.endpoint).await;
    sql::run(&main, "CREATE TABLE said AS SELECT 'a' AS word").await;
    drop(main);
    let body = json!({"branch": {"name": "both"},
        "endpoints": [{"type": "read_only"}, {"type": "read_write"}]});
    let made = fixture
        .done(201, fixture.post("/branches", &body).await)
        .await;
    let kinds: Vec<&str> = made["endpoints"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["type"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["read_only", "read_write"]);
    let (replica, branch) = (id(&made["endpoints"][0]), id(&made["branch"]));
    let two = json!({"branch": {}, "endpoints": [{"type": "read_write"}, {"type": "read_write"}]});
    assert_eq!(error(&fixture.post("/branches", &two).await).0, 409);
    let reader = fixture.to(&replica).await;
    assert_eq!(sql::one(&reader, ROWS).await, "a");
    drop(reader);
    let sandbox = fixture
        .sandbox
        .again(|config| config.rate_limits = None)
        .await;
    let api = Management::of(&sandbox);
    let fixture = TestProject {
        sandbox,
        api,
        ..fixture
    };
    let reader = fixture.to(&replica).await;
    assert_eq!(sql::one(&reader, ROWS).await, "a");

    // It goes with its branch, and comes back with it.
    let path = format!("/branches/{branch}");
    let gone = fixture.done(200, fixture.delete(&path).await).await;
    assert_eq!(steps(&gone).len(), 3, "{gone}");
    until("its server is stopped", async || reader.is_closed()).await;
    let recovered = fixture.post(&format!("{path}/recover"), &json!({})).await;
    let recovered = fixture.done(200, recovered).await;
    assert_eq!(recovered["endpoints"].as_array().unwrap().len(), 2);
    let reader = fixture.to(&replica).await;
    assert_eq!(sql::one(&reader, ROWS).await, "a");
    fixture.sandbox.stop().await;
}
