//! Roles and databases as ordered changes.

use super::test_pool::{ADMIN_PASSWORD, TestPool, all, connect, plainly, try_connect, until};
use crate::postgres::apply::apply;
use crate::postgres::own_roles::ADMIN;
use crate::postgres::sql::SqlError;
use crate::state::{Change, Secret};
use testkit::sql;

fn role(name: &str, no_login: bool) -> Change {
    Change::CreateRole {
        name: name.into(),
        password: Secret::new("it's \\ a\"secret"),
        no_login,
    }
}

fn database(name: &str, owner: &str) -> Change {
    Change::CreateDatabase {
        name: name.into(),
        owner: owner.into(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_may_come_twice() {
    let test = TestPool::start().await;
    let (_, port) = test.running("main").await;
    let (odd, long) = ("Zoë's \"best\" 角色; --", "ü".repeat(31));
    let changes = [
        role(odd, false),
        role(&long, true),
        database("d 'b\"1", odd),
        database(&long, "svcdb_owner"),
        Change::OwnDatabase {
            name: long.clone(),
            owner: odd.into(),
            was: None,
        },
        Change::SetPassword {
            role: odd.into(),
            password: Secret::new("new one"),
        },
    ];
    let kept = serde_json::to_string(&changes).unwrap();
    let changes: Vec<Change> = serde_json::from_str(&kept).unwrap();
    for change in &changes {
        for _ in 0..2 {
            apply(port, &test.admin(), std::slice::from_ref(change))
                .await
                .unwrap();
        }
    }
    for (user, password) in [(odd, "new one"), (ADMIN, ADMIN_PASSWORD)] {
        let plain = plainly(port, user, password).await.unwrap_err();
        let code = plain.code().map(tokio_postgres::error::SqlState::code);
        assert_eq!(code, Some("28000"), "{user} needs TLS");
    }
    assert!(try_connect(port, odd, "new one", "d 'b\"1").await.is_ok());
    let client = connect(port, "postgres").await;
    let like_the_first = "SELECT count(*) FROM (
        SELECT rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolsuper,
               array(SELECT roleid FROM pg_auth_members m WHERE m.member = r.oid AND admin_option ORDER BY 1)
        FROM pg_roles r WHERE rolname !~ '^(pg_|plinth_admin$|tester$)' GROUP BY 1, 2, 3, 4, 5, 6) kinds";
    assert_eq!(all(&client, like_the_first).await, "1");
    let logins = "SELECT rolcanlogin FROM pg_roles WHERE rolname !~ '^(pg_|plinth_admin$|tester$)' ORDER BY oid";
    assert_eq!(all(&client, logins).await, "t,t,f");
    let owners = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname !~ '^(postgres|template[01])$' ORDER BY oid";
    assert_eq!(
        all(&client, owners).await,
        format!("svcdb_owner,{odd},{odd}")
    );
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_role_leaves_what_it_owned_to_the_databases_owner() {
    let test = TestPool::start().await;
    let (_, port) = test.running("main").await;
    apply(
        port,
        &test.admin(),
        &[
            role("leaver", false),
            role("friend", false),
            database("other", "leaver"),
            database("third", "friend"),
        ],
    )
    .await
    .unwrap();
    let inside = connect(port, "svcdb").await;
    sql::run(&inside, "GRANT CREATE ON DATABASE svcdb TO leaver; GRANT CREATE ON SCHEMA public TO leaver;
         SET ROLE leaver;
         CREATE TABLE theirs AS SELECT 1 AS n; CREATE SCHEMA s CREATE TABLE more (n serial PRIMARY KEY);
         CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1';
         CREATE TYPE mood AS ENUM ('fine'); SELECT lo_create(99);
         ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO friend;
         CREATE ROLE made_by_leaver; GRANT made_by_leaver TO friend;
         RESET ROLE;
         GRANT SELECT ON pg_class TO leaver; CREATE TABLE mine (n int); GRANT ALL ON mine TO leaver WITH GRANT OPTION;
         ALTER TABLE mine ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON mine TO leaver USING (true);
         SET ROLE leaver; GRANT SELECT ON mine TO friend; RESET ROLE").await;
    let third = connect(port, "third").await;
    sql::run(
        &third,
        "GRANT ALL ON SCHEMA public TO leaver; SET ROLE leaver; CREATE TABLE there (n int)",
    )
    .await;
    let session = connect(port, "svcdb").await;
    sql::run(&session, "SET SESSION AUTHORIZATION leaver").await;
    for _ in 0..2 {
        apply(
            port,
            &test.admin(),
            &[Change::DropRole {
                name: "leaver".into(),
            }],
        )
        .await
        .unwrap();
    }
    let owner_of = |what: &str| {
        format!("SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = '{what}'::regclass")
    };
    assert_eq!(all(&inside, &owner_of("theirs")).await, "svcdb_owner");
    assert_eq!(all(&inside, &owner_of("s.more")).await, "svcdb_owner");
    sql::run(&third, "RESET ROLE").await;
    assert_eq!(all(&third, &owner_of("there")).await, "friend");
    assert_eq!(
        all(
            &inside,
            "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'other'"
        )
        .await,
        "svcdb_owner"
    );
    assert_eq!(all(&inside, "SELECT n FROM theirs").await, "1");
    assert_eq!(
        all(
            &inside,
            "SELECT count(*) FROM pg_roles WHERE rolname = 'leaver'"
        )
        .await,
        "0"
    );
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn renaming_and_dropping_cut_who_is_connected() {
    let test = TestPool::start().await;
    let (_, port) = test.running("main").await;
    apply(port, &test.admin(), &[database("old", "svcdb_owner")])
        .await
        .unwrap();
    let inside = connect(port, "old").await;
    sql::run(&inside, "CREATE TABLE kept AS SELECT 7 AS n; ALTER DATABASE old SET default_transaction_read_only = on").await;
    let rename = Change::RenameDatabase {
        from: "old".into(),
        to: "new".into(),
    };
    apply(port, &test.admin(), std::slice::from_ref(&rename))
        .await
        .unwrap();
    until("it is cut off", async || inside.is_closed()).await;
    apply(port, &test.admin(), &[rename]).await.unwrap();
    let inside = connect(port, "new").await;
    assert_eq!(all(&inside, "SELECT n FROM kept").await, "7");
    sql::run(&inside, "SET default_transaction_read_only = off").await;
    sql::run(&inside, "CREATE SUBSCRIPTION s CONNECTION 'host=127.0.0.1 port=1' PUBLICATION p WITH (connect = false); ALTER DATABASE new IS_TEMPLATE true").await;
    let drop = Change::DropDatabase { name: "new".into() };
    for _ in 0..2 {
        apply(port, &test.admin(), std::slice::from_ref(&drop))
            .await
            .unwrap();
    }
    until("it is cut off", async || inside.is_closed()).await;
    let client = connect(port, "postgres").await;
    assert_eq!(
        all(
            &client,
            "SELECT datname FROM pg_database WHERE datname !~ '^(postgres|template[01])$'"
        )
        .await,
        "svcdb"
    );
    assert_eq!(
        all(&client, "SELECT count(*) FROM pg_subscription").await,
        "0"
    );
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_or_database_that_people_made_by_sql_is_not_changed() {
    let test = TestPool::start().await;
    let (_, port) = test.running("main").await;
    let client = connect(port, "svcdb").await;
    sql::run(&client, "CREATE ROLE low LOGIN CREATEROLE CREATEDB").await;
    sql::run(
        &client,
        "SET ROLE low; CREATE ROLE wanted LOGIN PASSWORD 'known'; CREATE ROLE group_of_low",
    )
    .await;
    sql::run(&client, "CREATE DATABASE theirs").await;
    sql::run(&client, "RESET ROLE").await;
    for change in [
        role("wanted", false),
        role("wanted", true),
        role("group_of_low", true),
        database("theirs", "svcdb_owner"),
    ] {
        let refused = apply(port, &test.admin(), std::slice::from_ref(&change)).await;
        let is_found = matches!(refused, Err(SqlError::Found { .. }));
        assert!(is_found, "{change:?}: {refused:?}");
    }
    let gained = "SELECT count(*) FROM pg_roles r WHERE rolname IN ('wanted', 'group_of_low')
         AND (rolbypassrls OR EXISTS (SELECT FROM pg_auth_members m WHERE m.member = r.oid))";
    assert_eq!(all(&client, gained).await, "0");
    let owner = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'theirs'";
    assert_eq!(all(&client, owner).await, "low");
    // Nor does a role that people made by SQL get what a dropped one had.
    let drop = |name: &str| Change::DropRole { name: name.into() };
    apply(port, &test.admin(), &[drop("svcdb_owner")])
        .await
        .unwrap();
    let owner = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'svcdb'";
    assert!(all(&client, owner).await.starts_with("plinth_heir_"));
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_a_server_would_change_or_that_are_its_own_are_refused() {
    let test = TestPool::start().await;
    let (_, port) = test.running("main").await;
    let long = "x".repeat(64);
    for change in [
        role("", false),
        role(&long, false),
        role("plinth_admin", false),
        role("plinth_users", false),
        role("plinth_heir", false),
        role("pg_monitor", false),
        Change::DropRole {
            name: "plinth_admin".into(),
        },
        Change::DropDatabase {
            name: "postgres".into(),
        },
        Change::RenameDatabase {
            from: "svcdb".into(),
            to: "template1".into(),
        },
        database(&long, "svcdb_owner"),
        database("fine", "plinth_admin"),
    ] {
        let refused = apply(port, &test.admin(), std::slice::from_ref(&change)).await;
        assert!(
            matches!(refused, Err(SqlError::UnfitName(_))),
            "{change:?}: {refused:?}"
        );
    }
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_last_role_leaves_never_gets_the_rights_of_a_superuser() {
    let test = TestPool::start().await;
    let (_, port) = test.running("main").await;
    let inside = connect(port, "svcdb").await;
    sql::run(
        &inside,
        "SET ROLE svcdb_owner;
             CREATE FUNCTION climb() RETURNS bool LANGUAGE sql SECURITY DEFINER
             AS $$ SELECT rolsuper FROM pg_roles WHERE rolname = current_user $$;
             RESET ROLE",
    )
    .await;
    let middle = connect(port, "postgres").await;
    sql::run(
        &middle,
        "SET ROLE svcdb_owner; SELECT lo_create(77); RESET ROLE",
    )
    .await;
    let name = "svcdb_owner".into();
    apply(port, &test.admin(), &[Change::DropRole { name }])
        .await
        .unwrap();
    assert_eq!(all(&inside, "SELECT climb()").await, "f");
    let of_the_superuser = "SELECT count(*) FROM pg_proc p WHERE oid >= 16384
         AND pg_get_userbyid(proowner) = 'plinth_admin'";
    assert_eq!(all(&inside, of_the_superuser).await, "0");
    let large = "SELECT pg_get_userbyid(lomowner) FROM pg_largeobject_metadata WHERE oid = 77";
    assert!(all(&middle, large).await.starts_with("plinth_heir_"));
    let database = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'svcdb'";
    assert!(all(&middle, database).await.starts_with("plinth_heir_"));
    for _ in 0..2 {
        apply(port, &test.admin(), &[role("next", false)])
            .await
            .unwrap();
    }
    let owner = "SELECT pg_get_userbyid(proowner) FROM pg_proc WHERE proname = 'climb'";
    assert_eq!(all(&inside, owner).await, "next");
    assert_eq!(all(&middle, database).await, "next");
    assert_eq!(all(&middle, large).await, "next");
    let left = "SELECT count(*) FROM pg_roles WHERE rolname LIKE 'plinth_heir%'";
    assert_eq!(all(&middle, left).await, "0");
    test.stop().await;
}
