//! Copies of what a cluster was, while people write to it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use testkit::sql;
use tokio_postgres::Client;
use tokio_util::sync::CancellationToken;

use super::test_pool::{SUM, TestPool, WHOLE_SUM, Writers, all, connect, names_in};
use crate::postgres::compute::Compute;
use crate::postgres::control_file::parse_lsn;
use crate::postgres::copy::{Copied, CopyError, PastOf, copy_past, take_base};
use crate::postgres::history::{self, Base, Kept, Moment};

impl TestPool {
    /// A server that keeps its history.
    async fn keeping(&self, name: &str) -> Arc<Compute> {
        self.data(name).await;
        let compute = self.add_compute(name).await;
        compute.set_keeps_history(true);
        compute.wake().await.unwrap();
        compute
    }

    async fn base(&self, name: &str) -> Base {
        self.try_base(name).await.unwrap()
    }

    async fn try_base(&self, name: &str) -> Result<Base, CopyError> {
        let compute = self.pool.get(name).unwrap();
        let (_guard, port) = (compute.keep_alive(), compute.wake().await.unwrap());
        let (cluster, never) = (self.path(name), CancellationToken::new());
        let template = self.stock.template();
        take_base(&self.pool, &cluster, port, &self.admin(), template, &never).await
    }

    async fn past(&self, from: &str, moment: Moment, to: &str) -> Result<Copied, CopyError> {
        let of = PastOf {
            from: self.source(from),
            moment,
            passwords: Vec::new(),
        };
        let never = CancellationToken::new();
        copy_past(&self.pool, of, &self.path(to), &self.admin(), &never).await
    }

    /// Reads a copy in a server of its own.
    async fn read(&self, name: &str, statement: &str) -> String {
        let compute = match self.pool.get(name) {
            Some(compute) => compute,
            None => self.add_compute(name).await,
        };
        let client = connect(compute.wake().await.unwrap(), "svcdb").await;
        let read = all(&client, statement).await;
        drop(client);
        compute.suspend().await;
        read
    }
}

/// Where a database stood, as somebody who writes to it notes it.
#[derive(Debug, Clone, Copy)]
struct Noted {
    lsn: u64,
    at: DateTime<Utc>,
}

/// Writes one row and notes the moment after it.
async fn note(client: &Client, number: u32) -> Noted {
    sql::run(client, &format!("INSERT INTO note VALUES ({number})")).await;
    // Between two records: what is flushed may end within one, which a replay up to there finishes.
    let lsn = all(client, "SELECT pg_current_wal_insert_lsn()").await;
    let at = Utc::now();
    // The next commit is at another time.
    tokio::time::sleep(Duration::from_millis(2)).await;
    Noted {
        lsn: parse_lsn(&lsn).unwrap(),
        at,
    }
}

