//! What a sandbox takes of the disk.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::place::{Place, error, id};
use crate::support::world::text;
use crate::support::{World, sql, until};

fn cluster(world: &World, branch: &str) -> PathBuf {
    world.folder.path().join("servers/branches").join(branch)
}

/// As `du` counts.
fn taken(folder: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let one = |entry: std::fs::DirEntry| {
        let meta = entry.metadata().map_or(0, |meta| meta.blocks() * 512);
        match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            true => meta + taken(&entry.path()),
            false => meta,
        }
    };
    entries.map(one).sum()
}

async fn suspend(place: &Place) {
    let path = format!("/endpoints/{}/suspend", place.endpoint);
    let suspended = place.post(&path, &json!({})).await;
    place.done(200, suspended).await;
}

fn uri(place: &Place) -> &str {
    text(&place.made["connection_uris"][0], "connection_uri")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_project_takes_less_than_28_megabytes() {
    let place = Place::start().await;
    let folder = cluster(&place.world, &place.branch);
    assert!(taken(&folder) <= 28_000_000, "awake: {}", taken(&folder));
    suspend(&place).await;
    assert!(taken(&folder) <= 28_000_000, "asleep: {}", taken(&folder));
    // Nothing of use went: all that PostgreSQL checks of itself holds, in every database.
    let client = sql::connect(&place.world.sandbox.ca_file, uri(&place)).await;
    for statement in [
        "CREATE DATABASE other",
        "VACUUM",
        "CREATE TABLE t AS SELECT n FROM generate_series(1, 1000) n",
        "DELETE FROM t WHERE n > 10",
        "VACUUM t",
        "INSERT INTO t VALUES (11)",
    ] {
        client.batch_execute(statement).await.unwrap();
    }
    assert_eq!(sql::one(&client, "SELECT sum(n)::text FROM t").await, "66");
    place.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_that_was_made_ahead_goes_when_a_server_sleeps() {
    let place = Place::start().await;
    let log = cluster(&place.world, &place.branch).join("pg_wal");
    let client = sql::connect(&place.world.sandbox.ca_file, uri(&place)).await;
    for statement in [
        "CREATE TABLE t AS SELECT n, repeat('x', 900) AS filler FROM generate_series(1, 40000) n",
        "UPDATE t SET n = -n",
        "DELETE FROM t WHERE n < -1",
    ] {
        client.batch_execute(statement).await.unwrap();
    }
    drop(client);
    let awake = taken(&log);
    assert!(awake > 20_000_000, "{awake}");
    suspend(&place).await;
    assert!(taken(&log) <= 3_500_000, "{}", taken(&log));
    let client = sql::connect(&place.world.sandbox.ca_file, uri(&place)).await;
    assert_eq!(sql::one(&client, "SELECT n::text FROM t").await, "-1");
    // It was shut down well and is written to as before.
    client.batch_execute("UPDATE t SET n = 5").await.unwrap();
    drop(client);
    suspend(&place).await;
    let client = sql::connect(&place.world.sandbox.ca_file, uri(&place)).await;
    assert_eq!(sql::one(&client, "SELECT n::text FROM t").await, "5");
    place.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn beyond_the_most_that_it_may_take_nothing_is_made_and_what_is_there_goes_on() {
    let place = Place::start().await;
    place.branch("child").await;
    let Place {
        world,
        project,
        made,
        ..
    } = place;
    let world = world
        .again(|config| {
            config.rate_limits = None;
            config.max_disk = Some(10_000_000);
        })
        .await;
    let api = crate::support::management::Management::of(&world);
    let branches = format!("/projects/{project}/branches");
    let default = text(&made["branch"], "id");
    let restore = format!("{branches}/{default}/restore");
    let all = api.get(&branches).await.json();
    let child = all["branches"].as_array().unwrap().iter();
    let child = child.map(id).find(|it| it != default).unwrap();
    let restored = json!({"source_branch_id": child, "preserve_under_name": "before"});
    let replies = [
        api.post("/projects", &json!({"project": {}})).await,
        api.post(&branches, &json!({"branch": {}})).await,
        api.post(&restore, &restored).await,
        world.post("/api/v1/database", r#"{"ref":"tests"}"#).await,
    ];
    for refused in replies {
        let (status, code, message) = error(&refused);
        assert_eq!((status, code.as_str()), (422, "DISK_LIMIT_EXCEEDED"));
        assert!(
            message.starts_with("the sandbox takes ") && message.contains(" 10.0 MB "),
            "{message}"
        );
        let body = refused.json();
        let hint = text(&body, "hint");
        for part in ["1 projects ", "1 branches ", "templates ", "--max-disk"] {
            assert!(hint.contains(part), "{part} in {hint}");
        }
    }
    let all = api.get(&branches).await.json();
    assert_eq!(all["branches"].as_array().unwrap().len(), 2);
    let unknown = api.post("/projects/none/branches", &json!({})).await;
    assert_eq!(unknown.status, 404, "what is wrong anyway is told first");
    let uri = text(&made["connection_uris"][0], "connection_uri");
    let client = sql::connect(&world.sandbox.ca_file, uri).await;
    client
        .batch_execute("CREATE TABLE still AS SELECT 7 AS n")
        .await
        .unwrap();
    assert_eq!(sql::one(&client, "SELECT n::text FROM still").await, "7");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn right_after_a_start_a_large_branch_is_copied_only_where_it_fits() {
    let place = Place::start().await;
    let client = sql::connect(&place.world.sandbox.ca_file, uri(&place)).await;
    let large = "CREATE TABLE large AS SELECT repeat(md5(n::text), 30) AS filler FROM generate_series(1, 60000) n";
    client.batch_execute(large).await.unwrap();
    drop(client);
    suspend(&place).await;
    let Place { world, project, .. } = place;
    let most = taken(&world.folder.path().join("servers")) + 50_000_000;
    let world = world.again(|config| config.max_disk = Some(most)).await;
    let api = crate::support::management::Management::of(&world);
    let branches = format!("/projects/{project}/branches");
    let (status, code, _) = error(&api.post(&branches, &json!({"branch": {}})).await);
    assert_eq!((status, code.as_str()), (422, "DISK_LIMIT_EXCEEDED"));
    let empty = api.post("/projects", &json!({"project": {}})).await;
    assert_eq!(empty.status, 201, "{}", empty.text());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_the_disk_is_told_by_kind() {
    let place = Place::start().await;
    let child = place.branch("child").await;
    let gone = place.branch("gone").await;
    let gone = id(&gone["branch"]);
    let deleted = place.delete(&format!("/branches/{gone}")).await;
    place.done(200, deleted).await;
    let Place { world, branch, .. } = place;
    // It looks at once after a start.
    let world = world.again(|_| {}).await;
    let mut disk = Value::Null;
    until("the disk was looked at", async || {
        disk = world.admin("GET", "/sandbox/status", "").await.json()["disk"].clone();
        disk["parts"].as_array().is_some_and(|it| !it.is_empty())
    })
    .await;
    let part = |kind: &str| {
        let mut parts = disk["parts"].as_array().unwrap().iter();
        let found = parts.find(|it| it["kind"] == kind);
        found.unwrap_or_else(|| panic!("no {kind} in {disk}"))
    };
    for (kind, folder) in [
        ("projects", &branch),
        ("branches", &id(&child["branch"])),
        ("deleted", &gone),
    ] {
        assert_eq!(part(kind)["count"], 1, "{kind}");
        let (told, found) = (
            part(kind)["bytes"].as_u64().unwrap(),
            taken(&cluster(&world, folder)),
        );
        assert!(told.abs_diff(found) < 500_000, "{kind}: {told} and {found}");
    }
    let week = world.sandbox.now() + Duration::from_secs(7 * 86_400);
    let until: chrono::DateTime<chrono::Utc> = text(part("deleted"), "until").parse().unwrap();
    assert!((week - until).num_minutes().abs() < 10, "{until}");
    assert!(part("templates")["bytes"].as_u64() > Some(20_000_000));
    let parts = disk["parts"].as_array().unwrap().iter();
    let sum: u64 = parts.map(|it| it["bytes"].as_u64().unwrap()).sum();
    assert_eq!(disk["used_bytes"], sum);
    assert!(disk["max_bytes"].as_u64() > Some(sum), "{disk}");
    world.stop().await;
}

/// Each transaction on the catalogue reaches the disk before anybody goes on.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_written_because_a_server_is_awake() {
    // Servers are looked after as often as they may go to sleep, so this is a minute in small.
    let world = World::with(|config| config.idle_after = Duration::from_millis(50)).await;
    let record = world.create().await;
    let uri = text(&record, "connection_string");
    let client = sql::connect(&world.sandbox.ca_file, uri).await;
    let catalogue = rusqlite::Connection::open(world.folder.path().join("world.db")).unwrap();
    let version = || -> i64 {
        let sql = "SELECT * FROM pragma_data_version()";
        catalogue.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    let project = text(&record, "neon_project_id").to_owned();
    let transferred = || world.server(&project).transfer_bytes;
    until("the create has settled", async || {
        let before = version();
        tokio::time::sleep(Duration::from_millis(300)).await;
        before == version()
    })
    .await;
    let (before, counted) = (version(), transferred());
    let mut commits = 0;
    let mut last = before;
    for _ in 0..60 {
        sql::one(&client, "SELECT repeat('x', 1000)").await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        let now = version();
        commits += i64::from(now != last);
        last = now;
    }
    assert!(transferred() > counted + 60_000);
    assert_eq!(commits, 0, "commits in three seconds of use");
    // What was counted is on the disk once the server sleeps.
    drop(client);
    until("it is written", async || {
        let sql = "SELECT max(body ->> 'transfer_bytes') FROM records WHERE kind = 'endpoint'";
        let kept: Option<i64> = catalogue.query_row(sql, [], |row| row.get(0)).unwrap();
        kept.and_then(|it| u64::try_from(it).ok()) >= Some(counted + 60_000)
    })
    .await;
    world.stop().await;
}
