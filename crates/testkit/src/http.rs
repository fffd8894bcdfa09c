//! A bare HTTP/1.1 exchange, so that nothing of the product's own client can hide a mistake.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const DEADLINE: Duration = Duration::from_secs(120);

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

    /// A header by its name in small letters.
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
    body: impl AsRef<[u8]>,
) -> Reply {
    let (host, body) = (address(origin), body.as_ref());
    let mut request = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    let is_host = |(name, _): &(&str, &str)| name.eq_ignore_ascii_case("host");
    if !headers.iter().any(is_host) {
        request += &format!("host: {host}\r\n");
    }
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    request += &format!("content-length: {}\r\n\r\n", body.len());
    let bytes = raw(host, &[request.as_bytes(), body].concat()).await;
    parse(&bytes).unwrap_or_else(|| panic!("no reply to {method} {path}: {bytes:?}"))
}

/// Sends the bytes of a request as they are and gives all that comes back.
pub async fn raw(address: &str, request: &[u8]) -> Vec<u8> {
    let exchange = async {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request).await.unwrap();
        let mut bytes = Vec::new();
        // One that is cut is read as far as it came.
        stream.read_to_end(&mut bytes).await.ok();
        bytes
    };
    let answered = tokio::time::timeout(DEADLINE, exchange).await;
    answered.expect("an answer in time")
}

/// The `host:port` of an origin.
pub fn address(origin: &str) -> &str {
    origin.strip_prefix("http://").unwrap()
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

/// A reply as far as it came; none without the end of its head.
pub fn parse(bytes: &[u8]) -> Option<Reply> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
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
    Some(Reply {
        status,
        head: end + 4,
        headers,
        body,
    })
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
