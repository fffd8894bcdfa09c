//! What a sandbox takes of the disk.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::test_project::{TestProject, error, id};
use crate::support::test_sandbox::text;
use crate::support::{Reply, TestSandbox, sql, until};

fn cluster(sandbox: &TestSandbox, branch: &str) -> PathBuf {
    sandbox.folder.path().join("servers/branches").join(branch)
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

async fn suspend(fixture: &TestProject) {
    let path = format!("/endpoints/{}/suspend", fixture.endpoint);
    let suspended = fixture.post(&path, &json!({})).await;
    fixture.done(200, suspended).await;
}

/// A copy ahead that is half made at a stop is counted before it and removed by the next start.
async fn copied_ahead(sandbox: &TestSandbox) {
    let templates = sandbox.folder.path().join("servers/templates");
    until("a cluster is copied ahead", async || {
        let entries = std::fs::read_dir(&templates).unwrap();
        let mut names = entries.map(|it| it.unwrap().file_name());
        names.any(|name| name.to_string_lossy().ends_with(".ahead"))
    })
    .await;
}

fn uri(fixture: &TestProject) -> &str {
    text(&fixture.made["connection_uris"][0], "connection_uri")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_project_takes_less_than_28_megabytes() {
    let fixture = TestProject::start().await;
    let folder = cluster(&fixture.sandbox, &fixture.branch);
    assert!(taken(&folder) <= 28_000_000, "running: {}", taken(&folder));
    suspend(&fixture).await;
    assert!(
        taken(&folder) <= 28_000_000,
        "suspended: {}",
        taken(&folder)
    );
    // Nothing of use went: all that PostgreSQL checks of itself holds, in every database.
    let client = sql::connect(&fixture.sandbox.running.ca_file, uri(&fixture)).await;
    for statement in [
        "CREATE DATABASE other",
        "VACUUM",
        "CREATE TABLE t AS SELECT n FROM generate_series(1, 1000) n",
        "DELETE FROM t WHERE n > 10",
        "VACUUM t",
        "INSERT INTO t VALUES (11)",
    ] {
        sql::run(&client, statement).await;
    }
    assert_eq!(sql::one(&client, "SELECT sum(n)::text FROM t").await, "66");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_that_was_made_ahead_goes_when_a_server_sleeps() {
    // A history would keep what was written.
    let project = json!({"history_retention_seconds": 0});
    let fixture = TestProject::of(|_| {}, &project).await;
    let log = cluster(&fixture.sandbox, &fixture.branch).join("pg_wal");
    let client = sql::connect(&fixture.sandbox.running.ca_file, uri(&fixture)).await;
    for statement in [
        "CREATE TABLE t AS SELECT n, repeat('x', 900) AS filler FROM generate_series(1, 40000) n",
        "UPDATE t SET n = -n",
        "DELETE FROM t WHERE n < -1",
    ] {
        sql::run(&client, statement).await;
    }
    drop(client);
    let running = taken(&log);
    assert!(running > 20_000_000, "{running}");
    suspend(&fixture).await;
    assert!(taken(&log) <= 3_500_000, "{}", taken(&log));
    let client = sql::connect(&fixture.sandbox.running.ca_file, uri(&fixture)).await;
    assert_eq!(sql::one(&client, "SELECT n::text FROM t").await, "-1");
    // It was shut down well and is written to as before.
    sql::run(&client, "UPDATE t SET n = 5").await;
    drop(client);
    suspend(&fixture).await;
    let client = sql::connect(&fixture.sandbox.running.ca_file, uri(&fixture)).await;
    assert_eq!(sql::one(&client, "SELECT n::text FROM t").await, "5");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn beyond_the_most_that_it_may_take_nothing_is_made_and_what_is_there_goes_on() {
    let fixture = TestProject::start().await;
    fixture.branch("child").await;
    let TestProject {
        sandbox,
        project,
        made,
        ..
    } = fixture;
    // The hint names them too.
    copied_ahead(&sandbox).await;
    let sandbox = sandbox
        .again(|config| {
            config.rate_limits = None;
            config.max_disk = Some(10_000_000);
        })
        .await;
    let api = Management::of(&sandbox);
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
        sandbox.post("/api/v1/database", r#"{"ref":"tests"}"#).await,
    ];
    for refused in replies {
        let (status, code, message) = error(&refused);
        assert_eq!((status, code.as_str()), (422, "DISK_LIMIT_EXCEEDED"));
        assert!(
            message.starts_with("the sandbox uses ") && message.ends_with(" 10.0 MB"),
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
    assert_eq!(
        unknown.status, 404,
        "what is wrong anyway is reported first"
    );
    let uri = text(&made["connection_uris"][0], "connection_uri");
    let client = sql::connect(&sandbox.running.ca_file, uri).await;
    sql::run(&client, "CREATE TABLE still AS SELECT 7 AS n").await;
    assert_eq!(sql::one(&client, "SELECT n::text FROM still").await, "7");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn right_after_a_start_a_large_branch_is_copied_only_where_it_fits() {
    let fixture = TestProject::start().await;
    let client = sql::connect(&fixture.sandbox.running.ca_file, uri(&fixture)).await;
    let large = "CREATE TABLE large AS SELECT repeat(md5(n::text), 30) AS filler FROM generate_series(1, 60000) n";
    sql::run(&client, large).await;
    drop(client);
    suspend(&fixture).await;
    let TestProject {
        sandbox, project, ..
    } = fixture;
    // Room for an empty database of 26 MB and the next copy ahead, not for another 88 MB.
    copied_ahead(&sandbox).await;
    let servers = sandbox.folder.path().join("servers");
    let sandbox = sandbox
        .again(|config| config.max_disk = Some(taken(&servers) + 80_000_000))
        .await;
    let api = Management::of(&sandbox);
    let branches = format!("/projects/{project}/branches");
    let (status, code, _) = error(&api.post(&branches, &json!({"branch": {}})).await);
    assert_eq!((status, code.as_str()), (422, "DISK_LIMIT_EXCEEDED"));
    let empty = api.post("/projects", &json!({"project": {}})).await;
    assert_eq!(empty.status, 201, "{}", empty.body);
    sandbox.stop().await;
}

/// The history of the parent stays with the parent.
#[tokio::test(flavor = "multi_thread")]
async fn a_branch_of_a_parent_with_a_long_history_is_let_in_when_its_data_fits() {
    let hasty = |config: &mut sandbox::Config| {
        config.history.check_every = Duration::from_millis(50);
        config.history.begins_after = Duration::ZERO;
    };
    let fixture = TestProject::of(hasty, &json!({})).await;
    let client = sql::connect(&fixture.sandbox.running.ca_file, uri(&fixture)).await;
    let history = || fixture.sandbox.running.history(&fixture.branch);
    until("the branch has a history", async || {
        history().is_some_and(|it| it.since.is_some())
    })
    .await;
    for _ in 0..4 {
        let large = "CREATE TABLE large AS SELECT repeat(md5(n::text), 30) AS filler FROM generate_series(1, 20000) n";
        sql::run(&client, large).await;
        sql::run(&client, "DROP TABLE large").await;
    }
    drop(client);
    suspend(&fixture).await;
    until("the history is measured", async || {
        history().is_some_and(|it| it.bytes > 60_000_000)
    })
    .await;
    let TestProject {
        sandbox, project, ..
    } = fixture;
    copied_ahead(&sandbox).await;
    let servers = sandbox.folder.path().join("servers");
    // Room for the data of 27 MB, not for the history as well.
    let sandbox = sandbox
        .again(|config| config.max_disk = Some(taken(&servers) + 60_000_000))
        .await;
    let api = Management::of(&sandbox);
    let branches = format!("/projects/{project}/branches");
    let made = api.post(&branches, &json!({"branch": {}})).await;
    assert_eq!(made.status, 201, "{}", made.body);
    sandbox.stop().await;
}

async fn settled(api: &Management, project: &str) {
    until("the operations have finished", async || {
        let path = format!("/projects/{project}/operations?limit=100");
        let found = api.get(&path).await.json();
        let mut all = found["operations"].as_array().unwrap().iter();
        all.all(|it| it["status"] == "finished")
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reservation_ends_when_the_copy_is_measured() {
    let project = json!({"history_retention_seconds": 0});
    let fixture = TestProject::of(|_| {}, &project).await;
    suspend(&fixture).await;
    let one = taken(&cluster(&fixture.sandbox, &fixture.branch));
    copied_ahead(&fixture.sandbox).await;
    let TestProject {
        sandbox, project, ..
    } = fixture;
    let servers = sandbox.folder.path().join("servers");
    let most = taken(&servers) + 2 * one + 15_000_000;
    let sandbox = sandbox
        .again(|config| {
            config.rate_limits = None;
            config.max_disk = Some(most);
        })
        .await;
    copied_ahead(&sandbox).await;
    let api = Management::of(&sandbox);
    let branches = format!("/projects/{project}/branches");
    let branch = json!({"branch": {}});
    let mut last = None;
    for _ in 0..2 {
        let made = api.post(&branches, &branch).await;
        assert_eq!(made.status, 201, "{}", made.body);
        last = Some(id(&made.json()["branch"]));
        settled(&api, &project).await;
    }
    let (status, code, message) = error(&api.post(&branches, &branch).await);
    assert_eq!((status, code.as_str()), (422, "DISK_LIMIT_EXCEEDED"));
    // The numbers that were compared: all of it is measured, and nothing is reserved.
    assert!(!message.contains("being made"), "{message}");
    let numbers: Vec<f64> = message
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    let [used, wanted, limit] = numbers[..] else {
        panic!("{message}");
    };
    assert!(used < limit && used + wanted > limit, "{message}");
    // What is deleted makes room at once: nothing is counted twice.
    let last = last.unwrap();
    let path = format!("{branches}/{last}?hard_delete=true");
    assert_eq!(api.delete(&path).await.status, 200);
    settled(&api, &project).await;
    let made = api.post(&branches, &branch).await;
    assert_eq!(made.status, 201, "{}", made.body);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_the_disk_is_reported_by_kind() {
    let fixture = TestProject::start().await;
    let child = fixture.branch("child").await;
    let gone = fixture.branch("gone").await;
    let gone = id(&gone["branch"]);
    let deleted = fixture.delete(&format!("/branches/{gone}")).await;
    fixture.done(200, deleted).await;
    let TestProject {
        sandbox, branch, ..
    } = fixture;
    copied_ahead(&sandbox).await;
    let unknown = "br-nobodys-11111111";
    // It measures at once after a start.
    let sandbox = sandbox
        .again_after(|folder| {
            let cluster = folder.join("servers/branches").join(unknown);
            std::fs::create_dir(&cluster).unwrap();
            std::fs::write(cluster.join("PG_VERSION"), "17\n").unwrap();
            std::fs::write(cluster.join("rows"), vec![7; 3_000_000]).unwrap();
        })
        .await;
    let mut disk = Value::Null;
    until("the disk was measured", async || {
        disk = sandbox.admin("GET", "/sandbox/status", "").await.json()["disk"].clone();
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
        ("deleted_branches", &gone),
    ] {
        assert_eq!(part(kind)["count"], 1, "{kind}");
        let (reported, found) = (
            part(kind)["bytes"].as_u64().unwrap(),
            taken(&cluster(&sandbox, folder)),
        );
        assert!(
            reported.abs_diff(found) < 500_000,
            "{kind}: {reported} and {found}"
        );
    }
    assert_eq!(part("quarantine")["count"], 1);
    let quarantined = part("quarantine")["bytes"].as_u64().unwrap();
    assert!(
        (3_000_000..3_500_000).contains(&quarantined),
        "{quarantined}"
    );
    let week = sandbox.running.now() + Duration::from_secs(7 * 86_400);
    let until: chrono::DateTime<chrono::Utc> =
        text(part("deleted_branches"), "until").parse().unwrap();
    assert!((week - until).num_minutes().abs() < 10, "{until}");
    assert!(
        part("templates")["bytes"].as_u64() > Some(20_000_000),
        "{disk}"
    );
    let parts = disk["parts"].as_array().unwrap().iter();
    let sum: u64 = parts.map(|it| it["bytes"].as_u64().unwrap()).sum();
    assert_eq!(disk["used_bytes"], sum);
    assert!(disk["max_bytes"].as_u64() > Some(sum), "{disk}");
    sandbox.stop().await;
}

/// A deleted project, and a deleted branch of a project that is not deleted.
struct DeletedItems {
    project: String,
    /// The project of the branch.
    shop: String,
    branch: String,
}

/// A sandbox whose disk limit has room for a project only once the data of one deleted item is gone. The branch is deleted
/// before the project.
async fn full_of_deleted_items(
    config: impl FnOnce(&mut sandbox::Config) + Send + 'static,
) -> (TestSandbox, DeletedItems) {
    let project = json!({"history_retention_seconds": 0});
    let fixture = TestProject::of(|_| {}, &project).await;
    suspend(&fixture).await;
    let TestProject {
        sandbox, project, ..
    } = fixture;
    let api = Management::of(&sandbox);
    let made = api
        .post("/projects", &json!({"project": {"name": "shop"}}))
        .await;
    let shop = id(&made.json()["project"]);
    settled(&api, &shop).await;
    let branches = format!("/projects/{shop}/branches");
    let made = api
        .post(&branches, &json!({"branch": {"name": "dev"}}))
        .await;
    let branch = id(&made.json()["branch"]);
    settled(&api, &shop).await;
    for path in [
        format!("{branches}/{branch}"),
        format!("/projects/{project}"),
    ] {
        let deleted = api.delete(&path).await;
        assert_eq!(deleted.status, 200, "{}", deleted.body);
    }
    until("no operation is open", async || {
        sandbox.running.settled(Duration::from_millis(100)).await
    })
    .await;
    copied_ahead(&sandbox).await;
    let servers = sandbox.folder.path().join("servers");
    let most = taken(&servers) + 10_000_000;
    let sandbox = sandbox
        .again(move |it| {
            it.rate_limits = None;
            it.max_disk = Some(most);
            config(it);
        })
        .await;
    let deleted = DeletedItems {
        project,
        shop,
        branch,
    };
    (sandbox, deleted)
}

async fn deleted_items(sandbox: &TestSandbox) -> Vec<Value> {
    let listed = sandbox.admin("GET", "/sandbox/deleted-items", "").await;
    listed.json().as_array().unwrap().clone()
}

async fn purge(sandbox: &TestSandbox, body: Value) -> Reply {
    let body = body.to_string();
    sandbox.admin("POST", "/sandbox/purge", &body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_projects_and_branches_hold_the_disk_until_they_are_purged() {
    let (sandbox, gone) = full_of_deleted_items(|_| {}).await;
    let api = Management::of(&sandbox);
    let create = json!({"project": {}});
    let refused = api.post("/projects", &create).await;
    let (status, code, _) = error(&refused);
    assert_eq!((status, code.as_str()), (422, "DISK_LIMIT_EXCEEDED"));
    let deleted = deleted_items(&sandbox).await;
    let [branch, project] = &deleted[..] else {
        panic!("{deleted:#?}");
    };
    for (item, field, expected) in [
        (branch, "kind", "branch"),
        (branch, "id", &gone.branch),
        (branch, "name", "dev"),
        (branch, "project_id", &gone.shop),
        (branch, "project_name", "shop"),
        (project, "kind", "project"),
        (project, "id", &gone.project),
        (project, "project_id", &gone.project),
    ] {
        assert_eq!(item[field], expected, "{field} of {item}");
    }
    let held: u64 = deleted.iter().map(|it| it["bytes"].as_u64().unwrap()).sum();
    let found = taken(&cluster(&sandbox, &gone.branch));
    let reported = branch["bytes"].as_u64().unwrap();
    assert!(reported.abs_diff(found) < 500_000, "{reported} and {found}");
    let until: chrono::DateTime<chrono::Utc> = text(project, "recoverable_until").parse().unwrap();
    let (held, until) = (held / 100_000, until.format("%Y-%m-%d %H:%M UTC"));
    let hold = format!(
        "Deleted projects and branches hold {}.{} MB until {until} at the latest",
        held / 10,
        held % 10
    );
    let body = refused.json();
    let hint = text(&body, "hint");
    for part in [
        &*hold,
        "1 deleted projects ",
        "1 deleted branches ",
        "`plinth sandbox purge`",
    ] {
        assert!(hint.contains(part), "{part} in {hint}");
    }

    let live = purge(
        &sandbox,
        json!({"ids": [gone.project, gone.branch, gone.shop]}),
    )
    .await;
    assert_eq!(live.status, 404, "{}", live.body);
    assert_eq!(deleted_items(&sandbox).await.len(), 2, "nothing is gone");
    let one = purge(&sandbox, json!({"ids": [gone.branch]})).await;
    assert_eq!(one.status, 200, "{}", one.body);
    assert_eq!(one.json()["purged"][0]["id"], json!(gone.branch));
    assert!(!cluster(&sandbox, &gone.branch).exists());
    let path = format!("/projects/{}/branches/{}/recover", gone.shop, gone.branch);
    let recovered = api.post(&path, &json!({})).await;
    assert_eq!(recovered.status, 404, "{}", recovered.body);
    let made = api.post("/projects", &create).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let all = purge(&sandbox, json!({})).await;
    assert_eq!(all.json()["purged"][0]["id"], json!(gone.project));
    let path = format!("/projects/{}/recover", gone.project);
    let recovered = api.post(&path, &json!({})).await;
    assert_eq!(recovered.status, 404, "{}", recovered.body);
    assert_eq!(deleted_items(&sandbox).await, [Value::Null; 0]);
    let again = purge(&sandbox, json!({})).await;
    assert_eq!(again.json(), json!({"purged": []}));
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_purges_the_deleted_item_that_expires_first_when_the_option_says_so() {
    let (sandbox, gone) =
        full_of_deleted_items(|config| config.purge_deleted_when_full = true).await;
    let api = Management::of(&sandbox);
    for left in [vec![&*gone.project], vec![]] {
        let made = api.post("/projects", &json!({"project": {}})).await;
        assert_eq!(made.status, 201, "{}", made.body);
        let deleted = deleted_items(&sandbox).await;
        let ids: Vec<&str> = deleted.iter().map(|it| text(it, "id")).collect();
        assert_eq!(ids, left);
    }
    sandbox.stop().await;
}

/// A deleted parent is purged before its deleted child, which has data of its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_purge_takes_no_branch_that_was_recovered_or_deleted_at_once() {
    let fixture = TestProject::without_servers().await;
    let parent = id(&fixture.branch("parent").await["branch"]);
    let child = json!({"branch": {"name": "child", "parent_id": parent}});
    let child = fixture.post("/branches", &child).await;
    let child = id(&fixture.done(201, child).await["branch"]);
    let gone = id(&fixture.branch("gone").await["branch"]);
    for path in [
        format!("/branches/{child}"),
        format!("/branches/{parent}"),
        format!("/branches/{gone}?hard_delete=true"),
    ] {
        let deleted = fixture.delete(&path).await;
        fixture.done(200, deleted).await;
    }
    let deleted = deleted_items(&fixture.sandbox).await;
    let ids: Vec<&str> = deleted.iter().map(|it| text(it, "id")).collect();
    assert_eq!(ids, [&*child, &*parent]);

    let purged = purge(&fixture.sandbox, json!({"ids": [parent]})).await;
    assert_eq!(purged.status, 200, "{}", purged.body);
    let path = format!("/branches/{child}/recover");
    let recovered = fixture.post(&path, &json!({})).await;
    fixture.done(200, recovered).await;
    let refused = purge(&fixture.sandbox, json!({"ids": [child]})).await;
    assert_eq!(refused.status, 404, "{}", refused.body);
    let all = purge(&fixture.sandbox, json!({})).await;
    assert_eq!(all.json(), json!({"purged": []}));
    assert_eq!(fixture.branch_record(&child).await["name"], "child");
    fixture.sandbox.stop().await;
}

/// Each transaction on the store reaches the disk before anybody goes on.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_written_because_a_server_runs() {
    // Servers are checked as often as they may be suspended, so this is a minute in small.
    let sandbox = TestSandbox::with(|config| config.idle_after = Duration::from_millis(50)).await;
    let record = sandbox.create().await;
    let uri = text(&record, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, uri).await;
    // Between two queries it would be suspended under a client that does nothing.
    sql::run(&client, "BEGIN").await;
    let store = rusqlite::Connection::open(sandbox.folder.path().join("world.db")).unwrap();
    let version = || -> i64 {
        let sql = "SELECT * FROM pragma_data_version()";
        store.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    let project = text(&record, "neon_project_id").to_owned();
    let transferred = || sandbox.server(&project).transfer_bytes;
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
    // What was counted is on the disk once the server is suspended.
    drop(client);
    until("it is written", async || {
        let sql = "SELECT max(body ->> 'transfer_bytes') FROM records WHERE kind = 'endpoint'";
        let kept: Option<i64> = store.query_row(sql, [], |row| row.get(0)).unwrap();
        kept.and_then(|it| u64::try_from(it).ok()) >= Some(counted + 60_000)
    })
    .await;
    sandbox.stop().await;
}
