//! A copy or a saved file of a database whose schema names roles, and one with large objects: all of it or nothing.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use testkit::sql;

use super::save::{connected, filled};
use super::{Person, text};

/// `pg_dump` puts a transaction around the large object, in the middle of the dump.
const LEDGER: &str =
    "CREATE TABLE ledger (n int); INSERT INTO ledger SELECT generate_series(1, 100);
    CREATE ROLE authenticated NOLOGIN; ALTER TABLE ledger ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON ledger TO authenticated USING (true);
    SELECT lo_from_bytea(0, decode('deadbeef', 'hex'))";
const NAMED_APART: &str =
    "CREATE ROLE reader NOLOGIN; GRANT SELECT ON ledger TO reader; CREATE PUBLICATION news FOR TABLE ledger;
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET lock_timeout = 54321', current_database()); END $$";
const SEEN: &str = "SELECT count(*) || (SELECT ' ' || array_to_string(roles, ',') FROM pg_policies)
    || (SELECT ' ' || encode(lo_get(oid), 'hex') FROM pg_largeobject_metadata) FROM ledger";
const EXPECTED: &str = "100 authenticated deadbeef";
const ROLE: &str = "authenticated (policy own on table ledger)";

fn into<'a>(id: &'a str, project: &'a str, name: &'a str) -> Vec<&'a str> {
    let args = ["temp", "copy", id, "--project-id", project];
    let more = ["--database", name, "--owner", "svcdb_owner"];
    [&args[..], &more[..]].concat()
}

