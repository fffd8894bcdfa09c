//! Waits for a sandbox that somebody else starts.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::{reach, ready};

const BETWEEN_TRIES: Duration = Duration::from_millis(100);
/// For one try.
const ANSWER_DEADLINE: Duration = Duration::from_secs(5);
const LARGEST_FILE: u64 = 1024 * 1024;
const LARGEST_HEAD: u64 = 64 * 1024;
/// Every answer of a sandbox has it.
const OWN_HEADER: &str = "x-neon-ret-request-id:";

/// Which sandbox is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaitTarget {
    /// The one that answers at `HOST:PORT`.
    Address(String),
    /// The one on that data folder.
    Folder(PathBuf),
}

impl WaitTarget {
    /// An address with `http://`, with or without a path, or a folder.
    pub fn parse(text: OsString) -> Result<Self, String> {
        let Some(url) = text.to_str().filter(|text| text.contains("://")) else {
            return match text.is_empty() {
                true => Err("a URL or a data folder is needed".into()),
                false => Ok(Self::Folder(text.into())),
            };
        };
        let authority = authority(url);
        authority
            .map(Self::Address)
            .ok_or_else(|| format!("`{}` is not an http address", url.escape_debug()))
    }
}

/// Waits until the sandbox is ready. Returns its ready line, or its two addresses where only those are
/// known; the error says why it was not in time.
pub async fn wait(target: &WaitTarget, within: Duration) -> Result<Value, String> {
    let now = Instant::now();
    let deadline = now.checked_add(within).unwrap_or(now);
    loop {
        let begun = Instant::now();
        // The first try gets its time even if there is none to wait.
        let until = (begun + ANSWER_DEADLINE).min(deadline.max(begun + BETWEEN_TRIES));
        let problem = match timeout_at(until, attempt(target)).await {
            Ok(Ok(line)) => return Ok(line),
            Ok(Err(problem)) => problem,
            Err(_) => "it does not answer".to_owned(),
        };
        let next = begun + BETWEEN_TRIES;
        if next > deadline {
            let seconds = within.as_secs();
            return Err(format!(
                "no sandbox was ready within {seconds} s: {problem}"
            ));
        }
        sleep_until(next).await;
    }
}

async fn attempt(target: &WaitTarget) -> Result<Value, String> {
    match target {
        WaitTarget::Address(authority) => {
            let head = ask(authority, None, None).await?;
            let is_sandbox = head.to_ascii_lowercase().contains(OWN_HEADER);
            match is_sandbox && status(&head) != Some("503") {
                true => Ok(json!({
                    "base_url": format!("http://{authority}/api/v2"),
                    "instant_url": format!("http://{authority}"),
                })),
                false => Err(format!(
                    "what answers at {authority} is no sandbox that is ready"
                )),
            }
        }
        WaitTarget::Folder(folder) => {
            let path = ready::path(folder);
            let line = read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let unreadable = || format!("{}: it holds no ready line", path.display());
            let line: Value = serde_json::from_slice(&line).map_err(|_| unreadable())?;
            let text = |field: &str| line[field].as_str().unwrap_or_default();
            let address = authority(text("local_url")).or_else(|| authority(text("instant_url")));
            let authority = address.ok_or_else(unreadable)?;
            let token = match text("token_file") {
                "" => None,
                path => Some(reach::token(Path::new(path)).map_err(|error| error.to_string())?),
            };
            let key = Some(text("admin_key")).filter(|key| is_key(key));
            let head = ask(
                &authority,
                Some(key.ok_or_else(unreadable)?),
                token.as_deref(),
            )
            .await?;
            // The key is made at each start: nothing else answers to it.
            match status(&head) {
                Some("200") => Ok(line),
                _ => Err(format!(
                    "the sandbox that wrote {} has ended",
                    path.display()
                )),
            }
        }
    }
}

/// Never more than is sane: the folder may be anybody's.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a pipe would wait for whoever writes to it.
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LARGEST_FILE)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// `HOST:PORT` of an address.
fn authority(url: &str) -> Option<String> {
    let rest = url.strip_prefix("http://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let sane = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
    if authority.is_empty() || !authority.chars().all(sane) {
        return None;
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port.parse().ok()?),
        _ => (authority, 80_u16),
    };
    (!host.is_empty()).then(|| format!("{host}:{port}"))
}

/// The beginning of the answer to a question that costs nothing and meets no injected fault.
async fn ask(authority: &str, key: Option<&str>, token: Option<&str>) -> Result<String, String> {
    let failed = |error: io::Error| format!("nothing answers at {authority} ({})", error.kind());
    let mut stream = TcpStream::connect(authority).await.map_err(failed)?;
    let mut secrets = String::new();
    if let Some(key) = key {
        secrets += &format!("Authorization: Bearer {key}\r\n");
    }
    if let Some(token) = token {
        secrets += &format!("X-Sandbox-Token: {token}\r\n");
    }
    let request = format!(
        "GET /sandbox/clock HTTP/1.1\r\nHost: {authority}\r\n{secrets}Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.map_err(failed)?;
    let mut answer = Vec::new();
    let mut limited = stream.take(LARGEST_HEAD);
    limited.read_to_end(&mut answer).await.map_err(failed)?;
    let answer = String::from_utf8_lossy(&answer);
    let head = answer.split("\r\n\r\n").next().unwrap_or_default();
    Ok(head.to_owned())
}

fn status(head: &str) -> Option<&str> {
    head.strip_prefix("HTTP/1.1 ")?.split(' ').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_with_and_without_port_and_path() {
        for (url, expected) in [
            ("http://127.0.0.1:4650", Some("127.0.0.1:4650")),
            ("http://localhost:4650/api/v2?x#y", Some("localhost:4650")),
            ("http://[::1]:4650/", Some("[::1]:4650")),
            ("http://db.test", Some("db.test:80")),
            ("http://[::1]", Some("[::1]:80")),
            ("https://127.0.0.1:4650", None),
            ("http://", None),
            ("http://:80", None),
            ("http://a:70000", None),
            ("http://a:-1", None),
            ("http://user:word@host:1", None),
            ("http://a b", None),
            ("http://a\r\nX: y", None),
            ("http://bücher", None),
            ("file:///tmp", None),
        ] {
            assert_eq!(authority(url).as_deref(), expected, "{url}");
        }
        assert_eq!(
            WaitTarget::parse("./data".into()),
            Ok(WaitTarget::Folder("./data".into()))
        );
        assert!(WaitTarget::parse("".into()).is_err());
        assert_eq!(
            WaitTarget::parse("ftp://x".into()).unwrap_err(),
            "`ftp://x` is not an http address"
        );
    }
}
