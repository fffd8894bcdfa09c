//! A sandbox on a disk that fills up.

use std::time::Duration;

use sandbox::{Config, HistoryConfig};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::small_disk::SmallDisk;

use crate::support::test_project::{TestProject, id};
use crate::support::test_sandbox::text;
use crate::support::{sql, until};

const MEGABYTE: u64 = 1_000_000;
/// The template, a copy ahead, a project and a branch of it, with some rows.
const SIZE: u64 = 320_000;

struct OnSmallDisk {
    fixture: TestProject,
    disk: SmallDisk,
    _folder: TempDir,
}

impl OnSmallDisk {
    /// None where nothing may be mounted.
    async fn start(change: impl FnOnce(&mut Config)) -> Option<Self> {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::Builder::new().prefix("disk-").tempdir().unwrap();
        // The servers run as somebody else.
        let to_pass = std::fs::Permissions::from_mode(0o711);
        std::fs::set_permissions(folder.path(), to_pass).unwrap();
        let disk = SmallDisk::over(folder.path(), SIZE)?;
        let change = |config: &mut Config| {
            // Half of what is free is the most without this.
            config.max_disk = Some(u64::MAX / 2);
            change(config);
        };
        let fixture = TestProject::within(disk.path(), change, &json!({})).await;
        // What is made ahead does not come while the disk is filled.
        let templates = fixture.sandbox.folder.path().join("servers/templates");
        until("a cluster is copied ahead", async || {
            let entries = std::fs::read_dir(&templates).unwrap();
            let mut names = entries.map(|it| it.unwrap().file_name());
            names.any(|name| name.to_string_lossy().ends_with(".ahead"))
        })
        .await;
        Some(Self {
            fixture,
            disk,
            _folder: folder,
        })
    }

    async fn client(&self) -> tokio_postgres::Client {
        let uri = text(&self.fixture.made["connection_uris"][0], "connection_uri");
        sql::connect(&self.fixture.sandbox.running.ca_file, uri).await
    }

    async fn stop(self) {
        self.fixture.sandbox.stop().await;
    }
}

const FILL: &str =
    "INSERT INTO bulk SELECT repeat(md5(n::text), 30) FROM generate_series(1, 8000) n";

#[tokio::test(flavor = "multi_thread")]
async fn a_history_gives_way_to_what_is_written_and_begins_again_when_there_is_room() {
    const LEAST: u64 = 100 * MEGABYTE;
    let started = OnSmallDisk::start(|config| {
        config.history = HistoryConfig {
            check_every: Duration::from_millis(50),
            begins_after: Duration::ZERO,
            least_free: LEAST,
            retry_after: Duration::from_millis(200),
            ..HistoryConfig::default()
        };
    });
    let Some(test) = started.await else { return };
    let fixture = &test.fixture;
    let window = async || fixture.branch_record(&fixture.branch).await["restore_window"].clone();
    let since = || {
        let seen = fixture.sandbox.running.history(&fixture.branch);
        seen.and_then(|it| it.since)
    };
    let client = test.client().await;
    sql::run(&client, "CREATE TABLE bulk (filler text)").await;
    until("the branch has a history", async || since().is_some()).await;
    let first = since();
    assert_eq!(window().await["shortened"], false);

    // There is less room than what is written takes: WAL that is kept would fill it, and stop the server.
    test.disk.fill(LEAST / 2 + 5 * MEGABYTE);
    for _ in 0..8 {
        sql::run(&client, "TRUNCATE bulk").await;
        sql::run(&client, FILL).await;
        sql::run(&client, "CHECKPOINT").await;
    }
    until("the history has gone", async || since().is_none()).await;
    let shown = window().await;
    assert_eq!(shown["shortened"], true, "{shown}");
    assert_eq!(sql::one(&client, "SELECT count(*) FROM bulk").await, "8000");
    let bases = fixture.sandbox.folder.path().join("servers/branches");
    let bases = bases.join(&fixture.branch).join("plinth-history");
    assert_eq!(std::fs::read_dir(&bases).unwrap().count(), 0, "half a base");

    test.disk.clear();
    until("a base is taken again", async || since().is_some()).await;
    assert!(since() > first);
    let lsn = sql::one(&client, "SELECT pg_current_wal_insert_lsn()").await;
    sql::run(&client, "DROP TABLE bulk").await;
    let body = json!({"branch": {"name": "child", "parent_lsn": lsn}});
    let reply = fixture.post("/branches", &body).await;
    let child = fixture.done(201, reply).await;
    let uri = text(&child["connection_uris"][0], "connection_uri");
    let child = sql::connect(&fixture.sandbox.running.ca_file, uri).await;
    assert_eq!(sql::one(&child, "SELECT count(*) FROM bulk").await, "8000");
    drop((client, child));
    test.stop().await;
}

