use std::path::Path;
use std::time::Duration;

use sandbox::{ClockMode, Config, Running, Sandbox, ServerState, ServerStatus};
use serde_json::Value;
use tempfile::TempDir;

use super::http::{self, Reply};

/// A sandbox in a folder of its own.
pub struct TestSandbox {
    pub running: Running,
    pub folder: TempDir,
}

impl TestSandbox {
    /// With real servers and a clock that can be moved.
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// Without PostgreSQL, for what is about HTTP alone.
    pub async fn without_servers() -> Self {
        Self::with(|config| config.servers = false).await
    }

    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::within(&std::env::temp_dir(), change).await
    }

    /// On the disk of that folder.
    pub async fn within(parent: &Path, change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::Builder::new()
            .prefix("sandbox-")
            .tempdir_in(parent)
            .unwrap();
        let running = start(folder.path(), change).await;
        Self { running, folder }
    }

    /// Stops the sandbox and starts it again on the same folder.
    pub async fn again(self, change: impl FnOnce(&mut Config)) -> Self {
        let Self { running, folder } = self;
        running.stop().await;
        drop(running);
        let running = start(folder.path(), change).await;
        Self { running, folder }
    }

    /// The same, with something done to the folder in between.
    pub async fn again_after(self, act: impl FnOnce(&Path)) -> Self {
        let Self { running, folder } = self;
        running.stop().await;
        act(folder.path());
        let running = start(folder.path(), |_| {}).await;
        Self { running, folder }
    }

    pub fn url(&self) -> &str {
        &self.running.instant_url
    }

    pub async fn stop(self) {
        self.running.stop().await;
    }

    pub async fn get(&self, path: &str) -> Reply {
        http::get(self.url(), path).await
    }

    pub async fn post(&self, path: &str, body: &str) -> Reply {
        http::post_json(self.url(), path, body).await
    }

    pub async fn admin(&self, method: &str, path: &str, body: &str) -> Reply {
        let key = format!("Bearer {}", self.running.admin_key);
        http::send(
            self.url(),
            method,
            path,
            &[("authorization", &key)],
            body.as_bytes(),
        )
        .await
    }

    /// A new database's record.
    pub async fn create(&self) -> Value {
        let reply = self.post("/api/v1/database", r#"{"ref":"tests"}"#).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()
    }

    pub async fn record(&self, id: &str) -> Value {
        let reply = self.get(&format!("/api/v1/database/{id}")).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()
    }

    pub async fn advance(&self, by: Duration) {
        self.running.advance(by).await.unwrap();
    }

    pub fn server(&self, project: &str) -> ServerStatus {
        let mut servers = self.running.servers().into_iter();
        servers.find(|server| server.project_id == project).unwrap()
    }

    pub fn state(&self, project: &str) -> ServerState {
        self.server(project).state
    }
}

pub fn config(folder: &Path) -> Config {
    Config {
        clock: ClockMode::Manual,
        ..Config::new(folder)
    }
}

async fn start(folder: &Path, change: impl FnOnce(&mut Config)) -> Running {
    let mut config = config(folder);
    change(&mut config);
    match Sandbox::start(config).await {
        Ok(running) => running,
        Err(error) => panic!("{error:?}: {}", error.hint()),
    }
}

pub fn text<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field]
        .as_str()
        .unwrap_or_else(|| panic!("no text in {field}: {record}"))
}

pub fn project(record: &Value) -> String {
    text(record, "neon_project_id").to_owned()
}
