//! Targets of commands: empty, missing, named twice, or chosen by default.

use std::path::Path;

use plinth_tests::shell::{Said, said};
use serde_json::json;

use super::{Person, text};

/// A command with variables of its own, the code that it ends with, and words of its error.
type Row<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)], i32, &'a str);

/// In a folder whose `.neon` says this, or that has none.
async fn run(person: &Person, row: &Row<'_>, neon: Option<&str>) -> Said {
    let folder = person.shell.path().join("folder");
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir(&folder).unwrap();
    if let Some(neon) = neon {
        std::fs::write(folder.join(".neon"), neon).unwrap();
    }
    let mut command = person.shell.command(row.0);
    command.current_dir(&folder).env_remove("PLINTH_CA_FILE");
    command.envs(row.1.iter().copied());
    said(command, "").await
}

/// Returns what is wrong with the end of a command that must change nothing on the platform.
async fn problem(person: &Person, row: &Row<'_>, neon: Option<&str>) -> Option<String> {
    let before = person.changes();
    let said = run(person, row, neon).await;
    let changes = person.changes() - before;
    let is_right = said.code == Some(row.2) && said.err.contains(row.3) && changes == 0;
    (!is_right).then(|| format!("{row:?} {neon:?}: {changes} changes, {said:?}"))
}

async fn check(person: &Person, row: &Row<'_>, neon: Option<&str>) {
    assert_eq!(problem(person, row, neon).await, None);
}

/// A project, whose compute is not waited for: there is none.
async fn project(person: &Person) -> String {
    let create = ["projects", "create", "--name", "shop"];
    text(&person.shell.json(&create).await["project"]["id"])
}

/// A person with two accounts of the same platform, of which the window shows `Shop`.
async fn with_two_accounts() -> Person {
    let person = Person::of(|_| {}).await;
    let create = ["keys", "create", "--name", "second", "--save-as", "Second"];
    person.shell.json(&create).await;
    person.shell.json(&["accounts", "use", "Shop"]).await;
    person
}

