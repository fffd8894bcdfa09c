//! Copies that follow the data of their branch, while people write to it.

use std::sync::Arc;

use rustix::process::{Pid, Signal, kill_process};
use testkit::sql;

use super::test_pool::{SUM, TestPool, WHOLE_SUM, Writers, all, connect, until};
use crate::postgres::compute::Compute;
use crate::postgres::follow::Follow;
use crate::postgres::process::server_pid;
use crate::postgres::replica::{self, Followed};

const JOURNAL: &str = "SELECT count(*) || '/' || coalesce(max(id), 0) FROM journal";

impl TestPool {
    /// A read-only compute of the branch of that name.
    async fn follow(&self, branch: &str, name: &str) -> Arc<Compute> {
        let follows: Arc<dyn Follow> = Arc::new(Followed {
            pool: Arc::clone(&self.pool),
            branch: self.path(branch),
        });
        self.add_following(name, Some(follows)).await
    }

    async fn kill(&self, name: &str) {
        let pid = server_pid(&self.path(name)).unwrap();
        kill_process(process(pid), Signal::KILL).unwrap();
        let compute = self.pool.get(name).unwrap();
        until("its end is noticed", async || {
            compute.check_server().await;
            !compute.is_running()
        })
        .await;
    }

    async fn replayed(&self, compute: &Compute) -> u64 {
        let port = compute.port_if_running().await.unwrap();
        replica::replayed(port, &self.admin()).await.unwrap().lsn
    }
}

fn process(pid: u32) -> Pid {
    Pid::from_raw(i32::try_from(pid).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn it_shows_whole_transactions_under_load_and_follows_after_every_kill() {
    let test = TestPool::start().await;
    test.data("main").await;
    let main = test.add_compute("main").await;
    main.wake().await.unwrap();
    let writers = Writers::begin(main.port, 8).await;
    // The copy is taken and replayed while they write.
    let replica = test.follow("main", "replica").await;
    let reader = connect(replica.wake().await.unwrap(), "svcdb").await;
    for _ in 0..20 {
        assert_eq!(all(&reader, SUM).await, WHOLE_SUM.to_string());
    }
    let before = test.replayed(&replica).await;
    test.kill("replica").await;
    let reader = connect(replica.wake().await.unwrap(), "svcdb").await;
    assert_eq!(all(&reader, SUM).await, WHOLE_SUM.to_string());
    assert!(test.replayed(&replica).await >= before, "nothing is lost");
    assert!(writers.end().await > 100, "they wrote all the time");

    // The branch's server is killed: what it acknowledged arrives after its recovery, also where the replica lacks whole
    // segments by then.
    let writer = connect(main.wake().await.unwrap(), "svcdb").await;
    let receiver = async || all(&reader, "SELECT pid FROM pg_stat_wal_receiver").await;
    until("it receives", async || !receiver().await.is_empty()).await;
    let receiver = process(receiver().await.parse().unwrap());
    kill_process(receiver, Signal::STOP).unwrap();
    let last =
        "INSERT INTO journal (filler) SELECT repeat('x', 1000) FROM generate_series(1, 8000)";
    sql::run(&writer, last).await;
    let written = all(&writer, JOURNAL).await;
    test.kill("main").await;
    assert_eq!(all(&reader, SUM).await, WHOLE_SUM.to_string());
    let writer = connect(main.wake().await.unwrap(), "svcdb").await;
    assert_eq!(all(&writer, JOURNAL).await, written);
    kill_process(receiver, Signal::CONT).unwrap();
    sql::run(&writer, "INSERT INTO journal (filler) VALUES ('more')").await;
    let written = all(&writer, JOURNAL).await;
    until("it has what was written", async || {
        all(&reader, JOURNAL).await == written
    })
    .await;

    // Killed, and started while the branch's server is suspended.
    drop((reader, writer));
    main.suspend().await;
    test.kill("replica").await;
    let reader = connect(replica.wake().await.unwrap(), "svcdb").await;
    // It takes connections while it replays what it had received and not restarted from.
    until("it has what was written, by itself", async || {
        all(&reader, JOURNAL).await == written
    })
    .await;
    assert!(!main.is_running());
    drop(reader);
    test.pool.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn data_that_it_cannot_follow_is_copied_anew() {
    let test = TestPool::start().await;
    test.data("main").await;
    let main = test.add_compute("main").await;
    let writer = connect(main.wake().await.unwrap(), "svcdb").await;
    sql::run(&writer, "CREATE TABLE said AS SELECT 1 AS number").await;
    let replica = test.follow("main", "replica").await;
    let reader = connect(replica.wake().await.unwrap(), "svcdb").await;
    assert_eq!(all(&reader, "SELECT number FROM said").await, "1");
    drop(reader);
    replica.suspend().await;
    let folder = test.path("replica");
    let made = || {
        std::fs::metadata(folder.join("PG_VERSION"))
            .unwrap()
            .modified()
            .unwrap()
    };
    let first = made();

    // The WAL from where it stopped is gone: nobody keeps it.
    let fill =
        "CREATE TABLE bulk AS SELECT repeat(md5(n::text), 30) FROM generate_series(1, 20000) n;
        DROP TABLE bulk; CHECKPOINT";
    for _ in 0..3 {
        sql::run(&writer, fill).await;
        sql::run(&writer, "SELECT pg_switch_wal(); CHECKPOINT").await;
    }
    sql::run(&writer, "UPDATE said SET number = 2").await;
    let reader = connect(replica.wake().await.unwrap(), "svcdb").await;
    assert_eq!(all(&reader, "SELECT number FROM said").await, "2");
    assert_ne!(made(), first);
    drop(reader);
    replica.suspend().await;

    // What is there is used again where it can be.
    let second = made();
    sql::run(&writer, "UPDATE said SET number = 3").await;
    let reader = connect(replica.wake().await.unwrap(), "svcdb").await;
    until("it has caught up", async || {
        all(&reader, "SELECT number FROM said").await == "3"
    })
    .await;
    assert_eq!(made(), second);
    drop((reader, writer));
    test.pool.remove("replica").await;
    assert!(!folder.exists());
    test.pool.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_logs_in_as_a_role_that_goes_with_the_connection() {
    let test = TestPool::start().await;
    test.data("main").await;
    let main = test.add_compute("main").await;
    let owner = connect(main.wake().await.unwrap(), "svcdb").await;
    for name in ["one", "other"] {
        let replica = test.follow("main", name).await;
        let reader = connect(replica.wake().await.unwrap(), "svcdb").await;
        let receives = "SELECT status FROM pg_stat_wal_receiver";
        until("it follows", async || {
            all(&reader, receives).await == "streaming"
        })
        .await;
    }
    // Nobody is a member of what they log in as, and it goes with the connection.
    let own = "SELECT count(*) FROM pg_roles r WHERE rolname LIKE 'plinth\\_replica%'
         AND rolreplication AND NOT EXISTS (SELECT FROM pg_auth_members m WHERE m.roleid = r.oid)";
    until("two are left", async || all(&owner, own).await == "2").await;
    for name in ["one", "other"] {
        test.pool.remove(name).await;
    }
    let left = "SELECT count(*) FROM pg_roles WHERE rolname LIKE 'plinth\\_replica%'";
    until("none is left", async || all(&owner, left).await == "0").await;
    drop(owner);
    test.pool.stop().await;
}
