//! Maintenance servers, transitions and what is set per compute.

use std::time::Duration;

use testkit::sql;
use tokio_util::sync::CancellationToken;

use super::test_pool::{TestPool, all, connect, until};
use crate::postgres::WakeError;
use crate::postgres::compute::{Admission, Compute, ServerState};
use crate::postgres::copy::{Source, copy_branch};
use crate::postgres::transition::{Cause, TransitionKind};
use crate::postgres::user_code::UserDatabase;
use crate::postgres::users::{Table, UserRow};
use crate::state::Secret;

const USUAL: Duration = Duration::from_secs(300);

async fn suspended(compute: &Compute) {
    until("it is suspended", async || {
        compute.state() == ServerState::Suspended
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn data_without_an_endpoint_gets_a_server_of_its_own_for_a_while() {
    let test = TestPool::with_room_for(1).await;
    let cluster = test.data("main").await;
    let server = test.pool.maintenance_server(None, &cluster).await.unwrap();
    let client = connect(server.port, "svcdb").await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS n").await;
    drop(client);
    // It counts, and keeps the files: what else wants them waits.
    let compute = test.add_compute("main").await;
    let waking = tokio::spawn({
        let compute = compute.clone();
        async move { compute.wake().await }
    });
    let (source, to) = (
        Source {
            endpoint_id: None,
            cluster,
        },
        test.path("child"),
    );
    let copying = async {
        let never = CancellationToken::new();
        copy_branch(&test.pool, source, &to, &test.admin(), &never).await
    };
    let letting_go = async {
        until("both wait", async || test.pool.all().len() == 1).await;
        assert_eq!(compute.state(), ServerState::Suspended);
        assert!(!test.path("child.copying").exists());
        drop(server);
        let port = waking.await.unwrap().unwrap();
        let client = connect(port, "svcdb").await;
        assert_eq!(all(&client, "SELECT n FROM kept").await, "7");
        drop(client);
        compute.suspend().await;
    };
    let (copied, ()) = tokio::join!(copying, letting_go);
    copied.unwrap();
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_branchs_own_compute_serves_maintenance_and_keeps_running_meanwhile() {
    let test = TestPool::start().await;
    test.data("main").await;
    let compute = test.add_compute("main").await;
    let server = test
        .pool
        .maintenance_server(Some("main"), &compute.cluster)
        .await
        .unwrap();
    assert_eq!(compute.port_if_running().await, Some(server.port));
    test.advance(Duration::from_secs(1000));
    test.pool.suspend_idle(USUAL).await;
    assert_eq!(compute.state(), ServerState::Running);
    let removing = tokio::spawn({
        let pool = test.pool.clone();
        async move { pool.remove("main").await }
    });
    until("it is being removed", async || {
        test.pool.get("main").is_none()
    })
    .await;
    let client = connect(server.port, "svcdb").await;
    assert_eq!(all(&client, "SELECT 1").await, "1", "the removal waits");
    server.finish().await;
    removing.await.unwrap();
    assert_eq!(compute.wake().await, Err(WakeError::Deleted));
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_its_own_needs_a_place_and_gives_it_back() {
    let test = TestPool::with_room_for(1).await;
    let (first, second) = (test.data("first").await, test.data("second").await);
    let compute = test.add_compute("first").await;
    compute.wake().await.unwrap();
    let server = test.pool.maintenance_server(None, &second).await.unwrap();
    assert_eq!(
        compute.state(),
        ServerState::Suspended,
        "an idle one made room"
    );
    server.finish().await;
    compute.wake().await.unwrap();
    let connected = connect(compute.port, "svcdb").await;
    let refused = test.pool.maintenance_server(None, &second).await;
    assert!(
        matches!(refused, Err(WakeError::Full { max: 1, waiting: 1 })),
        "{refused:?}"
    );
    drop(connected);
    until("it is free", async || compute.connections() == 0).await;
    test.pool
        .maintenance_server(None, &second)
        .await
        .unwrap()
        .finish()
        .await;
    assert!(!second.join("postmaster.pid").exists() && !first.join("postmaster.pid").exists());
    let missing = test
        .pool
        .maintenance_server(None, &test.path("nowhere"))
        .await;
    assert!(matches!(missing, Err(WakeError::NoData)), "{missing:?}");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_step_of_a_server_is_reported_with_its_cause() {
    use TransitionKind::{Failed, Running, Starting, Suspended, Suspending};
    let test = TestPool::with_room_for(1).await;
    let mut transitions = test.pool.transitions().unwrap();
    assert!(test.pool.transitions().is_none());
    test.data("one").await;
    test.data("two").await;
    let (one, two) = (test.add_compute("one").await, test.add_compute("two").await);
    drop(connect(one.port, "svcdb").await);
    until("nobody is connected", async || one.connections() == 0).await;
    two.wake().await.unwrap();
    test.advance(Duration::from_secs(301));
    test.pool.suspend_idle(USUAL).await;
    suspended(&two).await;
    two.wake().await.unwrap();
    two.suspend().await;
    let nowhere = test.add_compute("nowhere").await;
    assert_eq!(nowhere.wake().await, Err(WakeError::NoData));
    let expected = [
        ("one", Starting, Cause::Connection),
        ("one", Running, Cause::Connection),
        ("two", Starting, Cause::Operation),
        ("one", Suspending, Cause::Eviction),
        ("one", Suspended, Cause::Eviction),
        ("two", Running, Cause::Operation),
        ("two", Suspending, Cause::Idle),
        ("two", Suspended, Cause::Idle),
        ("two", Starting, Cause::Operation),
        ("two", Running, Cause::Operation),
        ("two", Suspending, Cause::Operation),
        ("two", Suspended, Cause::Operation),
        ("nowhere", Starting, Cause::Operation),
        (
            "nowhere",
            Failed("the database's data is not ready yet".into()),
            Cause::Operation,
        ),
    ];
    for (endpoint, kind, cause) in expected {
        let next = transitions.try_recv().unwrap();
        assert_eq!(
            (next.endpoint_id.as_str(), next.kind, next.cause),
            (endpoint, kind, cause)
        );
    }
    assert!(transitions.try_recv().is_err());
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_compute_has_its_own_patience_and_account() {
    let test = TestPool::start().await;
    let (quick, _) = test.running("quick").await;
    let (never, _) = test.running("never").await;
    let (usual, port) = test.running("usual").await;
    quick.set_idle_after(Some(Duration::from_secs(60)));
    never.set_idle_after(None);
    test.advance(Duration::from_secs(61));
    test.pool.suspend_idle(USUAL).await;
    suspended(&quick).await;
    let states = [&quick, &never, &usual].map(|compute| compute.state());
    assert_eq!(
        states,
        [
            ServerState::Suspended,
            ServerState::Running,
            ServerState::Running
        ]
    );
    let client = connect(port, "svcdb").await;
    sql::run(&client, "CREATE TABLE much AS SELECT n, repeat('x', 500) FROM generate_series(1, 5000) n; CHECKPOINT").await;
    assert!(
        usual.written_bytes() > 2_500_000,
        "{}",
        usual.written_bytes()
    );
    assert_eq!(all(&client, "SHOW wal_level").await, "replica");
    drop(client);
    test.advance(Duration::from_secs(100_000));
    test.pool.suspend_idle(USUAL).await;
    suspended(&usual).await;
    assert_eq!(
        (never.state(), usual.state()),
        (ServerState::Running, ServerState::Suspended)
    );
    assert!(
        (61..70).contains(&quick.active_seconds()),
        "{}",
        quick.active_seconds()
    );
    assert!((100_061..100_070).contains(&never.active_seconds()));
    usual.set_logical_replication(true);
    usual.suspend().await;
    let client = connect(usual.wake().await.unwrap(), "svcdb").await;
    assert_eq!(all(&client, "SHOW wal_level").await, "logical");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_refused_with_the_given_sentence_and_the_sandbox_is_not() {
    let test = TestPool::start().await;
    let (compute, _) = test.running("main").await;
    let inside = connect(compute.port, "svcdb").await;
    let sentence = "the compute is disabled";
    let refused = Some(sentence.to_owned());
    compute.set_admission(Admission {
        refused,
        ..Admission::default()
    });
    let refused = super::test_pool::try_connect(compute.port, "svcdb_owner", "any", "svcdb").await;
    let refused = refused.map(drop).unwrap_err();
    let refused = refused.as_db_error().unwrap();
    assert_eq!(
        (
            refused.severity(),
            refused.code().code(),
            refused.message(),
            refused.hint()
        ),
        ("FATAL", "57P03", sentence, None)
    );
    assert_eq!(all(&inside, "SELECT 1").await, "1");
    let server = test
        .pool
        .maintenance_server(Some("main"), &compute.cluster)
        .await
        .unwrap();
    connect(server.port, "svcdb").await;
    server.finish().await;
    compute.set_admission(Admission::default());
    connect(compute.port, "svcdb").await;
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn users_are_written_to_the_table_of_the_auth_integration() {
    let test = TestPool::start().await;
    let (_, port) = test.running("main").await;
    let (admin, password) = (test.admin(), Secret::new("for this one time"));
    let database_access = UserDatabase {
        port,
        admin: &admin,
        database: "svcdb",
        password: &password,
    };
    let table = Table {
        database_access,
        schema: "svc_auth",
    };
    for _ in 0..2 {
        table.create().await.unwrap();
    }
    let client = connect(port, "svcdb").await;
    sql::run(
        &client,
        "CREATE TABLE told (who text); ALTER TABLE told OWNER TO svcdb_owner;
         CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN INSERT INTO public.told VALUES (current_user); RETURN NEW; END $$;
         CREATE TRIGGER t AFTER INSERT ON svc_auth.users_sync FOR EACH ROW EXECUTE FUNCTION tell()",
    )
    .await;
    let mut user = UserRow {
        id: "u'1".into(),
        email: Some("zoë@example.com".into()),
        name: None,
        created_at: "2026-03-04T05:06:07.89Z".parse().unwrap(),
        updated_at: None,
        deleted_at: None,
        raw: serde_json::json!({"id": "u'1", "nested": {"quote": "'\""}}),
    };
    table.put(&user).await.unwrap();
    user.name = Some("Zoë".into());
    user.deleted_at = Some(user.created_at);
    table.put(&user).await.unwrap();
    let row = "SELECT concat_ws('|', id, email, name, created_at, updated_at, deleted_at, raw_json->'nested'->>'quote') FROM svc_auth.users_sync";
    assert_eq!(
        all(&client, row).await,
        "u'1|zoë@example.com|Zoë|2026-03-04 05:06:07.89+00|2026-03-04 05:06:07.89+00|'\""
    );
    assert_eq!(all(&client, "SELECT who FROM told").await, "svcdb_owner");
    let owners = "SELECT tableowner FROM pg_tables WHERE schemaname = 'svc_auth' UNION ALL SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'svc_auth'";
    assert_eq!(all(&client, owners).await, "svcdb_owner,svcdb_owner");
    for _ in 0..2 {
        table.drop_schema().await.unwrap();
    }
    assert_eq!(
        all(
            &client,
            "SELECT count(*) FROM pg_namespace WHERE nspname = 'svc_auth'"
        )
        .await,
        "0"
    );
    test.stop().await;
}
