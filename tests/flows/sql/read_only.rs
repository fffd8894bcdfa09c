//! The promise of enforced read-only: no table, sequence, large object, schema or setting of the database changes.

use app::accounts::{self, EditAccount};
use app::sql;
use app::view::{ErrorCode, SqlPart, SqlRunState};
use testkit::until_that;

use super::editor::Editor;
use crate::product::ProductFixture;

/// The state of a database as one text: everything that the promise is about.
const STATE: &str = "SELECT concat_ws('|',
    (SELECT string_agg(format('%s', t), ',' ORDER BY id) FROM t),
    (SELECT format('%s/%s', last_value, is_called) FROM s),
    (SELECT string_agg(format('%s%s', relname, relkind), ',' ORDER BY relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
    (SELECT string_agg(nspname, ',' ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp'),
    (SELECT string_agg(oid::text, ',') FROM pg_largeobject_metadata),
    (SELECT string_agg(format('%s', r), ',') FROM pg_db_role_setting r),
    (SELECT string_agg(pg_relation_filenode(oid::regclass)::text, ',' ORDER BY relname) FROM pg_class WHERE relname IN ('t', 't_pkey')),
    (SELECT count(*) FROM pg_prepared_xacts),
    current_setting('work_mem'))";

const SET_UP: &str = "CREATE TABLE t (id int PRIMARY KEY, name text); INSERT INTO t VALUES (1, 'one'), (2, 'two');
    CREATE SEQUENCE s;
    CREATE FUNCTION writes() RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM t; RETURN 1; END $$;
    CREATE FUNCTION unlocks() RETURNS int LANGUAGE plpgsql AS $$
        BEGIN PERFORM set_config('transaction_read_only', 'off', false); DELETE FROM t; RETURN 1; END $$;
    CREATE FUNCTION hides() RETURNS int LANGUAGE plpgsql AS $$
        BEGIN BEGIN DELETE FROM t; EXCEPTION WHEN OTHERS THEN NULL; END; RETURN 1; END $$;
    CREATE PROCEDURE commits() LANGUAGE plpgsql AS $$ BEGIN COMMIT; DELETE FROM t; COMMIT; END $$;
    CREATE VIEW v AS SELECT writes() AS w;
    CREATE FUNCTION analyzed() RETURNS int LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'ANALYZE t'; RETURN 1; END $$;
    CREATE FUNCTION reindexes() RETURNS int LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'REINDEX TABLE t'; RETURN 1; END $$;
    CREATE FUNCTION clusters() RETURNS int LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'CLUSTER t USING t_pkey'; RETURN 1; END $$;
    CREATE FUNCTION ends() RETURNS int LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'ROLLBACK'; RETURN 1; END $$;
    CREATE FUNCTION owns() RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN DELETE FROM t; RETURN 1; END $$;
    CREATE FUNCTION calls() RETURNS int LANGUAGE plpgsql AS $$ BEGIN CALL commits(); RETURN 1; END $$;
    CREATE FUNCTION executes(text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN EXECUTE $1; RETURN 1; END $$;
    CREATE FUNCTION tries(text) RETURNS int LANGUAGE plpgsql AS $$
        BEGIN BEGIN EXECUTE $1; EXCEPTION WHEN OTHERS THEN NULL; END; DELETE FROM t; RETURN 1; END $$;
    CREATE MATERIALIZED VIEW m AS TABLE t";

/// Statements that are queries by their first word, and that try to change something.
const ATTEMPTS: &[&str] = &[
    "SELECT writes()",
    "SELECT unlocks()",
    "SELECT hides()",
    "SELECT * FROM v",
    "SELECT reindexes()",
    "SELECT clusters()",
    "SELECT ends()",
    "WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone",
    "WITH new AS (INSERT INTO t VALUES (3, 'three') RETURNING *) TABLE new",
    "SELECT * INTO copied FROM t",
    "SELECT * INTO TEMP copied FROM t",
    "SELECT * FROM t FOR UPDATE",
    "SELECT nextval('s')",
    "SELECT setval('s', 100)",
    "SELECT lo_create(0)",
    "SELECT lo_from_bytea(0, 'x')",
    "SELECT lo_put(lo_create(0), 0, 'x')",
    "SELECT set_config('work_mem', '64MB', false)",
    "SELECT set_config('transaction_read_only', 'off', true)",
    "SELECT set_config('default_transaction_read_only', 'off', false)",
    "SELECT set_config('session_replication_role', 'replica', false)",
    "EXPLAIN ANALYZE DELETE FROM t",
    "EXPLAIN (ANALYZE, COSTS off) UPDATE t SET name = 'x'",
    "EXPLAIN ANALYZE CREATE TABLE made AS TABLE t",
    "EXPLAIN ANALYZE SELECT writes()",
    "EXPLAIN ANALYZE EXECUTE kept",
    "COPY (SELECT writes()) TO STDOUT",
    "COPY (DELETE FROM t RETURNING *) TO STDOUT",
    "SELECT query_to_xml('DELETE FROM t', true, true, '')",
    "SELECT pg_catalog.pg_notify('channel', 'text')",
    "SELECT pg_sleep(0) FROM t WHERE writes() > 0",
    "SELECT 1; SELECT writes()",
    "SELECT $$;$$ /* ; DELETE FROM t; */ -- ; DELETE FROM t",
    "VALUES (writes())",
    "TABLE v",
    "SHOW work_mem",
    "SELECT cursor_to_xml('c', 1, true, true, '')",
    "SELECT pg_import_system_collations('public')",
    "SELECT database_to_xml(true, true, writes()::text)",
    "SELECT owns()",
    "SELECT calls()",
    "SELECT executes('COMMIT')",
    "SELECT executes('PREPARE TRANSACTION ''x''')",
    "SELECT executes('SET TRANSACTION READ WRITE')",
    "SELECT executes('SET LOCAL transaction_read_only = off')",
    "SELECT executes('SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE')",
    "SELECT tries('SET TRANSACTION READ WRITE')",
    "SELECT tries('ROLLBACK')",
    "SELECT tries('COMMIT AND CHAIN')",
    "SELECT tries('RESET transaction_read_only')",
    "SELECT tries('RESET ALL')",
    "SELECT tries('DISCARD ALL')",
    "SELECT tries('ALTER ROLE CURRENT_USER SET default_transaction_read_only = off')",
    "SELECT executes('ALTER SYSTEM SET work_mem = ''64MB''')",
    "SELECT executes('CREATE TEMP TABLE copied AS TABLE t')",
    "SELECT executes('CREATE UNLOGGED TABLE copied ()')",
    "SELECT executes('REFRESH MATERIALIZED VIEW m')",
    "SELECT executes('VACUUM FULL t')",
    "SELECT executes('REINDEX TABLE CONCURRENTLY t')",
    "SELECT executes('REINDEX SCHEMA public')",
    "SELECT executes('TRUNCATE t')",
    "SELECT executes('DO $$ BEGIN COMMIT; END $$')",
    "SELECT executes('COPY t FROM PROGRAM ''echo 3''')",
    "SELECT * INTO UNLOGGED copied FROM t",
    "WITH a AS (SELECT 1) SELECT * INTO copied FROM a",
    "WITH new (id) AS (SELECT 3) INSERT INTO t SELECT id FROM new",
    "WITH a AS (SELECT 1) MERGE INTO t USING a ON true WHEN MATCHED THEN DELETE",
    "WITH gone AS (SELECT 1) DELETE FROM t",
    "SELECT * FROM t FOR KEY SHARE",
    "SELECT id FROM t ORDER BY writes()",
    "EXPLAIN ANALYZE DECLARE c CURSOR WITH HOLD FOR SELECT writes()",
    "EXPLAIN ANALYZE REFRESH MATERIALIZED VIEW m",
    "EXPLAIN (ANALYZE) MERGE INTO t USING t AS u ON true WHEN MATCHED THEN DELETE",
    "EXPLAIN ANALYZE WITH gone AS (DELETE FROM t RETURNING *) TABLE gone",
    "COPY (WITH gone AS (DELETE FROM t RETURNING *) TABLE gone) TO STDOUT",
    "COPY (UPDATE t SET name = 'x' RETURNING *) TO STDOUT WITH (FORMAT csv)",
    "((SELECT owns()))",
    "/* a /* b */ c */ -- d\nSELECT owns()",
    "SELECT U&\"own\\0073\"()",
    "SELECT lo_unlink(lo_create(0))",
    "SELECT table_to_xml('v', true, true, '')",
    "SELECT query_to_xml_and_xmlschema('SELECT owns()', true, true, '')",
    "SELECT set_config('session_authorization', 'postgres', false)",
];

/// Queries that change the session outside of its transaction, each with a second query that returns true if nothing is left.
const LEFTOVERS: &[(&str, &str)] = &[
    (
        "SELECT pg_advisory_lock(7)",
        "SELECT count(*) = 0 FROM pg_locks WHERE locktype = 'advisory'",
    ),
    (
        "SELECT 1 / (0 * length(pg_advisory_lock(7)::text))",
        "SELECT count(*) = 0 FROM pg_locks WHERE locktype = 'advisory'",
    ),
    (
        "SELECT executes('PREPARE kept AS DELETE FROM t')",
        "SELECT count(*) = 0 FROM pg_prepared_statements WHERE name = 'kept'",
    ),
    (
        "SELECT executes('DECLARE c CURSOR WITH HOLD FOR TABLE t')",
        "SELECT count(*) = 0 FROM pg_cursors WHERE name = 'c'",
    ),
    (
        "SELECT executes('LISTEN channel')",
        "SELECT count(*) = 0 FROM pg_listening_channels()",
    ),
    (
        "SELECT executes('SET search_path = pg_catalog')",
        "SELECT current_schema() = 'public'",
    ),
    (
        "SELECT executes('SET ROLE pg_read_all_data')",
        "SELECT current_user = session_user",
    ),
    (
        "SELECT set_config('statement_timeout', '60000', false)",
        "SELECT current_setting('statement_timeout') <> '1min'",
    ),
    (
        "SELECT set_config('app.x', '1', false)",
        "SELECT coalesce(current_setting('app.x', true), '') = ''",
    ),
];

/// Statements that are refused before anything runs.
const REFUSED: &[&str] = &[
    "DELETE FROM t",
    "INSERT INTO t VALUES (9)",
    "UPDATE t SET name = ''",
    "TRUNCATE t",
    "DROP TABLE t",
    "CREATE TEMP TABLE x ()",
    "ALTER TABLE t ADD x int",
    "CALL commits()",
    "DO $$ BEGIN DELETE FROM t; END $$",
    "BEGIN",
    "COMMIT",
    "ROLLBACK",
    "END",
    "ABORT",
    "START TRANSACTION READ WRITE",
    "SAVEPOINT a",
    "PREPARE TRANSACTION 'x'",
    "PREPARE kept AS DELETE FROM t",
    "EXECUTE kept",
    "DEALLOCATE ALL",
    "SET work_mem = '64MB'",
    "SET TRANSACTION READ WRITE",
    "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
    "RESET ALL",
    "DISCARD ALL",
    "REINDEX TABLE t",
    "CLUSTER t USING t_pkey",
    "ANALYZE t",
    "VACUUM t",
    "LOCK TABLE t",
    "NOTIFY channel",
    "LISTEN channel",
    "DECLARE c CURSOR FOR TABLE t",
    "FETCH c",
    "REFRESH MATERIALIZED VIEW m",
    "CHECKPOINT",
    "LOAD 'x'",
    "GRANT ALL ON t TO PUBLIC",
    "COMMENT ON TABLE t IS 'x'",
    "SECURITY LABEL ON TABLE t IS 'x'",
    "MERGE INTO t USING t AS u ON true WHEN MATCHED THEN DELETE",
    "COPY t FROM STDIN;\n3\tthree\n\\.\n",
    "COPY t TO PROGRAM 'touch /tmp/x'",
    "COPY t TO '/tmp/x'",
    "SELECT 1; DELETE FROM t",
    "/* SELECT */ DELETE FROM t",
    "\"SELECT\" 1",
    "(DELETE FROM t)",
    "IMPORT FOREIGN SCHEMA x FROM SERVER y INTO public",
];

#[tokio::test(flavor = "multi_thread")]
async fn no_attempt_changes_the_database() {
    let product = ProductFixture::start().await;
    let writable = Editor::on_new(&product).await;
    let made = writable.run(SET_UP).await;
    assert!(
        made.results.iter().all(|it| it.error.is_none()),
        "{made:#?}"
    );
    let before = writable.cell(STATE).await;
    let attacked = writable.other("locked").read_only();
    for attempt in ATTEMPTS {
        let run = attacked.run(attempt).await;
        assert!(run.is_read_only, "{attempt}");
        assert_eq!(run.transaction, None, "{attempt}");
        assert_eq!(writable.cell(STATE).await, before, "{attempt}");
        // The next statement finds nothing of the last one.
        let left = attacked
            .cell("SELECT current_setting('work_mem') || current_setting('transaction_read_only')");
        assert_eq!(left.await.as_deref(), Some("4MBon"), "{attempt}");
    }
    for attempt in REFUSED {
        let refused = attacked.refused(attempt).await;
        let code = refused.code();
        assert!(
            matches!(code, ErrorCode::ReadOnly),
            "{attempt}: {refused:?}"
        );
    }
    assert_eq!(writable.cell(STATE).await, before);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn query_leaves_nothing_but_a_seed_for_the_next_one() {
    let product = ProductFixture::start().await;
    let writable = Editor::on_new(&product).await;
    writable.run(SET_UP).await;
    let reader = writable.other("reader").read_only();
    for (query, is_gone) in LEFTOVERS {
        reader.run(query).await;
        let is_gone = reader.cell(is_gone).await;
        assert_eq!(is_gone.as_deref(), Some("t"), "{query}");
    }
    // The seed alone stays.
    let mut drawn = Vec::new();
    for _ in 0..2 {
        reader.run("SELECT setseed(0.5)").await;
        drawn.push(reader.cell("SELECT random()").await);
    }
    assert_eq!(drawn[0], drawn[1]);
    product.stop().await;
}

/// A backslash continues a string there, so that the server may read another statement than Plinth does.
#[tokio::test(flavor = "multi_thread")]
async fn no_attempt_changes_the_database_where_backslashes_escape() {
    let product = ProductFixture::start().await;
    let writable = Editor::on_new(&product).await;
    writable.run(SET_UP).await;
    let set = "DO $$ BEGIN EXECUTE format('ALTER ROLE %I SET standard_conforming_strings = off', current_user); END $$";
    let set = writable.run(set).await;
    assert_eq!(set.results.first().and_then(|it| it.error.clone()), None);
    let before = writable.cell(STATE).await;
    let attacked = writable.other("locked").read_only();
    let setting = "SHOW standard_conforming_strings";
    assert_eq!(attacked.cell(setting).await.as_deref(), Some("off"));
    for attempt in [
        r"SELECT 'a\'; DELETE FROM t; --'",
        r"SELECT '\'' ; DELETE FROM t; SELECT '\''",
        r"COPY t FROM 'a\' TO STDOUT --'",
        r"COPY (SELECT 'a\') TO STDOUT --') TO PROGRAM 'false'",
    ] {
        if let Ok(run) = attacked.start_part(attempt, SqlPart::All).await {
            attacked.until_quiet(run).await;
        }
        assert_eq!(writable.cell(STATE).await, before, "{attempt}");
    }
    product.stop().await;
}

/// The server writes these numbers in place, so that a rollback leaves them. They are estimates for its planner, which
/// autovacuum renews too.
#[tokio::test(flavor = "multi_thread")]
async fn estimates_of_a_table_are_all_that_a_function_can_change() {
    let product = ProductFixture::start().await;
    let writable = Editor::on_new(&product).await;
    writable.run(SET_UP).await;
    let attacked = writable.other("locked").read_only();
    for (attempt, rows) in [("SELECT analyzed()", "2"), ("SELECT reindexes()", "3")] {
        let before = writable.cell(STATE).await;
        attacked.run(attempt).await;
        assert_eq!(writable.cell(STATE).await, before, "{attempt}");
        let estimate = "SELECT reltuples FROM pg_class WHERE relname = 't'";
        let estimate = writable.cell(estimate).await;
        assert_eq!(estimate.as_deref(), Some(rows), "{attempt}");
        writable.run("INSERT INTO t VALUES (3, 'three')").await;
    }
    let statistics = "SELECT count(*) FROM pg_statistic WHERE starelid = 't'::regclass";
    assert_eq!(writable.cell(statistics).await.as_deref(), Some("0"));
    product.stop().await;
}

/// These functions write an index at once, as autovacuum does. No query finds other rows for it.
#[tokio::test(flavor = "multi_thread")]
async fn maintenance_of_an_index_by_a_function_is_kept() {
    let product = ProductFixture::start().await;
    let writable = Editor::on_new(&product).await;
    let set_up = "CREATE TABLE t AS SELECT ARRAY[id] AS ids, id FROM generate_series(1, 1000) id;
        CREATE INDEX t_gin ON t USING gin (ids);
        CREATE INDEX t_brin ON t USING brin (id) WITH (pages_per_range = 1, autosummarize = off);
        INSERT INTO t SELECT ARRAY[id], id FROM generate_series(1, 1000) id";
    writable.run(set_up).await;
    let reader = writable.other("reader").read_only();
    for maintenance in [
        "SELECT gin_clean_pending_list('t_gin') > 0",
        "SELECT brin_summarize_new_values('t_brin') > 0",
    ] {
        // The second time there is nothing left to do.
        for works in ["t", "f"] {
            let worked = reader.cell(maintenance).await;
            assert_eq!(worked.as_deref(), Some(works), "{maintenance}");
        }
    }
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queries_of_every_kind_run() {
    let product = ProductFixture::start().await;
    let writable = Editor::on_new(&product).await;
    writable.run(SET_UP).await;
    let reader = writable.other("reader").read_only();
    for query in [
        "SELECT count(*) FROM t",
        "(SELECT 1) UNION ALL (SELECT 2)",
        "VALUES (1)",
        "TABLE t",
        "WITH a AS (SELECT 1) TABLE a",
        "SHOW server_version",
        "EXPLAIN ANALYZE SELECT * FROM t",
        "COPY t TO STDOUT",
    ] {
        let run = reader.run(query).await;
        assert_eq!(run.error, None, "{query}");
        assert_eq!(run.results[0].error, None, "{query}");
        assert!(run.results[0].rows >= 1.0, "{query}");
    }
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn locked_account_only_reads_and_its_open_session_ends_with_the_lock() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let mut editor = Editor::on(&product, &made.id);
    editor.run("CREATE TABLE t (id int)").await;
    editor.options.is_manual = true;
    let open = editor.run("INSERT INTO t VALUES (1)").await;
    assert!(open.transaction.is_some());
    let asleep = editor.other("asleep");
    let sleeping = asleep.start("SELECT pg_sleep(600)").await;
    let sleeping = asleep.until(sleeping, SqlRunState::Running).await;

    let account = accounts::list(&product.app)[0].id.clone();
    let lock = EditAccount {
        is_read_only: Some(true),
        ..EditAccount::default()
    };
    accounts::edit(&product.app, &account, lock).await.unwrap();
    let ended = asleep.until_quiet(sleeping).await;
    assert_eq!(ended.state, SqlRunState::Ended);
    let look = async || sql::wait(&product.app, &open.id, 0).await.unwrap();
    until_that("the transaction is closed", look, |run| {
        run.transaction.is_none()
    })
    .await;
    let refused = editor.refused("INSERT INTO t VALUES (2)").await;
    assert_eq!(refused.code(), ErrorCode::ReadOnly);
    assert!(
        refused.message().starts_with("INSERT at line 1"),
        "{refused:?}"
    );
    // The open transaction was rolled back.
    assert_eq!(
        editor.cell("SELECT count(*) FROM t").await.as_deref(),
        Some("0")
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tab_with_an_open_transaction_does_not_switch_to_reading() {
    let product = ProductFixture::start().await;
    let mut writable = Editor::on_new(&product).await;
    writable.run(SET_UP).await;
    writable.options.is_manual = true;
    writable.run("DELETE FROM t").await;
    let reader = writable.other(writable.id).read_only();
    let refused = reader.refused("TABLE t").await;
    assert_eq!(refused.code(), ErrorCode::Invalid);
    writable.run("ROLLBACK").await;
    let reader = writable.other(writable.id).read_only();
    assert_eq!(reader.run("SELECT writes()").await.transaction, None);
    let count = reader.cell("SELECT count(*) FROM t").await;
    assert_eq!(count.as_deref(), Some("2"));
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_query_or_lost_session_leaves_nothing_and_the_next_query_only_reads() {
    let product = ProductFixture::start().await;
    let writable = Editor::on_new(&product).await;
    writable.run(SET_UP).await;
    let before = writable.cell(STATE).await;
    let reader = writable.other("reader").read_only();
    let lock = "SELECT pg_advisory_lock(7), pg_sleep(600)";
    let locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'";
    for ends_session in [false, true] {
        let run = reader.start(lock).await;
        let look = async || writable.cell(locks).await;
        let is_one = |count: &Option<String>| count.as_deref() == Some("1");
        until_that("the query holds its lock", look, is_one).await;
        if ends_session {
            let end = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'";
            writable.run(end).await;
        } else {
            sql::stop(&product.app, &run.id);
        }
        reader.until(run, SqlRunState::Ended).await;
        let is_none = |count: &Option<String>| count.as_deref() == Some("0");
        until_that("the lock is gone", look, is_none).await;
        reader.run("SELECT writes()").await;
        assert_eq!(writable.cell(STATE).await, before);
    }
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_run_follows_the_lock_while_a_result_is_paused() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let editor = Editor::on(&product, &made.id);
    editor.run("CREATE TABLE t (id int)").await;
    let account = accounts::list(&product.app)[0].id.clone();
    let lock = async |is_read_only| {
        let edit = EditAccount {
            is_read_only: Some(is_read_only),
            ..EditAccount::default()
        };
        accounts::edit(&product.app, &account, edit).await.unwrap();
    };
    lock(true).await;
    let rows = "SELECT * FROM generate_series(1, 100000)";
    let paused = editor.run(rows).await;
    assert_eq!(
        (paused.state, paused.is_read_only),
        (SqlRunState::Paused, true)
    );
    lock(false).await;
    let written = editor.run("INSERT INTO t VALUES (1)").await;
    assert!(!written.is_read_only);
    let paused = editor.run(rows).await;
    assert_eq!(
        (paused.state, paused.is_read_only),
        (SqlRunState::Paused, false)
    );
    lock(true).await;
    editor.refused("INSERT INTO t VALUES (2)").await;
    let read = editor.run("SELECT count(*) FROM t").await;
    assert!(read.is_read_only);
    assert_eq!(
        editor.page(&read, 0, 0, 1).await[0][0].as_deref(),
        Some("1")
    );
    product.stop().await;
}
