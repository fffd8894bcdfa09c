//! What was answered is there after a crash, whatever else was in the making just then.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::claimed::claim;
use crate::support::program::Program;
use crate::support::test_sandbox::{project, text};
use crate::support::{Reply, http, sql, until};

/// A claimed database with a row in it, on a sandbox that is killed.
struct Claimed {
    program: Program,
    record: Value,
    /// Reaches the default branch.
    uri: String,
}

impl Claimed {
    async fn start(folder: &Path) -> Self {
        let program = Program::start(folder, &[]).await;
        let url = program.text("instant_url");
        let made = http::post_json(url, "/api/v1/database", r#"{"ref":"tests"}"#).await;
        assert_eq!(made.status, 200, "{}", made.body);
        let record = made.json();
        let uri = text(&record, "connection_string").to_owned();
        let client = sql::connect(&program.ca_file(), &uri).await;
        sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS n").await;
        claim(url, &record).await;
        Self {
            program,
            record,
            uri,
        }
    }

    async fn call(&self, method: &str, path: &str, body: &Value) -> Reply {
        let key = format!("Bearer {}", self.program.text("key"));
        let path = format!("/api/v2/projects/{}{path}", project(&self.record));
        let headers = [("authorization", key.as_str())];
        let (url, body) = (self.program.text("instant_url"), body.to_string());
        http::send(url, method, &path, &headers, body.as_bytes()).await
    }

    async fn inject(&self, trouble: &Value) {
        let key = format!("Bearer {}", self.program.text("admin_key"));
        let headers = [("authorization", key.as_str())];
        let body = json!({"action": "create_branch", "trouble": trouble}).to_string();
        let url = self.program.text("instant_url");
        let path = "/sandbox/operation-faults";
        let injected = http::send(url, "POST", path, &headers, body.as_bytes()).await;
        assert_eq!(injected.status, 201, "{}", injected.body);
    }

    async fn branch(&self, name: &str, source: &str) -> Value {
        let body = json!({"branch": {"name": name, "init_source": source}});
        let made = self.call("POST", "/branches", &body).await;
        assert_eq!(made.status, 201, "{}", made.body);
        made.json()["branch"].clone()
    }

    /// Every operation has come to its end, one way or another.
    async fn rest(&self) {
        until("no operation is open", async || {
            let list = self.call("GET", "/operations", &Value::Null).await.json();
            let ended = ["finished", "error", "cancelled"];
            // Whoever asks too often is refused for a moment.
            let all = list["operations"].as_array();
            all.is_some_and(|all| all.iter().all(|it| ended.contains(&text(it, "status"))))
        })
        .await;
    }

    async fn killed(mut self, folder: &Path) -> Self {
        self.program.signal("KILL").await;
        self.program.end().await;
        let program = Program::start(folder, &[]).await;
        Self { program, ..self }
    }

    async fn is_there(&self) {
        let url = self.program.text("instant_url");
        let path = format!("/api/v1/database/{}", text(&self.record, "id"));
        let instant = http::get(url, &path).await;
        assert_eq!(instant.status, 200, "{}", instant.body);
        assert_eq!(text(&instant.json(), "status"), "CLAIMED");
        let found = self.call("GET", "", &Value::Null).await;
        assert_eq!(found.status, 200, "{}", found.body);
    }

    async fn has_its_row(&self) {
        let client = sql::connect(&self.program.ca_file(), &self.uri).await;
        assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "7");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_database_outlives_a_crash_while_a_schema_only_branch_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let claimed = Claimed::start(folder.path()).await;
    claimed.inject(&json!({"hold": {"seconds": 600}})).await;
    let bare = claimed.branch("bare", "schema-only").await;
    claimed.is_there().await;
    let claimed = claimed.killed(folder.path()).await;
    claimed.is_there().await;
    claimed.rest().await;
    claimed.has_its_row().await;
    let path = format!("/branches/{}", text(&bare, "id"));
    let found = claimed.call("GET", &path, &Value::Null).await.json();
    assert_eq!(found["branch"]["current_state"], "ready", "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_database_outlives_a_crash_while_its_root_is_restored() {
    let folder = tempfile::tempdir().unwrap();
    let claimed = Claimed::start(folder.path()).await;
    let dev = claimed.branch("dev", "parent-data").await;
    claimed.rest().await;
    let main = dev["parent_id"].as_str().unwrap();
    claimed.inject(&json!({"hold": {"seconds": 600}})).await;
    let body = json!({"source_branch_id": dev["id"], "preserve_under_name": "before"});
    let path = format!("/branches/{main}/restore");
    let begun = claimed.call("POST", &path, &body).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    claimed.is_there().await;
    let claimed = claimed.killed(folder.path()).await;
    claimed.is_there().await;
    claimed.rest().await;
    claimed.has_its_row().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_database_outlives_a_branch_that_was_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let claimed = Claimed::start(folder.path()).await;
    claimed.inject(&json!("give_up")).await;
    claimed.branch("bare", "schema-only").await;
    claimed.rest().await;
    claimed.is_there().await;
    let claimed = claimed.killed(folder.path()).await;
    claimed.is_there().await;
    claimed.has_its_row().await;
}
