//! Servers that nobody uses, and those who wait for their slots.

use std::time::Duration;

use testkit::sql;

use super::test_pool::{ADMIN_PASSWORD, TESTER, TestPool, all, connect, try_connect, until};
use crate::postgres::WakeError;
use crate::postgres::compute::{Compute, ServerState};
use crate::postgres::transition::TransitionKind;

const USUAL: Duration = Duration::from_secs(300);
const OWNER: &str = "svcdb_owner";

async fn suspended(compute: &Compute) {
    until("it is suspended", async || {
        compute.state() == ServerState::Suspended
    })
    .await;
}

/// Lets so much time pass and waits until each server was asked whether it is used.
async fn asked_after(test: &TestPool, by: Duration, computes: &[&Compute]) {
    test.advance(by);
    let now = test.pool.clock.now();
    until("its server was asked", async || {
        test.pool.suspend_idle(USUAL).await;
        computes.iter().all(|it| it.last_used() >= now)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_publisher_and_its_subscriber_keep_running() {
    let test = TestPool::start().await;
    test.data("publisher").await;
    let publisher = test.add_compute("publisher").await;
    publisher.set_logical_replication(true);
    let direct = connect(publisher.wake().await.unwrap(), "svcdb").await;
    let word = "CREATE TABLE word (w text PRIMARY KEY)";
    let publish =
        format!("{word}; CREATE PUBLICATION p FOR TABLE word; INSERT INTO word VALUES ('one')");
    sql::run(&direct, &publish).await;
    let (subscriber, port) = test.running("subscriber").await;
    let client = connect(port, "svcdb").await;
    let address = format!(
        "host=127.0.0.1 port={} dbname=svcdb user={TESTER} password={ADMIN_PASSWORD} sslmode=require",
        publisher.port
    );
    sql::run(&client, word).await;
    let subscribe = format!("CREATE SUBSCRIPTION s CONNECTION '{address}' PUBLICATION p");
    sql::run(&client, &subscribe).await;
    let words = "SELECT w FROM word";
    until("it arrives", async || all(&client, words).await == "one").await;
    let both = [&*publisher, &*subscriber];
    for _ in 0..3 {
        asked_after(&test, USUAL * 2, &both).await;
    }
    assert_eq!(both.map(Compute::state), [ServerState::Running; 2]);
    sql::run(&client, "DROP SUBSCRIPTION s").await;
    until("both are suspended", async || {
        test.advance(USUAL * 2);
        test.pool.suspend_idle(USUAL).await;
        both.map(Compute::state) == [ServerState::Suspended; 2]
    })
    .await;
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_clients_do_nothing_makes_room_and_one_with_a_transaction_does_not() {
    let test = TestPool::with_room_for(1).await;
    let (one, port) = test.running("one").await;
    test.data("two").await;
    let two = test.add_compute("two").await;
    let admin = connect(port, "svcdb").await;
    sql::run(&admin, "ALTER ROLE svcdb_owner PASSWORD 'theirs'").await;
    drop(admin);
    let client = try_connect(one.port, OWNER, "theirs", "svcdb")
        .await
        .unwrap();
    sql::run(&client, "BEGIN").await;
    test.advance(Duration::from_secs(61));
    let refused = two.wake().await.unwrap_err();
    assert_eq!(refused, WakeError::Full { max: 1, waiting: 1 });
    assert_eq!(refused.to_string(), "the only server is in use; 1 waits");
    sql::run(&client, "COMMIT").await;
    test.advance(Duration::from_secs(61));
    two.wake().await.unwrap();
    assert_eq!(one.state(), ServerState::Suspended);
    sql::must_be_cut(&client).await;
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_is_served_by_priority() {
    let test = TestPool::with_room_for(1).await;
    let (used, _) = test.running("used").await;
    let mut transitions = test.pool.transitions().unwrap();
    let held = connect(used.port, "svcdb").await;
    for name in ["maintained", "started", "connected"] {
        test.data(name).await;
    }
    let (started, connected) = (
        test.add_compute("started").await,
        test.add_compute("connected").await,
    );
    let wait_for = async |count: usize| {
        until("it waits", async || test.pool.waiting() == count).await;
    };
    let (pool, cluster) = (test.pool.clone(), test.path("maintained"));
    let maintaining = tokio::spawn(async move {
        let server = pool.maintenance_server(None, &cluster).await.unwrap();
        server.finish().await;
    });
    wait_for(1).await;
    let starting = tokio::spawn({
        let started = started.clone();
        async move { started.wake().await }
    });
    wait_for(2).await;
    let port = connected.port;
    let connecting = tokio::spawn(async move { drop(connect(port, "svcdb").await) });
    wait_for(3).await;
    drop(held);
    connecting.await.unwrap();
    starting.await.unwrap().unwrap();
    maintaining.await.unwrap();
    suspended(&started).await;
    let mut order = Vec::new();
    while let Ok(it) = transitions.try_recv() {
        if it.kind == TransitionKind::Running {
            order.push(it.endpoint_id);
        }
    }
    assert_eq!(order, ["connected", "started"]);
    assert_eq!(test.pool.waiting(), 0);
    test.stop().await;
}
