//! Who may replicate, and what a role that may cannot do with it.

use std::path::Path;

use serde_json::json;

use crate::support::test_project::TestProject;
use crate::support::test_sandbox::text;
use crate::support::{TestSandbox, psql, sql};

/// What one command of the replication protocol is answered with.
async fn replication(sandbox: &TestSandbox, url: &str, kind: &str, command: &str) -> String {
    psql(sandbox, &format!("{url}&replication={kind}"), command).await
}

/// What creating a slot by SQL is refused with.
async fn refused_by_sql(ca: &Path, url: &str, slot: &str, plugin: &str) -> String {
    let client = sql::connect(ca, url).await;
    let create = "SELECT pg_create_logical_replication_slot($1::text::name, $2::text::name)";
    let error = client.query(create, &[&slot, &plugin]).await.unwrap_err();
    error.as_db_error().unwrap().message().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_replicates_who_did_not_ask_for_it() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let url = text(&record, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    assert_eq!(sql::one(&client, "SHOW wal_level").await, "replica");
    let right = "SELECT count(*) FROM pg_roles WHERE rolreplication AND NOT rolsuper";
    assert_eq!(sql::one(&client, right).await, "0");
    client
        .batch_execute("ALTER ROLE svcdb_owner REPLICATION")
        .await
        .unwrap_err();
    let refused = refused_by_sql(&sandbox.running.ca_file, url, "theirs", "pgoutput").await;
    assert!(refused.contains("permission denied"), "{refused}");
    for kind in ["database", "true"] {
        let said = replication(&sandbox, url, kind, "IDENTIFY_SYSTEM").await;
        assert!(said.contains("FATAL"), "{kind}: {said}");
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_named_as_an_output_plugin_is_not_loaded() {
    let sandbox = TestSandbox::start().await;
    let body = r#"{"ref":"tests","enable_logical_replication":true}"#;
    let record = sandbox.post("/api/v1/database", body).await.json();
    let url = text(&record, "connection_string");
    // Any library of the system: that it is loaded shows in what the server then misses in it.
    let library = "/etc/ld.so.cache";
    // A slot that was refused goes a moment after the refusal is reported, so each has its own name.
    for (at, plugin) in [library, "$libdir/pageinspect", "pageinspect"]
        .into_iter()
        .enumerate()
    {
        let slot = format!("by_sql_{at}");
        let by_sql = refused_by_sql(&sandbox.running.ca_file, url, &slot, plugin).await;
        let command = format!("CREATE_REPLICATION_SLOT by_protocol_{at} LOGICAL \"{plugin}\"");
        let by_protocol = replication(&sandbox, url, "database", &command).await;
        for said in [by_sql, by_protocol] {
            let is_refused = said.contains("may not be used as an output plugin");
            assert!(is_refused, "{plugin}: {said}");
        }
    }
    // What was asked for works both ways, and hands out no file of the server.
    let command = "CREATE_REPLICATION_SLOT feed LOGICAL pgoutput";
    let said = replication(&sandbox, url, "database", command).await;
    assert!(said.starts_with("feed|"), "{said}");
    let said = replication(&sandbox, url, "true", "IDENTIFY_SYSTEM").await;
    assert!(said.contains("pg_hba.conf"), "{said}");
    sandbox.stop().await;
}

/// The right to replicate is enough for PostgreSQL to hand out every file of a server, its key among
/// them.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_logical_replication_hands_out_no_file_of_the_server() {
    let sandbox = TestSandbox::start().await;
    let body = r#"{"ref":"tests","enable_logical_replication":true}"#;
    let record = sandbox.post("/api/v1/database", body).await.json();
    let url = text(&record, "connection_string");
    for command in [
        "BASE_BACKUP",
        " \n base_backup (LABEL 'x')",
        "TIMELINE_HISTORY 1",
        "UPLOAD_MANIFEST",
        "CREATE_REPLICATION_SLOT physical PHYSICAL",
        "CREATE_REPLICATION_SLOT physical TEMPORARY PHYSICAL",
        "START_REPLICATION 0/1000000",
        "START_REPLICATION SLOT feed PHYSICAL 0/1000000",
    ] {
        let said = replication(&sandbox, url, "database", command).await;
        let refused = "FATAL:  this command of the replication protocol is not available here";
        assert!(said.starts_with(refused), "{command}: {said}");
    }
    // What begins with a comment is a statement to PostgreSQL.
    for command in [
        "/* */ BASE_BACKUP",
        "-- \nBASE_BACKUP",
        "SELECT 1; BASE_BACKUP",
    ] {
        let said = replication(&sandbox, url, "database", command).await;
        assert!(said.contains("syntax error"), "{command}: {said}");
    }
    let long = format!("SELECT length('{}')", "x".repeat(100_000));
    let columns = "SELECT count(*) FROM pg_attribute WHERE false";
    for (command, answer) in [
        ("SHOW wal_level", "logical"),
        (columns, "0"),
        (long.as_str(), "100000"),
        ("CREATE_REPLICATION_SLOT feed LOGICAL pgoutput", "feed|"),
        ("READ_REPLICATION_SLOT none", "||"),
        ("DROP_REPLICATION_SLOT feed", "DROP_REPLICATION_SLOT"),
    ] {
        let said = replication(&sandbox, url, "database", command).await;
        assert!(said.starts_with(answer), "{command}: {said}");
    }
    for kind in ["true", "on", "YES", "1"] {
        let said = replication(&sandbox, url, kind, "BASE_BACKUP").await;
        assert!(said.contains("replication connection"), "{kind}: {said}");
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_that_asks_later_has_the_right_for_its_roles_old_and_new() {
    let fixture = TestProject::start().await;
    let ca = &fixture.sandbox.running.ca_file;
    let roles = format!("/branches/{}/roles", fixture.branch);
    let made = fixture
        .post(&roles, &json!({"role": {"name": "early"}}))
        .await;
    fixture.done(201, made).await;
    let body = json!({"project": {"settings": {"enable_logical_replication": true}}});
    let reply = fixture.patch("", &body).await;
    fixture.done(200, reply).await;
    let made = fixture
        .post(&roles, &json!({"role": {"name": "late"}}))
        .await;
    fixture.done(201, made).await;
    let uri = text(&fixture.made["connection_uris"][0], "connection_uri");
    let client = sql::connect(ca, uri).await;
    assert_eq!(sql::one(&client, "SHOW wal_level").await, "logical");
    let right = "SELECT string_agg(rolname, ',' ORDER BY rolname) FROM pg_roles
                 WHERE rolreplication AND NOT rolsuper";
    assert_eq!(sql::one(&client, right).await, "early,late,svcdb_owner");
    drop(client);
    fixture.sandbox.stop().await;
}
