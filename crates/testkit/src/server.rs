//! An HTTP server of one test. It reads whole requests and keeps them; what comes back is written out by a scenario, to
//! the byte, and so is what becomes of the connection. A library for servers would not send half a reply.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::PATIENCE;

/// A request as it came in.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: String,
    /// Path and query.
    pub target: String,
    /// All of it, as it was sent.
    pub text: String,
}

impl fmt::Display for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl Request {
    /// `POST /api/v2/projects`, with the query.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{} {}", self.method, self.target)
    }

    /// The target without its query, and without `base` where it begins so.
    #[must_use]
    pub fn path_below(&self, base: &str) -> &str {
        let path = self.target.split('?').next().unwrap_or_default();
        path.strip_prefix(base).unwrap_or(path)
    }

    #[must_use]
    pub fn query(&self) -> BTreeMap<String, String> {
        let (_, query) = self.target.split_once('?').unwrap_or_default();
        let pairs = url::form_urlencoded::parse(query.as_bytes());
        pairs.into_owned().collect()
    }

    /// The first line and the headers.
    #[must_use]
    pub fn head(&self) -> &str {
        self.parts().0
    }

    #[must_use]
    pub fn body(&self) -> &str {
        self.parts().1
    }

    fn parts(&self) -> (&str, &str) {
        self.text.split_once("\r\n\r\n").unwrap()
    }

    /// The key that it was sent with; empty without one.
    #[must_use]
    pub fn key(&self) -> &str {
        let mut lines = self.head().lines();
        let found = lines.find_map(|line| line.split_once("Bearer "));
        found.map_or("", |(_, key)| key)
    }

    /// Its body; null where that is no JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(self.body()).unwrap_or_default()
    }

    async fn read(stream: &mut TcpStream) -> Option<Self> {
        let mut bytes = Vec::new();
        loop {
            if let Some(request) = Self::parse(&bytes) {
                return Some(request);
            }
            if stream.read_buf(&mut bytes).await.ok()? == 0 {
                return None;
            }
        }
    }

    /// None until it is whole.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let text = String::from_utf8_lossy(bytes).into_owned();
        let head = text.split_once("\r\n\r\n")?.0.to_ascii_lowercase();
        let mut lines = head.lines();
        let length = lines.find_map(|line| line.strip_prefix("content-length: "));
        if bytes.len() - end - 4 < length.map_or(0, |length| length.parse().unwrap()) {
            return None;
        }
        let mut words = text.split(' ').map(str::to_owned);
        Some(Self {
            method: words.next()?,
            target: words.next()?,
            text,
        })
    }
}

/// What comes back.
#[derive(Debug, Clone)]
pub enum Answer {
    /// These bytes, and the connection is there for the next request.
    Stay(Vec<u8>),
    /// These bytes, then the end of the connection.
    End(Vec<u8>),
    /// These bytes, then nothing, and the connection stays.
    Hold(Vec<u8>),
    /// These bytes, and the same block again and again for as long as somebody reads.
    Flood(Vec<u8>, Vec<u8>),
}

impl Answer {
    /// The connection ends without a byte.
    pub const LOST: Self = Self::End(Vec::new());

    /// `status` is `200 OK` or the number alone; each of `headers` ends its line.
    pub fn of(status: impl Display, headers: &str, body: impl Display) -> Self {
        Self::Stay(reply(status, headers, body))
    }
}

/// A reply with a length.
pub fn reply(status: impl Display, headers: &str, body: impl Display) -> Vec<u8> {
    let body = body.to_string();
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{headers}\r\n{body}").into_bytes()
}

/// A reply in chunks, whose length nobody knows before its end.
#[must_use]
pub fn chunked(status: &str, body: &str) -> Vec<u8> {
    let (first, second) = body.split_at(body.len() / 2);
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{first}\r\n{:x}\r\n{second}\r\n0\r\n\r\n",
        first.len(),
        second.len()
    )
    .into_bytes()
}

/// When a request waits while the gate is shut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    Never,
    BeforeItIsDone,
    BeforeTheReply,
}

/// What a server plays. A function from a request to its reply is one.
pub trait Scenario: Send + 'static {
    /// The path that all of it is below.
    const BASE: &str = "";

    fn answer(&mut self, request: &Request) -> Answer;

    /// Whether there is anybody for this request: if not, its connection ends and it is not kept.
    fn is_there(&self, _: &Request) -> bool {
        true
    }

    fn gate(&self, _: &Request) -> Gate {
        Gate::BeforeTheReply
    }
}

/// These replies in turn, the last one again and again.
#[derive(Debug)]
pub struct InTurn {
    replies: Vec<Answer>,
    given: usize,
}