/// The operation that could not be done, once it could not.
async fn failed(fixture: &TestProject) -> Value {
    let mut found = None;
    until("an operation has failed", async || {
        let list = fixture.get("/operations?limit=100").await.json();
        let all = list["operations"].as_array().unwrap();
        found = all.iter().find(|it| it["status"] == "failed").cloned();
        found.is_some()
    })
    .await;
    found.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_waits_for_room_and_leaves_nothing_half_made() {
    let Some(test) = OnSmallDisk::start(|_| {}).await else {
        return;
    };
    let fixture = &test.fixture;
    let client = test.client().await;
    sql::run(&client, "CREATE TABLE bulk (filler text)").await;
    sql::run(&client, FILL).await;
    drop(client);
    let suspend = format!("/endpoints/{}/suspend", fixture.endpoint);
    let reply = fixture.post(&suspend, &json!({})).await;
    fixture.done(200, reply).await;
    let folders = || {
        let all = fixture.sandbox.folder.path().join("servers/branches");
        let names = std::fs::read_dir(all).unwrap();
        let mut names: Vec<_> = names
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let before = folders();
    let fails = async |path: &str| {
        test.disk.fill(8 * MEGABYTE);
        let begun = fixture.post(path, &json!({})).await;
        assert_eq!(begun.status, 200, "{}", begun.body);
        let failed = failed(fixture).await;
        assert_eq!(failed["error"], "couldn't copy the data: the disk is full");
        begun.json()
    };
    let again = async || {
        test.disk.clear();
        fixture.sandbox.advance(Duration::from_secs(3)).await;
        fixture.wait_for_operations().await;
    };

    let taken = fails(&format!("/branches/{}/snapshot", fixture.branch)).await;
    assert_eq!(folders(), before, "something is half made");
    again().await;
    let snapshot = id(&taken["snapshot"]);
    let with_snapshot = folders();
    assert!(with_snapshot.contains(&snapshot), "{with_snapshot:?}");

    let restored = fails(&format!("/snapshots/{snapshot}/restore")).await;
    assert_eq!(folders(), with_snapshot, "something is half made");
    again().await;
    let branch = id(&restored["branch"]);
    assert!(folders().contains(&branch));
    let uri = text(&fixture.made["connection_uris"][0], "connection_uri");
    let port = restored["endpoints"][0]["port"].to_string();
    let uri = uri.replace(&format!(":{}/", sql::port(uri)), &format!(":{port}/"));
    let client = sql::connect(&fixture.sandbox.running.ca_file, &uri).await;
    assert_eq!(sql::one(&client, "SELECT count(*) FROM bulk").await, "8000");
    drop(client);
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_and_calls_name_the_full_disk() {
    let Some(test) = OnSmallDisk::start(|_| {}).await else {
        return;
    };
    let fixture = &test.fixture;
    let suspend = format!("/endpoints/{}/suspend", fixture.endpoint);
    let reply = fixture.post(&suspend, &json!({})).await;
    fixture.done(200, reply).await;
    test.disk.fill(0);
    let uri = text(&fixture.made["connection_uris"][0], "connection_uri");
    let refused = sql::try_connect(&fixture.sandbox.running.ca_file, uri).await;
    let refused = refused.expect_err("a full disk");
    let refused = refused.as_db_error().unwrap();
    assert_eq!(
        (refused.code().code(), refused.message()),
        (
            "53100",
            "the server did not start: the disk of the sandbox's data folder is full"
        )
    );
    // The store's file has some room of its own.
    let mut refused = None;
    for n in 0..10_000 {
        let body = json!({"project": {"name": format!("{n}{}", "x".repeat(200))}});
        let reply = fixture.patch("", &body).await;
        if reply.status != 200 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.expect("a full disk").json();
    assert_eq!(
        refused["message"],
        "the sandbox couldn't save this: the disk of its data folder is full"
    );
    assert_eq!(
        refused["hint"],
        "Nothing was changed. Free some space, then try again."
    );
    test.disk.clear();
    let body = json!({"project": {"name": "again"}});
    let reply = fixture.patch("", &body).await;
    fixture.done(200, reply).await;
    drop(test.client().await);
    test.stop().await;
}