async fn copy_of(person: &Person, project: &str, name: &str) -> tokio_postgres::Client {
    let args = ["connect", "--project-id", project, "--database", name];
    let args = [&args[..], &["--role", "svcdb_owner", "--reveal"]].concat();
    connected(person, &args).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_creates_the_roles_that_policies_name_once_a_person_agrees() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("Shop").await;
    let (id, client) = filled(&person, LEDGER).await;
    sql::run(&client, NAMED_APART).await;

    let before = person.changes();
    let asked = shell.run(&into(&id, &project, "kept")).await;
    asked.says(2, &[ROLE, "Create without login?", "--yes"]);
    assert_eq!(person.changes(), before, "something was changed");

    let mut agreed = into(&id, &project, "kept");
    agreed.push("--yes");
    let done = shell.run(&agreed).await;
    let created = format!("Created without login: {ROLE}.");
    let left_out = [
        "privileges are left out, such as those of reader for table ledger.",
        "Left out: publication news.",
        "Settings of the database are left out: lock_timeout.",
    ];
    done.says(0, &[&[&*created][..], &left_out].concat());
    assert!(!done.err.contains("54321"), "a value may be a secret");
    let copy = copy_of(&person, &project, "kept").await;
    assert_eq!(sql::column(&copy, SEEN).await, [EXPECTED]);
    let can_log_in = "SELECT rolcanlogin::text FROM pg_roles WHERE rolname = 'authenticated'";
    assert_eq!(sql::column(&copy, can_log_in).await, ["false"]);

    // The role is there now, and nobody is asked.
    let again = shell.run(&into(&id, &project, "again")).await;
    again.says(0, &[]);
    assert!(!again.err.contains("Created"), "{again:#?}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_fails_after_a_large_object_leaves_nothing() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("Shop").await;
    let (id, client) = filled(&person, LEDGER).await;
    // Indexes are made last, and this one can't be made again.
    let divides = "CREATE FUNCTION inverse(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1 / n';
        CREATE INDEX inverses ON ledger (inverse(n));
        CREATE OR REPLACE FUNCTION inverse(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1 / (n - 1)'";
    sql::run(&client, divides).await;
    let mut agreed = into(&id, &project, "kept");
    agreed.push("--yes");
    let failed = shell.run(&agreed).await;
    failed.says(12, &["division by zero", "there and empty"]);
    let copy = copy_of(&person, &project, "kept").await;
    let left = "SELECT (SELECT count(*) FROM pg_tables WHERE schemaname = 'public')
        + (SELECT count(*) FROM pg_largeobject_metadata)
        + (SELECT count(*) FROM pg_roles WHERE rolname = 'authenticated')";
    assert_eq!(sql::one(&copy, left).await, "0", "a part was kept");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_file_restores_where_the_roles_are_missing_or_says_what_to_run_first() {
    let person = Person::new().await;
    let shell = &person.shell;
    let (id, client) = filled(&person, LEDGER).await;
    sql::run(&client, NAMED_APART).await;
    let file = |name: &str| shell.path().join(name).to_str().unwrap().to_owned();
    let (script, archive) = (file("ledger.sql"), file("ledger.dump"));
    let saved = shell.run(&["temp", "save", &id, "--file", &script]).await;
    let creates = "The file creates the roles that it needs where they are missing, without login";
    saved.says(0, &[creates, ROLE, "Left out: publication news."]);
    let (other, client) = filled(&person, "SELECT 1").await;
    shell.json(&["temp", "seed", &other, &script]).await;
    assert_eq!(sql::column(&client, SEEN).await, [EXPECTED]);

    let saved = shell.run(&["temp", "save", &id, "--file", &archive]).await;
    let first = [
        "run this before pg_restore",
        "CREATE ROLE \"authenticated\" NOLOGIN;",
        "CREATE ROLE \"reader\" NOLOGIN;",
        "lock_timeout",
    ];
    saved.says(0, &first);
    assert!(!saved.err.contains("publication"), "{saved:#?}");
    person.stop().await;
}

/// A folder with a `pg_dump` of this version that writes this text, and the psql that is installed.
fn stand_in(folder: &Path, version: &str, script: &str) {
    std::fs::create_dir(folder).unwrap();
    let pg_dump = folder.join("pg_dump");
    let text = format!(
        "#!/bin/sh\ncase \"$1\" in --version) echo 'pg_dump (PostgreSQL) {version}'; exit;; esac\n{script}\n"
    );
    std::fs::write(&pg_dump, text).unwrap();
    std::fs::set_permissions(&pg_dump, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::write(
        folder.join("psql"),
        "#!/bin/sh\nexec /usr/bin/psql \"$@\"\n",
    )
    .unwrap();
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.join("psql"), mode).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_runs_no_command_that_a_dump_contains() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("Shop").await;
    let (id, _client) = filled(&person, "CREATE TABLE item (n int)").await;
    let made = shell.path().join("made");
    let folder = shell.path().join("programs");
    let writes = format!(
        "printf '%s\\n' 'CREATE TABLE item (n int);' '\\! touch {}' 'CREATE TABLE more (n int);'",
        made.display()
    );
    stand_in(&folder, "17.6", &writes);
    let mut copy = shell.command(&into(&id, &project, "kept"));
    copy.env("PLINTH_POSTGRES_BIN", &folder);
    let said = plinth_tests::shell::said(copy, "").await;
    assert!(!made.exists(), "the command ran");
    said.says(12, &["the psql command \\!", "there and empty"]);
    let copy = copy_of(&person, &project, "kept").await;
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(sql::one(&copy, tables).await, "0", "a part was kept");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pg_dump_with_known_holes_is_passed_over() {
    let person = Person::new().await;
    let shell = &person.shell;
    let (id, _client) = filled(&person, "CREATE TABLE item (n int)").await;
    let started = shell.path().join("started");
    let folder = shell.path().join("programs");
    stand_in(&folder, "17.5", &format!("touch '{}'", started.display()));
    let file = shell.path().join("item.dump");
    let mut save = shell.command(&["temp", "save", &id, "--file", file.to_str().unwrap()]);
    save.env("PLINTH_POSTGRES_BIN", &folder);
    plinth_tests::shell::said(save, "").await.says(0, &[]);
    assert!(!started.exists(), "an old pg_dump was started");
    assert!(std::fs::read(&file).unwrap().starts_with(b"PGDMP"));
    let saved = text(&shell.json(&["temp", "get", &id]).await["saved"]["status"]);
    assert_eq!(saved, "done");
    person.stop().await;
}
