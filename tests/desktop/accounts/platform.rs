use std::os::unix::fs::PermissionsExt as _;

use sandbox::{Config, Running, Sandbox};
use serde_json::{Value, json};
use testkit::http;

use crate::harness::{PATIENCE, secrets};

/// A platform elsewhere: nothing of it belongs to the app under test.
pub struct Platform {
    pub running: Running,
    config: Config,
    _folder: tempfile::TempDir,
}

/// An API key, and the number by which it is revoked.
pub struct Key {
    pub id: i64,
    pub token: String,
}

impl Platform {
    /// With real servers, or with databases that are rows of the state store only.
    pub async fn start(servers: bool) -> Self {
        Self::of(|config| config.servers = servers).await
    }

    /// As it is changed before its start.
    pub async fn of(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::Builder::new()
            .prefix("plinth-platform-")
            .permissions(std::fs::Permissions::from_mode(0o755))
            .tempdir()
            .unwrap();
        let mut config = Config::new(folder.path().join("world"));
        change(&mut config);
        let running = Sandbox::start(config.clone()).await.unwrap();
        config.port = port(&running);
        secrets::note(&running.key);
        Self {
            running,
            config,
            _folder: folder,
        }
    }

    /// Comes back with what it had, where it was.
    pub async fn start_again(&mut self) {
        self.running = Sandbox::start(self.config.clone()).await.unwrap();
        assert_eq!(port(&self.running), self.config.port);
    }

    /// Returns once none of its operations runs any more.
    pub async fn settled(&self) {
        assert!(self.running.settled(PATIENCE).await, "it never ended");
    }

    /// What it answers to a request that is sent by nobody but the test.
    pub async fn send(&self, method: &str, path: &str, body: Value) -> http::Reply {
        self.send_with(&self.running.key, method, path, body).await
    }

    pub async fn send_with(&self, key: &str, method: &str, path: &str, body: Value) -> http::Reply {
        let url = url::Url::parse(&self.running.base_url).unwrap();
        let origin = url.origin().ascii_serialization();
        let authorization = format!("Bearer {key}");
        let headers = [
            ("Authorization", authorization.as_str()),
            ("Content-Type", "application/json"),
        ];
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let path = format!("{}{path}", url.path());
        http::send(&origin, method, &path, &headers, &body).await
    }

    /// A personal key, as it is made in the web console.
    pub async fn key(&self, name: &str) -> Key {
        let body = json!({ "key_name": name });
        let made = self.send("POST", "/api_keys", body).await.json();
        let token = made["key"].as_str().unwrap().to_owned();
        secrets::note(&token);
        Key {
            id: made["id"].as_i64().unwrap(),
            token,
        }
    }

    pub async fn revoke(&self, key: &Key) {
        let path = format!("/api_keys/{}", key.id);
        let reply = self.send("DELETE", &path, Value::Null).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }

    /// A project with a branch and a compute; the whole reply.
    pub async fn project(&self, name: &str) -> Value {
        let body = json!({ "project": { "name": name } });
        let reply = self.send("POST", "/projects", body).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()
    }

    /// The names of its projects, by its own word.
    pub async fn projects(&self) -> Vec<String> {
        let all = self.send("GET", "/projects?limit=400", Value::Null).await;
        names(&all.json()["projects"])
    }

    /// The names of a project's branches, by its own word.
    pub async fn branches(&self, project: &str) -> Vec<String> {
        let path = format!("/projects/{project}/branches");
        names(&self.send("GET", &path, Value::Null).await.json()["branches"])
    }

    /// How many requests came by this method for a path with this end, and were answered so.
    pub fn count_requests(&self, method: &str, end: &str, status: u16) -> usize {
        let log = self.running.requests();
        log.iter()
            .filter(|it| it.method == method && it.path.ends_with(end) && it.status == status)
            .count()
    }

    /// What came that could change something.
    pub fn changes(&self) -> Vec<String> {
        let log = self.running.requests().into_iter();
        log.filter(|it| it.method != "GET")
            .map(|it| format!("{} {}", it.method, it.path))
            .collect()
    }
}

fn names(list: &Value) -> Vec<String> {
    let mut names: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

fn port(running: &Running) -> u16 {
    let url = url::Url::parse(&running.base_url).unwrap();
    url.port().unwrap()
}
