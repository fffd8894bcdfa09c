//! A proxy before the platform that records: what a test wants to know of the requests that the platform logs no body of.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::OwnedReadHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::accounts::Platform;

/// Stands before the platform under an address of its own.
pub struct RecordingProxy {
    pub base_url: String,
    /// What came in over each connection.
    said: Arc<Mutex<Vec<Vec<u8>>>>,
    serving: JoinHandle<()>,
}

impl RecordingProxy {
    pub async fn before(platform: &Platform) -> Self {
        let url = url::Url::parse(&platform.running.base_url).unwrap();
        let there = url.port().unwrap();
        // The platform wants to be called by its own port, which is written over the one of this line: it must be as long.
        let listener = loop {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let here = listener.local_addr().unwrap().port();
            if here.to_string().len() == there.to_string().len() {
                break listener;
            }
        };
        let here = listener.local_addr().unwrap().port();
        let said = Arc::new(Mutex::new(Vec::new()));
        let recorded = Arc::clone(&said);
        let serving = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(("127.0.0.1", there)).await.unwrap();
                let (from_client, mut to_client) = client.into_split();
                let (mut from_server, to_server) = server.into_split();
                let at = {
                    let mut recorded = recorded.lock().unwrap();
                    recorded.push(Vec::new());
                    recorded.len() - 1
                };
                let names = (format!("127.0.0.1:{here}"), format!("127.0.0.1:{there}"));
                let recorded = Arc::clone(&recorded);
                tokio::spawn(pass_on(from_client, to_server, names, move |bytes| {
                    recorded.lock().unwrap()[at].extend_from_slice(bytes);
                }));
                tokio::spawn(async move {
                    tokio::io::copy(&mut from_server, &mut to_client).await.ok();
                });
            }
        });
        let mut base = url;
        base.set_port(Some(here)).unwrap();
        Self {
            base_url: base.to_string().trim_end_matches('/').to_owned(),
            said,
            serving,
        }
    }

    /// The bodies of the requests by this method for a path with this end, connection by connection.
    pub fn bodies(&self, method: &str, end: &str) -> Vec<Value> {
        let said = self.said.lock().unwrap();
        let texts = said.iter().map(|bytes| String::from_utf8_lossy(bytes));
        let bodies = texts.flat_map(|text| {
            let starts: Vec<usize> = text
                .match_indices(&format!("{method} /"))
                .filter(|(at, _)| {
                    let line = text[*at..].lines().next().unwrap_or_default();
                    line.strip_suffix(" HTTP/1.1")
                        .is_some_and(|line| line.ends_with(end))
                })
                .map(|(at, _)| at)
                .collect();
            let body = |at: &usize| {
                let (_, body) = text[*at..].split_once("\r\n\r\n")?;
                let mut values = serde_json::Deserializer::from_str(body).into_iter();
                values.next()?.ok()
            };
            starts.iter().filter_map(body).collect::<Vec<Value>>()
        });
        bodies.collect()
    }
}

impl Drop for RecordingProxy {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn pass_on(
    mut from: OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    (here, there): (String, String),
    record: impl Fn(&[u8]),
) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(read) = from.read(&mut bytes).await {
        if read == 0 {
            break;
        }
        let chunk = &mut bytes[..read];
        record(chunk);
        while let Some(at) = chunk
            .windows(here.len())
            .position(|part| part == here.as_bytes())
        {
            chunk[at..at + here.len()].copy_from_slice(there.as_bytes());
        }
        if to.write_all(chunk).await.is_err() {
            break;
        }
    }
}
