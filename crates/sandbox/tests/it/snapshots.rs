//! Snapshots: taken by a call or by a schedule, restored beside a branch or in its place.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use sandbox::{Action, Config, DiskKind, FaultKind, HistoryConfig, OperationFault};
use serde_json::{Value, json};
use tokio_postgres::Client;

use crate::support::movers::{ACCOUNTS, Movers, SUM, WHOLE_SUM};
use crate::support::test_project::{TestProject, error, id, steps};
use crate::support::test_sandbox::text;
use crate::support::{Reply, sql, until};

const HOUR: Duration = Duration::from_secs(3_600);

fn ca_file(fixture: &TestProject) -> PathBuf {
    fixture.sandbox.running.ca_file.clone()
}

fn uri(made: &Value) -> String {
    text(&made["connection_uris"][0], "connection_uri").to_owned()
}

async fn connect(fixture: &TestProject) -> Client {
    sql::connect(&ca_file(fixture), &uri(&fixture.made)).await
}

/// A connection to a restored branch: its roles have the passwords of the branch that the snapshot is of.
async fn connect_to(fixture: &TestProject, restored: &Value) -> Client {
    let uri = uri(&fixture.made);
    let port = restored["endpoints"][0]["port"].to_string();
    let uri = uri.replace(&format!(":{}/", sql::port(&uri)), &format!(":{port}/"));
    sql::connect(&ca_file(fixture), &uri).await
}

async fn take(fixture: &TestProject, query: &str) -> Value {
    let path = format!("/branches/{}/snapshot{query}", fixture.branch);
    let taken = fixture
        .done(200, fixture.post(&path, &json!({})).await)
        .await;
    assert_eq!(
        steps(&taken),
        ["create_branch running", "timeline_archive scheduling"]
    );
    taken["snapshot"].clone()
}

async fn all(fixture: &TestProject) -> Vec<Value> {
    let list = fixture.get("/snapshots").await.json();
    list["snapshots"].as_array().unwrap().clone()
}

async fn restore(fixture: &TestProject, snapshot: &Value, body: Value) -> Value {
    let path = format!("/snapshots/{}/restore", id(snapshot));
    fixture.done(200, fixture.post(&path, &body).await).await
}

