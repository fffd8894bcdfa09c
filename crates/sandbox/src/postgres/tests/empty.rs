//! A schema without its data.

use super::test_pool::{TestPool, all, connect, until};
use crate::postgres::empty::empty;
use testkit::sql;

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_but_the_schema() {
    let test = TestPool::start().await;
    let (_, port) = test.running("main").await;
    let client = connect(port, "svcdb").await;
    let script = r#"
        CREATE SCHEMA "Odd ""one""";
        CREATE TABLE place (id int GENERATED ALWAYS AS IDENTITY (START WITH 10 INCREMENT BY 5) PRIMARY KEY, name text);
        CREATE TABLE visit (id bigserial PRIMARY KEY, place int REFERENCES place, on_day date NOT NULL);
        CREATE TABLE measure (day date NOT NULL, place int REFERENCES place, n int, PRIMARY KEY (day, n)) PARTITION BY RANGE (day);
        CREATE TABLE measure_a PARTITION OF measure FOR VALUES FROM ('2020-01-01') TO ('2021-01-01') PARTITION BY LIST (n);
        CREATE TABLE measure_a1 PARTITION OF measure_a FOR VALUES IN (1);
        CREATE TABLE measure_rest PARTITION OF measure DEFAULT;
        CREATE TABLE about_measure (day date, n int, FOREIGN KEY (day, n) REFERENCES measure);
        CREATE TABLE self (id int PRIMARY KEY, up int REFERENCES self);
        CREATE TABLE cycle_a (id int PRIMARY KEY, b int);
        CREATE TABLE cycle_b (id int PRIMARY KEY, a int REFERENCES cycle_a);
        ALTER TABLE cycle_a ADD FOREIGN KEY (b) REFERENCES cycle_b;
        CREATE UNLOGGED TABLE "Odd ""one"""."Unlögged ""t""" (n int);
        CREATE TABLE parent (n int); CREATE TABLE heir (m int) INHERITS (parent);
        CREATE SEQUENCE lone START 7; CREATE SEQUENCE down INCREMENT -1;
        CREATE TABLE told (n int);
        CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'truncated %', TG_TABLE_NAME; END $$;
        CREATE TRIGGER t1 BEFORE TRUNCATE ON place EXECUTE FUNCTION tell();
        CREATE TRIGGER t2 BEFORE TRUNCATE ON told EXECUTE FUNCTION tell();
        ALTER TABLE told ENABLE ALWAYS TRIGGER t2;
        CREATE TRIGGER t3 AFTER TRUNCATE ON self EXECUTE FUNCTION tell();
        ALTER TABLE self ENABLE REPLICA TRIGGER t3;
        CREATE FOREIGN DATA WRAPPER nowhere; CREATE SERVER far FOREIGN DATA WRAPPER nowhere;
        CREATE FOREIGN TABLE elsewhere (n int) SERVER far;
        CREATE TABLE mixed (n int) PARTITION BY LIST (n);
        CREATE TABLE mixed_here PARTITION OF mixed FOR VALUES IN (1);
        CREATE FOREIGN TABLE mixed_far PARTITION OF mixed FOR VALUES IN (2) SERVER far;
        INSERT INTO place (name) SELECT 'x' FROM generate_series(1, 20);
        INSERT INTO visit (place, on_day) SELECT id, '2020-02-02' FROM place;
        INSERT INTO measure VALUES ('2020-05-05', 10, 1), ('2022-05-05', 10, 2);
        INSERT INTO about_measure SELECT day, n FROM measure;
        INSERT INTO self VALUES (1, 1); INSERT INTO cycle_a VALUES (1); INSERT INTO cycle_b VALUES (1, 1); UPDATE cycle_a SET b = 1;
        INSERT INTO "Odd ""one"""."Unlögged ""t""" VALUES (1);
        INSERT INTO parent VALUES (1); INSERT INTO heir VALUES (1, 2); INSERT INTO told VALUES (1); INSERT INTO mixed VALUES (1);
        SELECT nextval('lone'), nextval('lone'), nextval('down');
        CREATE MATERIALIZED VIEW seen AS SELECT count(*) AS n FROM visit;
        CREATE UNIQUE INDEX ON seen (n);
        CREATE MATERIALIZED VIEW over_seen AS SELECT n FROM seen;
        CREATE VIEW plain AS SELECT count(*) AS n FROM visit;
        SELECT lo_from_bytea(0, 'x') FROM generate_series(1, 2500);
        CREATE STATISTICS both_columns ON place, on_day FROM visit;
        COMMENT ON TABLE place IS 'stays';
        ANALYZE place, visit, heir;
    "#;
    sql::run(&client, script).await;
    sql::run(&client, "CREATE DATABASE closed").await;
    let closed = connect(port, "closed").await;
    sql::run(&closed, "CREATE TABLE hidden AS SELECT 1 AS n").await;
    drop(closed);
    sql::run(&client, "ALTER DATABASE closed ALLOW_CONNECTIONS false; ALTER DATABASE svcdb SET default_transaction_read_only = on").await;

    let schema = "SELECT md5(string_agg(line, ',' ORDER BY line)) FROM (
        SELECT format('%s %s %s', c.oid, c.relname, c.relkind) AS line FROM pg_class c WHERE oid >= 16384
        UNION ALL SELECT format('%s %s %s', oid, conname, confrelid) FROM pg_constraint
        UNION ALL SELECT format('%s %s %s', oid, tgname, tgenabled) FROM pg_trigger
        UNION ALL SELECT description FROM pg_description WHERE objoid >= 16384
        UNION ALL SELECT format('%s %s %s', seqrelid, seqstart, seqincrement) FROM pg_sequence) lines";
    let before = all(&client, schema).await;
    for _ in 0..2 {
        empty(port, &test.admin()).await.unwrap();
    }
    assert_eq!(all(&client, schema).await, before, "the schema is the same");
    for table in [
        "place",
        "visit",
        "measure",
        "measure_a1",
        "about_measure",
        "self",
        "cycle_a",
        "cycle_b",
        "\"Odd \"\"one\"\"\".\"Unlögged \"\"t\"\"\"",
        "parent",
        "heir",
        "told",
        "mixed_here",
        "pg_largeobject",
        "pg_largeobject_metadata",
        "plain WHERE n > 0",
    ] {
        assert_eq!(
            all(&client, &format!("SELECT count(*) FROM {table}")).await,
            "0",
            "{table}"
        );
    }
    let planner = "SELECT count(*) FROM pg_stats WHERE schemaname NOT IN ('pg_catalog', 'information_schema')";
    assert_eq!(all(&client, planner).await, "0");
    assert_eq!(
        all(
            &client,
            "SELECT relispopulated FROM pg_class WHERE relkind = 'm'"
        )
        .await,
        "f,f"
    );
    sql::run(&client, "SET default_transaction_read_only = off").await;
    assert_eq!(
        all(
            &client,
            "INSERT INTO place (name) VALUES ('new') RETURNING id"
        )
        .await,
        "10"
    );
    assert_eq!(
        all(
            &client,
            "INSERT INTO visit (place, on_day) VALUES (10, '2020-01-01') RETURNING id"
        )
        .await,
        "1"
    );
    assert_eq!(all(&client, "SELECT nextval('lone')").await, "7");
    assert_eq!(all(&client, "SELECT nextval('down')").await, "-1");
    sql::run(&client, "REFRESH MATERIALIZED VIEW seen").await;
    assert_eq!(all(&client, "SELECT n FROM seen").await, "1");
    assert_eq!(
        all(
            &client,
            "SELECT datallowconn FROM pg_database WHERE datname = 'closed'"
        )
        .await,
        "f"
    );
    sql::run(&client, "ALTER DATABASE closed ALLOW_CONNECTIONS true").await;
    let closed = connect(port, "closed").await;
    assert_eq!(all(&closed, "SELECT count(*) FROM hidden").await, "0");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tables_need_no_more_locks_than_there_are() {
    let test = TestPool::start().await;
    let (_, port) = test.running("main").await;
    let client = connect(port, "svcdb").await;
    for hundred in 0..30 {
        let some = format!(
            "DO $$ BEGIN FOR i IN 1..100 LOOP
            EXECUTE format('CREATE TABLE t_%s_%s (id serial PRIMARY KEY, word text)', {hundred}, i);
            EXECUTE format('INSERT INTO t_%s_%s (word) VALUES (1)', {hundred}, i);
            END LOOP; END $$"
        );
        sql::run(&client, &some).await;
    }
    empty(port, &test.admin()).await.unwrap();
    let pages = "SELECT sum(pg_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname LIKE 't\\_%'";
    assert_eq!(all(&client, pages).await, "0");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trigger_that_comes_while_a_table_is_waited_for_does_not_fire() {
    let test = TestPool::start().await;
    let (_, port) = test.running("main").await;
    let people = connect(port, "svcdb").await;
    sql::run(
        &people,
        "CREATE TABLE told AS SELECT 1 AS n;
             CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql
             AS $$ BEGIN RAISE EXCEPTION 'run by %', session_user; END $$",
    )
    .await;
    sql::run(&people, "BEGIN; LOCK TABLE told IN ACCESS SHARE MODE").await;
    let admin = test.admin();
    let emptying = tokio::spawn(async move { empty(port, &admin).await });
    let middle = connect(port, "postgres").await;
    until("the table is waited for", async || {
        all(&middle, "SELECT count(*) FROM pg_locks WHERE NOT granted").await == "1"
    })
    .await;
    sql::run(
        &people,
        "CREATE TRIGGER late BEFORE TRUNCATE ON told EXECUTE FUNCTION tell();
             ALTER TABLE told ENABLE ALWAYS TRIGGER late; COMMIT",
    )
    .await;
    emptying.await.unwrap().unwrap();
    assert_eq!(all(&people, "SELECT count(*) FROM told").await, "0");
    let stays = "SELECT tgenabled FROM pg_trigger WHERE tgname = 'late'";
    assert_eq!(all(&people, stays).await, "A");
    test.stop().await;
}
