//! A server of one test that speaks bytes, not HTTP: what it answers is written out by the test.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What happens to one request.
#[derive(Debug, Clone)]
pub enum Act {
    /// These bytes, then the end of the connection.
    Say(Vec<u8>),
    /// These bytes, then nothing, and the connection stays.
    Hold(Vec<u8>),
    /// These bytes, and the same block again and again for as long as somebody reads.
    Flood(Vec<u8>, Vec<u8>),
}

/// Plays one act a request, in order; the last one again when there are more requests. Ends with its owner.
pub struct Server {
    pub address: SocketAddr,
    acts: Acts,
    record: Arc<watch::Sender<Vec<String>>>,
    requests: watch::Receiver<Vec<String>>,
    task: JoinHandle<()>,
}

type Acts = Arc<Mutex<Vec<Act>>>;

impl Server {
    pub async fn start(acts: impl IntoIterator<Item = Act>) -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").await.unwrap(), acts)
    }

    pub fn on(listener: TcpListener, acts: impl IntoIterator<Item = Act>) -> Self {
        let acts = Arc::new(Mutex::new(acts.into_iter().collect()));
        let address = listener.local_addr().unwrap();
        let (record, requests) = watch::channel(Vec::new());
        let record = Arc::new(record);
        let (played, noted) = (Arc::clone(&acts), Arc::clone(&record));
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                connections.spawn(serve(stream, Arc::clone(&played), Arc::clone(&noted)));
            }
        });
        Self {
            address,
            acts,
            record,
            requests,
            task,
        }
    }

    /// Begins again with other acts. For thousands of exchanges: with a port for each, one of them would be a port that a
    /// client of another test still calls.
    pub fn play(&self, acts: impl IntoIterator<Item = Act>) {
        *self.acts.lock().unwrap() = acts.into_iter().collect();
        self.record.send_modify(Vec::clear);
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every request so far, headers and body.
    pub fn requests(&self) -> Vec<String> {
        self.requests.borrow().clone()
    }

    /// Waits until this many requests came in whole.
    pub async fn received(&self, count: usize) {
        let mut requests = self.requests.clone();
        let wait = requests.wait_for(|requests| requests.len() >= count);
        tokio::time::timeout(crate::environment::PATIENCE, wait)
            .await
            .expect("requests in time")
            .unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, acts: Acts, record: Arc<watch::Sender<Vec<String>>>) {
    while let Some(request) = read_request(&mut stream).await {
        let mut index = 0;
        record.send_modify(|requests| {
            index = requests.len();
            requests.push(request);
        });
        let act = {
            let acts = acts.lock().unwrap();
            acts.get(index).or(acts.last()).cloned().unwrap()
        };
        match act {
            Act::Say(bytes) => {
                let _ = stream.write_all(&bytes).await;
                let _ = stream.shutdown().await;
                return;
            }
            Act::Hold(bytes) => {
                let _ = stream.write_all(&bytes).await;
                std::future::pending::<()>().await;
            }
            Act::Flood(head, block) => {
                let _ = stream.write_all(&head).await;
                while stream.write_all(&block).await.is_ok() {}
                return;
            }
        }
    }
}

async fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let mut block = [0; 4096];
        let count = stream.read(&mut block).await.ok()?;
        if count == 0 {
            return None;
        }
        bytes.extend_from_slice(&block[..count]);
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| {
                    line.to_ascii_lowercase()
                        .strip_prefix("content-length: ")?
                        .parse()
                        .ok()
                })
                .unwrap_or(0);
            if body.len() >= length {
                return Some(text.into_owned());
            }
        }
    }
}

/// A reply with a length.
pub fn reply(status: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{headers}\r\n{body}").into_bytes()
}

/// A reply in chunks, whose length nobody knows before its end.
pub fn chunked(status: &str, body: &str) -> Vec<u8> {
    let (first, second) = body.split_at(body.len() / 2);
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{first}\r\n{:x}\r\n{second}\r\n0\r\n\r\n",
        first.len(),
        second.len()
    )
    .into_bytes()
}
