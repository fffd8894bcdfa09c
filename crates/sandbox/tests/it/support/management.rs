use serde_json::Value;

use super::http::{self, Reply};
use super::test_sandbox::TestSandbox;
use super::until;

/// The Management API of a sandbox with one key.
pub struct Management {
    url: String,
    authorization: String,
}

impl Management {
    /// With the key that opens the sandbox.
    pub fn of(sandbox: &TestSandbox) -> Self {
        Self::with(sandbox, &sandbox.running.key)
    }

    pub fn with(sandbox: &TestSandbox, key: &str) -> Self {
        Self::at(sandbox.url(), key)
    }

    pub fn at(url: &str, key: &str) -> Self {
        Self {
            url: url.to_owned(),
            authorization: format!("Bearer {key}"),
        }
    }

    /// Waits until nothing works on the project.
    pub async fn waits_until_unlocked(&self, project: &str) {
        let path = format!("/projects/{project}");
        until("the project is unlocked", async || {
            self.get(&path).await.json()["project"]["locked"] == false
        })
        .await;
    }

    pub async fn send(&self, method: &str, path: &str, body: &[u8]) -> Reply {
        let headers = [
            ("authorization", self.authorization.as_str()),
            ("content-type", "application/json"),
        ];
        http::send(&self.url, method, &format!("/api/v2{path}"), &headers, body).await
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, b"").await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, body.to_string().as_bytes()).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Reply {
        self.send("PUT", path, body.to_string().as_bytes()).await
    }

    pub async fn patch(&self, path: &str, body: &Value) -> Reply {
        self.send("PATCH", path, body.to_string().as_bytes()).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, b"").await
    }
}
