//! What a compute lets in and when it stops: connections, idle clients, quotas, allowed addresses.

use std::time::Duration;

use sandbox::ServerState;
use serde_json::{Value, json};

use crate::support::test_project::TestProject;
use crate::support::test_sandbox::{project, text};
use crate::support::{TestSandbox, sql, until};

const MINUTES: Duration = Duration::from_secs(301);

/// The project's connection string, for one address of this machine.
fn uri(fixture: &TestProject, address: &str) -> String {
    let uri = text(&fixture.made["connection_uris"][0], "connection_uri");
    format!("{uri}&hostaddr={address}")
}

async fn set(fixture: &TestProject, settings: Value) {
    let body = json!({"project": {"settings": settings}});
    let reply = fixture.api.patch(&fixture.path(""), &body).await;
    fixture.done(200, reply).await;
}

/// Code, message and hint of a refusal, or None.
async fn refusal(fixture: &TestProject, address: &str) -> Option<(String, String, bool)> {
    let ca = &fixture.sandbox.running.ca_file;
    let error = sql::try_connect(ca, &uri(fixture, address)).await.err()?;
    let error = error
        .as_db_error()
        .expect("a refusal in PostgreSQL's own words");
    Some((
        error.code().code().to_owned(),
        error.message().to_owned(),
        error.hint().is_some(),
    ))
}

