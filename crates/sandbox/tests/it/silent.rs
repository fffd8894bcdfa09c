//! Clients that connect and say nothing, or read nothing: others are served all the same.

use std::time::Duration;

use sandbox::ConnectionLimits;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

#[cfg(target_os = "linux")]
use crate::support::program::Program;
#[cfg(target_os = "linux")]
use crate::support::sql;
use crate::support::test_sandbox::text;
use crate::support::{TestSandbox, http, until};

const PATIENCE: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(100);

/// Silent connections of the flood, each at HTTP's port and at a database's.
#[cfg(target_os = "linux")]
fn flood_size() -> usize {
    let wanted = match std::env::var_os("PLINTH_THOROUGH") {
        None => 200,
        Some(_) => 10_000,
    };
    let permitted = most_files().saturating_sub(200) / 2;
    if permitted < wanted {
        println!(
            "SKIPPED: {wanted} connections at each port; the limit of open files permits {permitted}"
        );
    }
    wanted.min(permitted)
}

/// Raises this process's limit of open files where it may, and returns it.
#[cfg(target_os = "linux")]
fn most_files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let enough = Rlimit {
        current: Some(20_500),
        maximum: Some(20_500),
    };
    let before = getrlimit(Resource::Nofile);
    if before.maximum.is_some_and(|most| most < 20_500) {
        // Only root may.
        let _ = setrlimit(Resource::Nofile, enough);
    }
    sandbox::raise_open_files();
    let most = getrlimit(Resource::Nofile).current;
    most.map_or(usize::MAX, |most| usize::try_from(most).unwrap())
}

/// Waits until the other end has closed the connection.
async fn closed(mut stream: TcpStream) {
    let mut bytes = Vec::new();
    let ended = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await;
    // A reset is an end as well.
    let _ = ended.expect("the connection closes");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn others_are_served_while_many_connections_are_silent() {
    let folder = tempfile::tempdir().unwrap();
    let limit = "ulimit -Sn 200 && ulimit -Hn 200 && exec \"$0\" \"$@\"";
    let options = ["--max-running", "3", "--rate-limit", "off"];
    let program = Program::start_by(&["sh", "-c", limit], folder.path(), &options).await;
    let url = program.text("instant_url").to_owned();
    let create = async || {
        let creating = http::post_json(&url, "/api/v1/database", r#"{"ref":"tests"}"#);
        let reply = timeout(PATIENCE, creating).await.expect("a reply in time");
        assert_eq!(reply.status, 200, "{}", reply.body);
        text(&reply.json(), "connection_string").to_owned()
    };
    let uri = create().await;
    let ca_file = program.ca_file();
    let database = ("127.0.0.1", sql::port(&uri));
    let mut silent = Vec::new();
    for _ in 0..flood_size() {
        for connecting in [
            TcpStream::connect(http::address(&url)).await,
            TcpStream::connect(database).await,
        ] {
            silent.push(connecting.unwrap());
        }
    }
    let connecting = timeout(PATIENCE, sql::connect(&ca_file, &uri)).await;
    let client = connecting.expect("a session in time");
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    // A new database takes handles for its port, its server and the program that creates it.
    let other = create().await;
    let connecting = timeout(PATIENCE, sql::connect(&ca_file, &other)).await;
    connecting.expect("a session in time");
    drop(silent);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_connection_closes_for_a_new_one_and_a_reply_under_way_does_not() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.connections = ConnectionLimits {
            most_http: Some(10),
            ..ConnectionLimits::default()
        };
    })
    .await;
    let fault = json!({"route": "/api/v1/database", "times": 1, "delay_ms": 600_000});
    let reply = sandbox
        .admin("POST", "/sandbox/faults", &fault.to_string())
        .await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    let url = sandbox.url().to_owned();
    let slow = tokio::spawn(async move {
        http::post_json(&url, "/api/v1/database", r#"{"ref":"tests"}"#).await
    });
    until("the slow reply is under way", async || {
        sandbox.running.faults().is_empty()
    })
    .await;
    let mut silent = Vec::new();
    for at in 0..60 {
        let mut stream = TcpStream::connect(http::address(sandbox.url()))
            .await
            .unwrap();
        if at % 2 == 0 {
            stream.write_all(b"GET / HTTP/1.1\r\nhost:").await.unwrap();
        }
        silent.push(stream);
        if at % 10 == 0 {
            assert_eq!(sandbox.get("/unknown").await.status, 404);
        }
    }
    for stream in silent.drain(..40) {
        closed(stream).await;
    }
    sandbox.running.clear_faults();
    assert_eq!(slow.await.unwrap().status, 200);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_closes_when_its_client_takes_too_long() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.rate_limits = None;
        config.connections = ConnectionLimits {
            head_deadline: SHORT,
            idle_deadline: SHORT,
            reply_deadline: SHORT,
            ..ConnectionLimits::default()
        };
    })
    .await;
    let address = http::address(sandbox.url());
    let connect = async || TcpStream::connect(address).await.unwrap();
    let request = format!("GET /unknown HTTP/1.1\r\nhost: {address}\r\n\r\n");

    // While these close, a reply that takes long goes on.
    let fault = json!({"route": "/unknown", "times": 1, "delay_ms": 600_000});
    sandbox
        .admin("POST", "/sandbox/faults", &fault.to_string())
        .await;
    let mut slow = connect().await;
    slow.write_all(request.as_bytes()).await.unwrap();
    until("the slow reply is under way", async || {
        sandbox.running.faults().is_empty()
    })
    .await;

    closed(connect().await).await;
    let mut half = connect().await;
    half.write_all(&request.as_bytes()[..20]).await.unwrap();
    closed(half).await;
    let mut idle = connect().await;
    idle.write_all(request.as_bytes()).await.unwrap();
    closed(idle).await;
    let mut unread = connect().await;
    let requests = request.repeat(100);
    let writing = async { while unread.write_all(requests.as_bytes()).await.is_ok() {} };
    let written = timeout(PATIENCE, writing).await;
    written.expect("a client that reads no reply is closed");

    sandbox.running.clear_faults();
    let mut reply = vec![0; 12];
    let reading = timeout(PATIENCE, slow.read_exact(&mut reply)).await;
    reading.expect("a reply in time").unwrap();
    assert_eq!(reply, b"HTTP/1.1 404");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_connection_is_refused_when_all_others_wait_for_replies() {
    const MOST: usize = 4;
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.connections.most_http = Some(MOST);
    })
    .await;
    let fault = json!({"route": "/unknown", "times": MOST, "delay_ms": 600_000});
    sandbox
        .admin("POST", "/sandbox/faults", &fault.to_string())
        .await;
    let slow: Vec<_> = (0..MOST)
        .map(|_| {
            let url = sandbox.url().to_owned();
            tokio::spawn(async move { http::get(&url, "/unknown").await })
        })
        .collect();
    until("all replies are under way", async || {
        sandbox.running.faults().is_empty()
    })
    .await;
    let refused = sandbox.get("/unknown").await;
    assert_eq!(refused.status, 503, "{}", refused.body);
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert_eq!(
        text(&refused.json(), "message"),
        "the sandbox has as many connections as it may have"
    );
    sandbox.running.clear_faults();
    for reply in slow {
        assert_eq!(reply.await.unwrap().status, 404);
    }
    until("there is room again", async || {
        sandbox.get("/unknown").await.status == 404
    })
    .await;
    sandbox.stop().await;
}

