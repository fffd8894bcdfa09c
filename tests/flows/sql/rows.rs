//! The rows of results: every type, any number, any size.

use app::sql;
use app::view::{SqlCut, SqlRunState, SqlRunView};
use plinth_tests::is_thorough;
use testkit::until_that;

use super::editor::Editor;
use crate::product::ProductFixture;

#[tokio::test(flavor = "multi_thread")]
async fn built_in_types_and_their_arrays_come_as_the_server_writes_them() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    // The input of each type that the server itself can read, and each in an array with a null.
    let types =
        "SELECT format_type(oid, NULL) FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace
        AND typtype IN ('b', 'r', 'm') AND typarray <> 0 AND typname !~ '^(reg|pg_|_)' ORDER BY 1";
    let run = editor.run(types).await;
    let names: Vec<String> = editor
        .page(&run, 0, 0, 200)
        .await
        .into_iter()
        .flatten()
        .flatten()
        .collect();
    assert!(names.len() > 50, "{names:?}");
    let example = |name: &str| {
        match name {
            "aclitem" => "=r/pg_monitor",
            "bit" => "1",
            "bit varying" => "101",
            "boolean" => "t",
            "box" => "(3,4),(1,2)",
            "bytea" => "\\x00ff",
            "cidr" => "10.0.0.0/8",
            "circle" => "<(1,2),3>",
            "date" => "2026-02-28",
            "double precision" | "real" => "1.5",
            "gtsvector" => return None,
            "inet" => "10.0.0.1",
            "int4range" | "int8range" | "numrange" => "[1,5)",
            "int4multirange" | "int8multirange" | "nummultirange" => "{[1,5),[7,9)}",
            "daterange" => "[2026-01-01,2026-02-01)",
            "datemultirange" => "{[2026-01-01,2026-02-01)}",
            "tsrange" => "[\"2026-01-01 00:00:00\",\"2026-02-01 00:00:00\")",
            "tsmultirange" => "{[\"2026-01-01 00:00:00\",\"2026-02-01 00:00:00\")}",
            "tstzrange" => "[\"2026-01-01 00:00:00+00\",\"2026-02-01 00:00:00+00\")",
            "tstzmultirange" => "{[\"2026-01-01 00:00:00+00\",\"2026-02-01 00:00:00+00\")}",
            "int2vector" | "oidvector" => "1 2",
            "interval" => "1 mon 02:03:04.5",
            "json" | "jsonb" => "{\"a\": [1, null]}",
            "jsonpath" => "$.\"a\"",
            "line" => "{1,2,3}",
            "lseg" => "[(1,2),(3,4)]",
            "macaddr" => "08:00:2b:01:02:03",
            "macaddr8" => "08:00:2b:01:02:03:04:05",
            "money" => "$1,234.50",
            "numeric" => "12345678901234567890.123456789",
            "path" => "((1,2),(3,4))",
            "point" => "(1,2)",
            "polygon" => "((1,2),(3,4),(5,6))",
            "refcursor" | "text" | "character varying" | "name" => "ä \"quoted\" 😀",
            "tid" => "(1,2)",
            "time with time zone" => "01:02:03+00",
            "time without time zone" => "01:02:03.5",
            "timestamp with time zone" => "2026-01-02 03:04:05.678901+00",
            "timestamp without time zone" => "2026-01-02 03:04:05.678901",
            "tsquery" => "'a' & 'b'",
            "tsvector" => "'a':1 'b':2",
            "txid_snapshot" => "1:1:",
            "uuid" => "00000000-0000-0000-0000-000000000001",
            "xml" => "<a/>",
            "\"char\"" | "character" => "x",
            "bigint" | "integer" | "smallint" | "oid" | "xid" | "xid8" | "cid" => "7",
            other => panic!("there is no example of {other}"),
        }
        .into()
    };
    let examples: Vec<(&String, &str)> = names
        .iter()
        .filter_map(|name| {
            let example: Option<&str> = example(name);
            Some((name, example?))
        })
        .collect();
    editor
        .run("SET timezone = 'UTC'; SET lc_monetary = 'C'")
        .await;
    let quoted = |text: &str| text.replace('\'', "''");
    let columns = examples.iter().map(|(name, example)| {
        let value = format!("'{}'::{name}", quoted(example));
        format!("{value}, ARRAY[{value}, NULL]")
    });
    let columns: Vec<_> = columns.collect();
    let run = editor.run(&format!("SELECT {}", columns.join(", "))).await;
    let result = &run.results[0];
    assert_eq!(result.error, None);
    let row = editor.page(&run, 0, 0, 1).await.remove(0);
    for (at, (name, example)) in examples.iter().enumerate() {
        let (one, array) = (&result.columns[2 * at], &result.columns[2 * at + 1]);
        // `bit` and `character` have the length 1, and their arrays are named by other names of theirs.
        let plain = |text: &str| {
            let text = text.replace('"', "").replace("(1)", "");
            text.replace("bpchar", "character")
        };
        let types = (plain(&one.type_name), plain(&array.type_name));
        assert_eq!(types, (plain(name), plain(&format!("{name}[]"))));
        assert_eq!(row[2 * at].as_deref(), Some(*example), "{name}");
        let array = row[2 * at + 1].as_deref().unwrap();
        assert!(
            array.starts_with('{') && array.ends_with("NULL}"),
            "{name}: {array}"
        );
    }
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn null_is_no_empty_text_and_types_have_their_lengths() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let made = "CREATE TYPE mood AS ENUM ('calm', 'loud'); CREATE DOMAIN \"Small\" AS int CHECK (VALUE < 9);
        CREATE TABLE t (a varchar(20), b numeric(10,2)[], c mood, d \"Small\", e char(3));
        INSERT INTO t VALUES ('', NULL, 'calm', 3, 'x')";
    assert_eq!(editor.run(made).await.error, None);
    let run = editor.run("TABLE t").await;
    let types: Vec<_> = run.results[0]
        .columns
        .iter()
        .map(|it| it.type_name.as_str())
        .collect();
    let expected = [
        "character varying(20)",
        "numeric(10,2)[]",
        "mood",
        "\"Small\"",
        "character(3)",
    ];
    // The server describes a domain as what it is made of.
    assert_eq!(
        types,
        [
            "character varying(20)",
            "numeric(10,2)[]",
            "mood",
            "integer",
            "character(3)"
        ]
    );
    assert_eq!(expected.len(), types.len());
    let row = editor.page(&run, 0, 0, 9).await.remove(0);
    let row: Vec<_> = row.iter().map(Option::as_deref).collect();
    assert_eq!(row, [Some(""), None, Some("calm"), Some("3"), Some("x  ")]);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_read_when_they_are_asked_for_and_stay_readable() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let count = if is_thorough() { 10_000_000 } else { 100_000 };
    let rows = format!("SELECT n, repeat('x', n % 50) FROM generate_series(1, {count}) n");
    let run = editor.run(&rows).await;
    assert_eq!(run.state, SqlRunState::Paused);
    let first = run.results[0].rows;
    assert!((100.0..2_000.0).contains(&first), "{first}");
    let middle = editor.rows(&run, 0, count / 2, 3).await;
    let number = (count / 2 + 1).to_string();
    assert_eq!(middle[0][0].as_deref(), Some(number.as_str()));
    let top = editor.page(&run, 0, 0, 1).await;
    assert_eq!(top[0][0].as_deref(), Some("1"));
    editor.rows(&run, 0, count - 1, 1).await;
    let look = async || sql::wait(&product.app, &run.id, 0).await.unwrap();
    // The end of the rows shows only with one more portion.
    drop(editor.page(&run, 0, count, 1).await);
    let is_over = |it: &_| {
        matches!(
            it,
            SqlRunView {
                state: SqlRunState::Ended,
                ..
            }
        )
    };
    let ended = until_that("the run has ended", look, is_over).await;
    let result = &ended.results[0];
    assert_eq!((result.rows, result.cut), (f64::from(count), None));
    assert_eq!(result.tag, Some(format!("SELECT {count}")));
    let early = editor.page(&run, 0, 77, 1).await;
    assert_eq!(early[0][0].as_deref(), Some("78"));
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn next_run_closes_an_open_result_and_its_rows_are_gone() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let first = editor
        .run("SELECT * FROM generate_series(1, 1000000)")
        .await;
    assert_eq!(first.state, SqlRunState::Paused);
    assert_eq!(editor.cell("SELECT 7").await.as_deref(), Some("7"));
    let error = sql::rows(&product.app, &first.id, 0, 0, 1)
        .await
        .unwrap_err();
    assert_eq!(error.message(), "This result is no longer there");
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wide_rows_and_large_cells_are_shown_in_part() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let columns: Vec<_> = (1..=1_600).map(|n| format!("{n} AS c{n}")).collect();
    let wide = editor.run(&format!("SELECT {}", columns.join(","))).await;
    assert_eq!(wide.results[0].columns.len(), 1_600);
    assert_eq!(wide.results[0].columns[1_599].name, "c1600");
    assert_eq!(
        editor.page(&wide, 0, 0, 1).await[0][1_599].as_deref(),
        Some("1600")
    );
    // PostgreSQL holds a gigabyte in a cell at most.
    let length = if is_thorough() {
        1_000_000_000
    } else {
        50_000_000
    };
    let large = editor
        .run(&format!("SELECT repeat('x', {length}), 'behind'"))
        .await;
    let bytes = sql::rows(&product.app, &large.id, 0, 0, 1).await.unwrap();
    let page = sql::Page::new(&bytes.0).unwrap();
    let lengths = page
        .cells()
        .map(|it| it.map(|it| (it.bytes.len(), it.length)));
    let lengths: Vec<_> = lengths.collect();
    assert_eq!(lengths, [Some((64 * 1024, length)), Some((6, 6))]);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_of_a_script_have_a_result_each() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let run = editor
        .run("SELECT generate_series(1, 5000); CREATE TABLE t (id int); INSERT INTO t VALUES (1), (2); TABLE t")
        .await;
    let seen: Vec<_> = run
        .results
        .iter()
        .map(|it| (it.number, it.rows, it.cut, it.tag.as_deref()))
        .collect();
    assert_eq!(
        seen,
        [
            (0, 1_000.0, Some(SqlCut::Script), None),
            (1, 0.0, None, Some("CREATE TABLE")),
            (2, 0.0, None, Some("INSERT 0 2")),
            (3, 2.0, None, Some("SELECT 2")),
        ]
    );
    assert_eq!((run.done, run.total), (4, 4));
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_comes_and_goes_as_its_data() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let text = "CREATE TABLE t (a int, b text);\nCOPY t FROM stdin;\n1\tone\n2\t\\N\n\\.\nCOPY t TO STDOUT (FORMAT csv);";
    let run = editor.run(text).await;
    assert_eq!(run.error, None, "{run:#?}");
    assert_eq!(run.results[1].tag.as_deref(), Some("COPY 2"));
    let rows = editor.page(&run, 2, 0, 9).await;
    let copied: String = rows.into_iter().flatten().flatten().collect();
    assert_eq!(copied, "1,one\n2,\n");
    let open = editor
        .run("COPY (SELECT generate_series(1, 3000000)) TO STDOUT")
        .await;
    assert_eq!(open.state, SqlRunState::Paused);
    assert_eq!(editor.cell("SELECT 1").await.as_deref(), Some("1"));
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_stream_leaves_no_transaction_open() {
    let product = ProductFixture::start().await;
    let watching = Editor::on_new(&product).await;
    let mut editor = watching.other("stream");
    editor.options.is_stream = true;
    let mut run = editor
        .start("SELECT repeat('x', 100000) FROM generate_series(1, 1000)")
        .await;
    // The stream waits once its first portion is there, as its rows are not read.
    while run.results.first().is_none_or(|it| it.rows < 200.0) {
        run = sql::wait(&product.app, &run.id, run.version).await.unwrap();
    }
    sql::stop(&product.app, &run.id);
    editor.until(run, SqlRunState::Ended).await;
    let busy = "SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'";
    assert_eq!(watching.cell(busy).await.as_deref(), Some("0"));
    product.stop().await;
}