const NOTES: &str = "SELECT count(*) || '/' || coalesce(max(number), 0) FROM note";

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_what_was_there_at_a_moment_that_a_writer_noted() {
    let test = TestPool::start().await;
    let compute = test.keeping("parent").await;
    let client = connect(compute.port, "svcdb").await;
    sql::run(
        &client,
        "CREATE TABLE note (number int PRIMARY KEY); CREATE TABLE lost AS SELECT 'there' AS word",
    )
    .await;
    test.base("parent").await;
    let writers = Writers::begin(compute.port, 8).await;
    let mut noted = BTreeMap::new();
    for number in 1..=60 {
        noted.insert(number, note(&client, number).await);
        if number == 30 {
            test.base("parent").await;
        }
        if number == 45 {
            sql::run(&client, "DROP TABLE lost; CHECKPOINT").await;
        }
    }
    assert!(writers.end().await > 100, "they wrote all the time");
    assert_eq!(history::bases(&test.path("parent")).len(), 2);
    for (number, moment) in [
        (10, Moment::Lsn(noted[&10].lsn)),
        (11, Moment::Time(noted[&11].at)),
        (44, Moment::Lsn(noted[&44].lsn)),
        (50, Moment::Time(noted[&50].at)),
    ] {
        let name = format!("at {number}");
        let copied = test.past("parent", moment, &name).await.unwrap();
        assert_eq!(
            test.read(&name, NOTES).await,
            format!("{number}/{number}"),
            "{copied:?}"
        );
        assert_eq!(test.read(&name, SUM).await, WHOLE_SUM.to_string());
        let lost = test.read(&name, "SELECT to_regclass('lost')").await;
        assert_eq!(lost == "lost", number < 45, "{lost}");
        if let Moment::Lsn(lsn) = moment {
            assert!(parse_lsn(&copied.lsn).unwrap() <= lsn, "{copied:?}");
        }
        let folder = test.path(&name);
        for left in [history::FOLDER, history::ABOUT, "recovery.signal"] {
            assert!(!folder.join(left).exists(), "{left}");
        }
    }
    // A copy of the past is a cluster like any other: it is written to, copied and has a past of its own.
    let child = test.pool.get("at 44").unwrap();
    child.set_keeps_history(true);
    child.wake().await.unwrap();
    test.base("at 44").await;
    let writer = connect(child.port, "svcdb").await;
    let before = note(&writer, 1_000).await;
    sql::run(&writer, "DROP TABLE note").await;
    drop(writer);
    child.suspend().await;
    test.past("at 44", Moment::Lsn(before.lsn), "grandchild")
        .await
        .unwrap();
    assert_eq!(test.read("grandchild", NOTES).await, "45/1000");
    test.copy("grandchild", "copied").await.unwrap();
    assert_eq!(test.read("copied", NOTES).await, "45/1000");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moment_outside_the_history_is_refused_and_makes_nothing() {
    let test = TestPool::start().await;
    let compute = test.keeping("parent").await;
    let client = connect(compute.port, "svcdb").await;
    sql::run(&client, "CREATE TABLE note (number int PRIMARY KEY)").await;
    let early = note(&client, 1).await;
    let none = test.past("parent", Moment::Lsn(early.lsn), "child").await;
    assert!(
        matches!(none, Err(CopyError::BeforeHistory { since: None })),
        "{none:?}"
    );
    let base = test.base("parent").await;
    for moment in [Moment::Lsn(early.lsn), Moment::Time(early.at)] {
        let refused = test.past("parent", moment, "child").await;
        let says = |since| since == Some(base.at);
        assert!(
            matches!(refused, Err(CopyError::BeforeHistory { since }) if says(since)),
            "{refused:?}"
        );
    }
    let late = Utc::now() + TimeDelta::hours(1);
    for moment in [Moment::Lsn(u64::MAX >> 8), Moment::Time(late)] {
        let refused = test.past("parent", moment, "child").await;
        assert!(
            matches!(refused, Err(CopyError::AfterHistory { .. })),
            "{refused:?}"
        );
    }
    // The last moment there is, when nobody has written since.
    let last = note(&client, 2).await;
    test.past("parent", Moment::Time(last.at), "child")
        .await
        .unwrap();
    assert_eq!(test.read("child", NOTES).await, "2/2");
    let names = names_in(test.path("").as_path());
    assert!(!names.iter().any(|it| it.contains("copying")), "{names:?}");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_a_window_needs_is_kept() {
    let test = TestPool::start().await;
    let compute = test.keeping("parent").await;
    let cluster = test.path("parent");
    let client = connect(compute.port, "svcdb").await;
    sql::run(
        &client,
        "CREATE TABLE note (number int PRIMARY KEY); CREATE TABLE bulk (filler text)",
    )
    .await;
    let fill = "INSERT INTO bulk SELECT repeat(md5(n::text), 30) FROM generate_series(1, 5000) n";
    let first = test.base("parent").await;
    sql::run(&client, fill).await;
    let early = note(&client, 1).await;
    let second = test.base("parent").await;
    sql::run(&client, fill).await;
    let late = note(&client, 2).await;
    sql::run(&client, "CHECKPOINT").await;
    let whole = history::look(&cluster, &Kept::default()).unwrap();
    assert_eq!((whole.since, whole.bases), (Some(first.at), 2));
    assert!(whole.wal_since_base > 5_000_000, "{whole:?}");
    // The first base is mostly the template's own files.
    assert!(whole.bytes < 45_000_000, "{whole:?}");

    history::prune(&cluster, Some(early.at), false, 0).unwrap();
    assert_eq!(history::bases(&cluster).len(), 2, "the first is needed");
    history::prune(&cluster, Some(late.at), false, 0).unwrap();
    let kept = history::look(&cluster, &Kept::default()).unwrap();
    assert_eq!((kept.since, kept.bases), (Some(second.at), 1));
    assert!(kept.bytes + 5_000_000 < whole.bytes, "{kept:?} {whole:?}");
    assert!(!first.folder.exists());
    let gone = test.past("parent", Moment::Lsn(early.lsn), "child").await;
    assert!(
        matches!(gone, Err(CopyError::BeforeHistory { .. })),
        "{gone:?}"
    );
    test.past("parent", Moment::Lsn(late.lsn), "child")
        .await
        .unwrap();
    assert_eq!(test.read("child", NOTES).await, "2/2");

    // A slot keeps what it wants; without a history all else goes, and the server goes on.
    sql::run(
        &client,
        "SELECT pg_create_physical_replication_slot('kept', true)",
    )
    .await;
    let slot = "SELECT pg_walfile_name(restart_lsn) FROM pg_replication_slots";
    let wanted = all(&client, slot).await;
    sql::run(&client, fill).await;
    sql::run(&client, "CHECKPOINT").await;
    history::prune(&cluster, None, false, 0).unwrap();
    assert_eq!(history::bases(&cluster), []);
    let segments = |names: Vec<String>| -> Vec<String> {
        let is_segment = |it: &String| crate::postgres::wal::is_segment(it);
        names.into_iter().filter(is_segment).collect()
    };
    let left = segments(names_in(&cluster.join("pg_wal")));
    assert_eq!(left.first(), Some(&wanted), "{left:?}");
    drop(client);
    compute.suspend().await;
    assert_eq!(
        test.read("parent", "SELECT count(*) FROM bulk").await,
        "15000"
    );
    test.stop().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_base_without_room_leaves_nothing_and_takes_nothing_from_the_one_before() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    // The servers run as somebody else.
    let to_pass = std::fs::Permissions::from_mode(0o711);
    std::fs::set_permissions(folder.path(), to_pass).unwrap();
    let Some(disk) = testkit::small_disk::SmallDisk::over(folder.path(), 260_000) else {
        return;
    };
    let test = TestPool::within(disk.path(), 4).await;
    let compute = test.keeping("parent").await;
    let cluster = test.path("parent");
    let client = connect(compute.port, "svcdb").await;
    sql::run(&client, "CREATE TABLE note (number int PRIMARY KEY)").await;
    let first = test.base("parent").await;
    let early = note(&client, 1).await;
    let fill = "CREATE TABLE bulk AS SELECT repeat(md5(n::text), 30) FROM generate_series(1, 20000) n; CHECKPOINT";
    sql::run(&client, fill).await;
    disk.fill(8_000_000);
    let refused = test.try_base("parent").await.unwrap_err();
    assert!(
        matches!(&refused, CopyError::Files(error) if error.kind() == std::io::ErrorKind::StorageFull),
        "{refused:?}"
    );
    assert_eq!(names_in(&cluster.join(history::FOLDER)).len(), 1);
    assert_eq!(history::bases(&cluster), [first]);
    note(&client, 2).await;

    disk.clear();
    test.past("parent", Moment::Lsn(early.lsn), "child")
        .await
        .unwrap();
    assert_eq!(test.read("child", NOTES).await, "1/1");
    test.base("parent").await;
    assert_eq!(history::bases(&cluster).len(), 2);
    drop(client);
    test.stop().await;
}
