//! `POST /api/v1/database` and `GET /api/v1/database/:id`, row by row of their tables.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::support::test_sandbox::{project, text};
use crate::support::{Reply, TestSandbox, sql};

#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_there_when_the_reply_is() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let client = sql::connect(&sandbox.running.ca_file, text(&record, "connection_string")).await;
    let version = sql::one(&client, "SHOW server_version_num").await;
    assert_eq!(&version[..2], "17", "PostgreSQL {version}");
    for (question, answer) in [
        ("SELECT 1", "1"),
        ("SELECT current_user", "svcdb_owner"),
        ("SELECT current_database()", "svcdb"),
        ("SHOW wal_level", "replica"),
        ("SHOW fsync", "on"),
        ("SHOW full_page_writes", "on"),
        (
            "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'svcdb'",
            "svcdb_owner",
        ),
        (
            "SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
            "true",
        ),
        (
            "SELECT usesuper::text FROM pg_user WHERE usename = 'svcdb_owner'",
            "false",
        ),
    ] {
        assert_eq!(sql::one(&client, question).await, answer, "{question}");
    }
    sql::run(
        &client,
        "CREATE TABLE note (body text); INSERT INTO note VALUES ('kept')",
    )
    .await;
    assert_eq!(sql::one(&client, "SELECT body FROM note").await, "kept");
    sql::run(
        &client,
        "CREATE EXTENSION pgcrypto; CREATE SCHEMA other; CREATE ROLE reader",
    )
    .await;
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_has_its_fields_and_no_others() {
    let sandbox = TestSandbox::without_servers().await;
    let before = Utc::now() - TimeDelta::seconds(1);
    let reply = sandbox.post("/api/v1/database", r#"{"ref":"tests"}"#).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), Some("application/json"));
    let record = reply.json();
    let mut fields: Vec<&String> = record.as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(
        fields,
        [
            "claim_url",
            "connection_string",
            "created_at",
            "expires_at",
            "id",
            "neon_project_id",
            "status",
            "updated_at"
        ]
    );
    let id = text(&record, "id");
    assert_eq!((id.len(), &id[14..15]), (36, "7"), "UUID version 7: {id}");
    assert_eq!(text(&record, "status"), "UNCLAIMED");
    assert_eq!(
        text(&record, "claim_url"),
        format!("{}/claim/{id}", sandbox.url())
    );
    let created = time(&record, "created_at");
    assert!(created >= before && created <= Utc::now() + TimeDelta::seconds(1));
    assert_eq!(time(&record, "expires_at") - created, TimeDelta::hours(72));
    assert_eq!(text(&record, "updated_at"), text(&record, "created_at"));
    let parts: Vec<String> = project(&record).split('-').map(String::from).collect();
    assert_eq!(parts.len(), 3);
    assert!(
        parts[2].len() == 8 && parts[2].chars().all(|c| c.is_ascii_digit()),
        "{parts:?}"
    );
    let url = text(&record, "connection_string");
    let rest = url
        .strip_prefix("postgresql://svcdb_owner:npg_")
        .expect(url);
    let (_, rest) = rest.split_once("@localhost:").expect(url);
    let (port, query) = rest.split_once("/svcdb?").expect(url);
    assert!(port.parse::<u16>().is_ok(), "{url}");
    let ca = sandbox.running.data_dir.join("tls/pooler-ca.pem");
    assert_eq!(
        query,
        format!(
            "sslmode=require&channel_binding=require&sslrootcert={}",
            ca.display()
        )
    );
    assert_eq!(
        std::fs::read(ca).unwrap(),
        std::fs::read(&sandbox.running.ca_file).unwrap()
    );
    assert_eq!(sandbox.record(id).await, record);
    sandbox.stop().await;
}

fn time(record: &Value, field: &str) -> DateTime<Utc> {
    let written = text(record, field);
    assert_eq!(
        (written.len(), &written[19..20], &written[23..]),
        (24, ".", "Z"),
        "{field}: {written}"
    );
    DateTime::parse_from_rfc3339(written).unwrap().to_utc()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_error_row_has_its_status_and_message() {
    let sandbox = TestSandbox::without_servers().await;
    for (body, status, message) in [
        (r"{}", 400, "Missing referrer"),
        (r#"{"ref":""}"#, 400, "Missing referrer"),
        (r#"{"ref":null}"#, 400, "Missing referrer"),
        (
            r#"{"enable_logical_replication":true}"#,
            400,
            "Missing referrer",
        ),
        (r#"{"ref":"x""#, 500, "Failed to create the database."),
        ("", 500, "Failed to create the database."),
        ("not json", 500, "Failed to create the database."),
        ("[]", 500, "Failed to create the database."),
        (r#""ref""#, 500, "Failed to create the database."),
        ("\u{0}", 500, "Failed to create the database."),
        (r#"{"ref":5}"#, 500, "Failed to create the database."),
        (r#"{"ref":["x"]}"#, 500, "Failed to create the database."),
        (
            r#"{"ref":"x","enable_logical_replication":"yes"}"#,
            500,
            "Failed to create the database.",
        ),
        (
            r#"{"ref":"x","enable_logical_replication":1}"#,
            500,
            "Failed to create the database.",
        ),
        (
            r#"{"ref":"x","enable_logical_replication":null}"#,
            500,
            "Failed to create the database.",
        ),
    ] {
        let reply = sandbox.post("/api/v1/database", body).await;
        assert_eq!(
            (reply.status, message_of(&reply).as_str()),
            (status, message),
            "{body}"
        );
        let hint = reply.json()["hint"].is_string();
        assert_eq!(hint, message == "Missing referrer", "{body}");
    }
    assert!(sandbox.running.servers().is_empty(), "nothing was created");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_that_is_none_is_not_found() {
    let sandbox = TestSandbox::without_servers().await;
    for id in [
        "0192f1c0-0000-7000-8000-000000000000",
        "nonsense",
        "1",
        "%00",
        "%ff",
        "..%2f..%2fetc",
        "0192f1c0-0000-7000-8000-00000000000g",
    ] {
        let reply = sandbox.get(&format!("/api/v1/database/{id}")).await;
        assert_eq!(
            (reply.status, message_of(&reply).as_str()),
            (400, "Database not found"),
            "{id}"
        );
    }
    sandbox.stop().await;
}

fn message_of(reply: &Reply) -> String {
    reply.json()["message"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_fields_and_content_types_do_not_matter() {
    let sandbox = TestSandbox::without_servers().await;
    let url = sandbox.url();
    let body = br#"{"ref":"tests","more":{"than":["asked"]}}"#;
    for headers in [&[("content-type", "text/plain")][..], &[]] {
        let reply = crate::support::send(url, "POST", "/api/v1/database", headers, body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logical_replication_is_there_when_asked_for() {
    let sandbox = TestSandbox::start().await;
    let reply = sandbox
        .post(
            "/api/v1/database",
            r#"{"ref":"tests","enable_logical_replication":true}"#,
        )
        .await;
    let record = reply.json();
    let url = text(&record, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    assert_eq!(sql::one(&client, "SHOW wal_level").await, "logical");
    sql::run(
        &client,
        "CREATE TABLE stock (id int PRIMARY KEY); CREATE PUBLICATION news FOR TABLE stock",
    )
    .await;
    let slot = "SELECT slot_name FROM pg_create_logical_replication_slot('mirror', 'pgoutput')";
    assert_eq!(sql::one(&client, slot).await, "mirror");
    sql::run(&client, "INSERT INTO stock VALUES (1)").await;
    let changes = "SELECT count(*) FROM pg_logical_slot_peek_binary_changes('mirror', NULL, NULL, 'proto_version', '4', 'publication_names', 'news')";
    assert_ne!(sql::one(&client, changes).await, "0");
    drop(client);
    sandbox.running.suspend(&project(&record)).await.unwrap();
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    assert_eq!(
        sql::one(&client, "SHOW wal_level").await,
        "logical",
        "also after it was suspended"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unclaimed_one_is_gone_after_72_hours() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let (id, project_id) = (text(&record, "id").to_owned(), project(&record));
    let clusters = sandbox.folder.path().join("servers/branches");
    assert_eq!(std::fs::read_dir(&clusters).unwrap().count(), 1);
    sandbox.advance(Duration::from_secs(72 * 3600 - 60)).await;
    assert_eq!(text(&sandbox.record(&id).await, "status"), "UNCLAIMED");
    sandbox.advance(Duration::from_secs(60)).await;
    let reply = sandbox.get(&format!("/api/v1/database/{id}")).await;
    assert_eq!(
        (reply.status, message_of(&reply).as_str()),
        (400, "Database not found")
    );
    assert_eq!(
        std::fs::read_dir(&clusters).unwrap().count(),
        0,
        "the data is removed"
    );
    assert!(
        sandbox
            .running
            .servers()
            .iter()
            .all(|server| server.project_id != project_id)
    );
    assert!(
        crate::support::program::processes_on(&clusters).is_empty(),
        "the server is stopped"
    );
    let port = sql::port(text(&record, "connection_string"));
    let refused = tokio::net::TcpStream::connect(("127.0.0.1", port)).await;
    assert_eq!(
        refused.unwrap_err().kind(),
        std::io::ErrorKind::ConnectionRefused
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_at_a_time_are_eight_databases() {
    let sandbox = TestSandbox::with(|config| config.max_running = Some(4)).await;
    let creates = (0..8).map(|_| sandbox.create());
    let records = futures::future::join_all(creates).await;
    let mut seen = std::collections::BTreeSet::new();
    for record in &records {
        assert!(seen.insert(text(record, "connection_string").to_owned()));
        let client =
            sql::connect(&sandbox.running.ca_file, text(record, "connection_string")).await;
        assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    }
    assert_eq!(sandbox.running.servers().len(), 8);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_create_goes_on_when_the_client_is_gone() {
    use tokio::io::AsyncWriteExt;
    let sandbox = TestSandbox::start().await;
    let host = crate::support::http::address(sandbox.url()).to_owned();
    let body = r#"{"ref":"tests"}"#;
    let request = format!(
        "POST /api/v1/database HTTP/1.1\r\nhost: {host}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = tokio::net::TcpStream::connect(&host).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    crate::support::until("the create has begun", async || {
        !sandbox.running.servers().is_empty()
    })
    .await;
    drop(stream);
    crate::support::until("its server runs", async || {
        sandbox.running.servers()[0].state == sandbox::ServerState::Running
    })
    .await;
    let sandbox = sandbox.again(|_| {}).await;
    assert_eq!(
        sandbox.running.servers().len(),
        1,
        "it was whole, so the next start keeps it"
    );
    sandbox.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_that_was_copied_ahead_becomes_one_database_only() {
    let sandbox = TestSandbox::start().await;
    let first = sandbox.create().await;
    let servers = sandbox.folder.path().join("servers");
    let folders = |of: &str| {
        use std::os::unix::fs::MetadataExt;
        let entries = std::fs::read_dir(servers.join(of)).unwrap().flatten();
        let found = entries.map(|it| {
            let number = it.metadata().map_or(0, |meta| meta.ino());
            (it.file_name().into_string().unwrap(), number)
        });
        found.collect::<Vec<_>>()
    };
    let spare = || {
        let found = folders("templates");
        found.into_iter().find(|(name, _)| name.ends_with(".ahead"))
    };
    crate::support::until("one is copied ahead", async || spare().is_some()).await;
    let (_, number) = spare().unwrap();
    let (second, third) = tokio::join!(sandbox.create(), sandbox.create());
    let branches = folders("branches");
    assert_eq!(branches.len(), 3, "{branches:?}");
    let taken = branches.iter().filter(|(_, it)| *it == number).count();
    assert_eq!(taken, 1, "it is the data of one of the two");
    for (n, record) in [first, second, third].iter().enumerate() {
        let client =
            sql::connect(&sandbox.running.ca_file, text(record, "connection_string")).await;
        sql::run(&client, &format!("CREATE TABLE mine AS SELECT {n} AS n")).await;
        assert_eq!(sql::one(&client, "SELECT n FROM mine").await, n.to_string());
    }
    let sandbox = sandbox.again(|_| {}).await;
    assert_eq!(sandbox.running.servers().len(), 3);
    sandbox.stop().await;
}
