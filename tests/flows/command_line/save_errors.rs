//! What a save or a copy of a temporary database says that fails, and the exit codes.

use std::path::Path;
use std::time::Duration;

use plinth_tests::shell::{Shell, ended};
use testkit::{sql, until};
use tokio::process::Child;
use tokio_postgres::Client;

use super::save::{filled, waiting};
use super::{Person, text};

const IN_TIME: Duration = Duration::from_secs(60);
const ITEM: &str = "CREATE TABLE item (n int); INSERT INTO item VALUES (1)";

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_cannot_be_written_ends_with_the_code_of_files() {
    let person = Person::new().await;
    let shell = &person.shell;
    let (id, _client) = filled(&person, ITEM).await;
    let long = "x".repeat(300);
    for file in ["nowhere/shop.dump", &long] {
        let file = shell.path().join(file);
        let args = ["temp", "save", &id, "--file", file.to_str().unwrap()];
        shell.run(&args).await.says(11, &["Couldn't write into"]);
    }
    person.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_file_is_not_replaced_and_a_link_stays() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    let person = Person::new().await;
    let shell = &person.shell;
    let (id, client) = filled(&person, ITEM).await;
    // A dump would wait for the lock.
    sql::run(&client, "BEGIN; LOCK TABLE item").await;
    let at = |name: &str| shell.path().join(name).to_str().unwrap().to_owned();
    std::fs::create_dir(at("folder")).unwrap();
    let _socket = UnixListener::bind(at("socket")).unwrap();
    for (name, why) in [("folder", "is a folder"), ("socket", "is not a plain file")] {
        let path = at(name);
        for more in [&[][..], &["--yes"]] {
            let args = ["temp", "save", &id, "--timeout", "5", "--file", &path];
            let said = shell.run(&[&args[..], more].concat()).await;
            said.says(11, &[why]);
            assert!(!said.err.contains("Replace"), "{said:#?}");
        }
    }
    sql::run(&client, "COMMIT").await;

    std::fs::write(at("file"), "before").unwrap();
    symlink("file", at("link")).unwrap();
    symlink("new", at("dangling")).unwrap();
    let save = async |name: &str, more: &[&str]| {
        let path = at(name);
        let args = ["temp", "save", &id, "--file", &path];
        shell.run(&[&args[..], more].concat()).await
    };
    save("link", &[]).await.says(2, &["--yes"]);
    assert_eq!(std::fs::read(at("file")).unwrap(), b"before");
    for (link, more, file) in [("link", &["--yes"][..], "file"), ("dangling", &[], "new")] {
        save(link, more).await.says(0, &[]);
        assert!(std::fs::symlink_metadata(at(link)).unwrap().is_symlink());
        assert!(std::fs::read(at(file)).unwrap().starts_with(b"PGDMP"));
    }
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_of_the_platform_ends_a_copy_with_its_own_code() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("shop").await;
    let (id, _client) = filled(&person, ITEM).await;
    let copy = async |database: &str, owner: &str| {
        let args = ["temp", "copy", &id, "--project-id", &project];
        let more = ["--database", database, "--owner", owner];
        shell.run(&[&args[..], &more[..]].concat()).await
    };
    copy("template0", "svcdb_owner")
        .await
        .says(8, &["The database was not copied."]);
    copy("kept", "nobody").await.says(3, &["not found"]);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_whose_agent_is_killed_ends_as_unclear() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("shop").await;
    let (id, client) = filled(&person, ITEM).await;
    // pg_dump waits for the lock.
    sql::run(&client, "BEGIN; LOCK TABLE item").await;
    let mut agent = shell.command(&["agent"]).spawn().unwrap();
    let socket = shell.data().join("run/host.sock");
    until("the agent listens", async || socket.exists()).await;
    let args = ["temp", "copy", &id, "--project-id", &project];
    let more = ["--database", "kept", "--owner", "svcdb_owner"];
    let copy = [&args[..], &more[..]].concat();
    let copy = shell.command(&copy).spawn().unwrap();
    until("it waits", async || waiting(&client).await > 0).await;
    agent.kill().await.unwrap();
    let words = ["Plinth quit while", "If the new database is there"];
    ended(copy, IN_TIME).await.says(9, &words);
    let history = shell.json(&["history", "list", "--limit", "1"]).await;
    assert_eq!(text(&history[0]["outcome"]), "unclear", "{history}");
    sql::run(&client, "COMMIT").await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_server_says_follows_what_failed() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("shop").await;
    let divides = "CREATE FUNCTION inverse(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1 / n';
        CREATE TABLE item (n int CHECK (inverse(n) IS NOT NULL)); INSERT INTO item VALUES (1);
        CREATE OR REPLACE FUNCTION inverse(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1 / (n - 1)'";
    let (id, _client) = filled(&person, divides).await;
    let args = ["temp", "copy", &id, "--project-id", &project];
    let more = ["--database", "kept", "--owner", "svcdb_owner"];
    let said = shell.run(&[&args[..], &more[..]].concat()).await;
    let first = "The database was not copied. PostgreSQL said: division by zero.";
    said.says(12, &[first, "there and empty"]);
    person.stop().await;
}

/// A save that waits for the table, which this client locks.
async fn waiting_save(shell: &Shell, client: &Client, id: &str, file: &Path) -> Child {
    sql::run(client, "BEGIN; LOCK TABLE item").await;
    let args = ["temp", "save", id, "--file", file.to_str().unwrap()];
    let save = shell.command(&args).spawn().unwrap();
    until("it waits", async || waiting(client).await > 0).await;
    save
}

/// Ends the sessions that copy a table.
const END: &str = "SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity
    WHERE application_name = 'pg_dump' OR query LIKE 'LOCK TABLE%' AND wait_event_type = 'Lock'";

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_is_called_that() {
    let person = Person::new().await;
    let shell = &person.shell;
    let (id, client) = filled(&person, ITEM).await;
    let file = shell.path().join("shop.dump");
    let save = waiting_save(shell, &client, &id, &file).await;
    assert_ne!(sql::column(&client, END).await, ["0"]);
    let lost = "The database was not saved. The connection to the database was lost: terminating connection";
    ended(save, IN_TIME).await.says(7, &[lost]);
    sql::run(&client, "COMMIT").await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_expires_while_it_is_saved_is_said_to_be_gone() {
    let person = Person::of(|config| {
        config.servers = true;
        config.clock = sandbox::ClockMode::Manual;
    })
    .await;
    let shell = &person.shell;
    let (id, client) = filled(&person, ITEM).await;
    let file = shell.path().join("shop.dump");
    let save = waiting_save(shell, &client, &id, &file).await;
    let three_days = std::time::Duration::from_secs(73 * 3600);
    person.platform.advance(three_days).await.unwrap();
    ended(save, IN_TIME).await.says(3, &["expired meanwhile"]);
    assert!(!file.exists());
    person.stop().await;
}
