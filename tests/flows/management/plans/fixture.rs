use std::time::Duration;

use app::App;
use serde_json::{Value, json};
use tokio::net::TcpSocket;

use crate::management::fixture::{ManagementFixture, Project};

/// What plans are carried out on.
pub struct Fixture {
    pub management: ManagementFixture,
    pub project: Project,
    /// A project that has an auth integration.
    pub with_auth: Project,
    pub organization: String,
    /// An address at which nobody listens.
    pub silent: String,
    _silent: TcpSocket,
}

impl Fixture {
    pub async fn start() -> Self {
        let management = ManagementFixture::quiet().await;
        let project = management.project("Fixture").await;
        let with_auth = management.project("Auth").await;
        let found = management.seen("/users/me/organizations").await;
        let organization = found["organizations"][0]["id"].as_str().unwrap().to_owned();
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let fixture = Self {
            silent: format!("http://{}/api/v2", socket.local_addr().unwrap()),
            _silent: socket,
            management,
            project,
            with_auth,
            organization,
        };
        fixture.enable_auth(&fixture.with_auth).await;
        fixture
    }

    pub fn core(&self) -> (App, String) {
        (
            self.management.app().clone(),
            self.management.account.clone(),
        )
    }

    /// Clocks are read to two seconds: what somebody else did in these could be taken for what the core does next.
    pub async fn let_time_pass(&self) {
        self.management.settled().await;
        let sandbox = &self.management.product.sandbox;
        sandbox.advance(Duration::from_secs(3)).await.unwrap();
        self.management.settled().await;
        // Any reply tells the core how late it is.
        let (app, account) = self.core();
        app::users::me(&app, &account).await.unwrap();
    }

    /// Asks the sandbox past the core, and waits until that is done.
    pub async fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        self.management.settled().await;
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let reply = self.management.raw(method, path, &body).await;
        assert!(
            (200..300).contains(&reply.status),
            "{method} {path} answered {}: {}",
            reply.status,
            reply.body
        );
        self.management.settled().await;
        if reply.body.is_empty() {
            Value::Null
        } else {
            reply.json()
        }
    }

    pub async fn spare_project(&self, number: u64) -> Project {
        let body = json!({ "project": { "name": format!("spare {number}") } });
        let made = self.send("POST", "/projects", &body).await;
        Project {
            id: text(&made["project"]["id"]),
            branch: text(&made["branch"]["id"]),
            compute: text(&made["endpoints"][0]["id"]),
        }
    }

    /// A branch of the fixture's project and, if it is to have one, its compute.
    pub async fn spare_branch(&self, number: u64, has_compute: bool) -> (String, String) {
        let endpoints = if has_compute {
            json!([{ "type": "read_write" }])
        } else {
            json!([])
        };
        let body = json!({
            "branch": { "name": format!("spare {number}"), "parent_id": self.project.branch },
            "endpoints": endpoints,
        });
        let path = format!("/projects/{}/branches", self.project.id);
        let made = self.send("POST", &path, &body).await;
        let compute = &made["endpoints"][0]["id"];
        (
            text(&made["branch"]["id"]),
            compute.as_str().unwrap_or_default().to_owned(),
        )
    }

    pub async fn enable_auth(&self, project: &Project) {
        let body = json!({
            "auth_provider": "provider_one",
            "project_id": project.id,
            "branch_id": project.branch,
            "database_name": "svcdb",
            "role_name": "svcdb_owner",
        });
        self.send("POST", "/projects/auth/create", &body).await;
    }
}

pub fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
        .to_owned()
}
