//! Owners of databases who know all that a program of PostgreSQL shows at the relay to a server, its password too. A relay
//! serves that program alone.

use std::path::PathBuf;

use serde_json::json;
use tokio_postgres::Client;

use super::names::{Planted, start};
use crate::support::test_sandbox::text;
use crate::support::{psql, sql, until};

/// Creates a role and returns its number, which the server counts up.
async fn next_role(owner: &Client, name: &str) -> u32 {
    sql::run(owner, &format!("CREATE ROLE {name}")).await;
    let number = format!("SELECT oid FROM pg_roles WHERE rolname = '{name}'");
    sql::one(owner, &number).await.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_refuses_the_key_and_password_of_a_read_only_compute_from_dblink() {
    let project = start().await;
    let it = Planted(&project);
    let owner = it.owner().await;
    sql::run(&owner, "CREATE EXTENSION dblink").await;
    let endpoint = it.read_only_compute().await;
    let reader = it.connect(&it.uri_of(&endpoint).await).await;
    let follows = async || {
        let receives = "SELECT count(*) FROM pg_stat_wal_receiver WHERE status = 'streaming'";
        until("it follows", async || {
            sql::one(&reader, receives).await == "1"
        })
        .await;
    };
    follows().await;
    let shared = project.api.post("/projects", &json!({"project": {}})).await;
    let other = text(&shared.json()["connection_uris"][0], "connection_uri").to_owned();
    let other = it.connect(&other).await;
    sql::run(&other, "CREATE EXTENSION dblink").await;

    let folder = sql::one(&reader, "SHOW data_directory").await;
    let login = std::fs::read_to_string(format!("{folder}/plinth-replica.pass")).unwrap();
    let (_, password) = login.trim().rsplit_once(':').unwrap();
    let followed = sql::one(&reader, "SHOW primary_conninfo").await;
    let (_, port) = followed.split_once("port=").unwrap();
    let (port, _) = port.split_once(' ').unwrap();
    let ask = |password: &str| {
        format!(
            "SELECT * FROM dblink('host=127.0.0.1 port={port} user=plinth_replica password={password} replication=true \
             sslmode=require sslcert={folder}/plinth-relay.crt sslkey={folder}/plinth-relay.key',
             'IDENTIFY_SYSTEM') AS t(id text, timeline text, at text, database text)"
        )
    };
    // Its title begins like that of the process which follows the branch's server.
    sql::run(
        &owner,
        "CREATE ROLE walreceiver LOGIN PASSWORD 'walreceiver'",
    )
    .await;
    let uri = it.uri_of(&endpoint).await;
    let (_, place) = uri.split_once('@').unwrap();
    until("the role is there", async || {
        sql::one(
            &reader,
            "SELECT count(*) FROM pg_roles WHERE rolname = 'walreceiver'",
        )
        .await
            == "1"
    })
    .await;
    let named = it
        .connect(&format!("postgresql://walreceiver:walreceiver@{place}"))
        .await;
    let first = next_role(&owner, "first").await;
    let before = next_role(&owner, "before").await;
    for (client, from) in [
        (&owner, "the followed server"),
        (&reader, "the replica"),
        (&named, "a role named like a process of the replica"),
        (&other, "another project"),
    ] {
        for password in [password, "guessed"] {
            let asked = client.simple_query(&ask(password)).await;
            let refused = asked.expect_err(from);
            let detail = refused.as_db_error().and_then(|it| it.detail()).unwrap();
            // The relay closed the connection before the server was asked.
            assert!(!detail.contains("FATAL"), "{from}: {detail}");
        }
    }
    let after = next_role(&owner, "after").await;
    assert_eq!(after - before, before - first, "the relay created roles");

    sql::run(&owner, "CREATE TABLE later (word text)").await;
    until("it still follows", async || {
        sql::one(
            &reader,
            "SELECT count(*) FROM pg_class WHERE relname = 'later'",
        )
        .await
            == "1"
    })
    .await;
    // After a restart as well.
    sql::run(&owner, "DROP TABLE later").await;
    let restart = format!("/endpoints/{endpoint}/restart");
    let restarted = project.post(&restart, &json!({})).await;
    project.done(200, restarted).await;
    let reader = it.connect(&it.uri_of(&endpoint).await).await;
    until("it follows again", async || {
        sql::one(
            &reader,
            "SELECT count(*) FROM pg_class WHERE relname = 'later'",
        )
        .await
            == "0"
    })
    .await;
}

/// The environment of the `pg_dump` that this process started.
fn environment_of_pg_dump() -> Option<Vec<(String, String)>> {
    let parent = format!("\nPPid:\t{}\n", std::process::id());
    let mut processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes.find_map(|process| {
        let read = |name: &str| std::fs::read_to_string(process.path().join(name)).ok();
        let is_ours = read("status")?.contains(&parent) && read("cmdline")?.contains("pg_dump\0--");
        let environment = is_ours.then(|| read("environ"))??;
        let all = environment.split_terminator('\0').map(|variable| {
            let (name, value) = variable.split_once('=').unwrap();
            (name.to_owned(), value.to_owned())
        });
        Some(all.collect())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_refuses_the_key_and_password_of_pg_dump_from_another_program() {
    let project = start().await;
    let it = Planted(&project);
    let owner = it.owner().await;
    sql::run(&owner, "BEGIN; LOCK TABLE vault.secret").await;
    let this = std::sync::Arc::clone(&project);
    let reading = tokio::spawn(async move {
        let path = format!("/branches/{}/schema?db_name=svcdb", this.branch);
        this.get(&path).await
    });
    let watcher = it.owner().await;
    until("pg_dump waits for the table", async || {
        let waits = "SELECT count(*) FROM pg_stat_activity
             WHERE usename LIKE 'plinth\\_schema\\_dump%' AND wait_event_type = 'Lock'";
        sql::one(&watcher, waits).await == "1"
    })
    .await;
    let environment = environment_of_pg_dump().unwrap();
    let value = |name: &str| {
        let found = environment.iter().find(|(it, _)| it == name);
        found.unwrap().1.as_str()
    };
    assert!(PathBuf::from(value("PGSSLKEY")).is_file());
    let uri = format!(
        "host=127.0.0.1 port={} user={} password={} dbname=svcdb sslmode=require sslcert={} sslkey={}",
        value("PGPORT"),
        value("PGUSER"),
        value("PGPASSWORD"),
        value("PGSSLCERT"),
        value("PGSSLKEY"),
    );
    let said = psql(&project.sandbox, &uri, "SELECT 1").await;
    // The server would say that the role has its one connection.
    let is_refused = said.contains("error") && !said.contains("FATAL");
    assert!(is_refused, "{said}");
    sql::run(&owner, "ROLLBACK").await;
    let read = reading.await.unwrap();
    assert_eq!(read.status, 200, "{}", read.body);
}
