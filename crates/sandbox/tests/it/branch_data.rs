//! Branches, computes, databases and roles over real servers.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sandbox::{Action, FaultKind, OperationFault};
use serde_json::{Value, json};
use tokio_postgres::Client;

use crate::support::management::Management;
use crate::support::place::{Place, id, steps};
use crate::support::world::text;
use crate::support::{sql, until};

fn ca_file(place: &Place) -> PathBuf {
    place.world.sandbox.ca_file.clone()
}

fn uri(made: &Value) -> String {
    let uri = &made["connection_uris"][0]["connection_uri"];
    uri.as_str().unwrap().to_owned()
}

async fn connect(place: &Place, made: &Value) -> Client {
    sql::connect(&ca_file(place), &uri(made)).await
}

async fn cannot_connect(place: &Place, uri: &str) -> String {
    let refused = sql::try_connect(&ca_file(place), uri).await.unwrap_err();
    let told = refused.as_db_error().map(|it| it.message().to_owned());
    told.unwrap_or_else(|| refused.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_made_while_eight_people_write_has_a_right_sum_and_goes_its_own_way() {
    let place = Place::start().await;
    let client = connect(&place, &place.made).await;
    client
        .batch_execute(
            "CREATE TABLE accounts AS SELECT n AS id, 100 AS money FROM generate_series(1, 40) n",
        )
        .await
        .unwrap();
    let over = Arc::new(AtomicBool::new(false));
    let mut writers = Vec::new();
    for writer in 0..8 {
        let (client, over) = (connect(&place, &place.made).await, Arc::clone(&over));
        writers.push(tokio::spawn(async move {
            let (from, to) = (writer * 5 + 1, writer * 5 + 2);
            let statement = format!(
                "UPDATE accounts SET money = money - 1 WHERE id = {from};
                 UPDATE accounts SET money = money + 1 WHERE id = {to}"
            );
            let mut moves = 0_u32;
            while !over.load(Ordering::SeqCst) {
                client.batch_execute(&statement).await.unwrap();
                moves += 1;
            }
            moves
        }));
    }
    let dev = place.branch("dev").await;
    over.store(true, Ordering::SeqCst);
    for writer in writers {
        assert!(writer.await.unwrap() > 0, "nobody was cut off");
    }
    let child = connect(&place, &dev).await;
    let sum = "SELECT sum(money) FROM accounts";
    assert_eq!(sql::one(&child, sum).await, "4000");
    assert_eq!(sql::one(&client, sum).await, "4000");
    child.batch_execute("DROP TABLE accounts").await.unwrap();
    assert_eq!(sql::one(&client, sum).await, "4000");
    let lsn = place.look(&id(&dev["branch"])).await["parent_lsn"].clone();
    let lsn = lsn.as_str().unwrap();
    let passed = format!("SELECT '{lsn}'::pg_lsn <= pg_current_wal_lsn()");
    assert_eq!(sql::one(&client, &passed).await, "t");
    place.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_with_the_schema_only_has_no_row() {
    let place = Place::start().await;
    let client = connect(&place, &place.made).await;
    client
        .batch_execute(
            "CREATE TABLE orders (id serial PRIMARY KEY, what text NOT NULL);
             INSERT INTO orders (what) VALUES ('one'), ('two')",
        )
        .await
        .unwrap();
    let body = json!({"branch": {"name": "bare", "init_source": "schema-only"}});
    let reply = place.post("/branches", &body).await;
    let bare = place.done(201, reply).await;
    let child = connect(&place, &bare).await;
    assert_eq!(sql::one(&child, "SELECT count(*) FROM orders").await, "0");
    let first = "INSERT INTO orders (what) VALUES ('first') RETURNING id";
    assert_eq!(sql::one(&child, first).await, "1");
    assert_eq!(sql::one(&client, "SELECT count(*) FROM orders").await, "2");
    place.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_takes_what_the_parent_has_and_keeps_the_rest_under_another_name() {
    let place = Place::start().await;
    let parent = connect(&place, &place.made).await;
    let dev = place.branch("dev").await;
    let child = connect(&place, &dev).await;
    child
        .batch_execute("CREATE TABLE mine AS SELECT 1 AS n")
        .await
        .unwrap();
    parent
        .batch_execute("CREATE TABLE theirs AS SELECT 2 AS n")
        .await
        .unwrap();
    drop(child);
    let body = json!({"source_branch_id": place.branch, "preserve_under_name": "before"});
    let restore = format!("/branches/{}/restore", id(&dev["branch"]));
    let reply = place.post(&restore, &body).await;
    let restored = place.done(200, reply).await;
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
    let child = connect(&place, &dev).await;
    assert_eq!(both(&child).await, ("f".into(), "t".into()));
    let kept = place.get("/branches?search=before").await.json();
    let kept = id(&kept["branches"][0]);
    let body = json!({"endpoint": {"branch_id": kept, "type": "read_write"}});
    let reply = place.post("/endpoints", &body).await;
    let endpoint = place.done(201, reply).await;
    let old = sql::port(&uri(&dev)).to_string();
    let new = endpoint["endpoint"]["port"].to_string();
    let uri = uri(&dev).replace(&format!(":{old}/"), &format!(":{new}/"));
    let before = sql::connect(&ca_file(&place), &uri).await;
    assert_eq!(both(&before).await, ("t".into(), "f".into()));
    drop((child, before));

    let reset = json!({"source_branch_id": place.branch});
    parent
        .batch_execute("CREATE TABLE mine AS SELECT 3 AS n")
        .await
        .unwrap();
    let reply = place.post(&restore, &reset).await;
    place.done(200, reply).await;
    let child = connect(&place, &dev).await;
    assert_eq!(both(&child).await, ("t".into(), "t".into()));
    place.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn databases_and_roles_are_really_there_and_really_gone() {
    let place = Place::start().await;
    let client = connect(&place, &place.made).await;
    let (roles, databases) = (
        format!("/branches/{}/roles", place.branch),
        format!("/branches/{}/databases", place.branch),
    );
    let reply = place
        .post(&roles, &json!({"role": {"name": "Keeper"}}))
        .await;
    let keeper = place.done(201, reply).await;
    let body = json!({"database": {"name": "my shop", "owner_name": "Keeper"}});
    let reply = place.post(&databases, &body).await;
    place.done(201, reply).await;
    let password = keeper["role"]["password"].as_str().unwrap();
    let port = sql::port(&uri(&place.made));
    let own = format!(
        "postgresql://Keeper:{password}@localhost:{port}/my%20shop?sslmode=require&channel_binding=require"
    );
    let inside = sql::connect(&ca_file(&place), &own).await;
    inside
        .batch_execute("CREATE TABLE things AS SELECT 1 AS n")
        .await
        .unwrap();
    let edit = json!({"database": {"name": "store", "owner_name": "svcdb_owner"}});
    let reply = place.patch(&format!("{databases}/my%20shop"), &edit).await;
    place.done(200, reply).await;
    let owner = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'store'";
    assert_eq!(sql::one(&client, owner).await, "svcdb_owner");
    let reply = place.delete(&format!("{roles}/Keeper")).await;
    place.done(200, reply).await;
    let there = "SELECT count(*) FROM pg_roles WHERE rolname = 'Keeper'";
    assert_eq!(sql::one(&client, there).await, "0");
    let reply = place.delete(&format!("{databases}/store")).await;
    place.done(200, reply).await;
    let there = "SELECT count(*) FROM pg_database WHERE datname IN ('store', 'my shop')";
    assert_eq!(sql::one(&client, there).await, "0");
    let crew = json!({"role": {"name": "crew", "no_login": true}});
    let reply = place.post(&roles, &crew).await;
    place.done(201, reply).await;
    let login = "SELECT rolcanlogin FROM pg_roles WHERE rolname = 'crew'";
    assert_eq!(sql::one(&client, login).await, "f");
    place.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_password_opens_once_the_operation_has_finished_and_the_old_one_until_then() {
    let place = Place::start().await;
    let hold = OperationFault {
        action: Some(Action::ApplyConfig),
        project_id: None,
        times: Some(1),
        kind: FaultKind::Hold { seconds: 3600 },
    };
    place.world.sandbox.inject_operation_fault(hold).unwrap();
    let role = format!("/branches/{}/roles/svcdb_owner", place.branch);
    let reply = place
        .post(&format!("{role}/reset_password"), &json!({}))
        .await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let reset = reply.json();
    let old = place.made["roles"][0]["password"].as_str().unwrap();
    let new = reset["role"]["password"].as_str().unwrap();
    let uri = uri(&place.made);
    let revealed = async || {
        let found = place.get(&format!("{role}/reveal_password")).await.json();
        found["password"].as_str().unwrap().to_owned()
    };
    let with_old = sql::connect(&ca_file(&place), &uri).await;
    assert_eq!(sql::one(&with_old, "SELECT 1").await, "1");
    assert_eq!(revealed().await, old);
    place.world.advance(Duration::from_secs(3601)).await;
    place.rests().await;
    let told = cannot_connect(&place, &uri).await;
    assert!(told.contains("password authentication failed"), "{told}");
    let with_new = sql::connect(&ca_file(&place), &uri.replace(old, new)).await;
    assert_eq!(sql::one(&with_new, "SELECT 1").await, "1");
    assert_eq!(revealed().await, new);
    place.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compute_really_stops_starts_and_stays_shut_when_disabled() {
    let place = Place::start().await;
    let path = format!("/endpoints/{}", place.endpoint);
    let act = async |action: &str| {
        let reply = place.post(&format!("{path}/{action}"), &json!({})).await;
        place.done(200, reply).await
    };
    let server = || {
        let state = place.world.server(&place.project).state;
        serde_json::to_value(state).unwrap()
    };
    let started_at = "SELECT pg_postmaster_start_time()";
    assert_eq!(server(), "awake");
    let client = connect(&place, &place.made).await;
    let first = sql::one(&client, started_at).await;
    act("restart").await;
    until("the connection is cut", async || client.is_closed()).await;
    let client = connect(&place, &place.made).await;
    assert_ne!(sql::one(&client, started_at).await, first);
    act("suspend").await;
    assert_eq!(server(), "asleep");
    act("start").await;
    assert_eq!(server(), "awake");

    let disabled = json!({"endpoint": {"disabled": true}});
    let reply = place.patch(&path, &disabled).await;
    place.done(200, reply).await;
    assert_eq!(server(), "asleep");
    let told = cannot_connect(&place, &uri(&place.made)).await;
    assert!(told.contains("the compute is disabled"), "{told}");
    assert_eq!(server(), "asleep");
    let enabled = json!({"endpoint": {"disabled": false}});
    let reply = place.patch(&path, &enabled).await;
    place.done(200, reply).await;
    assert_eq!(place.state(&place.endpoint).await, "active", "it was woken");
    let client = connect(&place, &place.made).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    place.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compute_sleeps_after_its_own_time() {
    let place = Place::start().await;
    let path = format!("/endpoints/{}", place.endpoint);
    let after = async |seconds: i64| {
        let body = json!({"endpoint": {"suspend_timeout_seconds": seconds}});
        let reply = place.patch(&path, &body).await;
        place.done(200, reply).await;
    };
    after(-1).await;
    place.world.advance(Duration::from_secs(86_400)).await;
    after(120).await;
    assert_eq!(
        place.state(&place.endpoint).await,
        "active",
        "it never slept"
    );
    place.world.advance(Duration::from_secs(121)).await;
    until("it sleeps", async || {
        place.state(&place.endpoint).await == "idle"
    })
    .await;
    place.rests().await;
    let newest = place.get("/operations?limit=1").await.json();
    assert_eq!(newest["operations"][0]["action"], "suspend_compute");
    place.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovered_branch_answers_where_it_did() {
    let place = Place::start().await;
    let dev = place.branch("dev").await;
    let client = connect(&place, &dev).await;
    client
        .batch_execute("CREATE TABLE kept AS SELECT 7 AS n")
        .await
        .unwrap();
    let path = format!("/branches/{}", id(&dev["branch"]));
    let reply = place.delete(&path).await;
    place.done(200, reply).await;
    until("the connection is cut", async || client.is_closed()).await;
    let port = sql::port(&uri(&dev));
    let closed = async || {
        let tried = tokio::net::TcpStream::connect(("127.0.0.1", port)).await;
        tried.map(drop).unwrap_err().kind()
    };
    assert_eq!(closed().await, std::io::ErrorKind::ConnectionRefused);

    let Place {
        world,
        api,
        project,
        ..
    } = place;
    let world = world.again(|config| config.rate_limits = None).await;
    let after_a_start = closed().await;
    assert_eq!(after_a_start, std::io::ErrorKind::ConnectionRefused);
    drop(api);
    let api = crate::support::management::Management::of(&world);
    let recover = format!("/projects/{project}{path}/recover");
    let back = api.post(&recover, &json!({})).await;
    assert_eq!(back.status, 200, "{}", back.text());
    let client = sql::connect(&world.sandbox.ca_file, &uri(&dev)).await;
    assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "7");
    drop(client);
    let gone = format!("/projects/{project}{path}?hard_delete=true");
    until("it can be deleted for good", async || {
        api.delete(&gone).await.status == 200
    })
    .await;
    let data = world.folder.path().join("servers/branches");
    let data = data.join(id(&dev["branch"]));
    until("its data is removed", async || !data.exists()).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_whose_data_is_out_of_sight_does_not_become_an_empty_database() {
    let place = Place::start().await;
    let uri = text(&place.made["connection_uris"][0], "connection_uri").to_owned();
    let client = sql::connect(&place.world.sandbox.ca_file, &uri).await;
    let kept = "CREATE TABLE kept AS SELECT 7 AS n";
    client.batch_execute(kept).await.unwrap();
    drop(client);
    let Place {
        world,
        project,
        branch,
        endpoint,
        ..
    } = place;
    let folder = world.folder.path().to_owned();
    let data = folder.join("servers/branches").join(branch);
    let away = folder.join("away");
    world.sandbox.stop().await;
    std::fs::rename(&data, &away).unwrap();
    let world = world.again(|config| config.rate_limits = None).await;
    let api = Management::of(&world);
    let path = format!("/projects/{project}/endpoints/{endpoint}/start");
    let started = api.post(&path, &json!({})).await;
    assert_eq!(started.status, 200, "{}", started.text());
    let start = id(&started.json()["operations"][0]);
    let path = format!("/projects/{project}/operations/{start}");
    let mut status = String::new();
    until("its start was tried", async || {
        let looked = api.get(&path).await.json();
        status = text(&looked["operation"], "status").to_owned();
        !matches!(status.as_str(), "running" | "scheduling")
    })
    .await;
    assert_eq!(status, "failed");
    assert!(!data.exists(), "nothing is made in its place");
    // Put where it was, it is what it was.
    std::fs::rename(&away, &data).unwrap();
    world.advance(Duration::from_secs(60)).await;
    until("its start has finished", async || {
        let looked = api.get(&path).await.json();
        looked["operation"]["status"] == "finished"
    })
    .await;
    let client = sql::connect(&world.sandbox.ca_file, &uri).await;
    assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "7");
    world.stop().await;
}