#[tokio::test(flavor = "multi_thread")]
async fn command_refuses_targets_that_are_empty_missing_or_contradictory() {
    let person = with_two_accounts().await;
    let id = &project(&person).await;
    let (key, url) = (&person.platform.key, &person.platform.base_url);
    let ca = person.platform.ca_file.to_str().unwrap();
    let delete = ["projects", "delete", id, "--yes"];
    let with = |more: &[&'static str]| [&delete[..], more].concat();
    let of_project = |more: &[&'static str]| [more, &["--project-id", id]].concat();
    const EMPTY: &str = " is empty";
    const SET: &str = "is set, and is empty";
    const NO_VALUE: &str = "a value is required for";
    const NO_KEY: &str = "but no key for it";
    const TWO: &str = "name two accounts";
    const NO_ACCOUNT: &str = "This command takes no account";
    let elsewhere = "https://elsewhere.example.com/api/v2";
    let rows: &[Row] = &[
        // The account.
        (&with(&["--account", ""]), &[], 2, EMPTY),
        (&delete, &[("PLINTH_ACCOUNT", "")], 2, SET),
        (
            &delete,
            &[("PLINTH_ACCOUNT", "Nobody")],
            3,
            "no account Nobody",
        ),
        (&["accounts", "use", ""], &[], 2, EMPTY),
        (&with(&["--account", "Shop", "--api-key", "k"]), &[], 2, TWO),
        (
            &delete,
            &[("PLINTH_ACCOUNT", "Shop"), ("PLINTH_API_KEY", key)],
            2,
            TWO,
        ),
        (
            &["temp", "copy", "t", "--new-project", "p"],
            &[("PLINTH_ACCOUNT", "")],
            2,
            SET,
        ),
        (
            &["folders", "add", ".", "--project-id", id],
            &[("PLINTH_ACCOUNT", "")],
            2,
            SET,
        ),
        // An account, or a file with a project, that the command would ignore.
        (
            &["accounts", "list", "--account", "Shop"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &["accounts", "use", "Second", "--account", "Shop"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &["accounts", "add", "--account", "Shop"],
            &[("PLINTH_API_KEY", key), ("PLINTH_API_URL", url)],
            2,
            NO_ACCOUNT,
        ),
        (&["temp", "list", "--account", "Shop"], &[], 2, NO_ACCOUNT),
        (&["temp", "create", "--account", "Shop"], &[], 2, NO_ACCOUNT),
        (
            &["temp", "forget", "t", "--yes", "--account", "Shop"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &["temp", "get", "t", "--context-file", "f"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &["connect", "--temp", "t", "--account", "Shop"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &["sandbox", "status", "--account", "Shop"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &["history", "list", "--account", "Shop"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &["network", "list", "--account", "Shop"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &["run", "--account", "Shop", "--", "true"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &["agent", "--idle", "1", "--account", "Shop"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &["folders", "list", "--account", "Shop"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &[
                "folders",
                "add",
                ".",
                "--service",
                "neon",
                "--account",
                "Shop",
            ],
            &[],
            2,
            "no project to take with the account",
        ),
        (
            &["keys", "rotations", "--account", "Shop"],
            &[],
            2,
            NO_ACCOUNT,
        ),
        (
            &["operations", "list", "--account", "Shop"],
            &[],
            2,
            "No project was named",
        ),
        // The key, the platform, its certificate authority.
        (
            &["accounts", "add"],
            &[("PLINTH_API_KEY", "")],
            2,
            "has no key",
        ),
        (
            &["accounts", "add"],
            &[("PLINTH_API_KEY", key), ("PLINTH_API_URL", "")],
            2,
            SET,
        ),
        (
            &["accounts", "add", "--base-url", url, "--api-url", elsewhere],
            &[("PLINTH_API_KEY", key)],
            2,
            "name two platforms",
        ),
        (
            &["keys", "rotate", "--old-key-id", "", "--yes"],
            &[],
            2,
            EMPTY,
        ),
        (
            &delete,
            &[("PLINTH_API_KEY", ""), ("PLINTH_API_URL", url)],
            2,
            "has no key",
        ),
        (&delete, &[("PLINTH_API_KEY", " ")], 2, "has no key"),
        (&with(&["--api-key", ""]), &[], 2, EMPTY),
        (
            &with(&["--api-url", "https://elsewhere.example.com/api/v2"]),
            &[],
            2,
            NO_KEY,
        ),
        (
            &with(&[
                "--account",
                "Shop",
                "--api-url",
                "https://elsewhere.example.com",
            ]),
            &[],
            2,
            NO_KEY,
        ),
        (&delete, &[("PLINTH_API_URL", url)], 2, NO_KEY),
        (
            &delete,
            &[("PLINTH_API_KEY", key), ("PLINTH_API_URL", "")],
            2,
            SET,
        ),
        (&delete, &[("PLINTH_CA_FILE", ca)], 2, NO_KEY),
        (
            &delete,
            &[("PLINTH_API_KEY", key), ("PLINTH_CA_FILE", "")],
            2,
            NO_VALUE,
        ),
        (&["temp", "list", "--api-key", "k"], &[], 2, "takes no key"),
        (
            &["temp", "list", "--api-url", "https://elsewhere.example.com"],
            &[],
            2,
            "takes no key",
        ),
        (
            &["temp", "copy", "t", "--new-project", "p"],
            &[("PLINTH_API_KEY", key)],
            2,
            "an account of the list",
        ),
        (
            &["folders", "add", ".", "--project-id", id],
            &[("PLINTH_API_KEY", key)],
            2,
            "an account of the list",
        ),
        (
            &["folders", "add", ".", "--project-id", id],
            &[("PLINTH_API_URL", url)],
            2,
            "an account of the list",
        ),
        // The organization, the project, the branch and what is on it.
        (&["projects", "list", "--org-id", ""], &[], 2, EMPTY),
        (&["keys", "list", "--org-id", ""], &[], 2, EMPTY),
        (&["projects", "create", "--region-id", ""], &[], 2, EMPTY),
        (
            &of_project(&["branches", "create", "--parent", ""]),
            &[],
            2,
            EMPTY,
        ),
        (
            &of_project(&["auth", "remove", "p", "--branch", ""]),
            &[],
            2,
            EMPTY,
        ),
        (
            &of_project(&["auth", "create-keys", "--provider", ""]),
            &[],
            2,
            EMPTY,
        ),
        (
            &["temp", "import", "--env", "f", "--variable", ""],
            &[],
            2,
            EMPTY,
        ),
        (&["projects", "delete", "", "--yes"], &[], 2, EMPTY),
        (&["branches", "list"], &[], 2, "No project was named"),
        (&["branches", "list", "--project-id", " "], &[], 2, EMPTY),
        (&["branches", "list", "--project-id", "nowhere"], &[], 3, ""),
        (
            &of_project(&["branches", "delete", "", "--yes"]),
            &[],
            2,
            EMPTY,
        ),
        (
            &of_project(&["branches", "compare-schema", "dev", "--base", ""]),
            &[],
            2,
            EMPTY,
        ),
        (
            &of_project(&["roles", "list", "--branch", ""]),
            &[],
            2,
            EMPTY,
        ),
        (
            &of_project(&["roles", "list", "--branch", "nope"]),
            &[],
            3,
            "no branch nope",
        ),
        (
            &of_project(&["roles", "delete", "", "--yes"]),
            &[],
            2,
            EMPTY,
        ),
        (&of_project(&["connect", "--database", ""]), &[], 2, EMPTY),
        (
            &of_project(&["connect", "--database", "nope"]),
            &[],
            3,
            "no database nope",
        ),
        (&of_project(&["connect", "--role", ""]), &[], 2, EMPTY),
        (&of_project(&["connect", "--compute", ""]), &[], 2, EMPTY),
        (
            &of_project(&["connect", "--temp", "t"]),
            &[],
            2,
            "cannot be used with",
        ),
        // The context file.
        (
            &["branches", "list", "--context-file", ""],
            &[],
            2,
            NO_VALUE,
        ),
        (
            &["projects", "list", "--context-file", "gone"],
            &[],
            11,
            "gone",
        ),
        // Temporary databases and their service.
        (&["temp", "get", ""], &[], 2, EMPTY),
        (&["connect", "--temp", ""], &[], 2, EMPTY),
        (&["temp", "create", "--service", ""], &[], 2, EMPTY),
        (&["temp", "create"], &[], 10, "sandbox"),
        (&["folders", "add", ".", "--service", ""], &[], 2, EMPTY),
        (
            &[
                "folders",
                "add",
                ".",
                "--service",
                "neon",
                "--project-id",
                id,
            ],
            &[],
            2,
            "not from both",
        ),
        // Folders and data.
        (&["folders", "get", ""], &[], 2, NO_VALUE),
        (&["folders", "remove"], &[], 3, "not in the list"),
        (&["run", "--folder", "", "--", "true"], &[], 2, NO_VALUE),
        (
            &[
                "run",
                "--api-url",
                "https://elsewhere.example.com",
                "--",
                "true",
            ],
            &[],
            2,
            "takes no key",
        ),
        (&["folders", "add", ".", "--env-file", ""], &[], 2, EMPTY),
        (
            &["sandbox", "reset", "--yes"],
            &[("PLINTH_DATA_DIR", "")],
            2,
            SET,
        ),
        (
            &["sandbox", "start"],
            &[("PLINTH_POSTGRES_BIN", "")],
            2,
            SET,
        ),
    ];
    let mut problems = Vec::new();
    for row in rows {
        problems.extend(problem(&person, row, None).await);
    }
    let of_neon = |neon: serde_json::Value| neon.to_string();
    for (neon, row) in [
        (
            json!({ "projectId": "" }),
            (
                &["branches", "list"][..],
                &[][..],
                2,
                "No project was named",
            ),
        ),
        (
            json!({ "projectId": id, "branchId": "nope" }),
            (&["roles", "list"], &[], 3, "no branch nope"),
        ),
        (
            json!([]),
            (&["branches", "list"], &[], 11, "no context file"),
        ),
    ] {
        problems.extend(problem(&person, &row, Some(&of_neon(neon))).await);
    }
    assert!(problems.is_empty(), "{problems:#?}");
    let projects = person.shell.json(&["projects", "list"]).await;
    assert_eq!(
        projects["projects"].as_array().unwrap().len(),
        1,
        "{projects}"
    );
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_named_wins_over_defaults_and_defaults_are_named_before_a_change() {
    let person = with_two_accounts().await;
    let id = &project(&person).await;
    // The account that was typed is used, and the key that was not is named.
    let typed: Row = (
        &["projects", "list", "--account", "Shop"],
        &[("PLINTH_API_KEY", "wrong")],
        0,
        "and not the key of PLINTH_API_KEY",
    );
    check(&person, &typed, None).await;
    // A project that was typed wins over that of the file, whose branch is of another project.
    let elsewhere = json!({ "projectId": "elsewhere", "branchId": "br-elsewhere" }).to_string();
    let listed = run(
        &person,
        &(&["roles", "list", "--project-id", id, "--json"], &[], 0, ""),
        Some(&elsewhere),
    )
    .await;
    assert_eq!(
        (listed.code, &*listed.err),
        (Some(0), ""),
        "a read names nothing"
    );
    // One of several accounts, and the project of a file further up.
    std::fs::write(
        person.shell.path().join(".neon"),
        json!({ "projectId": id }).to_string(),
    )
    .unwrap();
    let create: Row = (&["branches", "create", "--name", "dev"], &[], 0, "");
    let made = run(&person, &create, None).await;
    assert_eq!(made.code, Some(0), "{made:#?}");
    let file = person.shell.path().join(".neon");
    for words in [
        "plinth: the account is Shop, which the window shows".to_owned(),
        format!(
            "plinth: the project is {id}, as {} says",
            real(&file).display()
        ),
    ] {
        assert_eq!(made.err.matches(&words).count(), 1, "{made:#?}");
    }
    // Also before a question.
    let delete: Row = (
        &["branches", "delete", "dev"],
        &[],
        2,
        "the account is Shop",
    );
    check(&person, &delete, None).await;
    let named = run(
        &person,
        &(
            &[
                "branches",
                "delete",
                "dev",
                "--yes",
                "--account",
                "Shop",
                "--project-id",
                id,
            ],
            &[],
            0,
            "",
        ),
        None,
    )
    .await;
    assert_eq!((named.code, &*named.err), (Some(0), ""), "{named:#?}");
    assert_eq!(
        text(
            &person
                .shell
                .json(&["projects", "get", id, "--account", "Second"])
                .await["name"]
        ),
        "shop"
    );
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn temporary_database_begins_with_the_defaults_after_one_with_other_options() {
    let person = Person::of(|_| {}).await;
    let before = settings_of_create(&person).await;
    let service = &person.platform.instant_url;
    let create = ["temp", "create", "--service", service];
    let first = [&create[..], &["--logical-replication"]].concat();
    assert_eq!(person.shell.json(&first).await["logicalReplication"], true);
    // The sandbox of this machine, which was never started.
    check(&person, &(&["temp", "create"], &[], 10, "sandbox"), None).await;
    let second = person.shell.json(&create).await;
    assert_eq!(second["logicalReplication"], false, "{second}");
    assert_eq!(settings_of_create(&person).await, before);
    person.stop().await;
}

/// What the window creates a temporary database with in one click.
async fn settings_of_create(person: &Person) -> serde_json::Value {
    let config = host::Config::with_secrets_in_memory(host::Data::at(person.shell.data()));
    let connection = host::Connection::open(config).await.unwrap();
    let settings: serde_json::Value = connection.call("settings_get", json!({})).await.unwrap();
    connection.close().await;
    settings["temporary"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn default_branch_of_several_is_named_before_a_change() {
    let person = Person::of(|_| {}).await;
    let id = &project(&person).await;
    let of_project = |words: &str| {
        let words = words.split(' ').chain(["--project-id", id, "--yes"]);
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let run_words = async |words: &str| {
        let words = of_project(words);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        run(&person, &(&words, &[], 0, ""), None).await
    };
    let only = run_words("roles create first").await;
    assert_eq!(
        (only.code, only.err.contains("the branch is")),
        (Some(0), false),
        "{only:#?}"
    );
    let branches = ["branches", "list", "--project-id", id];
    let main = text(&person.shell.json(&branches).await[0]["id"]);
    person
        .shell
        .json(&["branches", "create", "--name", "dev", "--project-id", id])
        .await;
    let sentence = format!("plinth: the branch is main ({main}), the project's default");
    for (words, code) in [
        ("databases create orders --owner svcdb_owner", 0),
        ("databases update orders --new-name stock", 0),
        ("databases delete stock", 0),
        ("roles create ada", 0),
        ("roles reset-password ada", 0),
        ("roles delete ada", 0),
        ("computes create --read-only", 0),
        ("snapshots create", 0),
        ("snapshots set-schedule --every day --hour 3", 0),
        ("auth enable --reveal", 0),
    ] {
        let said = run_words(words).await;
        let is_named = said.err.matches(&sentence).count() == 1;
        assert!(said.code == Some(code) && is_named, "{words}: {said:#?}");
    }
    let typed = run_words("roles create ben --branch main").await;
    assert!(!typed.err.contains("the branch is"), "{typed:#?}");
    // The branch of a file further up.
    let neon = json!({ "projectId": id, "branchId": "dev" }).to_string();
    let file = person.shell.path().join(".neon");
    std::fs::write(&file, neon).unwrap();
    let made = run(&person, &(&["roles", "create", "eve"], &[], 0, ""), None).await;
    let sentence = format!(
        "plinth: the branch is dev, as {} says",
        real(&file).display()
    );
    assert_eq!(made.err.matches(&sentence).count(), 1, "{made:#?}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn question_names_the_branch_and_the_project_of_what_is_lost() {
    let person = Person::of(|_| {}).await;
    let id = &project(&person).await;
    let branches = ["branches", "list", "--project-id", id];
    let main = text(&person.shell.json(&branches).await[0]["id"]);
    let place = format!("of the branch main ({main}) in the project shop ({id})");
    for words in [
        &["databases", "delete", "svcdb"][..],
        &["databases", "update", "svcdb", "--new-name", "other"],
        &["roles", "delete", "svcdb_owner"],
        &["roles", "reset-password", "svcdb_owner"],
    ] {
        let words = [words, &["--project-id", id]].concat();
        check(&person, &(&words, &[], 2, &place), None).await;
    }
    let all = person.shell.json(&["orgs", "list"]).await;
    let organization = text(&all[0]["id"]);
    let members = person.shell.json(&["orgs", "members"]).await;
    let email = text(&members[0]["email"]);
    let words = format!("from the organization {organization}?");
    check(
        &person,
        &(&["orgs", "remove", &email], &[], 2, &words),
        None,
    )
    .await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn organization_of_a_context_file_further_up_is_named_before_a_change() {
    let person = Person::of(|_| {}).await;
    let all = person.shell.json(&["orgs", "list"]).await;
    let organization = text(&all[0]["id"]);
    let file = person.shell.path().join(".neon");
    std::fs::write(&file, json!({ "orgId": organization }).to_string()).unwrap();
    let sentence = format!(
        "plinth: the organization is {organization}, as {} says",
        real(&file).display()
    );
    for words in [
        &["projects", "create", "--name", "shop"][..],
        &["orgs", "invite", "ana@example.com"],
    ] {
        let said = run(&person, &(words, &[], 0, ""), None).await;
        let is_named = said.err.matches(&sentence).count() == 1;
        assert!(said.code == Some(0) && is_named, "{words:?}: {said:#?}");
    }
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_and_folders_take_the_only_database_and_name_one_of_several() {
    let person = Person::of(|_| {}).await;
    let create = [
        "projects",
        "create",
        "--name",
        "shop",
        "--database",
        "orders",
        "--role",
        "ada",
    ];
    let id = &text(&person.shell.json(&create).await["project"]["id"]);
    let auth = ["auth", "--project-id", id];
    let enable = [&auth[..], &["enable", "--reveal"]].concat();
    person.shell.json(&enable).await;
    let found = person.shell.json(&[&auth[..], &["list"]].concat()).await;
    assert_eq!(found[0]["database"], "orders", "{found}");
    for name in ["other", "svcdb"] {
        let more = [
            "databases",
            "create",
            name,
            "--owner",
            "ada",
            "--project-id",
            id,
        ];
        person.shell.json(&more).await;
    }
    let add: Row = (
        &["folders", "add", ".", "--project-id", id, "--pooled"],
        &[],
        0,
        "",
    );
    let added = run(&person, &add, None).await;
    let sentence = "plinth: the database is svcdb, the platform's usual one";
    assert!(
        added.code == Some(0) && added.err.contains(sentence),
        "{added:#?}"
    );
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn account_is_found_by_its_id_before_the_name_of_another() {
    let person = with_two_accounts().await;
    let shell = &person.shell;
    let id =
        async |name: &str| text(&shell.json(&["accounts", "get", "--account", name]).await["id"]);
    let (shop, second) = (id("Shop").await, id("Second").await);
    for (renamed, wanted) in [(&shop, &second), (&second, &shop)] {
        let rename = |name| ["accounts", "update", "--account", renamed, "--name", name];
        shell.json(&rename(wanted)).await;
        let chosen = shell.json(&["accounts", "use", wanted]).await;
        assert_eq!(text(&chosen["id"]), *wanted);
        shell.ok(&["projects", "list", "--account", wanted]).await;
        shell.json(&rename(&format!("not {wanted}"))).await;
    }
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn project_whose_name_has_the_form_of_an_id_is_found_after_the_ids() {
    let person = Person::of(|_| {}).await;
    let named = async |name: &str| {
        let create = ["projects", "create", "--name", name];
        text(&person.shell.json(&create).await["project"]["id"])
    };
    let first = named("quiet-sea-12345678").await;
    named(&first).await;
    for wanted in ["quiet-sea-12345678", &first] {
        let found = person.shell.json(&["projects", "get", wanted]).await;
        assert_eq!(text(&found["id"]), first, "{wanted}");
    }
    person.stop().await;
}

fn real(path: &Path) -> std::path::PathBuf {
    path.canonicalize().unwrap()
}
