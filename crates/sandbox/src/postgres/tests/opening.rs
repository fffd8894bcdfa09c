//! Data that another PostgreSQL had before, and what a server leaves when it crashes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::test_pool::{TestPool, all, connect, until};
use crate::postgres::WakeError;
use crate::postgres::compute::ServerState;
use crate::postgres::copy::CopyError;
use crate::postgres::server_process::{Force, signal};
use crate::postgres::tree;
use testkit::sql;

/// Every file with its content.
fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => open.push(path),
                false => {
                    files.insert(path.clone(), fs::read(path).unwrap());
                }
            }
        }
    }
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn data_of_another_major_version_is_refused_untouched() {
    let test = TestPool::start().await;
    for found in ["16", "18"] {
        let cluster = test.data(found).await;
        fs::write(cluster.join("PG_VERSION"), format!("{found}\n")).unwrap();
        let before = content(&cluster);
        let compute = test.add_compute(found).await;
        let refused = compute.wake().await.unwrap_err();
        let is_named = matches!(&refused, WakeError::OtherMajor { found: it, .. } if it == found);
        assert!(is_named, "{refused:?}");
        assert_eq!(compute.state(), ServerState::Failed);
        let failure = compute.failure().unwrap();
        assert!(
            failure.contains("pg_dump") && failure.contains(found),
            "{failure}"
        );
        let server = test.pool.maintenance_server(None, &cluster).await;
        assert!(matches!(server, Err(WakeError::OtherMajor { .. })));
        let copied = test.copy(found, "child").await;
        let is_refused = matches!(copied, Err(CopyError::Wake(WakeError::OtherMajor { .. })));
        assert!(is_refused, "{copied:?}");
        assert!(!test.path("child").exists());
        assert_eq!(content(&cluster), before);
    }
    let (_, port) = test.running("of this one").await;
    let client = connect(port, "svcdb").await;
    assert_eq!(all(&client, "SELECT 1").await, "1");
    test.stop().await;
}