#[tokio::test(flavor = "multi_thread")]
async fn four_hundred_clients_are_connected_at_once_to_the_smallest_compute() {
    const AT_ONCE: usize = 20;
    let fixture = TestProject::start().await;
    let (ca, uri) = (&fixture.sandbox.running.ca_file, uri(&fixture, "127.0.0.1"));
    let mut clients = Vec::new();
    while clients.len() < 400 {
        let some = (0..AT_ONCE).map(|_| sql::connect(ca, &uri));
        clients.extend(futures::future::join_all(some).await);
    }
    let count = "SELECT count(*) FROM pg_stat_activity WHERE usename = current_user";
    assert_eq!(sql::one(&clients[399], count).await, "400");
    let answers = clients.iter().map(|client| sql::one(client, "SELECT 1"));
    let answers = futures::future::join_all(answers).await;
    assert!(answers.iter().all(|it| it == "1"));
    for (setting, value) in [
        ("superuser_reserved_connections", "7"),
        ("compute_query_id", "on"),
        ("shared_preload_libraries", "pg_stat_statements"),
        ("pg_stat_statements.max", "1000"),
    ] {
        let shown = sql::one(&clients[0], &format!("SHOW {setting}")).await;
        assert_eq!(shown, value, "{setting}");
    }
    drop(clients);
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_compute_units_have_more_connections_from_the_next_start_on() {
    if cfg!(target_os = "macos") {
        return;
    }
    let fixture = TestProject::start().await;
    let most = async || {
        let client = sql::connect(
            &fixture.sandbox.running.ca_file,
            &uri(&fixture, "127.0.0.1"),
        )
        .await;
        sql::one(&client, "SHOW max_connections").await
    };
    assert_eq!(most().await, "450");
    let path = format!("/endpoints/{}", fixture.endpoint);
    let size = json!({"endpoint": {"autoscaling_limit_max_cu": 2}});
    let reply = fixture.patch(&path, &size).await;
    fixture.done(200, reply).await;
    let reply = fixture.post(&format!("{path}/restart"), &json!({})).await;
    fixture.done(200, reply).await;
    assert_eq!(most().await, "839");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_do_nothing_do_not_keep_a_server_running_and_a_transaction_does() {
    let sandbox = TestSandbox::start().await;
    let ca = &sandbox.running.ca_file;
    let (left, idle, used) = (
        sandbox.create().await,
        sandbox.create().await,
        sandbox.create().await,
    );
    let url = |record: &Value| text(record, "connection_string").to_owned();
    let tls = sql::tls(ca);
    let (_idle, connection) = sql::config(&url(&idle)).connect(tls).await.unwrap();
    let connection = tokio::spawn(connection);
    let client = sql::connect(ca, &url(&used)).await;
    sql::run(&client, "BEGIN").await;
    until("when it will be suspended is known", async || {
        sandbox
            .server(&project(&idle))
            .suspends_after_seconds
            .is_some()
    })
    .await;
    sandbox.advance(MINUTES).await;
    let is = async |record: &Value, state: ServerState| {
        until("it is so", async || {
            sandbox.state(&project(record)) == state
        })
        .await;
    };
    is(&left, ServerState::Suspended).await;
    is(&idle, ServerState::Suspended).await;
    let ended = connection.await.unwrap().unwrap_err();
    assert_eq!(ended.code().unwrap().code(), "57P01", "{ended:?}");
    assert_eq!(sandbox.state(&project(&used)), ServerState::Running);
    sql::run(&client, "COMMIT").await;
    until("the server was asked or heard", async || {
        sandbox.server(&project(&used)).suspends_after_seconds > Some(290)
    })
    .await;
    sandbox.advance(Duration::from_secs(200)).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    sandbox.advance(Duration::from_secs(200)).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    assert_eq!(sandbox.state(&project(&used)), ServerState::Running);
    sandbox.advance(MINUTES).await;
    is(&used, ServerState::Suspended).await;
    sql::must_be_cut(&client).await;
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_allowed_addresses_are_let_in() {
    const V4: &str = "127.0.0.1";
    let fixture = TestProject::start().await;
    let allow = async |ips: &[&str], protected: bool| {
        let list = json!({"ips": ips, "protected_branches_only": protected});
        set(&fixture, json!({ "allowed_ips": list })).await;
        refusal(&fixture, V4).await
    };
    let refused = |address: &str| {
        let why = format!("This IP address {address} is not allowed to connect to this endpoint.");
        Some(("28000".to_owned(), why, true))
    };
    assert_eq!(refusal(&fixture, V4).await, None);
    let suspend = format!("/endpoints/{}/suspend", fixture.endpoint);
    let reply = fixture.post(&suspend, &json!({})).await;
    fixture.done(200, reply).await;
    for ips in [
        &["203.0.113.0/24"][..],
        &["::1", "::ffff:0:0/96", "10.0.0.1-126.255.255.255"],
        &["127.0.0.2-127.0.0.9", "127.0.0.0/32"],
    ] {
        assert_eq!(allow(ips, false).await, refused(V4), "{ips:?}");
    }
    let state = fixture.state(&fixture.endpoint).await;
    assert_eq!(state, "idle", "who is not let in wakes nothing");
    for ips in [
        &[V4][..],
        &["203.0.113.0/24", "127.0.0.0/8"],
        &["126.0.0.0-127.0.0.1"],
        &[],
    ] {
        assert_eq!(allow(ips, false).await, None, "{ips:?}");
    }
    if tokio::net::TcpListener::bind(("::1", 0)).await.is_ok() {
        assert_eq!(allow(&[V4], false).await, None);
        assert_eq!(refusal(&fixture, "::1").await, refused("::1"));
        assert_eq!(allow(&["::/64"], false).await, refused(V4));
        assert_eq!(refusal(&fixture, "::1").await, None);
    }
    assert_eq!(allow(&["203.0.113.7"], true).await, None);
    let branch = format!("/branches/{}", fixture.branch);
    let protect = json!({"branch": {"protected": true}});
    let reply = fixture.patch(&branch, &protect).await;
    fixture.done(200, reply).await;
    assert_eq!(refusal(&fixture, V4).await, refused(V4));
    let fixture = TestProject {
        sandbox: fixture
            .sandbox
            .again(|config| config.rate_limits = None)
            .await,
        ..fixture
    };
    assert_eq!(
        refusal(&fixture, V4).await,
        refused(V4),
        "also after a restart"
    );
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_that_used_up_a_quota_is_stopped_until_it_is_raised_or_the_month_ends() {
    const ADDRESS: &str = "127.0.0.1";
    let fixture = TestProject::start().await;
    let ca = &fixture.sandbox.running.ca_file;
    let client = sql::connect(ca, &uri(&fixture, ADDRESS)).await;
    let write = "CREATE TABLE big AS SELECT repeat('x', 1000) FROM generate_series(1, 5000); BEGIN";
    sql::run(&client, write).await;
    fixture.sandbox.advance(Duration::from_secs(1000)).await;
    let suspend = format!("/endpoints/{}/suspend", fixture.endpoint);
    let reply = fixture.post(&suspend, &json!({})).await;
    fixture.done(200, reply).await;
    drop(client);
    let quotas = [
        ("active_time_seconds", "active time"),
        ("compute_time_seconds", "compute time"),
        ("written_data_bytes", "written data"),
        ("data_transfer_bytes", "data transfer"),
        ("logical_size_bytes", "logical size"),
    ];
    let counted = |project: &Value, field: &str| match field {
        "logical_size_bytes" => project["synthetic_storage_size"].as_u64(),
        field => project[field].as_u64(),
    };
    until("everything is counted", async || {
        let found = fixture.get("").await.json();
        let counts = |(field, _): &(&str, &str)| counted(&found["project"], field) >= Some(10);
        quotas.iter().all(counts)
    })
    .await;
    let only = |field: &str, limit: u64| {
        let each = quotas.iter().map(|(name, _)| {
            let limit = if *name == field { limit } else { 0 };
            ((*name).to_owned(), Value::from(limit))
        });
        json!({ "quota": each.collect::<serde_json::Map<_, _>>() })
    };
    for (field, name) in quotas {
        set(&fixture, only(field, 10)).await;
        let why = format!(
            "Your project has exceeded the {name} quota. Upgrade your plan to increase limits."
        );
        assert_eq!(
            refusal(&fixture, ADDRESS).await,
            Some(("XX000".to_owned(), why, true))
        );
        set(&fixture, only(field, 1_000_000_000_000)).await;
        assert_eq!(refusal(&fixture, ADDRESS).await, None, "{name}");
    }
    // One that runs is suspended, and a call does not start it again.
    let is = async |state: ServerState| {
        until("it is so", async || {
            fixture.sandbox.state(&fixture.project) == state
        })
        .await;
    };
    is(ServerState::Running).await;
    set(&fixture, only("active_time_seconds", 10)).await;
    is(ServerState::Suspended).await;
    let start = format!("/endpoints/{}/start", fixture.endpoint);
    let reply = fixture.post(&start, &json!({})).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let failed = async || {
        let list = fixture.get("/operations?limit=100").await.json();
        let all = list["operations"].as_array().unwrap().clone();
        all.into_iter().find(|it| it["status"] == "error")
    };
    until("the start failed", async || failed().await.is_some()).await;
    let failed = failed().await.unwrap();
    let why =
        "Your project has exceeded the active time quota. Upgrade your plan to increase limits.";
    assert_eq!(
        (text(&failed, "action"), text(&failed, "error")),
        ("start_compute", why)
    );
    assert_eq!(failed["failures_count"], 0, "it is not tried again");
    fixture
        .sandbox
        .advance(Duration::from_secs(32 * 86_400))
        .await;
    until("a new month has begun", async || {
        refusal(&fixture, ADDRESS).await.is_none()
    })
    .await;
    fixture.sandbox.stop().await;
}
