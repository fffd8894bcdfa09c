//! The schema of a branch and how it differs from another's, over real servers and by the real `pg_dump`.

use serde_json::{Value, json};
use tokio_postgres::Client;

use crate::support::test_project::{TestProject, error, id};
use crate::support::test_sandbox::text;
use crate::support::{sql, until};

fn uri(made: &Value) -> &str {
    text(&made["connection_uris"][0], "connection_uri")
}

async fn connect(fixture: &TestProject, made: &Value) -> Client {
    sql::connect(&fixture.sandbox.running.ca_file, uri(made)).await
}

/// The path of a database's schema.
fn schema(branch: &str) -> String {
    format!("/branches/{branch}/schema?db_name=svcdb")
}

fn compare(branch: &str, more: &str) -> String {
    format!("/branches/{branch}/compare_schema?db_name=svcdb{more}")
}

async fn read(fixture: &TestProject, path: &str) -> Value {
    let reply = fixture.get(path).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_is_what_pg_dump_writes_with_nothing_of_the_sandbox_s_own() {
    let fixture = TestProject::start().await;
    let owner = connect(&fixture, &fixture.made).await;
    sql::run(
        &owner,
        "CREATE ROLE ana; GRANT ana TO CURRENT_USER WITH SET TRUE;
         CREATE SCHEMA hidden AUTHORIZATION ana;
         CREATE TYPE mood AS ENUM ('fine', 'bad');
         CREATE TABLE orders (id serial PRIMARY KEY, note text NOT NULL, how mood);
         CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql AS $$\nSELECT n * 2\r\n$$;
         SET ROLE ana; CREATE TABLE hidden.secrets (n int); RESET ROLE;
         CREATE SUBSCRIPTION elsewhere CONNECTION 'host=other.example password=keep-this-quiet'
             PUBLICATION p WITH (connect = false);
         REVOKE CONNECT ON DATABASE svcdb FROM PUBLIC",
    )
    .await;
    let path = schema(&fixture.branch);
    let body = read(&fixture, &path).await;
    assert_eq!(body.as_object().unwrap().len(), 1);
    let written = text(&body, "sql");
    assert!(
        written.starts_with("--\n-- PostgreSQL database dump\n--\n\n-- Dumped from database"),
        "{written}"
    );
    for part in [
        "\nCREATE TABLE public.orders (\n    id integer NOT NULL,\n    note text NOT NULL,\n    how public.mood\n);\n",
        "\nCREATE TABLE hidden.secrets (\n    n integer\n);\n",
        "\nALTER TABLE hidden.secrets OWNER TO ana;\n",
        "\nSELECT n * 2\r\n$$;\n",
    ] {
        assert!(written.contains(part), "{part} is not in {written}");
    }
    for part in ["restrict", "plinth", "keep-this-quiet"] {
        assert!(!written.contains(part), "{part} is in {written}");
    }
    assert_eq!(read(&fixture, &path).await, body, "the same each time");

    let left = "SELECT string_agg(rolname, ',' ORDER BY rolname) FROM pg_roles WHERE rolname LIKE 'plinth%'";
    assert_eq!(sql::one(&owner, left).await, "plinth_admin");
    let let_in = "SELECT datacl::text LIKE '%plinth%' FROM pg_database WHERE datname = 'svcdb'";
    assert_eq!(sql::one(&owner, let_in).await, "f");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tables_of_a_schema_come_with_columns_and_keys() {
    let fixture = TestProject::start().await;
    let owner = connect(&fixture, &fixture.made).await;
    sql::run(
        &owner,
        "CREATE TABLE people (id int PRIMARY KEY, email varchar(80) NOT NULL UNIQUE);
         CREATE TABLE orders (
             at date, nr int, who int CONSTRAINT of_whom REFERENCES people, twice int GENERATED ALWAYS AS (nr * 2) STORED,
             PRIMARY KEY (nr, at));
         CREATE TABLE nothing ();
         CREATE VIEW seen AS SELECT * FROM people;
         CREATE EXTENSION hstore",
    )
    .await;
    let path = format!("{}&format=json", schema(&fixture.branch));
    let column = |name: &str, kind: &str, nullable: bool, generated: bool| json!({"name": name, "type": kind, "nullable": nullable, "generated": generated});
    let expected = json!({"json": {"tables": [
        {"schema": "public", "name": "nothing", "columns": []},
        {
            "schema": "public",
            "name": "orders",
            "columns": [
                column("at", "date", false, false),
                column("nr", "integer", false, false),
                column("who", "integer", true, false),
                column("twice", "integer", true, true),
            ],
            "constraints": [
                {"type": "primary_key", "columns": ["nr", "at"], "name": "orders_pkey"},
                {
                    "type": "foreign_key",
                    "columns": ["who"],
                    "name": "of_whom",
                    "referenced_table": {"schema": "public", "table": "people", "columns": ["id"]},
                },
            ],
        },
        {
            "schema": "public",
            "name": "people",
            "columns": [
                column("id", "integer", false, false),
                column("email", "character varying(80)", false, false),
            ],
            "constraints": [
                {"type": "primary_key", "columns": ["id"], "name": "people_pkey"},
                {"type": "unique", "columns": ["email"], "name": "people_email_key"},
            ],
        },
    ]}});
    assert_eq!(read(&fixture, &path).await, expected);
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comparison_is_a_unified_diff_from_the_base_to_the_branch() {
    let fixture = TestProject::start().await;
    let parent = connect(&fixture, &fixture.made).await;
    sql::run(&parent, "CREATE TABLE orders (\n id int,\n note text)").await;
    let dev = fixture.branch("dev").await;
    let dev_id = id(&dev["branch"]);
    assert_eq!(
        read(&fixture, &compare(&dev_id, "")).await,
        json!({"diff": ""})
    );
    let child = connect(&fixture, &dev).await;
    sql::run(&child, "ALTER TABLE orders ADD COLUMN paid boolean").await;
    let body = read(&fixture, &compare(&dev_id, "")).await;
    let diff = text(&body, "diff");
    let (heads, lines) = diff.split_at(diff.match_indices('\n').nth(2).unwrap().0 + 1);
    assert!(
        heads.starts_with("--- a/svcdb\n+++ b/svcdb\n@@ -"),
        "{diff}"
    );
    assert_eq!(
        lines,
        " \n CREATE TABLE public.orders (\n     id integer,\n-    note text\n+    note text,\n+    paid boolean\n );\n \n \n"
    );
    let other_way = compare(&fixture.branch, &format!("&base_branch_id={dev_id}"));
    let body = read(&fixture, &other_way).await;
    assert!(
        text(&body, "diff").contains("-    paid boolean\n"),
        "{body}"
    );
    let itself = compare(&dev_id, &format!("&base_branch_id={dev_id}"));
    assert_eq!(read(&fixture, &itself).await, json!({"diff": ""}));
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_keeps_function_bodies_and_a_comparison_ignores_the_order_of_grants() {
    let fixture = TestProject::start().await;
    let body = "GRANT SELECT ON till TO plinth_admin;\nALTER TABLE till OWNER TO plinth_admin;\n-- Name: x; Owner: plinth_admin\n";
    let parent = connect(&fixture, &fixture.made).await;
    sql::run(
        &parent,
        &format!(
            "CREATE ROLE ana; CREATE ROLE bob; CREATE TABLE till (n int);
             CREATE FUNCTION note() RETURNS text LANGUAGE plpgsql AS $f$\nBEGIN\n{body}RETURN 1;\nEND $f$"
        ),
    )
    .await;
    let written = read(&fixture, &schema(&fixture.branch)).await;
    let written = text(&written, "sql");
    assert!(written.contains(body), "{written}");
    assert_eq!(written.matches("plinth_admin").count(), 3, "{written}");

    let dev = fixture.branch("dev").await;
    let dev_id = id(&dev["branch"]);
    let child = connect(&fixture, &dev).await;
    for (client, [first, second]) in [(&parent, ["ana", "bob"]), (&child, ["bob", "ana"])] {
        for role in [first, second] {
            sql::run(client, &format!("GRANT SELECT ON till TO {role}")).await;
        }
    }
    let same = read(&fixture, &compare(&dev_id, "")).await;
    assert_eq!(same, json!({"diff": ""}));
    sql::run(&child, "REVOKE SELECT ON till FROM ana").await;
    let differs = read(&fixture, &compare(&dev_id, "")).await;
    let line = "-GRANT SELECT ON TABLE public.till TO ana;\n";
    assert!(text(&differs, "diff").contains(line), "{differs}");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suspended_branch_is_woken_as_by_a_client_and_one_without_a_compute_is_read_too() {
    let fixture = TestProject::start().await;
    let owner = connect(&fixture, &fixture.made).await;
    sql::run(&owner, "CREATE TABLE orders (id int)").await;
    drop(owner);
    let bare = json!({"branch": {"name": "bare"}, "endpoints": []});
    let reply = fixture.post("/branches", &bare).await;
    let bare = id(&fixture.done(201, reply).await["branch"]);
    let suspend = format!("/endpoints/{}/suspend", fixture.endpoint);
    let reply = fixture.post(&suspend, &json!({})).await;
    fixture.done(200, reply).await;
    assert_eq!(fixture.state(&fixture.endpoint).await, "idle");
    assert_eq!(
        read(&fixture, &compare(&bare, "")).await,
        json!({"diff": ""})
    );
    until("the compute is shown as active", async || {
        fixture.state(&fixture.endpoint).await == "active"
    })
    .await;
    let newest = fixture.get("/operations?limit=1").await.json();
    assert_eq!(newest["operations"][0]["action"], "start_compute");
    let body = read(&fixture, &schema(&bare)).await;
    assert!(text(&body, "sql").contains("CREATE TABLE public.orders ("));
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_of_one_branch_at_once_all_end() {
    let fixture = TestProject::start().await;
    let path = schema(&fixture.branch);
    let reads = (0..4).map(|_| read(&fixture, &path));
    let read = futures::future::join_all(reads).await;
    assert!(read.iter().all(|it| *it == read[0]));
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_or_not_kept_is_named() {
    let fixture = TestProject::start().await;
    let dev = id(&fixture.branch("dev").await["branch"]);
    let root = &fixture.branch;
    let lsn_and_time = "&lsn=0/1500000&timestamp=2026-01-01T00:00:00Z";
    for (path, status, message) in [
        (
            format!("/branches/{root}/schema?db_name=nowhere"),
            404,
            "database not found on the branch; database_name:\"nowhere\"",
        ),
        (
            format!("/branches/{root}/schema?db_name=template1&format=json"),
            404,
            "database not found on the branch; database_name:\"template1\"",
        ),
        (
            format!("/branches/{dev}/compare_schema?db_name=nowhere"),
            404,
            "database not found on the branch; database_name:\"nowhere\"",
        ),
        (
            format!("/branches/{root}/schema"),
            400,
            "invalid request: query: Failed to deserialize query string: missing field `db_name`",
        ),
        (
            format!("/branches/{root}/schema?db_name="),
            400,
            "invalid request: query: db_name: it is no name of a database",
        ),
        (schema("br-nowhere-12345678"), 404, "branch not found"),
        (
            compare(root, ""),
            422,
            "base_branch_id is required, since the branch has no parent",
        ),
        (
            compare(&dev, "&base_branch_id=br-nowhere-12345678"),
            404,
            "base branch not found",
        ),
        (
            schema(root) + lsn_and_time,
            400,
            "invalid request: only one of lsn and timestamp can be given",
        ),
        (
            compare(&dev, "&base_timestamp=2999-01-01T00:00:00Z"),
            400,
            "invalid request: base_timestamp must not be in the future",
        ),
        (
            compare(&dev, "&base_lsn=zero"),
            400,
            "invalid request: base_lsn must be an LSN, such as 0/1A2B3C8",
        ),
    ] {
        let reply = fixture.get(&path).await;
        assert_eq!(
            error(&reply),
            (status, String::new(), message.into()),
            "{path}"
        );
    }
    // What was before the branch's history is never answered with the present schema instead.
    for path in [
        schema(root) + "&timestamp=2020-01-01T00:00:00Z",
        compare(&dev, "&base_lsn=0/28"),
    ] {
        let reply = fixture.get(&path).await;
        assert_eq!(reply.status, 422, "{path}: {}", reply.body);
    }
    let odd = fixture.get(&(schema(root) + "&format=xml")).await;
    assert_eq!(odd.status, 400, "{}", odd.body);
    fixture.sandbox.stop().await;
    let fixture = TestProject::without_servers().await;
    let reply = fixture.get(&schema(&fixture.branch)).await;
    assert_eq!(reply.status, 422, "{}", reply.body);
    fixture.sandbox.stop().await;
}

#[cfg(unix)]
mod programs {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use sandbox::PostgresChoice;
    use serde_json::json;
    use tempfile::TempDir;

    use super::*;

    /// An installation of the same programs, that may be changed.
    async fn copied_programs() -> TempDir {
        let fixture = crate::support::TestSandbox::start().await;
        let bin = fixture.running.postgres.as_ref().unwrap().bin_dir.clone();
        fixture.stop().await;
        let copied = tempfile::Builder::new()
            .prefix("programs-")
            .tempdir()
            .unwrap();
        fs::set_permissions(copied.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let from = bin.parent().unwrap();
        for folder in ["bin", "lib", "share"] {
            let said = std::process::Command::new("cp")
                .arg("-a")
                .args([from.join(folder), copied.path().join(folder)])
                .status();
            assert!(said.unwrap().success());
        }
        copied
    }

    fn replace(program: &Path, script: &str) {
        fs::remove_file(program).unwrap();
        fs::write(program, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// The beginning of a stand-in of that version.
    fn says(version: &str) -> String {
        format!("[ \"$1\" = --version ] && echo 'pg_dump (PostgreSQL) {version}' && exit")
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_dump_that_fails_or_cannot_be_made_says_why() {
        let programs = copied_programs().await;
        let bin = programs.path().join("bin");
        let choice = PostgresChoice::BinDir(bin);
        let fixture = TestProject::of(|config| config.postgres = choice, &json!({})).await;
        // Where they run from.
        let pg_dump = fixture
            .sandbox
            .running
            .postgres
            .as_ref()
            .unwrap()
            .bin_dir
            .join("pg_dump");
        let whole = read(&fixture, &schema(&fixture.branch)).await;
        assert!(text(&whole, "sql").contains("PostgreSQL database dump complete"));
        let begins = "couldn't read the schema of the branch: ";
        for (script, message) in [
            (
                "echo 'pg_dump: error: query failed: ERROR:  out of shared memory' >&2; exit 1",
                format!("{begins}pg_dump failed: out of shared memory"),
            ),
            (
                "exec /usr/bin/yes",
                format!("{begins}the schema is larger than 3 MB"),
            ),
            (
                r"printf '\377'",
                format!("{begins}pg_dump failed: it is not UTF-8"),
            ),
        ] {
            replace(&pg_dump, &format!("{}\n{script}", says("17.6")));
            let reply = fixture.get(&schema(&fixture.branch)).await;
            assert_eq!(error(&reply), (422, String::new(), message));
            assert!(reply.json()["hint"].is_string(), "{}", reply.body);
        }
        let folder = pg_dump.parent().unwrap().display();
        replace(&pg_dump, &says("17.5"));
        let reply = fixture.get(&schema(&fixture.branch)).await;
        let message = format!("pg_dump 17.5 in {folder} has known security holes");
        assert_eq!(error(&reply), (422, String::new(), message));
        fs::remove_file(&pg_dump).unwrap();
        let reply = fixture.get(&schema(&fixture.branch)).await;
        let message = format!("pg_dump is not in {folder}");
        assert_eq!(error(&reply), (422, String::new(), message));
        let hint = reply.json()["hint"].clone();
        assert!(
            hint.as_str().unwrap().contains("PLINTH_POSTGRES_BIN"),
            "{hint}"
        );
        let owner = connect(&fixture, &fixture.made).await;
        let left = "SELECT count(*) FROM pg_roles WHERE rolname LIKE 'plinth_schema_dump%'";
        assert_eq!(sql::one(&owner, left).await, "0");
        fixture.sandbox.stop().await;
    }
}