impl InTurn {
    pub fn new(replies: impl IntoIterator<Item = Answer>) -> Self {
        Self {
            replies: replies.into_iter().collect(),
            given: 0,
        }
    }
}

impl Scenario for InTurn {
    fn answer(&mut self, _: &Request) -> Answer {
        let reply = self.replies.get(self.given).or(self.replies.last());
        self.given += 1;
        reply.cloned().unwrap()
    }
}

impl<F: FnMut(&Request) -> Answer + Send + 'static> Scenario for F {
    fn answer(&mut self, request: &Request) -> Answer {
        self(request)
    }
}

/// Serves on a port of its own. Ends with its owner.
#[expect(missing_debug_implementations, reason = "a scenario may be a function")]
pub struct Server<S = InTurn> {
    /// `http://127.0.0.1:PORT` and the path that all is below.
    pub url: String,
    shared: Arc<Shared<S>>,
    task: JoinHandle<()>,
}

struct Shared<S> {
    scenario: Mutex<S>,
    requests: watch::Sender<Vec<Request>>,
    is_open: watch::Sender<bool>,
}

impl Server<InTurn> {
    pub async fn in_turn(replies: impl IntoIterator<Item = Answer>) -> Self {
        Self::start(InTurn::new(replies)).await
    }

    /// Begins again with other replies. For thousands of exchanges: with a port for each, one of them would be a port that
    /// a client of another test still calls.
    pub fn play(&self, replies: impl IntoIterator<Item = Answer>) {
        *self.state() = InTurn::new(replies);
        self.shared.requests.send_modify(Vec::clear);
    }
}

impl<S: Scenario> Server<S> {
    pub async fn start(scenario: S) -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").await.unwrap(), scenario)
    }

    pub fn on(listener: TcpListener, scenario: S) -> Self {
        let url = format!("http://{}{}", listener.local_addr().unwrap(), S::BASE);
        let shared = Arc::new(Shared {
            scenario: Mutex::new(scenario),
            requests: watch::Sender::default(),
            is_open: watch::Sender::new(true),
        });
        let serving = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                connections.spawn(serve(stream, Arc::clone(&serving)));
            }
        });
        Self { url, shared, task }
    }

    pub fn state(&self) -> MutexGuard<'_, S> {
        self.shared.scenario.lock().unwrap()
    }

    pub fn requests(&self) -> Vec<Request> {
        self.shared.requests.borrow().clone()
    }

    /// How many requests there were.
    pub fn request_count(&self) -> usize {
        self.shared.requests.borrow().len()
    }

    /// `POST /api/v2/projects` and so on.
    pub fn lines(&self) -> Vec<String> {
        let requests = self.shared.requests.borrow();
        requests.iter().map(Request::line).collect()
    }

    /// How many lines began so.
    pub fn count(&self, begin: &str) -> usize {
        let lines = self.lines().into_iter();
        lines.filter(|line| line.starts_with(begin)).count()
    }

    /// Waits until this many requests came in.
    pub async fn received(&self, count: usize) {
        let mut requests = self.shared.requests.subscribe();
        let wait = requests.wait_for(|requests| requests.len() >= count);
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        drop(waited.expect("requests in time").unwrap());
    }

    /// While the gate is shut, requests wait at it.
    pub fn open_gate(&self, open: bool) {
        self.shared.is_open.send_replace(open);
    }

    /// Nobody is at its address any more.
    pub fn leave(&self) {
        self.task.abort();
    }
}

impl<S> Drop for Server<S> {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve<S: Scenario>(mut stream: TcpStream, shared: Arc<Shared<S>>) {
    while let Some(request) = Request::read(&mut stream).await {
        let gate = {
            let scenario = shared.scenario.lock().unwrap();
            if !scenario.is_there(&request) {
                return;
            }
            scenario.gate(&request)
        };
        shared.requests.send_modify(|all| all.push(request.clone()));
        let mut is_open = shared.is_open.subscribe();
        if gate == Gate::BeforeItIsDone {
            is_open.wait_for(|open| *open).await.unwrap();
        }
        let answer = shared.scenario.lock().unwrap().answer(&request);
        if gate == Gate::BeforeTheReply {
            is_open.wait_for(|open| *open).await.unwrap();
        }
        let (Answer::Stay(bytes)
        | Answer::End(bytes)
        | Answer::Hold(bytes)
        | Answer::Flood(bytes, _)) = &answer;
        let sent = stream.write_all(bytes).await;
        match answer {
            Answer::Stay(_) if sent.is_ok() => {}
            Answer::Stay(_) => return,
            Answer::End(_) => return drop(stream.shutdown().await),
            Answer::Hold(_) => std::future::pending().await,
            Answer::Flood(_, block) => {
                while stream.write_all(&block).await.is_ok() {}
                return;
            }
        }
    }
}
