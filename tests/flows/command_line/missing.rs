//! Every verb that names a thing, with names of things that are not there.

use super::{Person, text};

/// Names that no thing has. Some look like ids, some need to be escaped in an address.
const NAMES: [&str; 3] = ["nowhere", "br-nowhere-12345678", "nä me%2Fx?y=z"];

/// Verbs with `{}` where the name stands, in an account.
const OF_ACCOUNT: &[&str] = &[
    "projects get {}",
    "projects delete {} --yes",
    "projects recover {}",
    "projects update {} --name x",
    "projects shared {}",
    "projects share {} a@example.com",
    "projects unshare {} a@example.com --yes",
    "branches list --project-id {}",
    "computes list --project-id {}",
    "snapshots list --project-id {}",
    "operations list --project-id {}",
    "accounts use {}",
    "orgs set-role {} member",
    "orgs remove {} --yes",
    "set-context --project-id {}",
    "projects list --account {}",
];

/// Verbs of the project that `--project-id` names.
const OF_PROJECT: &[&str] = &[
    "branches get {}",
    "branches update {} --name x",
    "branches delete {} --yes",
    "branches recover {}",
    "branches reset {} --yes",
    "branches restore {} --from main --yes",
    "branches restore main --from {} --yes",
    "branches set-default {} --yes",
    "branches create --parent {}",
    "computes get {}",
    "computes list --branch {}",
    "computes create --branch {}",
    "computes update {} --name x",
    "computes delete {} --yes",
    "computes start {}",
    "computes suspend {} --yes",
    "computes restart {} --yes",
    "databases list --branch {}",
    "databases update {} --owner svcdb_owner",
    "databases delete {} --yes",
    "roles list --branch {}",
    "roles delete {} --yes",
    "roles password {} --reveal",
    "roles reset-password {} --yes --reveal",
    "snapshots create {}",
    "snapshots rename {} --name x",
    "snapshots delete {} --yes",
    "snapshots restore {}",
    "snapshots finalize {} --yes",
    "snapshots schedule {}",
    "snapshots set-schedule {} --every never",
    "set-context --project-id PROJECT --branch {}",
    "auth domains delete {} --yes",
    "auth providers delete {} --yes",
    "connect {}",
    "connect --branch {}",
    "connect --database {}",
    "connect --role {} --reveal",
    "connect --compute {}",
];

/// Verbs that know a thing by its id alone: a name that can be none is not valid.
const BY_ID: &[&str] = &[
    "orgs members --org-id {}",
    "operations get {} --project-id PROJECT",
];

/// Verbs about what is on this computer.
const HERE: &[&str] = &[
    "temp get {}",
    "temp claim {} --reveal",
    "temp rename {} x",
    "temp seed {} seed.sql",
    "temp save {} --file x.dump",
    "temp delete {} --yes",
    "temp forget {} --yes",
    "connect --temp {}",
    "folders get {}",
    "folders update {}",
    "folders remove {}",
    "folders ensure {}",
    "keys resume {}",
    "keys undo {}",
    "keys dismiss {}",
];

