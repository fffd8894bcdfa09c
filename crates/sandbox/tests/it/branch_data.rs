//! Branches, computes, databases and roles over real servers.

use std::path::PathBuf;
use std::time::Duration;

use sandbox::{Action, FaultKind, OperationFault};
use serde_json::{Value, json};
use tokio_postgres::Client;

use crate::support::management::Management;
use crate::support::movers::{ACCOUNTS, Movers, SUM, WHOLE_SUM};
use crate::support::test_project::{TestProject, id, steps};
use crate::support::test_sandbox::text;
use crate::support::{sql, until};

fn ca_file(fixture: &TestProject) -> PathBuf {
    fixture.sandbox.running.ca_file.clone()
}

fn uri(made: &Value) -> String {
    let uri = &made["connection_uris"][0]["connection_uri"];
    uri.as_str().unwrap().to_owned()
}

async fn connect(fixture: &TestProject, made: &Value) -> Client {
    sql::connect(&ca_file(fixture), &uri(made)).await
}

async fn cannot_connect(fixture: &TestProject, uri: &str) -> String {
    let refused = sql::try_connect(&ca_file(fixture), uri).await.unwrap_err();
    let message = refused.as_db_error().map(|it| it.message().to_owned());
    message.unwrap_or_else(|| refused.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_made_while_eight_people_write_has_a_right_sum_and_goes_its_own_way() {
    let fixture = TestProject::start().await;
    let client = connect(&fixture, &fixture.made).await;
    sql::run(&client, ACCOUNTS).await;
    let movers = Movers::begin(async || connect(&fixture, &fixture.made).await).await;
    let dev = fixture.branch("dev").await;
    movers.end().await;
    let child = connect(&fixture, &dev).await;
    assert_eq!(sql::one(&child, SUM).await, WHOLE_SUM);
    assert_eq!(sql::one(&client, SUM).await, WHOLE_SUM);
    sql::run(&child, "DROP TABLE accounts").await;
    assert_eq!(sql::one(&client, SUM).await, WHOLE_SUM);
    let lsn = fixture.branch_record(&id(&dev["branch"])).await["parent_lsn"].clone();
    let lsn = lsn.as_str().unwrap();
    let passed = format!("SELECT '{lsn}'::pg_lsn <= pg_current_wal_lsn()");
    assert_eq!(sql::one(&client, &passed).await, "t");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_with_the_schema_only_has_no_row() {
    let fixture = TestProject::start().await;
    let client = connect(&fixture, &fixture.made).await;
    sql::run(
        &client,
        "CREATE TABLE orders (id serial PRIMARY KEY, what text NOT NULL);
             INSERT INTO orders (what) VALUES ('one'), ('two')",
    )
    .await;
    let body = json!({"branch": {"name": "bare", "init_source": "schema-only"}});
    let reply = fixture.post("/branches", &body).await;
    let bare = fixture.done(201, reply).await;
    let child = connect(&fixture, &bare).await;
    assert_eq!(sql::one(&child, "SELECT count(*) FROM orders").await, "0");
    let first = "INSERT INTO orders (what) VALUES ('first') RETURNING id";
    assert_eq!(sql::one(&child, first).await, "1");
    assert_eq!(sql::one(&client, "SELECT count(*) FROM orders").await, "2");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_takes_what_the_parent_has_and_keeps_the_rest_under_another_name() {
    let fixture = TestProject::start().await;
    let parent = connect(&fixture, &fixture.made).await;
    let dev = fixture.branch("dev").await;
    let child = connect(&fixture, &dev).await;
    sql::run(&child, "CREATE TABLE mine AS SELECT 1 AS n").await;
    sql::run(&parent, "CREATE TABLE theirs AS SELECT 2 AS n").await;
    drop(child);
    let body = json!({"source_branch_id": fixture.branch, "preserve_under_name": "before"});
    let restore = format!("/branches/{}/restore", id(&dev["branch"]));
    let reply = fixture.post(&restore, &body).await;
    let restored = fixture.done(200, reply).await;
    assert_eq!(
        steps(&restored),
        [
            "suspend_compute running",
            "create_branch scheduling",
            "delete_timeline scheduling"
        ]
    );
    let both = async |client: &Client| {
        let mine = sql::one(client, "SELECT to_regclass('mine') IS NOT NULL").await;
        let theirs = sql::one(client, "SELECT to_regclass('theirs') IS NOT NULL").await;
        (mine, theirs)
    };
    let child = connect(&fixture, &dev).await;
    assert_eq!(both(&child).await, ("f".into(), "t".into()));
    let kept = fixture.get("/branches?search=before").await.json();
    let kept = id(&kept["branches"][0]);
    let branches = fixture.sandbox.folder.path().join("servers/branches");
    let key = |branch: &str| std::fs::read(branches.join(branch).join("server.key"));
    // The key stays with the branch that had it.
    assert!(branches.join(&kept).join("PG_VERSION").is_file());
    for name in ["server.key", "server.crt", "client.crt"] {
        assert!(!branches.join(&kept).join(name).exists(), "{name}");
    }
    let body = json!({"endpoint": {"branch_id": kept, "type": "read_write"}});
    let reply = fixture.post("/endpoints", &body).await;
    let endpoint = fixture.done(201, reply).await;
    let old = sql::port(&uri(&dev)).to_string();
    let new = endpoint["endpoint"]["port"].to_string();
    let uri = uri(&dev).replace(&format!(":{old}/"), &format!(":{new}/"));
    let before = sql::connect(&ca_file(&fixture), &uri).await;
    assert_eq!(both(&before).await, ("t".into(), "f".into()));
    assert_ne!(key(&kept).unwrap(), key(&id(&dev["branch"])).unwrap());
    drop((child, before));

    let reset = json!({"source_branch_id": fixture.branch});
    sql::run(&parent, "CREATE TABLE mine AS SELECT 3 AS n").await;
    let reply = fixture.post(&restore, &reset).await;
    fixture.done(200, reply).await;
    let child = connect(&fixture, &dev).await;
    assert_eq!(both(&child).await, ("t".into(), "t".into()));
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn databases_and_roles_are_really_there_and_really_gone() {
    let fixture = TestProject::start().await;
    let client = connect(&fixture, &fixture.made).await;
    let (roles, databases) = (
        format!("/branches/{}/roles", fixture.branch),
        format!("/branches/{}/databases", fixture.branch),
    );
    let reply = fixture
        .post(&roles, &json!({"role": {"name": "Keeper"}}))
        .await;
    let keeper = fixture.done(201, reply).await;
    let body = json!({"database": {"name": "my shop", "owner_name": "Keeper"}});
    let reply = fixture.post(&databases, &body).await;
    fixture.done(201, reply).await;
    let password = keeper["role"]["password"].as_str().unwrap();
    let port = sql::port(&uri(&fixture.made));
    let own = format!(
        "postgresql://Keeper:{password}@localhost:{port}/my%20shop?sslmode=require&channel_binding=require"
    );
    let inside = sql::connect(&ca_file(&fixture), &own).await;
    sql::run(&inside, "CREATE TABLE things AS SELECT 1 AS n").await;
    let edit = json!({"database": {"name": "store", "owner_name": "svcdb_owner"}});
    let reply = fixture
        .patch(&format!("{databases}/my%20shop"), &edit)
        .await;
    fixture.done(200, reply).await;
    let owner = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'store'";
    assert_eq!(sql::one(&client, owner).await, "svcdb_owner");
    let reply = fixture.delete(&format!("{roles}/Keeper")).await;
    fixture.done(200, reply).await;
    let there = "SELECT count(*) FROM pg_roles WHERE rolname = 'Keeper'";
    assert_eq!(sql::one(&client, there).await, "0");
    let reply = fixture.delete(&format!("{databases}/store")).await;
    fixture.done(200, reply).await;
    let there = "SELECT count(*) FROM pg_database WHERE datname IN ('store', 'my shop')";
    assert_eq!(sql::one(&client, there).await, "0");
    let crew = json!({"role": {"name": "crew", "no_login": true}});
    let reply = fixture.post(&roles, &crew).await;
    fixture.done(201, reply).await;
    let login = "SELECT rolcanlogin FROM pg_roles WHERE rolname = 'crew'";
    assert_eq!(sql::one(&client, login).await, "f");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_password_opens_once_the_operation_has_finished_and_the_old_one_until_then() {
    let fixture = TestProject::start().await;
    let hold = OperationFault::once(Action::ApplyConfig, FaultKind::Hold { seconds: 3600 });
    fixture
        .sandbox
        .running
        .inject_operation_fault(hold)
        .unwrap();
    let role = format!("/branches/{}/roles/svcdb_owner", fixture.branch);
    let reply = fixture
        .post(&format!("{role}/reset_password"), &json!({}))
        .await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let reset = reply.json();
    let old = fixture.made["roles"][0]["password"].as_str().unwrap();
    let new = reset["role"]["password"].as_str().unwrap();
    let uri = uri(&fixture.made);
    let revealed = async || {
        let found = fixture.get(&format!("{role}/reveal_password")).await.json();
        found["password"].as_str().unwrap().to_owned()
    };
    let with_old = sql::connect(&ca_file(&fixture), &uri).await;
    assert_eq!(sql::one(&with_old, "SELECT 1").await, "1");
    assert_eq!(revealed().await, old);
    fixture.sandbox.advance(Duration::from_secs(3601)).await;
    fixture.wait_for_operations().await;
    let message = cannot_connect(&fixture, &uri).await;
    assert!(
        message.contains("password authentication failed"),
        "{message}"
    );
    let with_new = sql::connect(&ca_file(&fixture), &uri.replace(old, new)).await;
    assert_eq!(sql::one(&with_new, "SELECT 1").await, "1");
    assert_eq!(revealed().await, new);
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compute_really_stops_starts_and_stays_shut_when_disabled() {
    let fixture = TestProject::start().await;
    let path = format!("/endpoints/{}", fixture.endpoint);
    let act = async |action: &str| {
        let reply = fixture.post(&format!("{path}/{action}"), &json!({})).await;
        fixture.done(200, reply).await
    };
    let server = || {
        let state = fixture.sandbox.server(&fixture.project).state;
        serde_json::to_value(state).unwrap()
    };
    let started_at = "SELECT pg_postmaster_start_time()";
    assert_eq!(server(), "awake");
    let client = connect(&fixture, &fixture.made).await;
    let first = sql::one(&client, started_at).await;
    act("restart").await;
    until("the connection is cut", async || client.is_closed()).await;
    let client = connect(&fixture, &fixture.made).await;
    assert_ne!(sql::one(&client, started_at).await, first);
    act("suspend").await;
    assert_eq!(server(), "asleep");
    act("start").await;
    assert_eq!(server(), "awake");

    let disabled = json!({"endpoint": {"disabled": true}});
    let reply = fixture.patch(&path, &disabled).await;
    fixture.done(200, reply).await;
    assert_eq!(server(), "asleep");
    let message = cannot_connect(&fixture, &uri(&fixture.made)).await;
    assert!(message.contains("the compute is disabled"), "{message}");
    assert_eq!(server(), "asleep");
    let enabled = json!({"endpoint": {"disabled": false}});
    let reply = fixture.patch(&path, &enabled).await;
    fixture.done(200, reply).await;
    assert_eq!(
        fixture.state(&fixture.endpoint).await,
        "active",
        "it was woken"
    );
    let client = connect(&fixture, &fixture.made).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compute_is_suspended_after_its_own_time() {
    let fixture = TestProject::start().await;
    let path = format!("/endpoints/{}", fixture.endpoint);
    let after = async |seconds: i64| {
        let body = json!({"endpoint": {"suspend_timeout_seconds": seconds}});
        let reply = fixture.patch(&path, &body).await;
        fixture.done(200, reply).await;
    };
    after(-1).await;
    fixture.sandbox.advance(Duration::from_secs(86_400)).await;
    after(120).await;
    assert_eq!(
        fixture.state(&fixture.endpoint).await,
        "active",
        "it was never suspended"
    );
    fixture.sandbox.advance(Duration::from_secs(121)).await;
    until("it is suspended", async || {
        fixture.state(&fixture.endpoint).await == "idle"
    })
    .await;
    fixture.wait_for_operations().await;
    let newest = fixture.get("/operations?limit=1").await.json();
    assert_eq!(newest["operations"][0]["action"], "suspend_compute");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovered_branch_answers_where_it_did() {
    let fixture = TestProject::start().await;
    let dev = fixture.branch("dev").await;
    let client = connect(&fixture, &dev).await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS n").await;
    let path = format!("/branches/{}", id(&dev["branch"]));
    let reply = fixture.delete(&path).await;
    fixture.done(200, reply).await;
    until("the connection is cut", async || client.is_closed()).await;
    let port = sql::port(&uri(&dev));
    let closed = async || {
        let tried = tokio::net::TcpStream::connect(("127.0.0.1", port)).await;
        tried.map(drop).unwrap_err().kind()
    };
    assert_eq!(closed().await, std::io::ErrorKind::ConnectionRefused);

    let TestProject {
        sandbox,
        api,
        project,
        ..
    } = fixture;
    let sandbox = sandbox.again(|config| config.rate_limits = None).await;
    let after_a_start = closed().await;
    assert_eq!(after_a_start, std::io::ErrorKind::ConnectionRefused);
    drop(api);
    let api = crate::support::management::Management::of(&sandbox);
    let recover = format!("/projects/{project}{path}/recover");
    let back = api.post(&recover, &json!({})).await;
    assert_eq!(back.status, 200, "{}", back.body);
    let client = sql::connect(&sandbox.running.ca_file, &uri(&dev)).await;
    assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "7");
    drop(client);
    let gone = format!("/projects/{project}{path}?hard_delete=true");
    until("it can be deleted for good", async || {
        api.delete(&gone).await.status == 200
    })
    .await;
    let data = sandbox.folder.path().join("servers/branches");
    let data = data.join(id(&dev["branch"]));
    until("its data is removed", async || !data.exists()).await;
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_whose_data_is_out_of_sight_does_not_become_an_empty_database() {
    let fixture = TestProject::start().await;
    let uri = text(&fixture.made["connection_uris"][0], "connection_uri").to_owned();
    let client = sql::connect(&fixture.sandbox.running.ca_file, &uri).await;
    let kept = "CREATE TABLE kept AS SELECT 7 AS n";
    sql::run(&client, kept).await;
    drop(client);
    let TestProject {
        sandbox,
        project,
        branch,
        endpoint,
        ..
    } = fixture;
    let folder = sandbox.folder.path().to_owned();
    let data = folder.join("servers/branches").join(branch);
    let away = folder.join("away");
    sandbox.running.stop().await;
    std::fs::rename(&data, &away).unwrap();
    let sandbox = sandbox.again(|config| config.rate_limits = None).await;
    let api = Management::of(&sandbox);
    let path = format!("/projects/{project}/endpoints/{endpoint}/start");
    let started = api.post(&path, &json!({})).await;
    assert_eq!(started.status, 200, "{}", started.body);
    let start = id(&started.json()["operations"][0]);
    let path = format!("/projects/{project}/operations/{start}");
    let mut status = String::new();
    until("its start was tried", async || {
        let found = api.get(&path).await.json();
        status = text(&found["operation"], "status").to_owned();
        !matches!(status.as_str(), "running" | "scheduling")
    })
    .await;
    assert_eq!(status, "failed");
    assert!(!data.exists(), "nothing is made in its place");
    // Put where it was, it is what it was.
    std::fs::rename(&away, &data).unwrap();
    sandbox.advance(Duration::from_secs(60)).await;
    until("its start has finished", async || {
        let found = api.get(&path).await.json();
        found["operation"]["status"] == "finished"
    })
    .await;
    let client = sql::connect(&sandbox.running.ca_file, &uri).await;
    assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "7");
    sandbox.stop().await;
}
