//! A bare HTTP/1.1 exchange, so that nothing of the product's own client can hide a mistake.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A reply as it came over the wire.
#[derive(Debug, Clone)]
pub struct Reply {
    pub status: u16,
    /// How many bytes came before the body.
    pub head: usize,
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

/// Sends one request to `http://host:port` + path and reads the reply to its end.
pub async fn send(
    origin: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Reply {
    tokio::time::timeout(
        Duration::from_secs(30),
        exchange(origin, method, path, headers, body),
    )
    .await
    .unwrap_or_else(|_| panic!("{method} {path} was not answered"))
}

pub async fn get(origin: &str, path: &str) -> Reply {
    send(origin, "GET", path, &[], "").await
}

pub async fn post_json(origin: &str, path: &str, body: &str) -> Reply {
    send(
        origin,
        "POST",
        path,
        &[("Content-Type", "application/json")],
        body,
    )
    .await
}

/// Sends an HTML form as a browser on the same origin does.
pub async fn post_form(origin: &str, path: &str, fields: &[(String, String)]) -> Reply {
    let body = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    let headers = [
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("Origin", origin),
    ];
    send(origin, "POST", path, &headers, &body).await
}

async fn exchange(
    origin: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Reply {
    let authority = origin.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(authority).await.unwrap();
    let mut head = format!(
        "{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    if !headers
        .iter()
        .any(|(name, _)| name.eq_ignore_ascii_case("host"))
    {
        head += &format!("Host: {authority}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    stream
        .write_all(format!("{head}\r\n{body}").as_bytes())
        .await
        .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Reply {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let head_length = head.len() + 4;
    let mut lines = head.lines();
    let status = lines
        .next()
        .and_then(|line| line.split(' ').nth(1))
        .and_then(|code| code.parse().ok());
    let headers: BTreeMap<String, String> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let chunked = headers
        .get("transfer-encoding")
        .is_some_and(|value| value == "chunked");
    let body = if chunked {
        unchunk(body)
    } else {
        body.to_owned()
    };
    Reply {
        status: status.unwrap_or(0),
        head: head_length,
        headers,
        body,
    }
}

fn unchunk(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, tail)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || tail.len() < size {
            break;
        }
        body += &tail[..size];
        rest = tail[size..].trim_start_matches("\r\n");
    }
    body
}