#[tokio::test(flavor = "multi_thread")]
async fn verb_that_names_a_missing_thing_ends_with_3() {
    let person = Person::of(|_| {}).await;
    let project = person
        .shell
        .json(&["projects", "create", "--name", "shop"])
        .await;
    let project = text(&project["project"]["id"]);
    let shell = &person.shell;
    std::fs::write(shell.path().join("seed.sql"), "SELECT 1").unwrap();
    let before = made(&person);
    let mut wrong = Vec::new();
    for name in NAMES {
        let rows = OF_ACCOUNT.iter().map(|row| (*row, None));
        let rows = rows.chain(OF_PROJECT.iter().map(|row| (*row, Some(project.as_str()))));
        let rows = rows.chain(HERE.iter().chain(BY_ID).map(|row| (*row, None)));
        for (row, of) in rows {
            let words = row.split(' ');
            let words = words.map(|word| word.replace("{}", name).replace("PROJECT", &project));
            let mut args: Vec<String> = words.collect();
            if let Some(project) = of.filter(|_| !row.contains("PROJECT")) {
                args.extend(["--project-id".to_owned(), project.to_owned()]);
            }
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let said = shell.run(&args).await;
            let may_be_id = name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            let code = if BY_ID.contains(&row) && !may_be_id {
                2
            } else {
                3
            };
            if said.code != Some(code) {
                wrong.push(format!("{args:?}: {:?} {}", said.code, said.err.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(made(&person), before);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn name_that_looks_like_an_id_is_found_and_what_is_deleted_was_not_there() {
    let person = Person::new().await;
    let project = person.project("shop").await;
    let shell = &person.shell;
    let of = ["--project-id", &*project];
    let with = |args: &[&'static str]| -> Vec<String> {
        [args, &of]
            .concat()
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    let run = async |args: &[&'static str]| {
        let args = with(args);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        shell.run(&args).await
    };
    let name = "br-checkout-fix";
    run(&["branches", "create", "--name", name, "--wait"])
        .await
        .says(0, &[]);
    run(&["branches", "get", name]).await.says(0, &[]);
    run(&[
        "snapshots",
        "create",
        "main",
        "--name",
        "snap-before",
        "--wait",
    ])
    .await
    .says(0, &[]);
    run(&["snapshots", "rename", "snap-before", "--name", "snap-after"])
        .await
        .says(0, &[]);
    run(&["snapshots", "delete", "snap-after", "--yes", "--wait"])
        .await
        .says(0, &[]);
    run(&["branches", "delete", name, "--yes", "--wait"])
        .await
        .says(0, &[]);
    let list = shell
        .json(&["branches", "list", "--project-id", &project])
        .await;
    let names = list
        .as_array()
        .unwrap()
        .iter()
        .map(|one| text(&one["name"]));
    assert_eq!(names.collect::<Vec<_>>(), ["main"]);
    let shown = run(&["branches", "list", "--include-deleted"]).await;
    let row = shown.out.lines().find(|line| line.contains(name)).unwrap();
    assert!(row.contains("Deleted") && !row.contains("Ready"), "{row}");

    let again: [&[&'static str]; 5] = [
        &["branches", "delete", "br-checkout-fix", "--yes"],
        &["databases", "delete", "gone", "--yes"],
        &["roles", "delete", "gone", "--yes"],
        &["computes", "delete", "ep-gone", "--yes"],
        &["snapshots", "delete", "snap-after", "--yes"],
    ];
    for args in again {
        run(args).await.says(3, &["was not there"]);
    }
    person.stop().await;
}

/// How many requests the platform did that change something.
fn made(person: &Person) -> usize {
    let log = person.platform.requests();
    let is_done = |it: &&sandbox::LoggedRequest| it.method != "GET" && it.status < 300;
    log.iter().filter(is_done).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_of_a_context_file_is_named_with_the_file() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("shop").await;
    let args = ["branches", "create", "--name", "dev", "--project-id"];
    let made = shell.json(&[&args[..], &[&*project]].concat()).await;
    let id = text(&made["branch"]["id"]);
    let context = ["set-context", "--project-id", &project, "--branch", "dev"];
    shell.ok(&context).await;
    shell.ok(&["databases", "list"]).await;
    shell
        .ok(&["branches", "delete", "dev", "--yes", "--wait"])
        .await;
    for args in [&["databases", "list"][..], &["connect"], &["roles", "list"]] {
        let said = shell.run(args).await;
        let branch = format!("The branch {id} was deleted");
        said.says(3, &[&branch, "It is named in", ".neon", "set-context"]);
    }
    // A project of another platform, such as after a change of accounts.
    let of_another = r#"{"projectId": "quiet-sea-12345678"}"#;
    std::fs::write(shell.path().join(".neon"), of_another).unwrap();
    for args in [&["branches", "list"][..], &["projects", "get"]] {
        let said = shell.run(args).await;
        said.says(3, &["The project is named in", ".neon"]);
    }
    person.stop().await;
}