/// As the system catalogs are in data that a PostgreSQL with ICU had.
const WITH_ICU: &str = "SET allow_system_table_mods = on;
    INSERT INTO pg_collation
        (oid, collname, collnamespace, collowner, collprovider, collisdeterministic, collencoding, colllocale)
    VALUES (15000, 'de-x-icu', 'pg_catalog'::regnamespace, 10, 'i', true, -1, 'de')";

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_sorts_by_icu_is_refused_by_name_where_there_is_none() {
    let test = TestPool::start().await;
    let (compute, port) = test.running("main").await;
    let client = connect(port, "postgres").await;
    sql::run(&client, "CREATE DATABASE \"-x odd\"").await;
    for database in ["svcdb", "-x odd"] {
        let client = connect(port, database).await;
        sql::run(&client, WITH_ICU).await;
    }
    drop(client);
    let as_if_of_another = || fs::remove_file(compute.cluster.join("plinth.opened")).unwrap();

    // That there are such collations is nothing to refuse: `initdb` makes hundreds of them.
    compute.suspend().await;
    as_if_of_another();
    let port = compute.wake().await.unwrap();

    let client = connect(port, "-x odd").await;
    let use_it = "CREATE TABLE names (name text COLLATE \"de-x-icu\")";
    sql::run(&client, use_it).await;
    drop(client);
    compute.suspend().await;
    as_if_of_another();
    let refused = compute.wake().await.unwrap_err();
    let named = |refused: &WakeError| match refused {
        WakeError::Collations { databases, .. } => databases.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(named(&refused), "`-x odd`");
    assert!(refused.to_string().contains("pg_dump"), "{refused}");
    assert_eq!(compute.state(), ServerState::Failed);
    // It stays refused, also for the sandbox's own work.
    assert_eq!(compute.wake().await.unwrap_err(), refused);
    let own = test
        .pool
        .maintenance_server(None, &compute.cluster)
        .await
        .unwrap_err();
    assert_eq!(own, refused);
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn data_of_an_earlier_build_loses_the_right_to_replicate_that_nobody_asked_for() {
    let test = TestPool::start().await;
    let (compute, port) = test.running("main").await;
    let client = connect(port, "postgres").await;
    let earlier = "ALTER ROLE svcdb_owner REPLICATION; CREATE ROLE guest REPLICATION";
    sql::run(&client, earlier).await;
    drop(client);
    compute.suspend().await;
    fs::remove_file(compute.cluster.join("plinth.opened")).unwrap();
    let replicating = "SELECT rolname FROM pg_roles WHERE rolreplication AND NOT rolsuper";
    let port = compute.wake().await.unwrap();
    let client = connect(port, "postgres").await;
    assert_eq!(all(&client, replicating).await, "");
    drop(client);

    // Those of the platform have it once it is asked for; what people made by SQL is theirs.
    compute.set_logical_replication(true);
    compute.suspend().await;
    let port = compute.wake().await.unwrap();
    let client = connect(port, "postgres").await;
    assert_eq!(all(&client, replicating).await, "svcdb_owner");
    test.stop().await;
}

/// Roles of the names that earlier sandboxes used: one as they made it, one that `low` planted and was given the owner's
/// rights, and one that can't be dropped.
const FORMER: &str = "CREATE ROLE low LOGIN CREATEROLE;
    CREATE ROLE plinth_replica LOGIN REPLICATION PASSWORD 'x';
    GRANT CREATE ON DATABASE svcdb TO low WITH GRANT OPTION;
    SET ROLE low; CREATE ROLE plinth_users LOGIN PASSWORD 'x'; GRANT plinth_users TO low WITH SET TRUE; RESET ROLE;
    GRANT svcdb_owner TO plinth_users WITH INHERIT TRUE, SET TRUE;
    CREATE ROLE plinth_schema_dump LOGIN; GRANT pg_read_all_data TO plinth_schema_dump;
    SET ROLE plinth_schema_dump; SELECT lo_create(77); RESET ROLE";

#[tokio::test(flavor = "multi_thread")]
async fn roles_of_earlier_versions_lose_what_they_could_do_when_their_data_is_opened() {
    let test = TestPool::start().await;
    let (compute, port) = test.running("main").await;
    let client = connect(port, "svcdb").await;
    sql::run(&client, FORMER).await;
    drop(client);
    compute.suspend().await;
    let note = compute.cluster.join("plinth.opened");
    let now = fs::read_to_string(&note).unwrap();
    let (build, right) = now.split_once('\n').unwrap();
    let (earlier, _) = build.rsplit_once(' ').unwrap();
    fs::write(&note, format!("{earlier}\n{right}")).unwrap();
    let port = compute.wake().await.unwrap();
    assert_eq!(fs::read_to_string(&note).unwrap(), now);
    let client = connect(port, "svcdb").await;
    let left = "SELECT rolname FROM pg_roles WHERE rolname LIKE 'plinth%' ORDER BY 1";
    assert_eq!(all(&client, left).await, "plinth_admin,plinth_schema_dump");
    let right = "SELECT count(*) FROM pg_roles r WHERE rolname = 'plinth_schema_dump' AND
         (rolcanlogin OR EXISTS (SELECT FROM pg_auth_members m WHERE m.member = r.oid))";
    assert_eq!(all(&client, right).await, "0");
    let member = "SELECT pg_has_role('low', 'svcdb_owner', 'MEMBER')";
    assert_eq!(all(&client, member).await, "f");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_words_before_a_crash_outlive_later_starts() {
    let test = TestPool::start().await;
    let (compute, port) = test.running("main").await;
    let client = connect(port, "svcdb").await;
    let wrong = client.batch_execute("SELECT no_such_thing").await;
    wrong.unwrap_err();
    drop(client);
    let pid = fs::read_to_string(compute.cluster.join("postmaster.pid")).unwrap();
    let pid = pid.lines().next().unwrap().parse().unwrap();
    signal(&test.pool.pg.bin_dir, pid, Force::Immediate);
    until("the server is gone", async || {
        compute.check_server().await;
        compute.state() == ServerState::Failed
    })
    .await;
    for _ in 0..3 {
        compute.wake().await.unwrap();
        compute.suspend().await;
    }
    let read = |ending: &str| {
        let mut name = compute.log.clone().into_os_string();
        name.push(ending);
        fs::read_to_string(name).unwrap()
    };
    for text in [read(".crash"), read("")] {
        assert!(text.contains("no_such_thing"), "{text}");
        assert!(
            text.contains("received immediate shutdown request"),
            "{text}"
        );
    }
    assert!(read("").matches("starting PostgreSQL").count() >= 4);
    tree::remove(&compute.cluster).unwrap();
    test.stop().await;
}
