//! Temporary databases that are saved to a file or copied into a project, by the real `pg_dump`.

use std::path::Path;

use serde_json::{Value, json};
use testkit::{sql, until};
use tokio_postgres::Client;

use super::{Person, text};

/// What a dump has to carry: a sequence, a view, an index, a function, and values that need care.
const SHOP: &str = r"
    CREATE TABLE item (id serial PRIMARY KEY, name text NOT NULL, price numeric(6, 2));
    INSERT INTO item (name, price) VALUES ('Pen; red', 1.50), ('Tab' || chr(9) || 'here', NULL), ('Ünï', 2.25);
    CREATE INDEX item_name ON item (lower(name));
    CREATE VIEW cheap AS SELECT * FROM item WHERE price < 2;
    CREATE FUNCTION total() RETURNS numeric LANGUAGE sql AS 'SELECT sum(price) FROM public.item';
    CREATE TABLE empty (n int)";
const SEEN: &str = "SELECT string_agg(id || name || coalesce(price::text, '-'), ',' ORDER BY id)
    || total() || (SELECT count(*) FROM cheap) FROM item";
const EXPECTED: &str = "1Pen; red1.50,2Tab\there-,3Ünï2.253.751";

/// What can be dumped and not restored: a constraint that relies on the search path.
const ODD: &str =
    "CREATE FUNCTION has_items() RETURNS bool LANGUAGE sql AS 'SELECT count(*) > 0 FROM item';
    CREATE TABLE aisle (n int CHECK (has_items())); INSERT INTO aisle VALUES (1)";
const TABLES: &str = "SELECT count(*)::text FROM pg_tables WHERE schemaname = 'public'";

/// How many sessions wait for a lock.
pub async fn waiting(client: &Client) -> u32 {
    let count = "SELECT count(*) FROM pg_locks WHERE NOT granted";
    sql::column(client, count).await[0].parse().unwrap()
}

/// A temporary database of the person's platform with something in it.
pub async fn filled(person: &Person, statements: &str) -> (String, Client) {
    let service = &person.platform.instant_url;
    let args = ["temp", "create", "--service", service];
    let made = person.shell.json(&args).await;
    let id = text(&made["id"]);
    let client = connected(person, &["connect", "--temp", &id, "--reveal"]).await;
    sql::run(&client, statements).await;
    (id, client)
}

pub async fn connected(person: &Person, args: &[&str]) -> Client {
    let string = person.shell.json(args).await;
    sql::connect(&person.platform.ca_file, &text(&string["text"])).await
}

/// What was saved of it last.
async fn saved(person: &Person, id: &str) -> Value {
    person.shell.json(&["temp", "get", id]).await["saved"].clone()
}

