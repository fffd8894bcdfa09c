//! Where a row is walked: a project of its own in one sandbox.

use std::sync::Arc;
use std::time::Duration;

use api::resource::databases::Databases;
use api::{
    BranchId, Budget, EndpointId, Management, ManagementUrl, Options, OrgId, ProjectId,
    SystemEnvironment,
};
use app::{App, accounts};
use sandbox::{Running, Sandbox};
use serde_json::{Value, json};
use testkit::http::{self, Reply};
use vault::{Memory, Vault};

use super::like::like;
use crate::product::{folder, local, open, sandbox_config};

/// How long everything under way may take.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(20);

/// A sandbox without servers and without rate limits, and the core on it.
pub struct Walk {
    pub sandbox: Running,
    pub app: App,
    /// The sandbox's account in the core.
    pub account: String,
    _folder: tempfile::TempDir,
}

impl Walk {
    pub async fn start() -> Self {
        Self::with(|config| config.rate_limits = None).await
    }

    pub async fn with(change: impl FnOnce(&mut sandbox::Config)) -> Self {
        let folder = folder();
        let mut config = sandbox_config(&folder.path().join("sandbox"), false);
        change(&mut config);
        let sandbox = Sandbox::start(config).await.unwrap();
        let vault: Arc<dyn Vault> = Arc::new(Memory::default());
        let app = open(&folder.path().join("plinth"), &vault, &sandbox).await;
        let account = accounts::set_local(&app, local(&sandbox)).await.unwrap().id;
        Self {
            sandbox,
            app,
            account,
            _folder: folder,
        }
    }

    /// A client of its own budget with this key.
    pub fn client(&self, key: &str) -> Management {
        let base = self.sandbox.base_url.parse::<ManagementUrl>().unwrap();
        let budget = Budget::new(Arc::new(SystemEnvironment));
        Management::new(base, key.into(), budget, Options::default()).unwrap()
    }

    /// What only whoever runs the sandbox may do.
    pub async fn administer(&self, method: &str, path: &str, body: &Value) -> Value {
        let reply = send(self, &self.sandbox.admin_key, "set", method, path, body).await;
        assert!((200..300).contains(&reply.status), "{path}: {}", reply.body);
        read(&reply)
    }

    /// Somebody with a personal key: their id and the key.
    pub async fn person(&self, name: &str) -> (String, String) {
        let user = json!({"email": format!("{name}@example.com"), "name": name});
        let user = self.administer("POST", "/sandbox/users", &user).await;
        let id = text(&user, "id");
        let keys = format!("/sandbox/users/{id}/keys");
        let key = json!({"key_name": "first"});
        let key = self.administer("POST", &keys, &key).await;
        (id, text(&key, "key"))
    }

    /// Waits until nothing is under way in any project.
    pub async fn rest(&self) {
        assert!(
            self.sandbox.settled(SETTLE_TIMEOUT).await,
            "operations do not end"
        );
    }

    pub async fn stop(self) {
        self.app.close().await;
        self.sandbox.stop().await;
    }
}

/// A project that was just made, and who speaks of it.
pub struct EndpointFixture<'w> {
    pub walk: &'w Walk,
    pub project: String,
    pub branch: String,
    pub endpoint: String,
    pub organization: String,
    pub api: Management,
    pub key: String,
}

impl<'w> EndpointFixture<'w> {
    /// The client's handle on the databases of its branch.
    pub fn databases(&self) -> Databases {
        self.api.databases(&self.project_id(), &self.branch_id())
    }

    pub async fn fresh(walk: &'w Walk) -> Self {
        let key = walk.sandbox.key.clone();
        let mut fixture = Self {
            walk,
            project: String::new(),
            branch: String::new(),
            endpoint: String::new(),
            organization: String::new(),
            api: walk.client(&key),
            key,
        };
        let made = fixture
            .prepare("POST /projects", json!({"project": {}}))
            .await;
        fixture.project = text(&made["project"], "id");
        fixture.organization = text(&made["project"], "org_id");
        fixture.branch = text(&made["branch"], "id");
        fixture.endpoint = text(&made["endpoints"][0], "id");
        fixture
    }

