//! Project folders from the shell.

use std::path::{Path, PathBuf};

use plinth_tests::killed::{STEPS_OF_ENSURE, was_killed};
use plinth_tests::shell::said;
use testkit::sql;

use super::{Person, text};

const SEED: &str = "CREATE TABLE fruit (name text);\nINSERT INTO fruit VALUES ('apple');\n";
const MINE: &str = "# mine\nMINE='a b'  # kept\n";

/// A project folder with an env file and an SQL file.
pub fn project(person: &Person, name: &str) -> PathBuf {
    let folder = person.shell.path().join(name);
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join(".env"), MINE).unwrap();
    std::fs::write(folder.join("seed.sql"), SEED).unwrap();
    folder.canonicalize().unwrap()
}

pub fn env(folder: &Path) -> String {
    std::fs::read_to_string(folder.join(".env")).unwrap()
}

/// A value of the env file, without its quotes.
pub fn value(folder: &Path, name: &str) -> String {
    let text = env(folder);
    let start = format!("{name}=");
    let found = text.lines().find_map(|line| line.strip_prefix(&start));
    let found = found.unwrap_or_else(|| panic!("{name} is not in {text}"));
    found.trim_matches(['"', '\'']).to_owned()
}

async fn fruit(person: &Person, folder: &Path) -> Vec<String> {
    let url = value(folder, "DATABASE_URL_DIRECT");
    let client = sql::connect(&person.platform.ca_file, &url).await;
    sql::column(&client, "SELECT name FROM fruit").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_gets_its_database_once_its_change_was_shown() {
    let person = Person::new().await;
    let shell = &person.shell;
    let folder = project(&person, "shop");
    let path = folder.to_str().unwrap();
    let service = &person.platform.instant_url;
    let add = [
        "folders",
        "add",
        path,
        "--service",
        service,
        "--seed",
        "seed.sql",
    ];
    let added = shell.json(&add).await;
    assert_eq!(added["state"], "absent");
    assert_eq!(
        shell.json(&add).await["id"],
        added["id"],
        "it is one folder"
    );

    let before = person.changes();
    let dry = shell.ok(&["folders", "ensure", path, "--dry-run"]).await;
    assert!(dry.starts_with("Create database\n"), "{dry}");
    assert!(
        dry.contains("+ DATABASE_URL=") && dry.contains("seed.sql"),
        "{dry}"
    );
    assert!(dry.contains("  # mine\n"), "{dry}");
    let unasked = shell.run(&["folders", "ensure", path]).await;
    assert_eq!(unasked.code, Some(2), "{unasked:#?}");
    assert!(unasked.err.contains("+ DATABASE_URL=") && unasked.err.contains("--yes"));
    assert_eq!((person.changes(), env(&folder).as_str()), (before, MINE));

    let done = shell.json(&["folders", "ensure", path, "--yes"]).await;
    assert_eq!(done["folder"]["state"], "filled", "{done}");
    assert!(env(&folder).starts_with(MINE), "{}", env(&folder));
    assert_eq!(fruit(&person, &folder).await, ["apple"]);
    let list = shell.ok(&["folders", "list"]).await;
    assert!(
        list.contains("Has a database") && !list.contains("postgres"),
        "{list}"
    );

    // The variable has a value: nothing happens, by this folder or by the one it is in.
    let made = person.changes();
    let again = shell.ok(&["folders", "ensure", path]).await;
    assert!(again.contains("Nothing to do."), "{again}");
    assert_eq!(person.changes(), made);
    std::fs::create_dir(folder.join("src")).unwrap();
    let mut below = shell.command(&["folders", "get", "--json"]);
    below.current_dir(folder.join("src"));
    let below: serde_json::Value = serde_json::from_str(&said(below, "").await.out).unwrap();
    assert_eq!(below["id"], added["id"]);
    assert_eq!(
        shell
            .json(&["folders", "write-all"])
            .await
            .as_array()
            .unwrap()
            .len(),
        0
    );

    // Another value is somebody else's, whatever is asked.
    std::fs::write(
        folder.join(".env"),
        "DATABASE_URL=postgres://mine@db.example.com/shop\n",
    )
    .unwrap();
    assert_eq!(
        shell.json(&["folders", "get", path]).await["state"],
        "foreign"
    );
    shell
        .run(&["folders", "ensure", path, "--replace", "--yes"])
        .await;
    assert_eq!(
        env(&folder),
        "DATABASE_URL=postgres://mine@db.example.com/shop\n"
    );
    assert_eq!(person.changes(), made);
    let removed = shell.ok(&["folders", "remove", path]).await;
    assert!(removed.contains("as they were"), "{removed}");
    let gone = shell.run(&["folders", "get", path]).await;
    assert_eq!(gone.code, Some(3), "{gone:#?}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_gets_the_string_of_a_branch_and_its_new_password() {
    let person = Person::new().await;
    let shell = &person.shell;
    let id = person.project("shop").await;
    let folder = project(&person, "shop");
    let path = folder.to_str().unwrap();
    let of = ["--project-id", &id];
    shell
        .json(&[&["folders", "add", path, "--write-without-asking"][..], &of].concat())
        .await;
    let dry = shell.json(&["folders", "ensure", path, "--dry-run"]).await;
    assert!(dry["env"].is_object(), "{dry}");
    assert_eq!(env(&folder), MINE, "it only plans");
    let done = shell.json(&["folders", "ensure", path]).await;
    assert_eq!(done["folder"]["state"], "filled", "{done}");
    let before = value(&folder, "DATABASE_URL");
    let role = text(&shell.json(&[&["roles"][..], &of, &["list"]].concat()).await[0]["name"]);
    let reset = ["reset-password", &role, "--reveal", "--yes", "--wait"];
    shell.json(&[&["roles"][..], &of, &reset].concat()).await;
    let shown = shell.ok(&["folders", "write-all", "--dry-run"]).await;
    assert!(shown.contains(path), "{shown}");
    assert_eq!(value(&folder, "DATABASE_URL"), before);
    let written = shell.json(&["folders", "write-all", "--yes"]).await;
    assert_eq!(written[0]["error"], serde_json::Value::Null, "{written}");
    let after = value(&folder, "DATABASE_URL");
    assert_ne!(before, after);
    let client = sql::connect(&person.platform.ca_file, &after).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn databases_of_env_files_are_shown_masked_and_brought_in() {
    let person = Person::new().await;
    let shell = &person.shell;
    let folder = project(&person, "shop");
    let path = folder.to_str().unwrap();
    let service = &person.platform.instant_url;
    shell
        .json(&[
            "folders",
            "add",
            path,
            "--service",
            service,
            "--write-without-asking",
        ])
        .await;
    let made = shell.json(&["folders", "ensure", path]).await;
    let database = text(&made["folder"]["temporaryId"]);
    shell.json(&["temp", "forget", &database, "--yes"]).await;
    shell.json(&["folders", "remove", path]).await;
    let claim = value(&folder, "VITE_POSTGRES_CLAIM_URL");
    let found = shell.run(&["folders", "scan", path]).await;
    assert_eq!(found.code, Some(0), "{found:#?}");
    let secret = claim.rsplit('/').next().unwrap();
    assert!(!found.out.contains(secret) && !found.err.contains(secret));
    assert!(found.out.contains("VITE_POSTGRES_CLAIM_URL"), "{found:#?}");
    let args = [
        "folders",
        "import",
        path,
        "--variable",
        "VITE_POSTGRES_CLAIM_URL",
    ];
    let brought = shell.json(&args).await;
    assert_eq!(brought[0]["error"], serde_json::Value::Null, "{brought}");
    assert_eq!(
        shell
            .json(&["temp", "list"])
            .await
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let none = shell
        .run(&["folders", "import", path, "--variable", "NONE"])
        .await;
    assert_eq!(none.code, Some(3), "{none:#?}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ensure_killed_at_any_step_goes_on_with_the_same_database() {
    let person = Person::new().await;
    let shell = &person.shell;
    let service = &person.platform.instant_url;
    let made = || person.platform.servers().len();
    for (point, left) in STEPS_OF_ENSURE {
        let folder = project(&person, point);
        let path = folder.to_str().unwrap();
        let add = [
            "folders",
            "add",
            path,
            "--service",
            service,
            "--seed",
            "seed.sql",
        ];
        shell.json(&add).await;
        let before = made();
        let ensure = ["folders", "ensure", path, "--yes"];
        let file = shell.path().join("kill-point");
        std::fs::write(&file, point).unwrap();
        let mut command = shell.command(&ensure);
        let mut child = command.env("PLINTH_KILLED_AT", file).spawn().unwrap();
        let status = child.wait().await.unwrap();
        assert!(was_killed(status), "{point} was never reached: {status}");
        assert!(env(&folder).starts_with(MINE), "{point}: {}", env(&folder));

        let state = async || text(&shell.json(&["folders", "get", path]).await["state"]);
        if *left != "unclear" {
            assert_eq!(state().await, *left, "{point}");
        }
        let mut said = shell.run(&ensure).await;
        if *left == "unclear" {
            // The answer was lost, which the next command finds, and a person decides.
            assert_ne!(said.code, Some(0), "{point}: a second one unasked");
            assert_eq!(state().await, *left, "{point}");
            let replace = ["folders", "ensure", path, "--yes", "--replace"];
            said = shell.run(&replace).await;
        }
        assert_eq!(said.code, Some(0), "{point}: {said:#?}");
        assert_eq!(state().await, "filled", "{point}");
        assert_eq!(fruit(&person, &folder).await, ["apple"], "{point}");
        // One whose answer was read and lost is there beside the one that took its place.
        let most = if *point == "CreateAnswered" { 2 } else { 1 };
        assert_eq!(made() - before, most, "{point}");
        assert!(env(&folder).starts_with(MINE), "{point}");
    }
    person.stop().await;
}
