//! Moments of the past, asked for over HTTP.

use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use sandbox::{Config, HistoryConfig};
use serde_json::{Value, json};
use tokio_postgres::Client;

use crate::support::test_project::{TestProject, error, id};
use crate::support::{sql, until};

fn hasty(config: &mut Config) {
    config.history = HistoryConfig {
        check_every: Duration::from_millis(50),
        begins_after: Duration::ZERO,
        ..HistoryConfig::default()
    };
}

fn ca_file(fixture: &TestProject) -> PathBuf {
    fixture.sandbox.running.ca_file.clone()
}

async fn connect(fixture: &TestProject, made: &Value) -> Client {
    let uri = &made["connection_uris"][0]["connection_uri"];
    sql::connect(&ca_file(fixture), uri.as_str().unwrap()).await
}

async fn history_begins(fixture: &TestProject, branch: &str) {
    until("the branch has a history", async || {
        let seen = fixture.sandbox.running.history(branch);
        seen.is_some_and(|it| it.since.is_some())
    })
    .await;
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Micros, true)
}

const ROWS: &str = "SELECT string_agg(word, ' ' ORDER BY word) FROM said";

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_begins_with_and_is_restored_to_what_its_parent_was() {
    let fixture = TestProject::of(hasty, &json!({})).await;
    let client = connect(&fixture, &fixture.made).await;
    sql::run(&client, "CREATE TABLE said (word text)").await;
    history_begins(&fixture, &fixture.branch).await;
    sql::run(&client, "INSERT INTO said VALUES ('early')").await;
    let lsn = sql::one(&client, "SELECT pg_current_wal_lsn()").await;
    let early = Utc::now();
    sql::run(
        &client,
        "CREATE ROLE latecomer; INSERT INTO said VALUES ('late')",
    )
    .await;
    let uri = &fixture.made["connection_uris"][0]["connection_uri"];
    let role = uri.as_str().unwrap().split(['/', ':']).nth(3).unwrap();
    // The string that people have is the one of now, also for what was before.
    let reply = fixture
        .post(
            &format!("/branches/{}/roles/{role}/reset_password", fixture.branch),
            &json!({}),
        )
        .await;
    fixture.done(200, reply).await;

    let body = json!({"branch": {"name": "by-lsn", "parent_lsn": lsn}});
    let by_lsn = fixture
        .done(201, fixture.post("/branches", &body).await)
        .await;
    assert_eq!(by_lsn["branch"]["parent_lsn"], lsn.as_str());
    let child = connect(&fixture, &by_lsn).await;
    assert_eq!(sql::one(&child, ROWS).await, "early");
    let roles = "SELECT count(*) FROM pg_roles WHERE rolname = 'latecomer'";
    assert_eq!(sql::one(&child, roles).await, "0");

    let body = json!({"branch": {"name": "by-time", "parent_timestamp": time(early)}});
    let by_time = fixture
        .done(201, fixture.post("/branches", &body).await)
        .await;
    let child = connect(&fixture, &by_time).await;
    assert_eq!(sql::one(&child, ROWS).await, "early");
    let record = fixture.branch_record(&id(&by_time["branch"])).await;
    assert_eq!(
        record["parent_timestamp"].as_str().map(|it| &it[..19]),
        Some(&time(early)[..19])
    );
    drop((client, child));

    let restore = format!("/branches/{}/restore", fixture.branch);
    let body = json!({"source_branch_id": fixture.branch, "source_timestamp": time(early),
        "preserve_under_name": "before"});
    let answer = fixture.post(&restore, &body).await;
    let answer = fixture.done(200, answer).await;
    let reveal = format!("/branches/{}/roles/{role}/reveal_password", fixture.branch);
    let reveal = fixture.get(&reveal).await.json();
    let password = reveal["password"].as_str().unwrap().to_owned();
    let before = uri.as_str().unwrap();
    let now = before.replace(before.split([':', '@']).nth(2).unwrap(), &password);
    let client = sql::connect(&ca_file(&fixture), &now).await;
    assert_eq!(sql::one(&client, ROWS).await, "early");
    let kept = fixture.get("/branches?search=before").await.json();
    let kept = id(&kept["branches"][0]);
    let record = fixture.branch_record(&fixture.branch).await;
    assert_eq!(record["parent_id"], kept.as_str());
    assert_eq!(answer["branch"]["parent_id"], kept.as_str());
    // The restore is undone by another one, of what was kept.
    drop(client);
    let body = json!({"source_branch_id": kept, "preserve_under_name": "undone"});
    fixture.done(200, fixture.post(&restore, &body).await).await;
    let client = sql::connect(&ca_file(&fixture), &now).await;
    assert_eq!(sql::one(&client, ROWS).await, "early late");
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn time_of_now_in_microseconds_is_not_in_the_future() {
    let real = |config: &mut Config| {
        config.servers = false;
        config.clock = sandbox::ClockMode::Real;
    };
    let fixture = TestProject::of(real, &json!({})).await;
    for _ in 0..50 {
        let body = json!({"branch": {"name": "child", "parent_timestamp": time(Utc::now())}});
        let (status, _, message) = error(&fixture.post("/branches", &body).await);
        assert_eq!(status, 422, "{message}");
        assert!(
            message.starts_with("the sandbox runs without servers"),
            "{message}"
        );
    }
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_before_or_comes_after_is_refused_with_the_limits() {
    let fixture = TestProject::of(
        |config| {
            hasty(config);
            config.clock = sandbox::ClockMode::Manual;
        },
        &json!({"history_retention_seconds": 3600}),
    )
    .await;
    history_begins(&fixture, &fixture.branch).await;
    let create = async |fields: Value| {
        let mut branch = json!({"name": "child"});
        branch
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        error(
            &fixture
                .post("/branches", &json!({ "branch": branch }))
                .await,
        )
    };
    let now = fixture.sandbox.running.now();
    let past = now - chrono::TimeDelta::minutes(30);
    let (status, _, message) = create(json!({"parent_timestamp": time(past)})).await;
    assert_eq!(status, 422);
    assert!(
        message.starts_with("the branch can be restored to any time since ")
            && message.ends_with(" is before that"),
        "{message}"
    );
    for (fields, status, said) in [
        (
            json!({"parent_timestamp": time(now + chrono::TimeDelta::hours(1))}),
            400,
            "invalid request: branch.parent_timestamp must not be in the future",
        ),
        (
            json!({"parent_timestamp": "yesterday"}),
            400,
            "invalid request: branch.parent_timestamp must be a time in RFC 3339, such as 2026-01-31T12:00:00Z",
        ),
        (
            json!({"parent_lsn": "0-1"}),
            400,
            "invalid request: branch.parent_lsn must be an LSN, such as 0/1A2B3C8",
        ),
        (
            json!({"parent_lsn": "0/1", "parent_timestamp": time(now)}),
            400,
            "invalid request: only one of branch.parent_lsn and branch.parent_timestamp can be given",
        ),
    ] {
        let refused = create(fields).await;
        assert_eq!((refused.0, refused.2.as_str()), (status, said));
    }
    let itself = json!({"source_branch_id": fixture.branch, "source_timestamp": time(now)});
    let restore = format!("/branches/{}/restore", fixture.branch);
    let refused = error(&fixture.post(&restore, &itself).await);
    assert_eq!(
        (refused.0, refused.2.as_str()),
        (
            422,
            "preserve_under_name is required to restore a branch from itself"
        )
    );
    for lsn in ["F/0", "0/1"] {
        let (status, _, message) = create(json!({"parent_lsn": lsn})).await;
        assert_eq!(status, 422);
        assert!(
            message.starts_with("the branch can be restored to any LSN from 0/")
                && message.ends_with(&format!(", and {lsn} is not one of them")),
            "{message}"
        );
    }

    // The window moves with the clock, and nothing is left of a history that is switched off.
    fixture.sandbox.advance(Duration::from_secs(7200)).await;
    let (_, _, message) = create(json!({"parent_timestamp": time(now)})).await;
    let since = fixture.sandbox.running.now() - chrono::TimeDelta::hours(1);
    assert!(message.contains(&time(since)[..16]), "{message} {since}");
    let off = json!({"project": {"history_retention_seconds": 0}});
    let reply = fixture.patch("", &off).await;
    fixture.done(200, reply).await;
    until("the bases are gone", async || {
        let seen = fixture.sandbox.running.history(&fixture.branch);
        seen.is_some_and(|it| it.since.is_none())
    })
    .await;
    let (status, _, message) = create(json!({"parent_timestamp": time(now)})).await;
    assert_eq!(
        (status, message.as_str()),
        (
            422,
            "the project has no restore window: history_retention_seconds is 0, or it is a temporary database"
        )
    );

    // Switched on again, a server that runs keeps what it writes from then on.
    let client = connect(&fixture, &fixture.made).await;
    sql::run(&client, "CREATE TABLE said (word text)").await;
    let on = json!({"project": {"history_retention_seconds": 3600}});
    let reply = fixture.patch("", &on).await;
    fixture.done(200, reply).await;
    history_begins(&fixture, &fixture.branch).await;
    sql::run(&client, "INSERT INTO said VALUES ('early')").await;
    let lsn = sql::one(&client, "SELECT pg_current_wal_lsn()").await;
    let fill =
        "CREATE TABLE bulk AS SELECT repeat(md5(n::text), 30) FROM generate_series(1, 5000) n";
    for _ in 0..3 {
        sql::run(&client, fill).await;
        sql::run(&client, "DROP TABLE bulk").await;
        sql::run(&client, "CHECKPOINT").await;
    }
    let body = json!({"branch": {"name": "child", "parent_lsn": lsn}});
    let child = fixture
        .done(201, fixture.post("/branches", &body).await)
        .await;
    let child = connect(&fixture, &child).await;
    assert_eq!(sql::one(&child, ROWS).await, "early");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_of_the_past_is_read_and_compared_and_leaves_nothing() {
    let fixture = TestProject::of(hasty, &json!({})).await;
    let client = connect(&fixture, &fixture.made).await;
    sql::run(
        &client,
        "CREATE TABLE kept (n int); CREATE TABLE gone (n int)",
    )
    .await;
    history_begins(&fixture, &fixture.branch).await;
    sql::run(&client, "INSERT INTO kept VALUES (1)").await;
    let lsn = sql::one(&client, "SELECT pg_current_wal_lsn()").await;
    let then = time(Utc::now());
    tokio::time::sleep(Duration::from_millis(50)).await;
    sql::run(&client, "DROP TABLE gone; CREATE TABLE later (n int)").await;

    let branch = &fixture.branch;
    for at in [format!("lsn={lsn}"), format!("timestamp={then}")] {
        let path = format!("/branches/{branch}/schema?db_name=svcdb&{at}");
        let reply = fixture.get(&path).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let read = reply.json()["sql"].as_str().unwrap().to_owned();
        assert!(read.contains("TABLE public.gone"), "{read}");
        assert!(!read.contains("TABLE public.later"), "{read}");
    }
    let path = format!("/branches/{branch}/schema?db_name=svcdb&format=json&lsn={lsn}");
    let tables = fixture.get(&path).await.json();
    let names = tables["json"]["tables"].as_array().unwrap().iter();
    let names: Vec<_> = names.map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["gone", "kept"]);

    let of = format!("db_name=svcdb&base_branch_id={branch}&base_lsn={lsn}");
    let path = format!("/branches/{branch}/compare_schema?{of}");
    let compared = fixture.get(&path).await.json();
    let diff = compared["diff"].as_str().unwrap();
    assert!(diff.contains("\n-CREATE TABLE public.gone"), "{diff}");
    assert!(diff.contains("\n+CREATE TABLE public.later"), "{diff}");

    // The branch goes on as it was, and what was made for this is gone.
    let tables = "SELECT string_agg(tablename, ' ' ORDER BY tablename) FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(sql::one(&client, tables).await, "kept later");
    assert_eq!(copies(&fixture.sandbox.running.data_dir), [""; 0]);
    fixture.sandbox.stop().await;
}

/// Folders of copies that were made to be looked at.
fn copies(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().into_string().unwrap_or_default();
        if name.contains(".seen.") {
            found.push(name);
        } else if entry.path().is_dir() && !entry.path().is_symlink() {
            found.extend(copies(&entry.path()));
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_history_over_its_limit_is_shortened_and_nothing_waits_for_that() {
    let fixture = TestProject::of(
        |config| {
            hasty(config);
            config.history.most_bytes = 60_000_000;
        },
        &json!({}),
    )
    .await;
    let client = connect(&fixture, &fixture.made).await;
    sql::run(&client, "CREATE TABLE bulk (filler text)").await;
    history_begins(&fixture, &fixture.branch).await;
    let first = fixture.sandbox.running.history(&fixture.branch).unwrap();
    let fill = "INSERT INTO bulk SELECT repeat(md5(n::text), 30) FROM generate_series(1, 10000) n";
    for _ in 0..10 {
        sql::run(&client, "TRUNCATE bulk").await;
        sql::run(&client, fill).await;
    }
    until("the window is shortened", async || {
        let seen = fixture.sandbox.running.history(&fixture.branch).unwrap();
        seen.is_shortened && seen.bytes < 60_000_000 && seen.since > first.since
    })
    .await;
    let shown = fixture.get(&format!("/branches/{}", fixture.branch)).await;
    let shown = shown.json();
    let window = &shown["branch"]["restore_window"];
    assert_eq!(window["shortened"], true, "{shown}");
    assert_eq!(window["project_limit_bytes"], 60_000_000);
    assert!(window["bytes"].as_u64().is_some_and(|it| it > 0));
    let start: DateTime<Utc> = window["start"].as_str().unwrap().parse().unwrap();
    assert!(Some(start) >= first.since, "{start}");
    let of_project = fixture.sandbox.running.histories().pop().unwrap();
    assert_eq!(of_project.shortened, ["main"]);
    assert_eq!(of_project.limit_bytes, 60_000_000);
    assert!(of_project.bytes > 0);
    assert_eq!(
        sql::one(&client, "SELECT count(*) FROM bulk").await,
        "10000"
    );
    let lsn = sql::one(&client, "SELECT pg_current_wal_lsn()").await;
    let body = json!({"branch": {"name": "child", "parent_lsn": lsn}});
    sql::run(&client, "DROP TABLE bulk").await;
    let child = fixture
        .done(201, fixture.post("/branches", &body).await)
        .await;
    let child = connect(&fixture, &child).await;
    assert_eq!(sql::one(&child, "SELECT count(*) FROM bulk").await, "10000");
    fixture.sandbox.stop().await;
}

/// The names in a list of a branch, with the owner or whether the password is known.
async fn listed(fixture: &TestProject, branch: &str) -> (Vec<String>, Vec<String>) {
    let list = async |kind: &str| {
        let list = fixture.get(&format!("/branches/{branch}/{kind}")).await;
        list.json()[kind].as_array().unwrap().clone()
    };
    let name = |it: &Value| it["name"].as_str().unwrap().to_owned();
    let databases = list("databases").await;
    let databases = databases.iter().map(|it| {
        let owner = it["owner_name"].as_str().unwrap();
        format!("{} of {owner}", name(it))
    });
    let mut databases: Vec<String> = databases.collect();
    let mut roles = Vec::new();
    for role in list("roles").await {
        let name = name(&role);
        let path = format!("/branches/{branch}/roles/{name}/reveal_password");
        let known = match fixture.get(&path).await.status {
            200 => "",
            _ => " without a password",
        };
        roles.push(format!("{name}{known}"));
    }
    databases.sort();
    roles.sort();
    (databases, roles)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_the_past_lists_the_databases_and_roles_that_it_has() {
    let fixture = TestProject::of(hasty, &json!({})).await;
    history_begins(&fixture, &fixture.branch).await;
    let main = format!("/branches/{}", fixture.branch);
    let made = async |kind: &str, body: Value| {
        let path = format!("{main}/{kind}");
        fixture.done(201, fixture.post(&path, &body).await).await;
    };
    let gone = async |what: &str| {
        let reply = fixture.delete(&format!("{main}/{what}")).await;
        fixture.done(200, reply).await;
    };
    made("roles", json!({"role": {"name": "former"}})).await;
    for name in ["dropped", "kept"] {
        let database = json!({"name": name, "owner_name": "former"});
        made("databases", json!({ "database": database })).await;
    }
    let then = time(Utc::now());
    gone("databases/dropped").await;
    let body = json!({"database": {"owner_name": "svcdb_owner"}});
    let reply = fixture
        .patch(&format!("{main}/databases/kept"), &body)
        .await;
    fixture.done(200, reply).await;
    gone("roles/former").await;
    made(
        "databases",
        json!({"database": {"name": "later", "owner_name": "svcdb_owner"}}),
    )
    .await;
    let today = listed(&fixture, &fixture.branch).await;
    assert_eq!(
        today,
        (
            vec![
                "kept of svcdb_owner".into(),
                "later of svcdb_owner".into(),
                "svcdb of svcdb_owner".into()
            ],
            vec!["svcdb_owner".into()]
        )
    );
    let past = (
        vec![
            "dropped of former".to_owned(),
            "kept of former".into(),
            "svcdb of svcdb_owner".into(),
        ],
        vec!["former without a password".to_owned(), "svcdb_owner".into()],
    );

    let body = json!({"branch": {"name": "past", "parent_timestamp": then}, "endpoints": []});
    let made = fixture.post("/branches", &body).await;
    let copy = id(&fixture.done(201, made).await["branch"]);
    assert_eq!(listed(&fixture, &copy).await, past);
    // What the list has can be worked with, and what is there is not made again.
    let body = json!({"database": {"name": "dropped", "owner_name": "svcdb_owner"}});
    let path = format!("/branches/{copy}/databases");
    assert_eq!(fixture.post(&path, &body).await.status, 409);

    let body = json!({"branch": {"name": "other"}, "endpoints": []});
    let made = fixture.post("/branches", &body).await;
    let other = id(&fixture.done(201, made).await["branch"]);
    assert_eq!(listed(&fixture, &other).await, today);
    for (branch, kept_as) in [(&other, "other before"), (&fixture.branch, "before")] {
        let body = json!({"source_branch_id": fixture.branch, "source_timestamp": then,
            "preserve_under_name": kept_as});
        let path = format!("/branches/{branch}/restore");
        fixture.done(200, fixture.post(&path, &body).await).await;
        assert_eq!(listed(&fixture, branch).await, past, "{kept_as}");
    }
    let before = fixture.get("/branches?search=before").await.json();
    for branch in before["branches"].as_array().unwrap() {
        assert_eq!(listed(&fixture, &id(branch)).await, today, "{branch}");
    }
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_takes_the_window_with_the_data_and_says_where_it_went() {
    let fixture = TestProject::of(hasty, &json!({})).await;
    let client = connect(&fixture, &fixture.made).await;
    sql::run(&client, "CREATE TABLE said (word text)").await;
    history_begins(&fixture, &fixture.branch).await;
    let then = time(Utc::now());
    sql::run(&client, "INSERT INTO said VALUES ('late')").await;
    drop(client);
    let begins = fixture.branch_record(&fixture.branch).await["restore_window"]["start"].clone();
    let restore = async |kept_as: &str| {
        let body = json!({"source_branch_id": fixture.branch, "source_timestamp": then,
            "preserve_under_name": kept_as});
        let path = format!("/branches/{}/restore", fixture.branch);
        fixture.post(&path, &body).await
    };
    fixture.done(200, restore("kept").await).await;
    let of = async |branch: &str| {
        let window = fixture.branch_record(branch).await["restore_window"].clone();
        window["start"].clone()
    };
    let kept = fixture.get("/branches?search=kept").await.json();
    assert_eq!(of(&id(&kept["branches"][0])).await, begins);
    assert_ne!(of(&fixture.branch).await, begins);
    let (status, _, message) = error(&restore("again").await);
    assert_eq!(status, 422);
    let parent = "; its parent branch \"kept\" goes back to ";
    assert!(message.contains(parent), "{message}");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_has_no_room_at_all_is_refused_with_the_reason() {
    let fixture = TestProject::of(
        |config| {
            hasty(config);
            config.history.most_bytes = 1_000_000;
        },
        &json!({}),
    )
    .await;
    let client = connect(&fixture, &fixture.made).await;
    sql::run(&client, "CREATE TABLE said (word text)").await;
    until("the window is given up", async || {
        let seen = fixture.sandbox.running.history(&fixture.branch);
        seen.is_some_and(|it| it.is_shortened && it.since.is_none())
    })
    .await;
    let then = Utc::now() - chrono::TimeDelta::seconds(1);
    let body = json!({"branch": {"name": "child", "parent_timestamp": time(then)}});
    let (status, _, message) = error(&fixture.post("/branches", &body).await);
    assert_eq!(status, 422);
    assert_eq!(
        message,
        "the branch has no restore window: its data is larger than what the restore windows of a \
         project may take (--max-history), or the disk is nearly full"
    );
    fixture.sandbox.stop().await;
}
