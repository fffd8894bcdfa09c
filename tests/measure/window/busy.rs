//! A platform in front of another one that says of every project that ten operations run in it, for as long as anybody asks.
//! The sandbox itself lets one call at a time change a project, so it has no more than a few at once.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

pub const IN_EACH: usize = 10;

/// Ends with its owner.
pub struct Busy {
    /// Address of its Management API.
    pub base_url: String,
    requests: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Busy {
    /// `base_url` is that of the platform behind it.
    pub async fn before(base_url: &str) -> Self {
        let behind = url::Url::parse(base_url).expect("an address");
        let behind = format!("127.0.0.1:{}", behind.port().expect("a port"));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let own = listener.local_addr().expect("an address");
        let requests = Arc::<AtomicUsize>::default();
        let counted = Arc::clone(&requests);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (behind, counted) = (behind.clone(), Arc::clone(&counted));
                // One that is cut is opened again by whoever needs it.
                tokio::spawn(async move { serve(stream, &behind, &counted).await.ok() });
            }
        });
        Self {
            base_url: format!("http://{own}/api/v2"),
            requests,
            task,
        }
    }

    /// How often it was asked for operations.
    pub fn request_count(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(stream: TcpStream, behind: &str, requests: &AtomicUsize) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head).await? == 0 {
                return Ok(());
            }
        }
        let path = head.split(' ').nth(1).unwrap_or_default();
        let path = path.split('?').next().unwrap_or_default().to_owned();
        let mut body = vec![0; length(&head)];
        stream.read_exact(&mut body).await?;
        if let Some(project) = path
            .strip_prefix("/api/v2/projects/")
            .and_then(|rest| rest.strip_suffix("/operations"))
        {
            requests.fetch_add(1, Ordering::Relaxed);
            let page = operations(project).to_string();
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
                page.len()
            );
            stream.write_all(head.as_bytes()).await?;
            stream.write_all(page.as_bytes()).await?;
            continue;
        }
        let mut other = TcpStream::connect(behind).await?;
        other.write_all(passed_on(&head, behind).as_bytes()).await?;
        other.write_all(&body).await?;
        tokio::io::copy(&mut other, &mut stream).await?;
        return stream.shutdown().await;
    }
}

fn length(head: &str) -> usize {
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse().ok()).flatten()
    });
    length.unwrap_or_default()
}

/// The same, for whom it is for, and as the only one on its connection.
fn passed_on(head: &str, behind: &str) -> String {
    let is_own = |line: &&str| {
        let name = line.split(':').next().unwrap_or_default();
        !name.eq_ignore_ascii_case("host") && !name.eq_ignore_ascii_case("connection")
    };
    let lines: Vec<&str> = head.trim_end().lines().filter(is_own).collect();
    format!(
        "{}\r\nHost: {behind}\r\nConnection: close\r\n\r\n",
        lines.join("\r\n")
    )
}

/// Such as a platform has them that takes its time.
fn operations(project: &str) -> Value {
    let all: Vec<Value> = (0..IN_EACH)
        .map(|number| operation(project, number))
        .collect();
    json!({ "operations": all, "pagination": { "cursor": "2026-01-01T00:00:00Z" } })
}

fn operation(project: &str, number: usize) -> Value {
    // The same each time it is asked for.
    let mut hash = DefaultHasher::new();
    (project, number).hash(&mut hash);
    let id = uuid::Uuid::from_u64_pair(hash.finish(), hash.finish());
    let began = format!("2026-01-01T00:00:{:02}Z", 59 - number);
    json!({
        "id": id, "project_id": project, "branch_id": format!("br-misty-meadow-{number:08}"),
        "action": "create_branch", "status": "running", "failures_count": 0,
        "created_at": began, "updated_at": began, "total_duration_ms": 0,
    })
}
