//! SQL files in temporary databases whose command gives up: alone, and beside a window that runs them.

use std::time::Duration;

use plinth_tests::shell::ended;
use rustix::process::Signal;
use serde_json::{Value, json};
use testkit::{sql, until};

use super::hosts::{signal, window};
use super::save::{filled, waiting};
use super::{Person, text};

const IN_TIME: Duration = Duration::from_secs(60);
const ITEM: &str = "CREATE TABLE item (n int)";
const LOCK: &str = "BEGIN; LOCK TABLE item IN ACCESS EXCLUSIVE MODE";
/// It waits for whoever has the table.
const WHOLE: &str = "CREATE TABLE before (n int); INSERT INTO item VALUES (1);";
/// The same by statements of their own.
const IN_PARTS: &str = "CREATE TABLE before (n int); VACUUM before; INSERT INTO item VALUES (1);";
const TABLES: &str = "SELECT string_agg(tablename, ',' ORDER BY tablename) FROM pg_tables
    WHERE schemaname = 'public'";

impl Person {
    /// An SQL file of theirs.
    fn sql_file(&self, statements: &str) -> String {
        let path = self.shell.path().join("shop.sql");
        std::fs::write(&path, statements).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// How the last SQL file in a database ended.
    async fn seeded(&self, id: &str) -> Value {
        self.shell.json(&["temp", "get", id]).await["seed"].clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seed_that_is_not_done_in_time_is_stopped_and_what_is_left_said() {
    let person = Person::new().await;
    let (id, client) = filled(&person, ITEM).await;
    sql::run(&client, LOCK).await;
    let file = person.sql_file(WHOLE);
    let args = ["temp", "seed", &id, &file, "--timeout", "1"];
    let said = person.shell.run(&args).await;
    let nothing = "Wait longer with --timeout. Nothing of the file was kept.";
    said.says(7, &["did not run to its end in time", nothing]);
    assert_eq!(person.seeded(&id).await["status"], "cancelled");
    assert_eq!(waiting(&client).await, 0, "it still waits for the table");
    assert_eq!(sql::column(&client, TABLES).await, ["item"]);

    let file = person.sql_file(IN_PARTS);
    let args = ["temp", "seed", &id, &file, "--timeout", "1"];
    let said = person.shell.run(&args).await;
    said.says(7, &["in time", "Kept is what it did before, in 2 of"]);
    assert_eq!(person.seeded(&id).await["status"], "partial");
    assert_eq!(waiting(&client).await, 0, "it still waits for the table");
    assert_eq!(sql::column(&client, TABLES).await, ["before,item"]);

    // The database of a create stays, and what fails by itself says why.
    let service = &person.platform.instant_url;
    let create = ["temp", "create", "--service", service, "--timeout", "1"];
    let file = person.sql_file("SELECT pg_sleep(600)");
    let said = person
        .shell
        .run(&[&create[..], &["--seed", &file]].concat())
        .await;
    said.says(
        7,
        &[
            "in time",
            nothing,
            "The database is there: `plinth temp get ",
        ],
    );
    let made = text(&json!(
        said.err
            .split("temp get ")
            .nth(1)
            .unwrap()
            .split('`')
            .next()
    ));
    assert_eq!(person.seeded(&made).await["status"], "cancelled");
    let file = person.sql_file("SELECT 1 / 0");
    let said = person.shell.run(&["temp", "seed", &made, &file]).await;
    said.says(12, &["division by zero", "Correct the file"]);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_stops_a_seed_and_a_save_that_a_window_does_for_a_command() {
    let person = Person::stranger(|config| config.servers = true).await;
    let window = window(&person).await;
    person.connect().await;
    let (id, client) = filled(&person, ITEM).await;
    sql::run(&client, LOCK).await;
    let file = person.sql_file(WHOLE);
    let dump = person.shell.path().join("shop.dump");
    let dump = dump.to_str().unwrap();
    for (args, status, words) in [
        (
            ["temp", "seed", &id, &file].as_slice(),
            "/seed/status",
            "Nothing of the file was kept",
        ),
        (
            &["temp", "save", &id, "--file", dump],
            "/saved/status",
            "The database was not saved: a signal stopped it",
        ),
    ] {
        // A server notices late that pg_dump is gone, so the save comes last.
        until("nothing waits for the table", async || {
            waiting(&client).await == 0
        })
        .await;
        let command = person.shell.command(args).spawn().unwrap();
        until("it waits for the table", async || {
            waiting(&client).await > 0
        })
        .await;
        signal(&command, Signal::INT);
        ended(command, IN_TIME)
            .await
            .says(130, &["a signal stopped it", words]);
        let jobs: Vec<Value> = window.call("job_list", json!({})).await.unwrap();
        assert_eq!(jobs, [json!(null); 0], "it goes on in the window");
        let row: Value = window
            .call("temporary_get", json!({ "id": id }))
            .await
            .unwrap();
        assert_eq!(row.pointer(status), Some(&json!("cancelled")));
    }
    assert_eq!(sql::column(&client, TABLES).await, ["item"]);

    // Also while the database is still made for it, which is not stopped.
    let service = &person.platform.instant_url;
    let create = ["temp", "create", "--service", service];
    let file = person.sql_file("SELECT pg_sleep(600)");
    let mut create = person
        .shell
        .command(&[&create[..], &["--seed", &file]].concat());
    let before = person.changes();
    let create = create.spawn().unwrap();
    until("it is made", async || person.changes() > before).await;
    signal(&create, Signal::TERM);
    let said = ended(create, IN_TIME).await;
    said.says(
        130,
        &["Nothing of the file was kept", "The database is there"],
    );
    window.close().await;
    person.stop().await;
}
