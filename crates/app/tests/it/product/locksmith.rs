//! A platform that makes and revokes keys, written from the specification and not from the client.

use std::sync::{Arc, Mutex};

use app::Clock;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::clock::TestClock;
use super::service::{Seen, read};

pub const PERSON: &str = "user-1";
pub const ORGANIZATION: &str = "org-1";

/// What happens to the next request that changes something.
#[derive(Clone, Copy, Debug)]
pub enum Mishap {
    /// Nothing goes wrong: it is the one after it that is meant.
    Nothing,
    /// It is done, and the connection ends without a byte of the reply.
    LostReply,
    /// It is done, and the reply lacks the token.
    WithoutToken,
    /// It is done, and the reply lacks these fields.
    Without(&'static [&'static str]),
    /// It is done, the reply says neither id nor time, and no list has the key yet.
    Unlisted,
    /// It is not done, and this is the status of the reply.
    Refused(u16),
}

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

pub struct Locksmith {
    pub url: String,
    state: Arc<Mutex<State>>,
    task: JoinHandle<()>,
}

struct State {
    clock: TestClock,
    keys: Vec<Key>,
    mishaps: Vec<Mishap>,
    is_member: bool,
    changes: usize,
    /// So many questions with a revoked key are still answered.
    late: usize,
}

impl Drop for Locksmith {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Locksmith {
    pub async fn start(clock: TestClock) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/api/v2", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State {
            clock,
            keys: Vec::new(),
            mishaps: Vec::new(),
            is_member: false,
            changes: 0,
            late: 0,
        }));
        let shared = Arc::clone(&state);
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, Arc::clone(&shared)));
            }
        });
        Self { url, state, task }
    }

    /// A key that is there already.
    pub fn cut(&self, name: &str, of_organization: bool) -> Key {
        self.state.lock().unwrap().make(name, of_organization)
    }

    /// The next change goes wrong like this, and those after it like the further ones.
    pub fn order(&self, mishap: Mishap) {
        self.state.lock().unwrap().mishaps.insert(0, mishap);
    }

    pub fn order_nothing(&self) {
        self.state.lock().unwrap().mishaps.clear();
    }

    /// The next so many questions with revoked keys are answered as if nothing had happened.
    pub fn be_late(&self, questions: usize) {
        self.state.lock().unwrap().late = questions;
    }

    /// How many more of them would be.
    pub fn late(&self) -> usize {
        self.state.lock().unwrap().late
    }

    /// The person is no administrator of the organization any more.
    pub fn demote(&self) {
        self.state.lock().unwrap().is_member = true;
    }

    /// The keys that still open something.
    pub fn good(&self) -> Vec<Key> {
        let state = self.state.lock().unwrap();
        let keys = state.keys.iter().filter(|it| !it.is_revoked);
        keys.cloned().collect()
    }

    pub fn is_good(&self, token: &str) -> bool {
        self.good().iter().any(|it| it.token == token)
    }

    /// How often something was to be changed.
    pub fn changes(&self) -> usize {
        self.state.lock().unwrap().changes
    }
}

impl State {
    fn make(&mut self, name: &str, of_organization: bool) -> Key {
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
    fn answer(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: &str,
    ) -> Option<(u16, Value)> {
        let now = self.clock.now();
        let known = self.keys.iter_mut().find(|it| it.token == token);
        let late = &mut self.late;
        let known = known.filter(|it| {
            let is_late = it.is_revoked && *late > 0;
            *late -= usize::from(is_late);
            !it.is_revoked || is_late
        });
        let Some(key) = known else {
            let message = "supplied credentials do not pass authentication";
            return Some((401, json!({ "message": message })));
        };
        key.used_at = Some(now);
        let is_person = !key.of_organization;
        if method == "GET" {
            return Some(self.look(path, is_person));
        }
        self.changes += 1;
        let mishap = self.mishaps.pop();
        if let Some(Mishap::Refused(status)) = mishap {
            return Some((status, json!({ "message": "as ordered" })));
        }
        let (status, mut body) = self.change(method, path, is_person, body);
        match mishap {
            Some(Mishap::LostReply) => return None,
            Some(Mishap::WithoutToken) => body["key"] = json!(""),
            Some(Mishap::Without(fields)) => without(&mut body, fields),
            Some(Mishap::Unlisted) => {
                without(&mut body, &["id", "created_at"]);
                self.keys.last_mut().unwrap().is_listed = false;
            }
            _ => {}
        }
        Some((status, body))
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

    fn change(&mut self, method: &str, path: &str, is_person: bool, body: &str) -> (u16, Value) {
        let missing = (404, json!({ "message": "API key not found" }));
        if !is_person {
            return missing;
        }
        let of_organization = path.starts_with("/organizations/");
        if method == "POST" {
            let body: Value = serde_json::from_str(body).unwrap();
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

fn without(body: &mut Value, fields: &[&str]) {
    let body = body.as_object_mut().unwrap();
    body.retain(|field, _| !fields.contains(&field.as_str()));
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

async fn serve(mut stream: TcpStream, state: Arc<Mutex<State>>) {
    while let Some(Seen { line, head, body }) = read(&mut stream).await {
        let mut words = line.split(' ');
        let (method, target) = (words.next().unwrap(), words.next().unwrap());
        let path = target.split('?').next().unwrap();
        let path = path.strip_prefix("/api/v2").unwrap_or(path);
        let token = head.lines().find_map(|line| line.split_once("Bearer "));
        let token = token.map_or("", |(_, token)| token);
        let Some((status, body)) = state.lock().unwrap().answer(method, path, token, &body) else {
            return;
        };
        let body = body.to_string();
        let reply = format!(
            "HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        if stream.write_all(reply.as_bytes()).await.is_err() {
            return;
        }
    }
}