/// The names in a folder that are of no file of the test's own.
fn left_over(folder: &Path) -> Vec<String> {
    let all = std::fs::read_dir(folder).unwrap();
    let names = all.map(|it| it.unwrap().file_name().into_string().unwrap());
    names.filter(|it| it.starts_with(".plinth-")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_temporary_database_is_saved_as_sql_that_another_one_takes_and_as_an_archive() {
    let person = Person::new().await;
    let shell = &person.shell;
    let (id, _client) = filled(&person, SHOP).await;
    let file = shell.path().join("shop.sql");
    let path = file.to_str().unwrap();
    let done = shell.json(&["temp", "save", &id, "--file", path]).await;
    assert_eq!(
        (&done["status"], &done["to"]),
        (&json!("done"), &json!(path))
    );
    let bytes = std::fs::metadata(&file).unwrap().len();
    assert_eq!(done["bytes"].as_f64().map(|it| it as u64), Some(bytes));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "others can read it");
    }
    let dump = std::fs::read_to_string(&file).unwrap();
    assert!(!dump.contains("OWNER TO"), "{dump}");

    let (other, client) = filled(&person, "SELECT 1").await;
    shell.json(&["temp", "seed", &other, path]).await;
    assert_eq!(sql::column(&client, SEEN).await, [EXPECTED]);

    // What is there is not replaced unasked.
    let refused = shell.run(&["temp", "save", &id, "--file", path]).await;
    assert_ne!(refused.code, Some(0), "{refused:#?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), dump);
    let archive = shell.path().join("shop.dump");
    std::fs::write(&archive, "mine").unwrap();
    let path = archive.to_str().unwrap();
    let args = ["temp", "save", &id, "--file", path, "--yes"];
    shell.json(&args).await;
    assert!(std::fs::read(&archive).unwrap().starts_with(b"PGDMP"));
    assert_eq!(left_over(shell.path()), [""; 0]);

    let nowhere = shell.path().join("nowhere/shop.dump");
    let args = ["temp", "save", &id, "--file", nowhere.to_str().unwrap()];
    let refused = shell.run(&args).await;
    let said = format!("{refused:#?}");
    assert!(said.contains("no such file or directory"), "{said}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_that_is_stopped_or_killed_leaves_the_file_as_it_was_and_says_so() {
    let person = Person::new().await;
    let shell = &person.shell;
    let (id, client) = filled(&person, SHOP).await;
    let file = shell.path().join("shop.dump");
    std::fs::write(&file, "before").unwrap();
    let path = file.to_str().unwrap();
    // pg_dump waits for the lock, with its first bytes written or not.
    sql::run(&client, "BEGIN; LOCK TABLE item IN ACCESS EXCLUSIVE MODE").await;
    let args = ["temp", "save", &id, "--file", path, "--yes"];
    let mut late = args.to_vec();
    late.extend(["--timeout", "2"]);
    let stopped = shell.run(&late).await;
    assert!(
        format!("{stopped:#?}").contains("not saved in time"),
        "{stopped:#?}"
    );
    until("the stop is stored", async || {
        saved(&person, &id).await["status"] == "cancelled"
    })
    .await;
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "before");
    assert_eq!(left_over(shell.path()), [""; 0]);

    // A server notices that a client that waits for a lock is gone when it gets the lock, or gives up.
    let before = waiting(&client).await;
    let mut killed = shell.command(&args).kill_on_drop(true).spawn().unwrap();
    until("pg_dump waits for the lock", async || {
        waiting(&client).await > before
    })
    .await;
    killed.kill().await.unwrap();
    sql::run(&client, "COMMIT").await;
    until("the next one says so", async || {
        saved(&person, &id).await["status"] == "failed"
    })
    .await;
    let ended = saved(&person, &id).await;
    assert_eq!(
        ended["error"],
        "Plinth quit while the database was being saved"
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "before");
    assert_eq!(left_over(shell.path()), [""; 0]);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_temporary_database_is_copied_into_a_project_and_never_over_another_one() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("Shop").await;
    let (id, client) = filled(&person, SHOP).await;
    let into = |name: &'static str| {
        let owner = "svcdb_owner";
        let args = ["temp", "copy", &id, "--project-id", &project];
        let more = ["--database", name, "--owner", owner];
        [&args[..], &more[..]].concat()
    };
    let done = shell.json(&into("kept")).await;
    assert_eq!(done["status"], "done");
    assert_eq!(done["to"], "Shop / main / kept");
    let reveal = |name: &'static str| {
        let args = ["connect", "--project-id", &project, "--database", name];
        [&args[..], &["--role", "svcdb_owner", "--reveal"]].concat()
    };
    let copy = connected(&person, &reveal("kept")).await;
    assert_eq!(sql::column(&copy, SEEN).await, [EXPECTED]);
    let owner = "SELECT tableowner FROM pg_tables WHERE tablename = 'item'";
    assert_eq!(sql::column(&copy, owner).await, ["svcdb_owner"]);
    sql::run(&copy, "INSERT INTO item (name) VALUES ('after')").await;

    let before = person.changes();
    let refused = shell.run(&into("kept")).await;
    let said = format!("{refused:#?}");
    assert!(said.contains("already has a database kept"), "{said}");
    assert_eq!(person.changes(), before, "something was changed");
    let count = "SELECT count(*)::text FROM item";
    assert_eq!(sql::column(&copy, count).await, ["4"]);

    sql::run(&client, ODD).await;
    let failed = shell.run(&into("odd")).await;
    let said = format!("{failed:#?}");
    assert!(said.contains("does not exist"), "{said}");
    assert!(said.contains("there and empty"), "{said}");
    let odd = connected(&person, &reveal("odd")).await;
    assert_eq!(sql::column(&odd, TABLES).await, ["0"], "a part was kept");
    assert_eq!(saved(&person, &id).await["status"], "failed");
    person.stop().await;
}

