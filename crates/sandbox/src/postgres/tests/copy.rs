//! Copies of clusters, running and suspended.

use testkit::sql;
use tokio_util::sync::CancellationToken;

use super::test_pool::{
    ADMIN_PASSWORD, SUM, TESTER, TestPool, WHOLE_SUM, Writers, all, connect, names_in, until,
};
#[cfg(unix)]
use crate::owner::server_owner;
use crate::postgres::WakeError;
use crate::postgres::compute::ServerState;
use crate::postgres::copy::{CopyError, Source, copy_branch};

#[tokio::test(flavor = "multi_thread")]
async fn three_copies_while_eight_people_write_are_each_consistent() {
    let test = TestPool::start().await;
    let (parent, _) = test.running("parent").await;
    let client = connect(parent.port, "svcdb").await;
    sql::run(
        &client,
        "CREATE TABLE bulk AS SELECT n, repeat(md5(n::text), 30) AS filler
             FROM generate_series(1, 100000) n;
             CREATE UNLOGGED TABLE passing AS SELECT 1 AS n;
             SELECT pg_create_physical_replication_slot('kept', true);
             SELECT lo_from_bytea(4711, 'a large object');",
    )
    .await;
    assert!(
        all(
            &client,
            "SELECT pg_relation_size('bulk') > 100 * 1000 * 1000"
        )
        .await
            == "t",
        "a hundred megabytes"
    );
    let writers = Writers::begin(parent.port, 8).await;
    let mut lsns = Vec::new();
    for child in ["one", "two", "three"] {
        let copied = test.copy("parent", child).await.unwrap();
        lsns.push(copied.lsn);
    }
    assert!(writers.end().await > 100, "they wrote all the time");
    let in_order = format!(
        "SELECT '{}'::pg_lsn < '{}' AND '{}'::pg_lsn < '{}'
        AND '{}'::pg_lsn < pg_current_wal_lsn()",
        lsns[0], lsns[1], lsns[1], lsns[2], lsns[2]
    );
    assert_eq!(all(&client, &in_order).await, "t", "{lsns:?}");
    let slots = "SELECT slot_name FROM pg_replication_slots";
    assert_eq!(
        all(&client, slots).await,
        "kept",
        "the parent keeps its own slot and no other"
    );
    let journal = "SELECT count(*) FROM journal";
    let mut written: u64 = 0;
    for child in ["one", "two", "three"] {
        assert!(!test.path(child).join("pg_replslot/kept").exists());
        let compute = test.add_compute(child).await;
        compute.wake().await.unwrap();
        let client = connect(compute.port, "svcdb").await;
        assert_eq!(all(&client, SUM).await, WHOLE_SUM.to_string());
        let transfers: u64 = all(&client, journal).await.parse().unwrap();
        assert!(transfers > written, "each is later than the one before");
        written = transfers;
        assert_eq!(all(&client, "SELECT count(*) FROM bulk").await, "100000");
        assert_eq!(all(&client, "SELECT count(*) FROM passing").await, "0");
        assert_eq!(all(&client, slots).await, "");
        let object = "SELECT convert_from(lo_get(4711), 'UTF8')";
        assert_eq!(all(&client, object).await, "a large object");
        sql::run(&client, "INSERT INTO passing VALUES (2); CHECKPOINT").await;
    }
    assert_eq!(all(&client, SUM).await, WHOLE_SUM.to_string());
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_copy_has_what_both_wrote() {
    let test = TestPool::start().await;
    let (parent, port) = test.running("parent").await;
    let client = connect(port, "svcdb").await;
    sql::run(
        &client,
        "CREATE TABLE said (word text); INSERT INTO said VALUES ('parent')",
    )
    .await;
    test.copy("parent", "child").await.unwrap();
    let child = test.add_compute("child").await;
    let client = connect(child.wake().await.unwrap(), "svcdb").await;
    sql::run(&client, "INSERT INTO said VALUES ('child')").await;
    test.copy("child", "grandchild of the running")
        .await
        .unwrap();
    drop(client);
    child.suspend().await;
    parent.suspend().await;
    test.copy("child", "grandchild").await.unwrap();
    assert_eq!(child.state(), ServerState::Suspended, "a copy wakes nobody");
    for name in ["grandchild of the running", "grandchild"] {
        let compute = test.add_compute(name).await;
        let client = connect(compute.wake().await.unwrap(), "svcdb").await;
        assert_eq!(
            all(&client, "SELECT word FROM said ORDER BY 1").await,
            "child,parent"
        );
        sql::run(&client, "INSERT INTO said VALUES ('grandchild')").await;
    }
    let client = connect(child.wake().await.unwrap(), "svcdb").await;
    assert_eq!(all(&client, "SELECT count(*) FROM said").await, "2");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_connects_while_a_sleeping_parent_is_copied_gets_in() {
    let test = TestPool::start().await;
    let (parent, port) = test.running("parent").await;
    let client = connect(port, "svcdb").await;
    sql::run(&client, "CREATE TABLE bulk AS SELECT n, repeat(md5(n::text), 30) AS filler FROM generate_series(1, 50000) n").await;
    drop(client);
    parent.suspend().await;
    let copying = test.copy("parent", "child");
    let connecting = async {
        until("the copy is under way", async || {
            test.path("child.copying").exists()
        })
        .await;
        let client = connect(parent.port, "svcdb").await;
        let log = test.path("child.copying/pg_wal");
        let is_copied = test.path("child").exists() || !names_in(&log).is_empty();
        assert!(
            is_copied,
            "it waits for the copy, whose last piece is the log"
        );
        sql::run(&client, "INSERT INTO bulk VALUES (0, '')").await;
        client
    };
    let (copied, client) = tokio::join!(copying, connecting);
    let lsn = copied.unwrap().lsn;
    let earlier = format!("SELECT '{lsn}'::pg_lsn < pg_current_wal_lsn()");
    assert_eq!(all(&client, &earlier).await, "t");
    let child = test.add_compute("child").await;
    let client = connect(child.wake().await.unwrap(), "svcdb").await;
    assert_eq!(all(&client, "SELECT count(*) FROM bulk").await, "50000");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_has_clean_files_of_the_servers_user() {
    let test = TestPool::start().await;
    let (_, port) = test.running("parent").await;
    let client = connect(port, "svcdb").await;
    sql::run(&client, "CREATE TEMP TABLE mine AS SELECT 1").await;
    std::fs::create_dir_all(test.path("child.copying/base")).unwrap();
    test.copy("parent", "child").await.unwrap();
    let child = test.path("child");
    for name in ["postmaster.pid", "postmaster.opts", "server.log"] {
        assert!(!child.join(name).exists(), "{name}");
    }
    for name in [
        "pg_replslot",
        "pg_stat_tmp",
        "pg_stat",
        "pg_notify",
        "pg_subtrans",
    ] {
        assert!(names_in(&child.join(name)).is_empty(), "{name}");
    }
    assert!(child.join("backup_label").is_file());
    #[cfg(unix)]
    check_modes(&child);
    drop(client);
    test.stop().await;
}

#[cfg(unix)]
fn check_modes(path: &std::path::Path) {
    use std::os::unix::fs::MetadataExt;
    let meta = std::fs::symlink_metadata(path).unwrap();
    let owner = server_owner().unwrap();
    if let Some(owner) = owner {
        assert_eq!(
            (meta.uid(), meta.gid()),
            (owner.uid, owner.gid),
            "{}",
            path.display()
        );
    }
    let mode = if meta.is_dir() { 0o700 } else { 0o600 };
    assert_eq!(meta.mode() & 0o777, mode, "{}", path.display());
    if meta.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            check_modes(&entry.unwrap().path());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parent_whose_server_was_killed_is_recovered_before_it_is_copied() {
    let test = TestPool::start().await;
    let (parent, port) = test.running("parent").await;
    let client = connect(port, "svcdb").await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS n").await;
    let pid = std::fs::read_to_string(test.path("parent/postmaster.pid")).unwrap();
    let pid = pid.lines().next().unwrap().to_owned();
    let killed = std::process::Command::new("kill")
        .args(["-9", &pid])
        .status()
        .unwrap();
    assert!(killed.success());
    until("its connection is lost", async || client.is_closed()).await;
    // A killed process closes its ports a moment before it can be seen to have ended.
    until("its end is noticed", async || {
        parent.check_server().await;
        parent.state() != ServerState::Running
    })
    .await;
    test.copy("parent", "child").await.unwrap();
    assert_eq!(parent.state(), ServerState::Running);
    let child = test.add_compute("child").await;
    let client = connect(child.wake().await.unwrap(), "svcdb").await;
    assert_eq!(all(&client, "SELECT n FROM kept").await, "7");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_can_be_made_again_over_what_an_earlier_try_left() {
    let test = TestPool::start().await;
    let cluster = test.data("parent").await;
    let source = Source {
        endpoint_id: None,
        cluster,
    };
    let stopped = CancellationToken::new();
    stopped.cancel();
    let to = test.path("child");
    let ended = copy_branch(&test.pool, source.clone(), &to, &test.admin(), &stopped).await;
    assert!(matches!(ended, Err(CopyError::Stopped)), "{ended:?}");
    assert!(!to.exists());
    let never = CancellationToken::new();
    for _ in 0..2 {
        let copied = copy_branch(&test.pool, source.clone(), &to, &test.admin(), &never)
            .await
            .unwrap();
        assert!(copied.lsn.starts_with("0/"), "{copied:?}");
    }
    assert!(!test.path("child.copying").exists());
    let child = test.add_compute("child").await;
    let client = connect(child.wake().await.unwrap(), "svcdb").await;
    assert_eq!(all(&client, "SELECT current_database()").await, "svcdb");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn suspending_a_copied_server_waits_for_the_copy() {
    let test = TestPool::start().await;
    let (parent, port) = test.running("parent").await;
    let client = connect(port, "svcdb").await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS n").await;
    drop(client);
    let suspending = async {
        until("the copy is under way", async || {
            test.path("child.copying").exists()
        })
        .await;
        parent.suspend().await;
        assert!(test.path("child.copying/backup_label").exists() || test.path("child").exists());
    };
    let (copied, ()) = tokio::join!(test.copy("parent", "child"), suspending);
    copied.unwrap();
    assert_eq!(parent.state(), ServerState::Suspended);
    let child = test.add_compute("child").await;
    let client = connect(child.wake().await.unwrap(), "svcdb").await;
    assert_eq!(all(&client, "SELECT n FROM kept").await, "7");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parent_without_data_is_reported() {
    let test = TestPool::start().await;
    let parent = test.add_compute("parent").await;
    let ended = test.copy("parent", "child").await;
    assert!(
        matches!(ended, Err(CopyError::Wake(WakeError::NoData))),
        "{ended:?}"
    );
    assert_eq!(parent.state(), ServerState::Suspended);
    assert_eq!(parent.wake().await, Err(WakeError::NoData));
    test.data("parent").await;
    assert!(parent.wake().await.is_ok());
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_leaves_the_subscriptions_to_its_parent() {
    let test = TestPool::start().await;
    test.data("publisher").await;
    let publisher = test.add_compute("publisher").await;
    publisher.set_logical_replication(true);
    let publishing = connect(publisher.wake().await.unwrap(), "svcdb").await;
    let word = "CREATE TABLE word (w text PRIMARY KEY)";
    sql::run(
        &publishing,
        &format!("{word}; CREATE PUBLICATION p FOR TABLE word"),
    )
    .await;
    let (parent, port) = test.running("parent").await;
    let client = connect(port, "svcdb").await;
    sql::run(&client, word).await;
    let address = format!(
        "host=127.0.0.1 port={} dbname=svcdb user={TESTER} password={ADMIN_PASSWORD} sslmode=require",
        publisher.port
    );
    let subscribe = format!("CREATE SUBSCRIPTION s CONNECTION '{address}' PUBLICATION p");
    sql::run(&client, &subscribe).await;
    let words = "SELECT w FROM word ORDER BY 1";
    let publish = async |word: &str| {
        let insert = format!("INSERT INTO word VALUES ('{word}')");
        sql::run(&publishing, &insert).await;
    };
    publish("one").await;
    until("it arrives", async || all(&client, words).await == "one").await;
    test.copy("parent", "child of the running").await.unwrap();
    drop(client);
    parent.suspend().await;
    test.copy("parent", "child of the suspended").await.unwrap();
    for name in ["child of the running", "child of the suspended"] {
        let child = test.add_compute(name).await;
        let client = connect(child.wake().await.unwrap(), "svcdb").await;
        assert_eq!(all(&client, words).await, "one");
        let left = "SELECT count(*) FROM pg_subscription";
        assert_eq!(all(&client, left).await, "0", "{name}");
        let workers = "SHOW max_logical_replication_workers";
        assert_eq!(all(&client, workers).await, "4");
        drop(client);
        child.suspend().await;
    }
    publish("two").await;
    let client = connect(parent.wake().await.unwrap(), "svcdb").await;
    let both = async || all(&client, words).await == "one,two";
    until("the parent goes on where it was", both).await;
    sql::run(&client, "DROP SUBSCRIPTION s").await;
    drop(publishing);
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_and_databases_that_come_and_go_meanwhile_are_no_obstacle() {
    let test = TestPool::start().await;
    let (_, port) = test.running("parent").await;
    let stop = CancellationToken::new();
    let coming_and_going = ["svcdb", "postgres"].map(|database| {
        let stop = stop.clone();
        tokio::spawn(async move {
            let client = connect(port, database).await;
            let mut rounds = 0;
            while !stop.is_cancelled() {
                let steps: &[&str] = match database {
                    "svcdb" => &[
                        "CREATE TABLE IF NOT EXISTS t AS SELECT n FROM generate_series(1, 1000) n",
                        "CREATE INDEX ON t (n)",
                        "DROP TABLE t",
                        "CREATE TABLE t AS SELECT n FROM generate_series(1, 1000) n",
                        "TRUNCATE t",
                        "DROP TABLE t",
                    ],
                    _ => &["CREATE DATABASE passing", "DROP DATABASE passing"],
                };
                for step in steps {
                    sql::run(&client, step).await;
                }
                rounds += 1;
            }
            rounds
        })
    });
    for child in ["one", "two"] {
        test.copy("parent", child).await.unwrap();
    }
    stop.cancel();
    for task in coming_and_going {
        assert!(task.await.unwrap() > 0);
    }
    for child in ["one", "two"] {
        let compute = test.add_compute(child).await;
        let client = connect(compute.wake().await.unwrap(), "svcdb").await;
        let exists = "SELECT to_regclass('t') IS NOT NULL";
        if all(&client, exists).await == "t" {
            let rows = all(&client, "SELECT count(*) FROM t").await;
            assert!(rows == "0" || rows == "1000", "{rows}");
        }
        let passing = "SELECT count(*) FROM pg_database WHERE datname = 'passing'";
        let client = connect(compute.wake().await.unwrap(), "postgres").await;
        if all(&client, passing).await == "1" {
            sql::run(&client, "DROP DATABASE passing").await;
        }
        sql::run(&client, "CREATE DATABASE passing").await;
    }
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pool_that_stops_ends_its_copies_and_its_maintenance_servers() {
    let test = TestPool::start().await;
    let (_, port) = test.running("parent").await;
    let client = connect(port, "svcdb").await;
    sql::run(
        &client,
        "CREATE TABLE bulk AS SELECT n, repeat(md5(n::text), 30) AS filler
             FROM generate_series(1, 20000) n",
    )
    .await;
    drop(client);
    let other = test.data("other").await;
    let server = test.pool.maintenance_server(None, &other).await.unwrap();
    let stopping = async {
        let making = test.path("child.copying");
        until("the copy is under way", async || making.exists()).await;
        test.pool.stop().await;
    };
    let (copied, ()) = tokio::join!(test.copy("parent", "child"), stopping);
    assert!(matches!(copied, Err(CopyError::Stopped)), "{copied:?}");
    assert!(!test.path("child").exists());
    for name in ["parent", "other"] {
        let lock = test.path(name).join("postmaster.pid");
        assert!(!lock.exists(), "{name} has stopped");
    }
    server.finish().await;
}
