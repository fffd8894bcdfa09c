//! A Management API of a few lines, written from the specification and not from the client.

use app::Clock;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};
use testkit::server::{Answer, Request, Scenario, Server};

use super::clock::TestClock;
use super::fault::{Fault, FaultQueue, date, unauthorized};

pub type Platform = Server<State>;

pub struct State {
    clock: TestClock,
    /// Its clock is so far ahead.
    pub offset: TimeDelta,
    pub branches: Vec<Value>,
    keys: Vec<Value>,
    providers: Vec<Value>,
    integrations: Vec<Value>,
    operations: Vec<Value>,
    /// What goes wrong with the next changes.
    pub faults: FaultQueue,
    /// While it is not reachable, reads end before a byte came back.
    pub reachable: bool,
    /// The key that it takes.
    pub key: String,
    /// Status and body of the reply to who asks for a connection string.
    uri: (u16, Value),
}

pub async fn start(clock: TestClock) -> Platform {
    Server::start(State {
        clock,
        offset: TimeDelta::zero(),
        branches: Vec::new(),
        keys: Vec::new(),
        providers: Vec::new(),
        integrations: Vec::new(),
        operations: Vec::new(),
        faults: FaultQueue::default(),
        reachable: true,
        key: "napi_secret".to_owned(),
        uri: (404, json!({ "message": "database not found" })),
    })
    .await
}

impl State {
    /// The connection string that it says from now on.
    pub fn set_uri(&mut self, uri: &str) {
        self.uri = (200, json!({ "uri": uri }));
    }

    /// The project keeps no passwords from now on.
    pub fn forget_passwords(&mut self) {
        let said = json!({ "message": "storing passwords is not enabled for the project" });
        self.uri = (412, said);
    }

    fn now(&self) -> DateTime<Utc> {
        self.clock.now() + self.offset
    }

    fn moment(&self) -> String {
        self.now().to_rfc3339_opts(SecondsFormat::Secs, true)
    }

    /// A branch that was made elsewhere, now.
    pub fn add_branch(&mut self, name: &str) -> Value {
        let number = self.branches.len() + 1;
        let branch = json!({
            "id": format!("br-quiet-sea-{number:08}"), "project_id": "p-1", "parent_id": "br-main",
            "name": name, "current_state": "init", "created_at": self.moment(), "updated_at": self.moment(),
        });
        self.branches.push(branch.clone());
        branch
    }

    fn add_operation(&mut self, action: &str) -> Value {
        let number = self.operations.len() + 1;
        let operation = json!({
            "id": format!("00000000-0000-4000-8000-{number:012}"), "project_id": "p-1",
            "endpoint_id": "ep-1", "action": action, "status": "running", "failures_count": 0,
            "created_at": self.moment(), "updated_at": self.moment(),
        });
        self.operations.insert(0, operation.clone());
        operation
    }

    fn done(&mut self, request: &Request) -> (u16, Value) {
        let body = request.json();
        match (request.method.as_str(), request.path_below(Self::BASE)) {
            ("GET", "/projects/p-1/branches") => (200, json!({ "branches": self.branches })),
            ("POST", "/projects/p-1/branches") => {
                let name = body["branch"]["name"]
                    .as_str()
                    .unwrap_or("made-up")
                    .to_owned();
                if self.branches.iter().any(|it| it["name"] == name.as_str()) {
                    return (
                        409,
                        json!({ "code": "BRANCH_ALREADY_EXISTS", "message": "branch already exists" }),
                    );
                }
                let branch = self.add_branch(&name);
                let operation = self.add_operation("create_branch");
                (
                    201,
                    json!({ "branch": branch, "operations": [operation], "endpoints": [] }),
                )
            }
            ("GET", "/projects/p-1/connection_uri") => self.uri.clone(),
            ("GET", "/projects/p-1/branches/br-main/endpoints") => {
                (200, json!({ "endpoints": [replica(), endpoint()] }))
            }
            ("GET", "/projects/p-1/operations") => (200, json!({ "operations": self.operations })),
            ("GET", "/projects/p-1/endpoints/ep-1") => (200, json!({ "endpoint": endpoint() })),
            ("POST", "/projects/p-1/endpoints/ep-1/restart") => {
                let operations = [
                    self.add_operation("suspend_compute"),
                    self.add_operation("start_compute"),
                ];
                (
                    200,
                    json!({ "endpoint": endpoint(), "operations": operations }),
                )
            }
            ("GET", "/api_keys") => (200, json!(self.keys)),
            ("POST", "/api_keys") => {
                let id = self.keys.len() + 1;
                let key =
                    json!({ "id": id, "name": body["key_name"], "created_at": self.moment() });
                self.keys.push(key.clone());
                (200, json!({ "id": id, "key": "napi_made_just_now" }))
            }
            ("GET", "/projects/p-1/auth/oauth_providers") => {
                (200, json!({ "providers": self.providers }))
            }
            ("POST", "/projects/p-1/auth/oauth_providers") => {
                let provider = json!({ "id": body["id"], "type": "standard" });
                self.providers.push(provider.clone());
                (200, provider)
            }
            ("GET", "/projects/p-1/auth/integrations") => {
                (200, json!({ "data": self.integrations }))
            }
            ("POST", "/projects/auth/create") => {
                let integration = json!({
                    "auth_provider": body["auth_provider"], "auth_provider_project_id": "ap-1",
                    "branch_id": body["branch_id"], "db_name": body["database_name"], "created_at": self.moment(),
                });
                self.integrations.push(integration);
                (201, keys())
            }
            ("POST", "/projects/auth/keys") => (201, keys()),
            _ => (404, json!({ "message": "this route does not exist" })),
        }
    }
}

fn endpoint() -> Value {
    json!({
        "id": "ep-1", "branch_id": "br-main", "current_state": "active", "type": "read_write",
        "host": "ep-1.local.example", "hosts": { "read_write_pooled_host": "ep-1-pooler.local.example" },
    })
}

fn replica() -> Value {
    json!({ "id": "ep-2", "branch_id": "br-main", "type": "read_only", "host": "ep-2.local.example" })
}

fn keys() -> Value {
    json!({
        "auth_provider": "provider_one", "auth_provider_project_id": "ap-1", "pub_client_key": "pck_open",
        "secret_server_key": "ssk_hidden", "jwks_url": "https://example.com/jwks", "schema_name": "svc_auth", "table_name": "users_sync",
    })
}

impl Scenario for State {
    const BASE: &str = "/api/v2";

    fn is_there(&self, request: &Request) -> bool {
        self.reachable || request.method != "GET"
    }

    fn answer(&mut self, request: &Request) -> Answer {
        let reply = match self.faults.take_for_change(request) {
            None if request.key() != self.key => Some(unauthorized()),
            fault => Fault::reply(fault, || self.done(request)),
        };
        reply.map_or(Answer::LOST, |(status, body)| {
            Answer::of(status, &date(self.now()), body)
        })
    }
}