/// The branches by name.
async fn branches(fixture: &TestProject) -> BTreeMap<String, Value> {
    let list = fixture.get("/branches").await.json();
    let all = list["branches"].as_array().unwrap().clone();
    all.into_iter()
        .map(|it| (text(&it, "name").to_owned(), it))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn snapshots_taken_while_eight_people_write_are_whole_and_of_their_moment() {
    let fixture = TestProject::of(
        |config| {
            config.history = HistoryConfig {
                check_every: Duration::from_millis(50),
                begins_after: Duration::ZERO,
                ..HistoryConfig::default()
            };
        },
        &json!({}),
    )
    .await;
    let client = connect(&fixture).await;
    sql::run(&client, ACCOUNTS).await;
    sql::run(&client, "CREATE TABLE note (number int)").await;
    until("the branch has a history", async || {
        let seen = fixture.sandbox.running.history(&fixture.branch);
        seen.is_some_and(|it| it.since.is_some())
    })
    .await;
    let movers = Movers::begin(async || connect(&fixture).await).await;
    let note = async |number: u32| {
        sql::run(&client, &format!("INSERT INTO note VALUES ({number})")).await;
        sql::one(&client, "SELECT pg_current_wal_flush_lsn()").await
    };
    note(1).await;
    let noted = note(2).await;
    note(3).await;
    let now = take(&fixture, "?name=now").await;
    note(4).await;
    let past = take(&fixture, &format!("?name=past&lsn={noted}")).await;
    assert_eq!(past["lsn"], noted.as_str());
    movers.end().await;
    for (snapshot, last) in [(&now, "3"), (&past, "2")] {
        let restored = restore(&fixture, snapshot, json!({})).await;
        let client = connect_to(&fixture, &restored).await;
        assert_eq!(sql::one(&client, SUM).await, WHOLE_SUM);
        let last_note = "SELECT max(number) FROM note";
        assert_eq!(sql::one(&client, last_note).await, last);
    }
    fixture.sandbox.stop().await;
}

const WORDS: &str = "SELECT string_agg(word, ' ' ORDER BY word) FROM said";

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_takes_the_place_of_its_branch_and_what_was_there_stays_under_another_name() {
    let fixture = TestProject::start().await;
    let client = connect(&fixture).await;
    sql::run(&client, "CREATE TABLE said AS SELECT 'early' AS word").await;
    let snapshot = take(&fixture, "?name=before&expires_at=2099-01-01T00:00:00Z").await;
    assert_eq!(snapshot["name"], "before");
    assert_eq!(snapshot["manual"], true);
    assert_eq!(snapshot["source_branch_id"], fixture.branch.as_str());
    assert_eq!(snapshot["expires_at"], "2099-01-01T00:00:00Z");
    let listed = all(&fixture).await;
    assert_eq!(listed.len(), 1);
    assert!(listed[0]["lsn"].as_str().unwrap().contains('/'));
    assert!(listed[0]["full_size"].as_u64().unwrap() > 1_000_000);
    assert_eq!(branches(&fixture).await.len(), 1, "a snapshot is no branch");
    let as_branch = fixture.get(&format!("/branches/{}", id(&snapshot))).await;
    assert_eq!(as_branch.status, 404);

    sql::run(&client, "INSERT INTO said VALUES ('late')").await;
    let body = json!({"target_branch_id": fixture.branch, "finalize_restore": true});
    let restored = restore(&fixture, &snapshot, body).await;
    assert_eq!(
        steps(&restored),
        [
            "create_branch running",
            "suspend_compute scheduling",
            "apply_config scheduling",
            "start_compute scheduling"
        ]
    );
    assert_eq!(restored["endpoints"], json!([]));
    // The same string leads to what was there before.
    let client = connect(&fixture).await;
    assert_eq!(sql::one(&client, WORDS).await, "early");
    let found = branches(&fixture).await;
    assert_eq!(Vec::from_iter(found.keys()), ["main", "main (old)"]);
    let (main, old) = (&found["main"], &found["main (old)"]);
    assert_eq!(id(main), id(&restored["branch"]));
    assert_eq!(id(old), fixture.branch);
    assert_eq!(
        (&main["default"], &old["default"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(main["restore_status"], "finalized");
    assert_eq!(main["restored_from"], snapshot["id"]);
    assert_eq!(main["restored_as"], old["id"]);
    let endpoints = fixture.get("/endpoints").await.json();
    assert_eq!(endpoints["endpoints"].as_array().unwrap().len(), 1);
    assert_eq!(endpoints["endpoints"][0]["branch_id"], main["id"]);
    assert_eq!(endpoints["endpoints"][0]["current_state"], "active");

    // What was there is a branch like any other.
    let body = json!({"endpoint": {"branch_id": id(old), "type": "read_write"}});
    let made = fixture
        .done(201, fixture.post("/endpoints", &body).await)
        .await;
    let kept = connect_to(&fixture, &json!({"endpoints": [made["endpoint"]]})).await;
    assert_eq!(sql::one(&kept, WORDS).await, "early late");
    drop((client, kept));
    let delete = format!("/branches/{}?hard_delete=true", id(old));
    fixture.done(200, fixture.delete(&delete).await).await;
    assert_eq!(
        all(&fixture).await.len(),
        1,
        "a snapshot outlives its branch"
    );
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_branch_can_be_looked_at_and_written_before_it_is_finalized() {
    let fixture = TestProject::start().await;
    let client = connect(&fixture).await;
    sql::run(&client, "CREATE TABLE said AS SELECT 'early' AS word").await;
    let schedule =
        json!({"schedule": [{"frequency": "daily", "hour": 3, "retention_seconds": 86_400}]});
    let path = format!("/branches/{}/backup_schedule", fixture.branch);
    let reply = fixture.api.put(&fixture.path(&path), &schedule).await;
    assert_eq!((reply.status, reply.json()), (200, json!({})));
    let snapshot = take(&fixture, "").await;
    assert!(text(&snapshot, "name").starts_with("main 20"), "{snapshot}");
    sql::run(&client, "INSERT INTO said VALUES ('late')").await;
    drop(client);
    let restored = restore(&fixture, &snapshot, json!({"name": "look"})).await;
    assert_eq!(restored["branch"]["restore_status"], "restored");
    let look = connect_to(&fixture, &restored).await;
    assert_eq!(sql::one(&look, WORDS).await, "early");
    sql::run(&look, "INSERT INTO said VALUES ('mended')").await;
    drop(look);

    let finalize = format!("/branches/{}/finalize_restore", id(&restored["branch"]));
    let reply = fixture.post(&finalize, &json!({"name": "kept"})).await;
    fixture.done(200, reply).await;
    let client = connect(&fixture).await;
    assert_eq!(sql::one(&client, WORDS).await, "early mended");
    let found = branches(&fixture).await;
    assert_eq!(Vec::from_iter(found.keys()), ["kept", "main"]);
    let endpoints = fixture.get("/endpoints").await.json();
    let endpoints = endpoints["endpoints"].as_array().unwrap();
    assert_eq!(endpoints.len(), 1, "its own compute is gone: {endpoints:?}");
    // The schedule goes on with the branch that has the name now.
    let of = async |branch: &Value| {
        let path = format!("/branches/{}/backup_schedule", id(branch));
        fixture.get(&path).await.json()
    };
    assert_eq!(of(&found["main"]).await, schedule);
    assert_eq!(of(&found["kept"]).await, json!({"schedule": []}));
    let again = error(&fixture.post(&finalize, &json!({})).await);
    assert_eq!(
        (again.0, again.2.as_str()),
        (422, "the branch's restore is finalized already")
    );
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn what_takes_the_place_of_a_branch_stays_default_and_protected() {
    let fixture = TestProject::without_servers().await;
    let snapshot = take(&fixture, "").await;
    let restored = restore(&fixture, &snapshot, json!({"name": "look"})).await;
    let path = format!("/branches/{}", id(&restored["branch"]));
    let protected = json!({"branch": {"protected": true}});
    for (method, below, body) in [
        ("PATCH", "", protected),
        ("POST", "/set_as_default", json!({})),
        ("POST", "/finalize_restore", json!({"name": "kept"})),
    ] {
        let path = format!("{path}{below}");
        let reply = match method {
            "PATCH" => fixture.patch(&path, &body).await,
            _ => fixture.post(&path, &body).await,
        };
        fixture.done(200, reply).await;
    }
    let found = branches(&fixture).await;
    let states = found.iter().map(|(name, it)| {
        let is = |field: &str| it[field].as_bool().unwrap();
        (name.as_str(), is("default"), is("protected"))
    });
    assert_eq!(
        Vec::from_iter(states),
        [("kept", false, false), ("main", true, true)]
    );
    fixture.sandbox.stop().await;
}

/// A metric of the project, hour by hour from its first one.
async fn consumption(fixture: &TestProject, metric: &str) -> Vec<u64> {
    let made = &fixture.made["project"];
    let (from, org) = (text(made, "created_at"), text(made, "org_id"));
    let now = fixture.sandbox.running.now();
    let to = now.to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let query = format!("from={from}&to={to}&granularity=hourly&org_id={org}&metrics={metric}");
    let path = format!("/consumption_history/v2/projects?{query}");
    let found = fixture.api.get(&path).await.json();
    let frames = found["projects"][0]["periods"].as_array().unwrap().clone();
    let frames = frames
        .iter()
        .flat_map(|it| it["consumption"].as_array().unwrap().clone());
    frames
        .map(|it| it["metrics"][0]["value"].as_u64().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_is_kept_over_a_start_and_its_data_goes_with_it() {
    let fixture = TestProject::start().await;
    let client = connect(&fixture).await;
    sql::run(&client, "CREATE TABLE said AS SELECT 'early' AS word").await;
    drop(client);
    let (kept, gone) = (
        take(&fixture, "?name=kept").await,
        take(&fixture, "?name=gone").await,
    );
    let clusters = fixture.sandbox.folder.path().join("servers/branches");
    let folder = |of: &Value| clusters.join(id(of));
    assert!(folder(&gone).join("PG_VERSION").exists());
    let path = format!("/snapshots/{}", id(&gone));
    fixture.done(202, fixture.delete(&path).await).await;
    assert!(!folder(&gone).exists());
    assert_eq!(fixture.delete(&path).await.status, 404);

    // Both count for as long as they were there, and as snapshots alone.
    fixture.sandbox.advance(HOUR * 2).await;
    let stored = consumption(&fixture, "snapshot_storage_bytes_month").await;
    assert_eq!(stored.len(), 3);
    assert!(stored[0] > stored[1] && stored[1] > 0, "{stored:?}");
    assert_eq!(stored[1], stored[2]);
    let sandbox = fixture
        .sandbox
        .again(|config| config.rate_limits = None)
        .await;
    let api = crate::support::management::Management::of(&sandbox);
    let fixture = TestProject {
        sandbox,
        api,
        ..fixture
    };
    assert_eq!(all(&fixture).await.len(), 1);
    assert!(folder(&kept).exists(), "it is no unknown data");
    // It measures at once after a start.
    until("the disk's use counts it", async || {
        let disk = fixture.sandbox.running.disk();
        let part = disk.parts.iter().find(|it| it.kind == DiskKind::Snapshots);
        part.map(|it| it.count) == Some(1)
    })
    .await;
    let restored = restore(&fixture, &kept, json!({})).await;
    assert_eq!(restored["branch"]["name"], "kept (restored)");
    let client = connect_to(&fixture, &restored).await;
    assert_eq!(sql::one(&client, WORDS).await, "early");
    drop(client);

    assert_eq!(fixture.delete("").await.status, 200);
    fixture.sandbox.advance(HOUR * 24 * 8).await;
    until("its data goes with the project", async || {
        !folder(&kept).exists()
    })
    .await;
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_that_could_not_be_taken_is_no_snapshot() {
    let fixture = TestProject::start().await;
    fixture.gives_up_once(Action::CreateBranch);
    let path = format!("/branches/{}/snapshot", fixture.branch);
    assert_eq!(fixture.post(&path, &json!({})).await.status, 200);
    until("it is gone", async || all(&fixture).await.is_empty()).await;
    let clusters = fixture.sandbox.folder.path().join("servers/branches");
    let left = std::fs::read_dir(clusters).unwrap();
    let left: Vec<_> = left.map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left, [fixture.branch.as_str()]);
    fixture.sandbox.stop().await;
}

/// Begins to have a restored branch take the place of the one that it was restored for.
async fn finalize(fixture: &TestProject, restored: &str) -> Reply {
    let path = format!("/branches/{restored}/finalize_restore");
    fixture.post(&path, &json!({})).await
}

#[tokio::test]
async fn the_former_branch_gets_a_name_that_is_unused_when_it_is_replaced() {
    let fixture = without_servers().await;
    let dev = id(&fixture.branch("dev").await["branch"]);
    let snapshot = take(&fixture, "").await;
    let restored = restore(&fixture, &snapshot, json!({})).await;
    let held = OperationFault::once(Action::ApplyConfig, FaultKind::Hold { seconds: 3_600 });
    fixture
        .sandbox
        .running
        .inject_operation_fault(held)
        .unwrap();
    let begun = finalize(&fixture, &id(&restored["branch"])).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    let body = json!({"branch": {"name": "main (old)"}});
    let renamed = fixture.patch(&format!("/branches/{dev}"), &body).await;
    assert_eq!(renamed.status, 200, "{}", renamed.body);
    until("it is replaced", async || {
        fixture.sandbox.advance(HOUR).await;
        let found = fixture.branch_record(&id(&restored["branch"])).await;
        found["restore_status"] == "finalized"
    })
    .await;
    fixture.wait_for_operations().await;
    let found = branches(&fixture).await;
    let ids: Vec<_> = found
        .iter()
        .map(|(name, it)| (name.as_str(), id(it)))
        .collect();
    assert_eq!(
        ids,
        [
            ("main", id(&restored["branch"])),
            ("main (old 2)", fixture.branch.clone()),
            ("main (old)", dev),
        ]
    );
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_branch_is_replaced_once_by_those_that_were_restored_before() {
    let fixture = without_servers().await;
    let snapshot = take(&fixture, "").await;
    let first = restore(&fixture, &snapshot, json!({"name": "first"})).await;
    let second = restore(&fixture, &snapshot, json!({"name": "second"})).await;
    let reply = finalize(&fixture, &id(&first["branch"])).await;
    fixture.done(200, reply).await;
    let refused = error(&finalize(&fixture, &id(&second["branch"])).await);
    assert_eq!(
        (refused.0, refused.2.as_str()),
        (
            422,
            "another branch has replaced the branch that it was to replace"
        )
    );
    // One that was restored for the former branch since then takes its place.
    let body = json!({"name": "third", "target_branch_id": fixture.branch});
    let third = restore(&fixture, &snapshot, body).await;
    let reply = finalize(&fixture, &id(&third["branch"])).await;
    fixture.done(200, reply).await;
    let found = branches(&fixture).await;
    assert_eq!(id(&found["main"]), id(&first["branch"]));
    assert_eq!(id(&found["main (old)"]), id(&third["branch"]));
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_branch_that_keeps_former_data_takes_no_place_and_a_schedule_is_of_a_root() {
    let fixture = without_servers().await;
    let main = fixture.branch.clone();
    let dev = id(&fixture.branch("dev").await["branch"]);
    let daily = json!({"schedule": [{"frequency": "daily"}]});
    let schedule = |branch: &str| format!("/branches/{branch}/backup_schedule");
    let set = async |branch: &str| {
        let path = fixture.path(&schedule(branch));
        fixture.api.put(&path, &daily).await
    };
    let scheduled = async |branch: &str| {
        let found = fixture.get(&schedule(branch)).await.json();
        found["schedule"].as_array().unwrap().len()
    };
    assert_eq!(set(&main).await.status, 200);
    let snapshot = take(&fixture, "").await;
    let restored = restore(&fixture, &snapshot, json!({"name": "look"})).await;
    let look = id(&restored["branch"]);
    let reset = async |branch: &str, kept: &str| {
        let body = json!({"source_branch_id": dev, "preserve_under_name": kept});
        let path = format!("/branches/{branch}/restore");
        fixture.done(200, fixture.post(&path, &body).await).await;
        branches(&fixture).await[kept].clone()
    };
    // The restore goes on with the branch that was restored.
    let kept = reset(&look, "look before").await;
    for field in ["restore_status", "restored_from", "restored_as"] {
        assert_eq!(kept.get(field), None, "{field}");
    }
    let refused = error(&finalize(&fixture, &id(&kept)).await);
    assert_eq!(
        (refused.0, refused.2.as_str()),
        (
            422,
            "the branch was not restored from a snapshot, so there is nothing to finalize"
        )
    );

    // A schedule is of a root, as the snapshots are that it takes.
    fixture.gives_up_once(Action::CreateBranch);
    let path = format!("/branches/{main}/restore");
    let body = json!({"source_branch_id": dev, "preserve_under_name": "main before"});
    assert_eq!(fixture.post(&path, &body).await.status, 200);
    let within = Duration::from_secs(30);
    assert!(fixture.sandbox.running.settled(within).await);
    assert_eq!(scheduled(&main).await, 1, "nothing was restored");
    // One with a parent gets none by taking the place of one that has one.
    assert_eq!(finalize(&fixture, &look).await.status, 200);
    assert!(fixture.sandbox.running.settled(within).await);
    assert_eq!(scheduled(&look).await, 0);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn the_schedule_of_a_root_ends_when_it_gets_a_parent() {
    let fixture = without_servers().await;
    let main = fixture.branch.clone();
    let dev = id(&fixture.branch("dev").await["branch"]);
    let path = format!("/branches/{main}/backup_schedule");
    let daily = json!({"schedule": [{"frequency": "daily"}]});
    let set = async || fixture.api.put(&fixture.path(&path), &daily).await;
    assert_eq!(set().await.status, 200);
    let body = json!({"source_branch_id": dev, "preserve_under_name": "before"});
    let reply = fixture
        .post(&format!("/branches/{main}/restore"), &body)
        .await;
    fixture.done(200, reply).await;
    let before = id(&branches(&fixture).await["before"]);
    for branch in [&main, &before] {
        let path = format!("/branches/{branch}/backup_schedule");
        let found = fixture.get(&path).await.json();
        assert_eq!(found, json!({"schedule": []}));
    }
    assert_eq!(set().await.status, 422);
    fixture.sandbox.advance(HOUR * 49).await;
    assert!(fixture.sandbox.running.settled(HOUR).await);
    assert!(all(&fixture).await.is_empty());
    fixture.sandbox.stop().await;
}

async fn without_servers() -> TestProject {
    TestProject::of(|config: &mut Config| config.servers = false, &json!({})).await
}

#[tokio::test]
async fn a_schedule_takes_snapshots_by_the_clock_and_they_expire() {
    let fixture = without_servers().await;
    let path = fixture.path(&format!("/branches/{}/backup_schedule", fixture.branch));
    let set = async |schedule: Value| {
        let reply = fixture
            .api
            .put(&path, &json!({ "schedule": schedule }))
            .await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    };
    set(json!([
        {"frequency": "hourly", "retention_seconds": 7_200},
        {"frequency": "weekly", "day": 1, "retention_seconds": 2_592_000}
    ]))
    .await;
    assert!(all(&fixture).await.is_empty(), "nothing is due yet");
    let mut names = Vec::new();
    for _ in 0..3 {
        fixture.sandbox.advance(HOUR).await;
        fixture.wait_for_operations().await;
        let newest = all(&fixture).await.remove(0);
        assert_eq!(newest["manual"], false);
        assert_eq!(newest["source_branch_id"], fixture.branch.as_str());
        names.push(text(&newest, "name").to_owned());
    }
    names.dedup();
    assert_eq!(names.len(), 3);
    // Each is kept for two hours, so that the first is gone by now.
    until("the first has expired", async || {
        all(&fixture).await.len() == 2
    })
    .await;
    // After a year there is one, and no year of them.
    fixture.sandbox.advance(HOUR * 24 * 365).await;
    fixture.wait_for_operations().await;
    until("the others have expired", async || {
        all(&fixture).await.len() == 1
    })
    .await;
    let kept = all(&fixture).await.remove(0);
    let month = chrono::TimeDelta::seconds(2_592_000);
    let expires = fixture.sandbox.running.now() + month;
    assert_eq!(
        text(&kept, "expires_at")[..16],
        expires.to_rfc3339()[..16],
        "a Monday was among them"
    );

    set(json!([])).await;
    fixture.sandbox.advance(HOUR * 5).await;
    assert_eq!(all(&fixture).await.len(), 1);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn what_a_snapshot_cannot_be_is_refused() {
    let fixture = without_servers().await;
    let main = fixture.branch.clone();
    let child = fixture.branch("child").await;
    let child = id(&child["branch"]);
    let taken = take(&fixture, "?name=taken").await;
    let taken = id(&taken);
    let on = |branch: &str, query: &str| format!("/branches/{branch}/snapshot{query}");
    let now = fixture
        .sandbox
        .running
        .now()
        .to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    for (path, status, said) in [
        (
            on(&main, "?lsn=0/1&timestamp=2026-01-01T00:00:00Z"),
            400,
            "invalid request: only one of lsn and timestamp can be given",
        ),
        (
            on(&main, "?lsn=here"),
            400,
            "invalid request: lsn must be an LSN, such as 0/1A2B3C8",
        ),
        (
            on(&main, "?timestamp=2099-01-01T00:00:00Z"),
            400,
            "invalid request: timestamp must not be in the future",
        ),
        (
            on(&main, "?lsn=0/1500000"),
            422,
            "the sandbox runs without servers, and branches without data have no past",
        ),
        (
            on(&main, &format!("?expires_at={now}")),
            400,
            "invalid request: expires_at must be in the future",
        ),
        (
            on(&main, "?expires_at=soon"),
            400,
            "invalid request: expires_at must be a time in RFC 3339, such as 2026-01-31T12:00:00Z",
        ),
        (
            on(&main, "?name=%20"),
            400,
            "invalid request: name must not be blank",
        ),
        (
            on(&main, "?name=taken"),
            409,
            "snapshot already exists; snapshot_name:\"taken\"",
        ),
        (
            on(&child, ""),
            422,
            "snapshots can only be taken of root branches, which have no parent",
        ),
        (on("br-none-none-a1b2c3d4", ""), 404, "branch not found"),
        (on(&taken, ""), 404, "branch not found"),
        (
            format!("/branches/{main}/finalize_restore"),
            422,
            "the branch was not restored from a snapshot, so there is nothing to finalize",
        ),
        (
            "/snapshots/snap-none-none-a1b2c3d4/restore".into(),
            404,
            "snapshot not found",
        ),
        (
            format!("/snapshots/{main}/restore"),
            404,
            "snapshot not found",
        ),
    ] {
        let refused = error(&fixture.post(&path, &json!({})).await);
        assert_eq!((refused.0, refused.2.as_str()), (status, said), "{path}");
    }
    let restore = format!("/snapshots/{taken}/restore");
    for path in [
        restore.clone(),
        format!("{restore}?name=%20"),
        format!("/branches/{main}/finalize_restore"),
    ] {
        let body = match path.contains('?') {
            true => json!({}),
            false => json!({"name": " "}),
        };
        let refused = error(&fixture.post(&path, &body).await);
        assert_eq!(
            (refused.0, refused.2.as_str()),
            (400, "invalid request: name must not be blank"),
            "{path}"
        );
    }
    let body = json!({"target_branch_id": "br-none-none-a1b2c3d4"});
    let refused = error(&fixture.post(&restore, &body).await);
    assert_eq!(
        (refused.0, refused.2.as_str()),
        (404, "target branch not found")
    );
    let refused = error(&fixture.post(&restore, &json!({"name": "child"})).await);
    assert_eq!(
        (refused.0, refused.1.as_str()),
        (409, "BRANCH_ALREADY_EXISTS")
    );

    let one = format!("/snapshots/{taken}");
    let renamed = fixture
        .patch(&one, &json!({"snapshot": {"name": "renamed"}}))
        .await;
    assert_eq!(renamed.json()["snapshot"]["name"], "renamed");
    take(&fixture, "?name=taken").await;
    let refused = error(
        &fixture
            .patch(&one, &json!({"snapshot": {"name": "taken"}}))
            .await,
    );
    assert_eq!(refused.0, 409);

    let schedule = fixture.path(&format!("/branches/{main}/backup_schedule"));
    for (item, said) in [
        (
            json!({"frequency": "daily", "hour": 24}),
            "invalid request: schedule.hour must be between 0 and 23",
        ),
        (
            json!({"frequency": "weekly", "day": 8}),
            "invalid request: schedule.day must be between 1 and 7",
        ),
        (
            json!({"frequency": "monthly", "day": 0}),
            "invalid request: schedule.day must be between 1 and 31",
        ),
        (
            json!({"frequency": "yearly", "month": 13}),
            "invalid request: schedule.month must be between 1 and 12",
        ),
        (
            json!({"frequency": "daily", "retention_seconds": 3_599}),
            "invalid request: schedule.retention_seconds must be between 3600 and 3162240000",
        ),
    ] {
        let refused = error(
            &fixture
                .api
                .put(&schedule, &json!({"schedule": [item]}))
                .await,
        );
        assert_eq!((refused.0, refused.2.as_str()), (400, said));
    }
    let body = json!({"schedule": [{"frequency": "minutely"}]});
    let refused = error(&fixture.api.put(&schedule, &body).await);
    assert_eq!(refused.0, 400, "{}", refused.2);

    for number in 2..10 {
        take(&fixture, &format!("?name=more-{number}")).await;
    }
    let refused = error(&fixture.post(&on(&main, ""), &json!({})).await);
    assert_eq!(
        (refused.0, refused.1.as_str()),
        (422, "SNAPSHOTS_LIMIT_EXCEEDED")
    );
    fixture.sandbox.stop().await;
}