/// Sends a request whose last byte comes with the end of what the client sends, and returns the reply.
async fn half_closed(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut reply = String::new();
    let reading = timeout(PATIENCE, stream.read_to_string(&mut reply)).await;
    reading.expect("the sandbox closes its end").unwrap();
    reply
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_has_sent_its_last_request_gets_the_reply() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.rate_limits = None;
    })
    .await;
    let address = http::address(sandbox.url());
    let body = r#"{"ref":"tests"}"#;
    let (key, length) = (&sandbox.running.key, body.len());
    let list = format!(
        "GET /api/v2/projects HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {key}\r\n\r\n"
    );
    let create = format!(
        "POST /api/v1/database HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    for request in [&list, &create] {
        for _ in 0..20 {
            let reply = half_closed(address, request).await;
            assert!(reply.starts_with("HTTP/1.1 200 OK\r\n"), "{reply:?}");
        }
    }
    // Also where the reply takes a while.
    let fault = json!({"route": "/api/v2/projects", "times": 1, "delay_ms": 600_000});
    let injected = sandbox
        .admin("POST", "/sandbox/faults", &fault.to_string())
        .await;
    assert_eq!(injected.status, 201, "{}", injected.body);
    let (to, request) = (address.to_owned(), list.clone());
    let slow = tokio::spawn(async move { half_closed(&to, &request).await });
    until("the slow reply is under way", async || {
        sandbox.running.faults().is_empty()
    })
    .await;
    sandbox.running.clear_faults();
    let reply = slow.await.unwrap();
    assert!(reply.starts_with("HTTP/1.1 200 OK\r\n"), "{reply:?}");
    // Half a request is no request.
    for half in [&list[..40], &create[..create.len() - 3]] {
        let reply = half_closed(address, half).await;
        assert!(!reply.starts_with("HTTP/1.1 200"), "{reply:?}");
    }
    sandbox.stop().await;
}
