//! `plinth sql` and `plinth tables` on a real server.

use std::process::Stdio;
use std::time::Duration;

use plinth_tests::shell::ended;
use rustix::process::Signal;
use serde_json::{Value, json};
use testkit::sql as session;
use testkit::until;

use super::Person;
use super::hosts::signal;
use super::save::filled;

const ITEMS: &str = "CREATE TABLE item (id int PRIMARY KEY, name text, price numeric, tags jsonb);
    INSERT INTO item VALUES (1, 'Pen; \"red\"', 1.50, '[1, 2]'), (2, '', NULL, NULL)";
const IN_TIME: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_written_as_a_table_as_csv_and_as_json() {
    let person = Person::new().await;
    let (id, _client) = filled(&person, ITEMS).await;
    let of = ["sql", "--temp", &id, "-c"];
    let run = async |more: &[&str]| person.shell.run(&[&of[..], more].concat()).await;

    let output = run(&["TABLE item"]).await;
    output.says(0, &["2 rows"]);
    let lines: Vec<_> = output.out.lines().collect();
    assert_eq!(
        lines,
        [
            "id  name        price  tags",
            "--  ----------  -----  ------",
            "1   Pen; \"red\"  1.50   [1, 2]",
            "2               NULL   NULL",
        ]
    );
    let output = run(&["TABLE item", "--csv"]).await;
    assert_eq!(
        output.out,
        "id,name,price,tags\n1,\"Pen; \"\"red\"\"\",1.50,\"[1, 2]\"\n2,\"\",,\n"
    );
    let output = run(&["TABLE item", "--json"]).await;
    let rows: Value = serde_json::from_str(&output.out).unwrap();
    let expected = json!([
        { "id": 1, "name": "Pen; \"red\"", "price": 1.5, "tags": [1, 2] },
        { "id": 2, "name": "", "price": null, "tags": null },
    ]);
    assert_eq!(rows, expected);
    assert!(output.out.contains("\"price\":1.50"), "{}", output.out);
    let output = run(&["INSERT INTO item VALUES (3); SELECT 'x' AS a, 'y' AS a"]).await;
    assert_eq!(output.out, "INSERT 0 1\na  a\n-  -\nx  y\n");

    let file = person.shell.path().join("rows.csv");
    let path = file.to_str().unwrap();
    run(&["SELECT id FROM item ORDER BY 1", "--csv", "--out", path])
        .await
        .says(0, &[]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "id\n1\n2\n3\n");
    let failed = run(&["SELECT 1; SELECT 1/0", "--csv", "--out", path]).await;
    failed.says(12, &["division by zero"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "id\n1\n2\n3\n");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_name_their_place_and_read_only_refuses_to_write() {
    let person = Person::new().await;
    let (id, client) = filled(&person, ITEMS).await;
    let of = ["sql", "--temp", id.as_str()];
    let text = "SELECT 1;\nSELECT ü FROM item;\nDROP TABLE item";
    let output = person.shell.run_with(text, &of).await;
    output.says(12, &["column \"ü\" does not exist (line 2, column 8)"]);
    let output = person
        .shell
        .run(&[&of[..], &["--read-only", "-c", "DELETE FROM item"]].concat())
        .await;
    output.says(5, &["DELETE at line 1, column 1 can't run read-only"]);
    let file = person.shell.path().join("count.sql");
    std::fs::write(&file, "SELECT count(*) FROM item").unwrap();
    let output = person
        .shell
        .run(&[&of[..], &["--read-only", "-f", file.to_str().unwrap()]].concat())
        .await;
    assert_eq!(output.out, "count\n-----\n2\n");
    person
        .shell
        .run(&[&of[..], &["-c", ""]].concat())
        .await
        .says(2, &["There is no statement to run"]);
    person
        .shell
        .run(&[&of[..], &["-f", "gone.sql"]].concat())
        .await
        .says(11, &["gone.sql"]);
    assert_eq!(
        session::column(&client, "SELECT count(*)::text FROM item").await,
        ["2"]
    );
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_rows_are_streamed_and_a_reader_that_stops_ends_the_run() {
    let person = Person::new().await;
    let (id, client) = filled(&person, ITEMS).await;
    let rows = "SELECT n, repeat('x', 200) FROM generate_series(1, 200000) n";
    let output = person
        .shell
        .run(&["sql", "--temp", &id, "--csv", "-c", rows])
        .await;
    output.says(0, &[]);
    assert_eq!(output.out.lines().count(), 200_001);
    let last = output.out.lines().next_back().unwrap();
    assert!(last.starts_with("200000,xxx"), "{last}");

    let program = plinth_tests::shell::program();
    let endless = "SELECT generate_series(1, 2000000000)";
    let piped = format!(
        "'{}' sql --temp {id} --csv -c '{endless}' | head -3; echo ${{PIPESTATUS[0]}}",
        program.display()
    );
    let command = person.shell.other("bash", &["-c", &piped]);
    let output = plinth_tests::shell::said(command, "").await;
    assert_eq!(output.out, "generate_series\n1\n2\n0\n", "{output:#?}");
    let active = "SELECT count(*)::text FROM pg_stat_activity WHERE query LIKE '%2000000000%' AND pid <> pg_backend_pid()";
    until("the server has stopped", async || {
        session::column(&client, active).await == ["0"]
    })
    .await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signal_stops_the_statement_on_the_server() {
    let person = Person::new().await;
    let (id, client) = filled(&person, ITEMS).await;
    let mut command = person
        .shell
        .command(&["sql", "--temp", &id, "-c", "SELECT pg_sleep(600)"]);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let asleep = "SELECT count(*)::text FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    until("the statement runs", async || {
        session::column(&client, asleep).await == ["1"]
    })
    .await;
    signal(&child, Signal::INT);
    let output = ended(child, IN_TIME).await;
    output.says(130, &["The run was stopped"]);
    until("the server has stopped", async || {
        session::column(&client, asleep).await == ["0"]
    })
    .await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_listed_and_described() {
    let person = Person::new().await;
    let project = person.project("shop").await;
    let of = ["--project-id", project.as_str()];
    let run = async |args: &[&str]| person.shell.run(&[args, &of[..]].concat()).await;
    run(&["sql", "-c", ITEMS]).await.says(0, &[]);
    let output = run(&["tables", "list"]).await;
    output.says(0, &[]);
    assert!(output.out.contains("public  item  table"), "{}", output.out);
    let output = run(&["tables", "describe", "item"]).await;
    for part in [
        "COLUMN",
        "numeric",
        "INDEX",
        "item_pkey",
        "PRIMARY KEY (id)",
    ] {
        assert!(output.out.contains(part), "{part}: {}", output.out);
    }
    run(&["table", "describe", "shop.item"])
        .await
        .says(3, &["There is no table shop.item"]);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn script_is_tried_on_a_branch() {
    let person = Person::new().await;
    let project = person.project("shop").await;
    let of = ["sql", "--project-id", project.as_str(), "-c"];
    let run = async |more: &[&str]| person.shell.run(&[&of[..], more].concat()).await;
    run(&[ITEMS]).await.says(0, &[]);
    let output = run(&[
        "UPDATE item SET price = 2; ALTER TABLE item ADD sold date",
        "--try",
    ])
    .await;
    output.says(0, &[]);
    for part in [
        "UPDATE 2",
        "public.item",
        "AccessExclusiveLock",
        "sold date",
        "stays for an hour",
    ] {
        assert!(output.out.contains(part), "{part}: {}", output.out);
    }
    let output = run(&["DELETE FROM item; SELECT 1/0", "--try", "--json"]).await;
    output.says(12, &["Statement 2: division by zero"]);
    let report: Value = serde_json::from_str(&output.out).unwrap();
    assert_eq!(report["tables"][0]["deleted"], 2.0);
    let output = run(&["SELECT count(*) FROM item WHERE price = 2", "--csv"]).await;
    assert_eq!(output.out, "count\n0\n");
    person.stop().await;
}
