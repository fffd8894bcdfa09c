//! A platform that knows several keys and whose they are, written from the specification and not from the client.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use testkit::server::{Answer, Request, Scenario, Server};

use super::fault::unauthorized;

/// What a key is.
#[derive(Clone, Copy, Debug)]
pub enum Holder {
    /// Of the person with this address.
    Person(&'static str),
    /// Of the organization with this name.
    Organization(&'static str),
    /// Of the organization with this name, for the one project with this id.
    Project(&'static str, &'static str),
}

pub type IdentityPlatform = Server<State>;

#[derive(Default)]
pub struct State {
    /// The keys that are good.
    keys: BTreeMap<String, Holder>,
    /// Every answer has this status, where it is one.
    pub status: Option<u16>,
}

pub async fn start(keys: &[(&str, Holder)]) -> IdentityPlatform {
    let mut state = State::default();
    for (key, holder) in keys {
        state.take(key, *holder);
    }
    Server::start(state).await
}

/// Requests with this key.
pub fn count_of(identity_platform: &IdentityPlatform, key: &str) -> usize {
    let requests = identity_platform.requests().into_iter();
    requests.filter(|request| request.key() == key).count()
}

impl State {
    /// From now on this key is good.
    pub fn take(&mut self, key: &str, holder: Holder) {
        self.keys.insert(key.to_owned(), holder);
    }

    /// From now on this key is refused.
    pub fn revoke(&mut self, key: &str) {
        self.keys.remove(key);
    }

    fn found(&self, request: &Request) -> (u16, Value) {
        if let Some(status) = self.status {
            return (status, json!({ "message": "as ordered" }));
        }
        let Some(holder) = self.keys.get(request.key()).copied() else {
            return unauthorized();
        };
        let denied = (404, json!({ "message": "not allowed for this key" }));
        let path = request.path_below(Self::BASE);
        match (request.method.as_str(), path, holder) {
            ("GET", "/auth", Holder::Person(email)) => identity(&id("user", email), "api_key_user"),
            ("GET", "/auth", Holder::Organization(name) | Holder::Project(name, _)) => {
                identity(&id("org", name), "api_key_org")
            }
            ("GET", "/users/me", Holder::Person(email)) => (
                200,
                json!({ "id": id("user", email), "email": email, "name": "" }),
            ),
            ("GET", path, Holder::Organization(name)) if path.starts_with("/organizations/") => {
                (200, json!({ "id": id("org", name), "name": name }))
            }
            ("GET", "/projects", holder) => (200, projects(holder)),
            ("GET", "/api_keys", Holder::Person(_)) => (200, json!([])),
            ("GET", ..) => denied,
            ("POST", "/api_keys", _) => (200, json!({ "id": 1, "key": "napi_made" })),
            _ => (200, json!({})),
        }
    }
}

fn id(kind: &str, name: &str) -> String {
    let word: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("{kind}-{word}")
}

fn identity(id: &str, method: &str) -> (u16, Value) {
    (
        200,
        json!({ "account_id": id, "auth_method": method, "auth_data": "1" }),
    )
}

fn projects(holder: Holder) -> Value {
    let ids = match holder {
        Holder::Project(_, project) => vec![project],
        _ => vec!["p-1", "p-2"],
    };
    let project = |id: &str| json!({ "id": id, "name": format!("shop-{id}") });
    let projects: Vec<_> = ids.into_iter().map(project).collect();
    json!({ "projects": projects })
}

impl Scenario for State {
    const BASE: &str = "/api/v2";

    fn answer(&mut self, request: &Request) -> Answer {
        let (status, body) = self.found(request);
        Answer::of(status, "", body)
    }
}
