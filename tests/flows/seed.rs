//! SQL files over a real connection.

use app::view::{SeedStatus, TemporaryOptions, TemporaryView};
use app::{seed, temporary};
use serde_json::Value;
use testkit::{sql, until_that};

use crate::product::ProductFixture;

const DUMP: &str = "\\restrict aBcD123
SET client_encoding = 'UTF8';
CREATE TABLE public.item (id integer PRIMARY KEY, name text, price numeric);
CREATE FUNCTION public.total() RETURNS numeric LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT sum(price) FROM item); -- a ; inside
END;
$$;
COPY public.item (id, name, price) FROM stdin;
1\tPen; red\t1.50
2\t\\N\t2.25
3\tTab\\there\t0.25
\\.
INSERT INTO item VALUES (4, 'semi;colon', 1);
\\unrestrict aBcD123
";

#[tokio::test(flavor = "multi_thread")]
async fn functions_and_copy_data_arrive() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let ended = seed(&product, &made, DUMP).await;
    let state = ended.seed.unwrap();
    assert_eq!((state.status, state.error), (SeedStatus::Done, None));
    assert!((state.rows_copied - 3.0).abs() < f64::EPSILON);
    let client = product.connect(&made.id).await;
    assert_eq!(sql::column(&client, "SELECT total()::text").await, ["5.00"]);
    assert_eq!(
        sql::column(&client, "SELECT name FROM item WHERE id = 3").await,
        ["Tab\there"]
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_file_leaves_nothing_and_names_the_place() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let script = "CREATE TABLE first (id int);\nINSERT INTO first VALUES (1);\n  INSERT INTO missing VALUES (2);\n";
    let state = seed(&product, &made, script).await.seed.unwrap();
    assert_eq!(state.status, SeedStatus::RolledBack);
    let error = state.error.unwrap();
    assert!(
        error.contains("missing") && error.contains('3') && error.contains("15"),
        "no line and column in: {error}"
    );
    let client = product.connect(&made.id).await;
    assert_eq!(
        sql::column(
            &client,
            "SELECT count(*)::text FROM pg_tables WHERE tablename = 'first'"
        )
        .await,
        ["0"]
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_meta_command_is_refused_with_its_line_before_anything_runs() {
    let product = ProductFixture::start().await;
    let path = product.path().join("connect.sql");
    std::fs::write(&path, "CREATE TABLE early (id int);\n\\connect other\n").unwrap();
    let refused = seed::inspect(&product.app, path.to_str().unwrap())
        .await
        .unwrap_err();
    let words = format!("{refused}");
    assert!(words.contains('2') && words.contains("connect"), "{words}");
    product.stop().await;
}

/// The plugin for Vite is tested with the same table.
#[tokio::test(flavor = "multi_thread")]
async fn errors_that_files_often_meet_have_a_way_out() {
    let table = include_str!("../../crates/pgclient/tests/seed-errors.json");
    let table: Vec<Value> = serde_json::from_str(table).unwrap();
    let product = ProductFixture::start().await;
    for case in &table {
        let part = |name: &str| case[name].as_str().unwrap().to_owned();
        let options = TemporaryOptions {
            logical_replication: case["logicalReplication"] == true,
            ..TemporaryOptions::default()
        };
        let made = temporary::create(&product.app, options).await.unwrap();
        if !part("before").is_empty() {
            let client = product.connect(&made.id).await;
            sql::run(&client, &part("before")).await;
        }
        let state = seed(&product, &made, &part("sql")).await.seed.unwrap();
        let hint = state.hint.unwrap_or_default();
        assert_eq!(
            format!("{}.", hint.trim_end_matches('.')),
            part("hint"),
            "{}",
            part("name")
        );
    }
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_version_of_an_extension_is_named_and_a_value_is_not() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let script = "CREATE EXTENSION hstore VERSION '9.9';";
    let state = seed(&product, &made, script).await.seed.unwrap();
    let error = state.error.unwrap();
    assert!(
        error.contains("\"9.9\"") && error.contains("\"hstore\""),
        "{error}"
    );
    let script = "SELECT 'hunter2'::int;";
    let state = seed(&product, &made, script).await.seed.unwrap();
    let error = state.error.unwrap();
    assert!(!error.contains("hunter2"), "{error}");
    product.stop().await;
}

async fn seed(product: &ProductFixture, made: &TemporaryView, script: &str) -> TemporaryView {
    let path = product.path().join("seed.sql");
    std::fs::write(&path, script).unwrap();
    seed::start(&product.app, &made.id, path.to_str().unwrap())
        .await
        .unwrap();
    let row = async || temporary::get(&product.app, &made.id).await.unwrap();
    until_that("the seeding has ended", row, |row| {
        let seed = row.seed.as_ref();
        seed.is_some_and(|seed| seed.status != SeedStatus::Running)
    })
    .await
}