    /// The same fixture with another key.
    pub fn with_key(&self, key: &str) -> Self {
        Self {
            walk: self.walk,
            project: self.project.clone(),
            branch: self.branch.clone(),
            endpoint: self.endpoint.clone(),
            organization: self.organization.clone(),
            api: self.walk.client(key),
            key: key.to_owned(),
        }
    }

    /// Sends a request by hand that has to be answered with this status. In a path `{p}`, `{b}`, `{e}` and `{o}` are
    /// the fixture's project, branch, endpoint and organization.
    pub async fn answers(&self, status: u16, request: &str, body: Value) -> Value {
        let reply = self.send("raw", request, &body).await;
        assert_eq!(reply.status, status, "{request}: {}", reply.body);
        assert!(
            reply.header("x-neon-ret-request-id").is_some(),
            "{request}: no request id"
        );
        read(&reply)
    }

    /// Sends a request by hand that has to be refused, in the platform's form of an error.
    pub async fn refuses(&self, status: u16, message: &str, request: &str, body: Value) -> Value {
        let error = self.answers(status, request, body).await;
        like(
            &error,
            &json!({"code": "<string>", "message": "<text>", "request_id?": "<text>"}),
        );
        let reported = text(&error, "message");
        assert!(reported.contains(message), "{request}: {reported}");
        error
    }

    /// How a request by hand is answered.
    pub async fn send_status(&self, request: &str, body: &Value) -> u16 {
        self.send("raw", request, body).await.status
    }

    /// Does something that is not what is looked at, and waits for its end.
    pub async fn prepare(&self, request: &str, body: Value) -> Value {
        let reply = self.send("set", request, &body).await;
        assert!(
            (200..300).contains(&reply.status),
            "{request}: {}",
            reply.body
        );
        self.walk.rest().await;
        read(&reply)
    }

    async fn send(&self, mark: &str, request: &str, body: &Value) -> Reply {
        let (method, path) = request.split_once(' ').unwrap();
        let path = path
            .replace("{p}", &self.project)
            .replace("{b}", &self.branch)
            .replace("{e}", &self.endpoint)
            .replace("{o}", &self.organization);
        let path = format!("/api/v2{path}");
        send(self.walk, &self.key, mark, method, &path, body).await
    }

    pub fn project_id(&self) -> ProjectId {
        ProjectId::parse(&self.project).unwrap()
    }

    pub fn branch_id(&self) -> BranchId {
        BranchId::parse(&self.branch).unwrap()
    }

    pub fn endpoint_id(&self) -> EndpointId {
        EndpointId::parse(&self.endpoint).unwrap()
    }

    pub fn org_id(&self) -> OrgId {
        OrgId::parse(&self.organization).unwrap()
    }

    pub async fn rest(&self) {
        self.walk.rest().await;
    }

    /// Another branch of the project, with a compute or without.
    pub async fn child(&self, name: &str, with_compute: bool) -> Value {
        let endpoints = match with_compute {
            true => json!([{"type": "read_write"}]),
            false => json!([]),
        };
        let body = json!({"branch": {"name": name}, "endpoints": endpoints});
        self.prepare("POST /projects/{p}/branches", body).await
    }
}

pub fn text(value: &Value, field: &str) -> String {
    let text = value[field].as_str();
    text.unwrap_or_else(|| panic!("no text in {field}: {value}"))
        .to_owned()
}

async fn send(walk: &Walk, key: &str, mark: &str, method: &str, path: &str, body: &Value) -> Reply {
    let key = format!("Bearer {key}");
    let id = format!("{mark}-{}", uuid::Uuid::new_v4());
    let headers = [
        ("Authorization", key.as_str()),
        ("Accept", "application/json"),
        ("Content-Type", "application/json"),
        ("X-Request-ID", id.as_str()),
    ];
    let body = match body {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    http::send(&walk.sandbox.instant_url, method, path, &headers, &body).await
}

fn read(reply: &Reply) -> Value {
    match reply.body.is_empty() {
        true => Value::Null,
        false => reply.json(),
    }
}
