//! Changes of the platform's state, as `/sandbox/events` reports them.

use std::time::Duration;

use sandbox::ServerState;
use serde_json::{Value, json};
use testkit::PATIENCE;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::support::http::address;
use crate::support::test_project::TestProject;
use crate::support::test_sandbox::{project, text};
use crate::support::{TestSandbox, send, sql, until};

const EVENTS: &str = "/sandbox/events";

/// A client that follows the changes.
struct Follower(Lines<BufReader<TcpStream>>);

impl Follower {
    /// Connected when this returns: it misses no later change.
    async fn of(sandbox: &TestSandbox) -> Self {
        let (status, mut follower) = Self::asked(sandbox).await;
        assert_eq!(status, "HTTP/1.1 200 OK");
        while follower.line().await.is_some_and(|line| !line.is_empty()) {}
        follower
    }

    /// Asks for the changes, and returns the first line of the reply.
    async fn asked(sandbox: &TestSandbox) -> (String, Self) {
        let host = address(sandbox.url());
        let mut stream = TcpStream::connect(host).await.unwrap();
        let key = &sandbox.running.admin_key;
        let head =
            format!("GET {EVENTS} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {key}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut follower = Self(BufReader::new(stream).lines());
        let status = follower.line().await.unwrap();
        (status, follower)
    }

    /// `None` once the sandbox has closed the connection.
    async fn line(&mut self) -> Option<String> {
        let line = timeout(PATIENCE, self.0.next_line()).await;
        line.expect("something comes in time").ok().flatten()
    }

    async fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.line().await?;
            if let Some(data) = line.strip_prefix("data: ") {
                return Some(serde_json::from_str(data).unwrap());
            }
        }
    }

    /// Waits for this change; returns those that came before.
    async fn wait_for(&mut self, change: &Value) -> Vec<Value> {
        let mut before = Vec::new();
        loop {
            let next = self.next().await.expect("the sandbox runs");
            if next == *change {
                return before;
            }
            before.push(next);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_of_change_is_an_event() {
    let fixture = TestProject::without_servers().await;
    let (api, own) = (&fixture.api, format!("/projects/{}", fixture.project));
    let branch = format!("{own}/branches/{}", fixture.branch);
    let mut follower = Follower::of(&fixture.sandbox).await;
    let role = json!({"role": {"name": "ana"}});
    let database = json!({"database": {"name": "shop", "owner_name": "ana"}});
    let keys = json!({"jwks_url": "https://keys.example.com/jwks.json", "provider_name": "Clerk"});
    let permission = json!({"email": "ana@example.com"});
    let project = Some(&fixture.project);
    let endpoint = format!("{own}/endpoints/{}", fixture.endpoint);
    let size = json!({"endpoint": {"autoscaling_limit_max_cu": 2}});
    let protected = json!({"branch": {"protected": true}});
    for (method, path, body, project_id, part) in [
        (
            "PATCH",
            own.clone(),
            json!({"project": {"name": "shop"}}),
            project,
            Some("project"),
        ),
        (
            "PATCH",
            branch.clone(),
            json!({"branch": {"name": "trunk"}}),
            project,
            Some("branches"),
        ),
        (
            "PATCH",
            branch.clone(),
            protected,
            project,
            Some("branches"),
        ),
        ("PATCH", endpoint, size, project, Some("endpoints")),
        (
            "POST",
            format!("{own}/branches"),
            json!({}),
            project,
            Some("branches"),
        ),
        (
            "POST",
            format!("{branch}/roles"),
            role,
            project,
            Some("roles"),
        ),
        (
            "POST",
            format!("{branch}/databases"),
            database,
            project,
            Some("databases"),
        ),
        (
            "DELETE",
            format!("{branch}/databases/shop"),
            json!({}),
            project,
            Some("databases"),
        ),
        (
            "DELETE",
            format!("{branch}/roles/ana"),
            json!({}),
            project,
            Some("roles"),
        ),
        (
            "POST",
            format!("{branch}/snapshot"),
            json!({}),
            project,
            Some("snapshots"),
        ),
        (
            "POST",
            format!("{own}/permissions"),
            permission,
            project,
            None,
        ),
        ("POST", format!("{own}/jwks"), keys, project, None),
        (
            "POST",
            "/api_keys".to_owned(),
            json!({"key_name": "laptop"}),
            None,
            Some("api_keys"),
        ),
        ("DELETE", own.clone(), json!({}), project, Some("project")),
    ] {
        let mut change = serde_json::Map::new();
        change.extend(project_id.map(|id| ("project_id".to_owned(), json!(id))));
        change.extend(part.map(|part| ("part".to_owned(), json!(part))));
        api.waits_until_unlocked(&fixture.project).await;
        let reply = api.send(method, &path, body.to_string().as_bytes()).await;
        assert!(reply.status < 300, "{method} {path}: {}", reply.body);
        follower.wait_for(&Value::Object(change)).await;
    }
    fixture.sandbox.person("ana").await;
    let changed = json!({"part": "organizations"});
    follower.wait_for(&changed).await;
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compute_that_suspends_by_itself_or_wakes_for_a_client_is_an_event() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let id = project(&record);
    until("the server runs without a client", async || {
        sandbox.state(&id) == ServerState::Running && sandbox.server(&id).connections == 0
    })
    .await;
    let mut follower = Follower::of(&sandbox).await;
    let changed = json!({"project_id": id, "part": "endpoints"});
    sandbox.advance(Duration::from_secs(3600)).await;
    follower.wait_for(&changed).await;
    until("the server is suspended", async || {
        sandbox.state(&id) == ServerState::Suspended
    })
    .await;
    let mut follower = Follower::of(&sandbox).await;
    let client = sql::connect(&sandbox.running.ca_file, text(&record, "connection_string")).await;
    follower.wait_for(&changed).await;
    drop(client);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_is_no_event_and_wakes_no_compute() {
    let fixture = TestProject::start().await;
    let suspend = format!("/endpoints/{}/suspend", fixture.endpoint);
    fixture
        .done(200, fixture.post(&suspend, &json!({})).await)
        .await;
    let mut follower = Follower::of(&fixture.sandbox).await;
    for below in ["", "/branches", "/endpoints", "/operations", "/snapshots"] {
        assert_eq!(fixture.get(below).await.status, 200, "{below}");
    }
    let lists = format!("/branches/{}/databases", fixture.branch);
    assert_eq!(fixture.get(&lists).await.status, 200);
    assert_eq!(fixture.state(&fixture.endpoint).await, "idle");
    let renamed = fixture
        .patch("", &json!({"project": {"name": "shop"}}))
        .await;
    assert_eq!(renamed.status, 200, "{}", renamed.body);
    let marker = json!({"project_id": fixture.project, "part": "project"});
    assert_eq!(follower.wait_for(&marker).await, Vec::<Value>::new());
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_need_the_administrative_key() {
    let sandbox = TestSandbox::without_servers().await;
    let usual = format!("Bearer {}", sandbox.running.key);
    for headers in [
        vec![],
        vec![("authorization", "Bearer wrong")],
        vec![("authorization", usual.as_str())],
    ] {
        let reply = send(sandbox.url(), "GET", EVENTS, &headers, "").await;
        assert_eq!(reply.status, 401, "{headers:?}");
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_end_when_the_sandbox_stops() {
    let sandbox = TestSandbox::without_servers().await;
    let mut follower = Follower::of(&sandbox).await;
    sandbox.running.stop().await;
    assert_eq!(follower.next().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_is_refused_when_streams_have_a_quarter_of_all_connections() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.connections.most_http = Some(8);
    })
    .await;
    let mut followers = vec![Follower::of(&sandbox).await, Follower::of(&sandbox).await];
    for _ in 0..8 {
        let (status, mut refused) = Follower::asked(&sandbox).await;
        assert_eq!(status, "HTTP/1.1 503 Service Unavailable");
        while refused.line().await.is_some_and(|line| !line.is_empty()) {}
        followers.push(refused);
    }
    assert_eq!(sandbox.get("/unknown").await.status, 404);
    drop(followers);
    until("there is room for a stream", async || {
        Follower::asked(&sandbox).await.0 == "HTTP/1.1 200 OK"
    })
    .await;
    sandbox.stop().await;
}
