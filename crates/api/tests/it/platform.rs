//! A platform of one test: a server that hears requests and answers by the test's own rule, and a client of it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::{
    Budget, CallOptions, Environment, Management, ManagementUrl, Options, Priority, ProjectId,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::environment::Manual;
use crate::environment::PATIENCE;
use crate::world::options;

pub const KEY: &str = "napi_b5q1x0w8u3t6r9e2k7";

/// A request as it came in.
#[derive(Debug, Clone)]
pub struct Heard {
    pub method: String,
    /// With its query.
    pub path: String,
    pub headers: String,
}

impl Heard {
    /// `POST /api/v2/projects`
    pub fn line(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// What is answered.
#[derive(Debug, Clone)]
pub enum Say {
    /// Status line, further header lines, body.
    Reply(&'static str, String, String),
    /// Nothing, and the connection stays.
    Hold,
}

pub fn json(status: &'static str, body: impl Into<String>) -> Say {
    Say::Reply(status, String::new(), body.into())
}

type Rule = Arc<Mutex<dyn FnMut(&Heard) -> Say + Send>>;

/// Hears on a port of its own. Ends with its owner.
pub struct Platform {
    pub url: String,
    heard: watch::Receiver<Vec<Heard>>,
    task: JoinHandle<()>,
}

impl Platform {
    pub async fn start(rule: impl FnMut(&Heard) -> Say + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/api/v2", listener.local_addr().unwrap());
        let rule: Rule = Arc::new(Mutex::new(rule));
        let (record, heard) = watch::channel(Vec::new());
        let record = Arc::new(record);
        let task = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                connections.spawn(serve(stream, Arc::clone(&rule), Arc::clone(&record)));
            }
        });
        Self { url, heard, task }
    }

    pub fn heard(&self) -> Vec<Heard> {
        self.heard.borrow().clone()
    }

    /// `POST /api/v2/projects` and so on.
    pub fn lines(&self) -> Vec<String> {
        self.heard.borrow().iter().map(Heard::line).collect()
    }

    /// Waits until this many requests came in.
    pub async fn has_heard(&self, count: usize) {
        let mut heard = self.heard.clone();
        let wait = heard.wait_for(|heard| heard.len() >= count);
        tokio::time::timeout(PATIENCE, wait)
            .await
            .expect("requests in time")
            .unwrap();
    }

    pub fn client(&self, clock: &Arc<Manual>) -> Management {
        self.client_with(options(clock))
    }

    pub fn client_with(&self, options: Options) -> Management {
        let budget = Budget::new(Arc::clone(&options.environment));
        Management::new(self.base(), KEY.into(), budget, options).unwrap()
    }

    pub fn base(&self) -> ManagementUrl {
        ManagementUrl::parse(&self.url).unwrap()
    }
}

impl Drop for Platform {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, rule: Rule, record: Arc<watch::Sender<Vec<Heard>>>) {
    while let Some(heard) = hear(&mut stream).await {
        let say = rule.lock().unwrap()(&heard);
        record.send_modify(|all| all.push(heard));
        match say {
            Say::Reply(status, headers, body) => {
                let bytes = crate::server::reply(status, &headers, &body);
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
            }
            Say::Hold => std::future::pending().await,
        }
    }
}

async fn hear(stream: &mut TcpStream) -> Option<Heard> {
    let mut bytes = Vec::new();
    loop {
        let mut block = [0; 4096];
        let count = stream.read(&mut block).await.ok()?;
        if count == 0 {
            return None;
        }
        bytes.extend_from_slice(&block[..count]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let (first, headers) = head.split_once("\r\n")?;
        let lower = headers.to_ascii_lowercase();
        let length = lower
            .lines()
            .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())
            .unwrap_or(0);
        if body.len() >= length {
            let mut words = first.split(' ');
            return Some(Heard {
                method: words.next()?.to_owned(),
                path: words.next()?.to_owned(),
                headers: headers.to_owned(),
            });
        }
    }
}

pub fn project(id: &str) -> ProjectId {
    ProjectId::parse(id).unwrap()
}

/// The same client for calls that nobody waits for.
pub fn in_background(client: &Management) -> Management {
    client.with(CallOptions {
        priority: Priority::Background,
        ..CallOptions::default()
    })
}

/// Waits until something is so that tells nobody when it changes.
pub async fn until(what: &str, is_so: impl Fn() -> bool) {
    let wait = async {
        while !is_so() {
            tokio::task::yield_now().await;
        }
    };
    assert!(
        tokio::time::timeout(PATIENCE, wait).await.is_ok(),
        "in time: {what}"
    );
}

/// The machine's clock, so many times as fast.
#[derive(Debug)]
pub struct Fast {
    start: std::time::Instant,
    times: u32,
    seed: Mutex<u64>,
}

impl Fast {
    pub fn new(times: u32) -> Arc<Self> {
        Arc::new(Self {
            start: std::time::Instant::now(),
            times,
            seed: Mutex::new(0x9e37_79b9_7f4a_7c15),
        })
    }
}

impl Environment for Fast {
    fn now(&self) -> chrono::DateTime<chrono::Utc> {
        Manual::start() + chrono::TimeDelta::from_std(self.elapsed()).unwrap()
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed() * self.times
    }

    fn sleep(&self, duration: Duration) -> futures::future::BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration / self.times))
    }

    fn random(&self) -> u64 {
        let mut seed = self.seed.lock().unwrap();
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed
    }
}
