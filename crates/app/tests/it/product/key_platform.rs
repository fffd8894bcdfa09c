//! A platform that makes and revokes keys, written from the specification and not from the client.

use app::Clock;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};
use testkit::server::{Answer, Request, Scenario, Server};

use super::clock::TestClock;
use super::fault::{Fault, FaultQueue, unauthorized};

pub const PERSON: &str = "user-1";
pub const ORGANIZATION: &str = "org-1";

#[derive(Clone, Debug)]
pub struct Key {
    pub id: i64,
    pub token: String,
    pub name: String,
    /// An organization's and not the person's.
    pub of_organization: bool,
    created_at: DateTime<Utc>,
    used_at: Option<DateTime<Utc>>,
    pub is_revoked: bool,
    is_listed: bool,
}

pub type KeyPlatform = Server<State>;

pub struct State {
    clock: TestClock,
    keys: Vec<Key>,
    /// What goes wrong with the next changes.
    pub faults: FaultQueue,
    /// The person is no administrator of the organization any more.
    pub is_member: bool,
    /// How often something was to be changed.
    pub changes: usize,
    /// The next so many questions with revoked keys are answered as if nothing had happened.
    pub late: usize,
}

pub async fn start(clock: TestClock) -> KeyPlatform {
    Server::start(State {
        clock,
        keys: Vec::new(),
        faults: FaultQueue::default(),
        is_member: false,
        changes: 0,
        late: 0,
    })
    .await
}

impl State {
    /// The keys that still open something.
    pub fn good(&self) -> Vec<Key> {
        let good = self.keys.iter().filter(|it| !it.is_revoked);
        good.cloned().collect()
    }

    pub fn is_good(&self, token: &str) -> bool {
        self.good().iter().any(|it| it.token == token)
    }

    /// A key that is there.
    pub fn make(&mut self, name: &str, of_organization: bool) -> Key {
        let id = i64::try_from(self.keys.len()).unwrap() + 1;
        let key = Key {
            id,
            token: format!("napi_secret_{id}"),
            name: name.to_owned(),
            of_organization,
            created_at: self.clock.now(),
            used_at: None,
            is_revoked: false,
            is_listed: true,
        };
        self.keys.push(key.clone());
        key
    }

    /// `None` for a reply that is lost.
    fn done(&mut self, request: &Request) -> Option<(u16, Value)> {
        let (method, path) = (request.method.as_str(), request.path_below(Self::BASE));
        let now = self.clock.now();
        let known = self.keys.iter_mut().find(|it| it.token == request.key());
        let late = &mut self.late;
        let known = known.filter(|it| {
            let is_late = it.is_revoked && *late > 0;
            *late -= usize::from(is_late);
            !it.is_revoked || is_late
        });
        let Some(key) = known else {
            return Some(unauthorized());
        };
        key.used_at = Some(now);
        let is_person = !key.of_organization;
        if method == "GET" {
            return Some(self.look(path, is_person));
        }
        self.changes += 1;
        let fault = self.faults.take(request);
        Fault::reply(fault, || {
            let reply = self.change(method, path, is_person, &request.json());
            if matches!(fault, Some(Fault::Unlisted)) {
                self.keys.last_mut().unwrap().is_listed = false;
            }
            reply
        })
    }

    fn look(&self, path: &str, is_person: bool) -> (u16, Value) {
        let denied = (404, json!({ "message": "not allowed for this key" }));
        let of_organization = format!("/organizations/{ORGANIZATION}/api_keys");
        let members = format!("/organizations/{ORGANIZATION}/members");
        let organization = format!("/organizations/{ORGANIZATION}");
        match path {
            "/auth" if is_person => (200, identity(PERSON, "api_key_user")),
            "/auth" => (200, identity(ORGANIZATION, "api_key_org")),
            "/users/me" if is_person => (
                200,
                json!({ "id": PERSON, "email": "me@example.com", "name": "" }),
            ),
            "/api_keys" if is_person => (200, self.list(false)),
            path if path == of_organization => (200, self.list(true)),
            path if path == members && is_person => {
                let role = if self.is_member { "member" } else { "admin" };
                let member = json!({
                    "member": { "id": "m-1", "user_id": PERSON, "org_id": ORGANIZATION, "role": role },
                    "user": { "email": "me@example.com" },
                });
                (200, json!({ "members": [member] }))
            }
            path if path == organization => (200, json!({ "id": ORGANIZATION, "name": "Shop" })),
            _ => denied,
        }
    }

    fn list(&self, of_organization: bool) -> Value {
        let good = self.keys.iter().filter(|it| !it.is_revoked && it.is_listed);
        let listed = good.filter(|it| it.of_organization == of_organization);
        listed.map(shown).collect()
    }

    fn change(&mut self, method: &str, path: &str, is_person: bool, body: &Value) -> (u16, Value) {
        let missing = (404, json!({ "message": "API key not found" }));
        if !is_person {
            return missing;
        }
        let of_organization = path.starts_with("/organizations/");
        if method == "POST" {
            let key = self.make(body["key_name"].as_str().unwrap(), of_organization);
            let mut reply = shown(&key);
            reply["key"] = json!(key.token);
            reply["created_by"] = json!(PERSON);
            return (200, reply);
        }
        let id: i64 = path.rsplit('/').next().unwrap().parse().unwrap();
        let found = self
            .keys
            .iter_mut()
            .find(|it| it.id == id && !it.is_revoked);
        let Some(key) = found else { return missing };
        key.is_revoked = true;
        let mut reply = shown(key);
        reply["revoked"] = json!(true);
        (200, reply)
    }
}

fn shown(key: &Key) -> Value {
    let time = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Secs, true);
    json!({
        "id": key.id, "name": key.name, "created_at": time(key.created_at),
        "created_by": { "id": PERSON, "name": "Me", "image": "" },
        "last_used_at": key.used_at.map(time), "last_used_from_addr": "",
    })
}

fn identity(id: &str, method: &str) -> Value {
    json!({ "account_id": id, "auth_method": method, "auth_data": "1" })
}

impl Scenario for State {
    const BASE: &str = "/api/v2";

    fn answer(&mut self, request: &Request) -> Answer {
        let done = self.done(request);
        done.map_or(Answer::LOST, |(status, body)| Answer::of(status, "", body))
    }
}
