//! The least that speaks HTTP/1.1 over one connection that stays open.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

pub struct Wire {
    stream: TcpStream,
    authority: String,
    key: String,
    bytes: Vec<u8>,
}

impl Wire {
    pub async fn open(origin: &str, key: &str) -> Self {
        let authority = origin.strip_prefix("http://").unwrap_or(origin).to_owned();
        let stream = TcpStream::connect(&authority)
            .await
            .expect("the sandbox listens");
        stream
            .set_nodelay(true)
            .expect("a socket takes its options");
        Self {
            stream,
            authority,
            key: key.to_owned(),
            bytes: Vec::new(),
        }
    }

    /// The body of a reply that tells its length.
    pub async fn get(&mut self, path: &str) -> Vec<u8> {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\r\n",
            self.authority, self.key
        );
        let sent = self.stream.write_all(request.as_bytes()).await;
        sent.expect("the sandbox takes requests");
        let head = loop {
            if let Some(end) = end_of_head(&self.bytes) {
                break end;
            }
            self.read().await;
        };
        let text = String::from_utf8_lossy(&self.bytes[..head]).into_owned();
        assert!(text.starts_with("HTTP/1.1 200"), "{text}");
        let length = content_length(&text);
        while self.bytes.len() < head + length {
            self.read().await;
        }
        let body = self.bytes[head..head + length].to_vec();
        self.bytes.drain(..head + length);
        body
    }

    async fn read(&mut self) {
        let read = self.stream.read_buf(&mut self.bytes).await;
        assert!(read.expect("the sandbox answers") > 0, "a reply broke off");
    }
}

fn end_of_head(bytes: &[u8]) -> Option<usize> {
    let at = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    at.map(|at| at + 4)
}

fn content_length(head: &str) -> usize {
    let mut lines = head.lines();
    let length = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length")
            .then(|| value.trim().parse().ok())?
    });
    length.expect("the reply tells its length")
}
