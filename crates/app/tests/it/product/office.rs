//! A platform that knows several keys and whose they are, written from the specification and not from the client.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::service::read;
use super::world::PATIENCE;

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

pub struct Office {
    pub url: String,
    state: Arc<Mutex<State>>,
    open: watch::Sender<bool>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct State {
    keys: BTreeMap<String, Holder>,
    /// Method, path and key of each request.
    seen: Vec<(String, String, String)>,
    status: Option<u16>,
}

impl Office {
    pub async fn start(keys: &[(&str, Holder)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/api/v2", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State::default()));
        let (open, gate) = watch::channel(true);
        let shared = Arc::clone(&state);
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, Arc::clone(&shared), gate.clone()));
            }
        });
        let office = Self {
            url,
            state,
            open,
            task,
        };
        for (key, holder) in keys {
            office.take(key, *holder);
        }
        office
    }

    /// From now on this key is good.
    pub fn take(&self, key: &str, holder: Holder) {
        let mut state = self.state.lock().unwrap();
        state.keys.insert(key.to_owned(), holder);
    }

    /// From now on this key is refused.
    pub fn revoke(&self, key: &str) {
        self.state.lock().unwrap().keys.remove(key);
    }

    /// From now on every answer has this status, or none has.
    pub fn answer_with(&self, status: Option<u16>) {
        self.state.lock().unwrap().status = status;
    }

    /// Answers wait until they are let go.
    pub fn hold(&self, hold: bool) {
        self.open.send_replace(!hold);
    }

    pub fn requests(&self) -> usize {
        self.state.lock().unwrap().seen.len()
    }

    /// Requests of this method.
    pub fn count(&self, method: &str) -> usize {
        let state = self.state.lock().unwrap();
        state.seen.iter().filter(|(it, ..)| it == method).count()
    }

    /// Requests with this key.
    pub fn count_of(&self, key: &str) -> usize {
        let state = self.state.lock().unwrap();
        state.seen.iter().filter(|(.., it)| it == key).count()
    }

    /// Waits until so many requests came.
    pub async fn until(&self, requests: usize) {
        let wait = async {
            while self.requests() < requests {
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        waited.expect("the requests never came");
    }
}

impl Drop for Office {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl State {
    fn answer(&mut self, method: &str, path: &str, key: &str) -> (u16, Value) {
        self.seen
            .push((method.to_owned(), path.to_owned(), key.to_owned()));
        if let Some(status) = self.status {
            return (status, json!({ "message": "as ordered" }));
        }
        let Some(holder) = self.keys.get(key).copied() else {
            let message = "supplied credentials do not pass authentication";
            return (401, json!({ "message": message }));
        };
        let denied = (404, json!({ "message": "not allowed for this key" }));
        match (method, path, holder) {
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

async fn serve(mut stream: TcpStream, state: Arc<Mutex<State>>, mut gate: watch::Receiver<bool>) {
    while let Some(seen) = read(&mut stream).await {
        let mut words = seen.line.split(' ');
        let (method, target) = (words.next().unwrap(), words.next().unwrap());
        let path = target.split('?').next().unwrap();
        let path = path.strip_prefix("/api/v2").unwrap_or(path);
        let key = seen
            .head
            .lines()
            .find_map(|line| line.split_once("Bearer "))
            .map_or("", |(_, key)| key);
        let (status, body) = state.lock().unwrap().answer(method, path, key);
        if gate.wait_for(|open| *open).await.is_err() {
            return;
        }
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