/// The owner's session in the only database of a project.
async fn connected_to(person: &Person, project: &str) -> Client {
    connected(person, &["connect", "--project-id", project, "--reveal"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_temporary_database_is_copied_into_a_project_that_is_made_for_it() {
    let person = Person::new().await;
    let shell = &person.shell;
    let (id, client) = filled(&person, SHOP).await;
    let args = ["temp", "copy", &id, "--new-project"];
    let before = person.changes();
    for odd in [&[" "][..], &["Kept", "--database", "kept"]] {
        let refused = shell.run(&[&args[..], odd].concat()).await;
        assert_eq!(refused.code, Some(2), "{refused:#?}");
    }
    assert_eq!(person.changes(), before, "something was changed");
    let done = shell.json(&[&args[..], &["Kept"]].concat()).await;
    assert_eq!(done["status"], "done");
    assert_eq!(done["to"], "Kept / main / svcdb");
    assert_eq!(done["newProject"]["name"], "Kept");
    let project = text(&done["into"]["projectId"]);
    let copy = connected_to(&person, &project).await;
    assert_eq!(sql::column(&copy, SEEN).await, [EXPECTED]);

    // What can be dumped and not restored: the project stays, and it is said that nothing is in it.
    sql::run(&client, ODD).await;
    let failed = shell.run(&[&args[..], &["Odd"]].concat()).await;
    let said = format!("{failed:#?}");
    assert!(said.contains("does not exist"), "{said}");
    assert!(
        said.contains("new project Odd is there and empty"),
        "{said}"
    );
    let ended = saved(&person, &id).await;
    let odd = connected_to(&person, &text(&ended["into"]["projectId"])).await;
    assert_eq!(sql::column(&odd, TABLES).await, ["0"], "a part was kept");
    person.stop().await;
}

/// A row whose copy waits for whoever has the lock 7 in the database that it is copied into.
const WAITS: &str =
    "CREATE TABLE a_waits (n int CHECK (pg_advisory_xact_lock_shared(7) IS NOT NULL));
    INSERT INTO a_waits VALUES (1);
    CREATE TABLE b_long AS SELECT repeat('x', 1000) FROM generate_series(1, 2000)";

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_is_stopped_or_killed_leaves_an_empty_project_and_says_so() {
    let person = Person::new().await;
    let shell = &person.shell;
    let (id, client) = filled(&person, WAITS).await;
    sql::run(&client, "BEGIN; LOCK TABLE a_waits").await;
    // pg_dump waits a minute for the lock; only what is stopped once the project is there has something to say.
    let mut patience = 2;
    let (said, ended) = loop {
        let patience_text = patience.to_string();
        let args = ["temp", "copy", &id, "--new-project", "Stopped"];
        let stopped = [&args[..], &["--timeout", &patience_text]].concat();
        let stopped = shell.run(&stopped).await;
        let ended = saved(&person, &id).await;
        assert_eq!(ended["status"], "cancelled", "{ended}");
        if ended["into"].is_object() {
            break (format!("{stopped:#?}"), ended);
        }
        assert!(patience < 30, "the project was not made: {ended}");
        patience *= 4;
    };
    assert!(said.contains("not copied in time"), "{said}");
    assert!(
        said.contains("new project Stopped is there and empty"),
        "{said}"
    );
    let hint = text(&ended["hint"]);
    assert!(
        hint.contains("new project Stopped is there and empty"),
        "{hint}"
    );
    let project = text(&ended["into"]["projectId"]);
    let copy = connected_to(&person, &project).await;
    assert_eq!(sql::column(&copy, TABLES).await, ["0"]);

    let args = ["temp", "copy", &id, "--new-project", "Killed"];
    let mut killed = shell.command(&args).kill_on_drop(true).spawn().unwrap();
    // The next command asks this one, rather than the other way round.
    let socket = shell.data().join("run/host.sock");
    until("it has the data folder", async || socket.exists()).await;
    until("the project is there", async || {
        let saved = saved(&person, &id).await;
        saved["status"] == "running" && saved["into"].is_object()
    })
    .await;
    let project = text(&saved(&person, &id).await["into"]["projectId"]);
    let copy = connected_to(&person, &project).await;
    sql::run(&copy, "SELECT pg_advisory_lock(7)").await;
    sql::run(&client, "COMMIT").await;
    until("the session has a part of the rows", async || {
        waiting(&copy).await > 0
    })
    .await;
    killed.kill().await.unwrap();
    sql::run(&copy, "SELECT pg_advisory_unlock(7)").await;
    let others = "SELECT count(*)::text FROM pg_stat_activity
        WHERE application_name = 'plinth' AND pid <> pg_backend_pid()";
    until("the session is gone", async || {
        sql::column(&copy, others).await == ["0"]
    })
    .await;
    assert_eq!(sql::column(&copy, TABLES).await, ["0"], "a part was kept");
    until("the next one says so", async || {
        saved(&person, &id).await["status"] == "failed"
    })
    .await;
    let hint = text(&saved(&person, &id).await["hint"]);
    assert!(hint.contains("new project Killed is there"), "{hint}");
    person.stop().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_leaves_the_file_and_the_database_as_they_were() {
    let person = Person::new().await;
    let shell = &person.shell;
    let (id, client) = filled(&person, SHOP).await;
    let more = "CREATE TABLE more AS SELECT md5(n::text) FROM generate_series(1, 20000) n";
    sql::run(&client, more).await;
    let folder = shell.path().join("small");
    std::fs::create_dir(&folder).unwrap();
    if let Some(disk) = testkit::small_disk::SmallDisk::over(&folder, 128) {
        let file = disk.path().join("shop.sql");
        std::fs::write(&file, "before").unwrap();
        let path = file.to_str().unwrap();
        let failed = shell
            .run(&["temp", "save", &id, "--file", path, "--yes"])
            .await;
        assert_eq!(failed.code, Some(11), "{failed:#?}");
        let said = format!("{failed:#?}");
        assert!(said.contains("the disk is full"), "{said}");
        assert!(said.contains("the space on the disk"), "{said}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "before");
        assert_eq!(left_over(disk.path()), [""; 0]);
        assert_eq!(saved(&person, &id).await["status"], "failed");
        assert_eq!(sql::column(&client, SEEN).await, [EXPECTED]);
        let count = "SELECT count(*)::text FROM more";
        assert_eq!(sql::column(&client, count).await, ["20000"]);
    }
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_is_over_is_not_saved() {
    let person = Person::of(|config| {
        config.servers = true;
        config.clock = sandbox::ClockMode::Manual;
    })
    .await;
    let (id, client) = filled(&person, SHOP).await;
    drop(client);
    let three_days = std::time::Duration::from_secs(73 * 3600);
    person.platform.advance(three_days).await.unwrap();
    let file = person.shell.path().join("late.dump");
    let args = ["temp", "save", &id, "--file", file.to_str().unwrap()];
    let refused = person.shell.run(&args).await;
    assert_ne!(refused.code, Some(0), "{refused:#?}");
    person.shell.json(&["temp", "get", &id, "--refresh"]).await;
    let refused = person.shell.run(&args).await;
    let said = format!("{refused:#?}");
    assert!(said.contains("expired, and its data is gone"), "{said}");
    assert!(!file.exists());
    person.stop().await;
}
