//! An instant service of a few lines, written from the specification and not from the client.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};

use app::Clock;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::clock::TestClock;

/// What happens to the next request.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The work is done and this many bytes of the reply arrive.
    Cut(usize),
    /// Nothing is done and this is the reply.
    Status(u16, &'static str),
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Seen {
    pub line: String,
    /// All of its head.
    pub head: String,
    pub body: String,
}

pub struct Service {
    pub url: String,
    state: Arc<Mutex<State>>,
    task: JoinHandle<()>,
}

struct State {
    clock: TestClock,
    offset: TimeDelta,
    databases: BTreeMap<String, Value>,
    seen: Vec<Seen>,
    faults: VecDeque<(&'static str, Fault)>,
    reachable: bool,
    url: String,
    length: usize,
}

impl Service {
    pub async fn start(clock: TestClock) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State {
            clock,
            offset: TimeDelta::zero(),
            databases: BTreeMap::new(),
            seen: Vec::new(),
            faults: VecDeque::new(),
            reachable: true,
            url: url.clone(),
            length: 0,
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

    /// The clock of the service is so far ahead.
    pub fn set_offset(&self, offset: TimeDelta) {
        self.state.lock().unwrap().offset = offset;
    }

    /// The next request of this method meets this fault.
    pub fn fault(&self, method: &'static str, fault: Fault) {
        self.state.lock().unwrap().faults.push_back((method, fault));
    }

    /// While it is not reachable, connections end before a byte came back.
    pub fn set_reachable(&self, reachable: bool) {
        self.state.lock().unwrap().reachable = reachable;
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.state.lock().unwrap().seen.clone()
    }

    pub fn count(&self, method: &str) -> usize {
        self.seen()
            .iter()
            .filter(|seen| seen.line.starts_with(method))
            .count()
    }

    pub fn ids(&self) -> Vec<String> {
        self.state
            .lock()
            .unwrap()
            .databases
            .keys()
            .cloned()
            .collect()
    }

    /// Bytes of the last whole reply to a create.
    pub fn reply_length(&self) -> usize {
        self.state.lock().unwrap().length
    }

    /// Changes the record of a database.
    pub fn change(&self, id: &str, change: impl FnOnce(&mut Value)) {
        change(self.state.lock().unwrap().databases.get_mut(id).unwrap());
    }

    pub fn claim(&self, id: &str) {
        self.change(id, |record| {
            record["status"] = json!("CLAIMED");
            record["connection_string"] = Value::Null;
        });
    }

    pub fn remove(&self, id: &str) {
        self.state.lock().unwrap().databases.remove(id).unwrap();
    }

    /// A database that was made elsewhere.
    pub fn add(&self) -> String {
        self.state.lock().unwrap().add()
    }

    pub fn claim_link(&self, id: &str) -> String {
        self.state.lock().unwrap().databases[id]["claim_url"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    pub fn connection_string(&self, id: &str) -> String {
        self.state.lock().unwrap().databases[id]["connection_string"]
            .as_str()
            .unwrap()
            .to_owned()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl State {
    fn now(&self) -> DateTime<Utc> {
        self.clock.now() + self.offset
    }

    fn add(&mut self) -> String {
        let number = self.databases.len() + 1;
        let id = format!("01999999-0000-7000-8000-{number:012}");
        let time = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Millis, true);
        let now = self.now();
        let record = json!({
            "id": id,
            "status": "UNCLAIMED",
            "neon_project_id": format!("misty-meadow-{number:08}"),
            "connection_string": format!(
                "postgresql://neondb_owner:npg_Secret{number:04}@ep-misty-meadow-{number:08}-pooler.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require"
            ),
            "claim_url": format!("{}/claim/{id}", self.url),
            "expires_at": time(now + TimeDelta::hours(72)),
            "created_at": time(now),
            "updated_at": time(now),
        });
        self.databases.insert(id.clone(), record);
        id
    }

    fn answer(&mut self, seen: &Seen) -> (u16, Value) {
        let mut words = seen.line.split(' ');
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        match (method, path.strip_prefix("/api/v1/database")) {
            ("POST", Some("")) => {
                let id = self.add();
                (200, self.databases[&id].clone())
            }
            ("GET", Some(id)) => match self.databases.get(id.trim_start_matches('/')) {
                Some(record) => (200, record.clone()),
                None => (400, json!({ "message": "Database not found" })),
            },
            _ => (404, json!({ "message": "Not found" })),
        }
    }
}

async fn serve(mut stream: TcpStream, state: Arc<Mutex<State>>) {
    while let Some(seen) = read(&mut stream).await {
        let (bytes, stay) = {
            let mut state = state.lock().unwrap();
            if !state.reachable {
                return;
            }
            state.seen.push(seen.clone());
            let next = state
                .faults
                .iter()
                .position(|(method, _)| seen.line.starts_with(method));
            let fault = next
                .and_then(|next| state.faults.remove(next))
                .map(|(_, fault)| fault);
            let date = state.now().format("%a, %d %b %Y %H:%M:%S GMT").to_string();
            let (status, body) = match fault {
                Some(Fault::Status(status, body)) => (status, body.to_owned()),
                _ => {
                    let (status, body) = state.answer(&seen);
                    (status, body.to_string())
                }
            };
            let head = format!(
                "HTTP/1.1 {status} Said\r\ndate: {date}\r\ncontent-type: application/json\r\nx-request-id: req-{}\r\ncontent-length: {}\r\n\r\n",
                state.seen.len(),
                body.len()
            );
            let mut bytes = [head, body].concat().into_bytes();
            if seen.line.starts_with("POST") {
                state.length = bytes.len();
            }
            match fault {
                Some(Fault::Cut(length)) => {
                    bytes.truncate(length);
                    (bytes, false)
                }
                _ => (bytes, true),
            }
        };
        if stream.write_all(&bytes).await.is_err() || !stay {
            drop(stream.shutdown().await);
            return;
        }
    }
}

pub async fn read(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| {
                    line.to_ascii_lowercase()
                        .strip_prefix("content-length: ")?
                        .parse::<usize>()
                        .ok()
                })
                .unwrap_or_default();
            if body.len() >= length {
                let line = head.lines().next()?.to_owned();
                return Some(Seen {
                    line,
                    head: head.to_owned(),
                    body: body.to_owned(),
                });
            }
        }
        let mut chunk = [0; 4096];
        let count = stream.read(&mut chunk).await.ok()?;
        if count == 0 {
            return None;
        }
        bytes.extend_from_slice(&chunk[..count]);
    }
}
