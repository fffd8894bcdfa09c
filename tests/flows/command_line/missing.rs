//! Every verb that names a thing, with names of things that are not there.

use super::missing_rows::{BY_ID, HERE, OF_ACCOUNT, OF_PROJECT, OF_SANDBOX, OF_SANDBOX_PROJECT};
use super::{Person, hosts, text};

/// The words of a row with this name; `None` where the row has no such place.
fn words_of(row: &str, place: Option<&str>, name: &str, project: &str) -> Option<Vec<String>> {
    if place.is_some_and(|place| !row.contains(place)) {
        return None;
    }
    let words = row.split(' ').map(|word| match word.starts_with('{') {
        true => name.to_owned(),
        false => word.replace("PROJECT", project),
    });
    let mut words: Vec<String> = words.collect();
    let is_of_project = OF_PROJECT.contains(&row) || OF_SANDBOX_PROJECT.contains(&row);
    if is_of_project && !row.contains("PROJECT") {
        words.extend(["--project-id".to_owned(), project.to_owned()]);
    }
    Some(words)
}

/// Runs the rows that have this place with the name in it. Returns those that ended with another code than that of a missing
/// thing.
async fn wrong(
    person: &Person,
    rows: &[&str],
    place: Option<&str>,
    name: &str,
    project: &str,
) -> Vec<String> {
    let is_id_byte = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let may_be_id = name.bytes().all(is_id_byte);
    let mut wrong = Vec::new();
    for row in rows {
        let Some(args) = words_of(row, place, name, project) else {
            continue;
        };
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let said = person.shell.run(&args).await;
        let code = if BY_ID.contains(row) && !may_be_id {
            2
        } else {
            3
        };
        if said.code != Some(code) {
            wrong.push(format!("{args:?}: {:?} {}", said.code, said.err.trim()));
        }
    }
    wrong
}

/// A project of a platform without servers, whose computes take no connections.
async fn created(person: &Person, name: &str) -> String {
    let args = ["projects", "create", "--name", name];
    let project = text(&person.shell.json(&args).await["project"]["id"]);
    settled(person, &project).await;
    project
}

/// Waits until all operations of the project have ended.
async fn settled(person: &Person, project: &str) {
    let args = ["operations", "list", "--project-id", project];
    loop {
        let all = person.shell.json(&args).await;
        if all
            .as_array()
            .unwrap()
            .iter()
            .all(|it| it["isOver"] == true)
        {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn verb_that_names_a_missing_thing_ends_with_3() {
    missing("nowhere").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verb_ends_with_3_when_the_name_looks_like_the_id_of_something_else() {
    missing("br-nowhere-12345678").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verb_ends_with_3_when_the_name_needs_to_be_escaped_in_an_address() {
    missing("nä me%2Fx?y=z").await;
}

/// Runs all verbs of an account and of this computer with a name that no thing has.
async fn missing(name: &str) {
    let person = Person::of(|_| {}).await;
    let project = created(&person, "shop").await;
    let args = [
        "snapshots",
        "create",
        "main",
        "--name",
        "snap-here",
        "--project-id",
    ];
    person.shell.ok(&[&args[..], &[&*project]].concat()).await;
    settled(&person, &project).await;
    std::fs::write(person.shell.path().join("seed.sql"), "SELECT 1").unwrap();
    let before = made(&person);
    let rows = [OF_ACCOUNT, OF_PROJECT, HERE, BY_ID].concat();
    let all = wrong(&person, &rows, None, name, &project).await;
    assert!(all.is_empty(), "{}", all.join("\n"));
    assert_eq!(made(&person), before);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verb_that_names_a_deleted_thing_ends_with_3() {
    let person = Person::of(|_| {}).await;
    let shell = &person.shell;
    let project = created(&person, "shop").await;
    let gone = created(&person, "gone").await;
    let of = ["--project-id", &*project];
    let run = async |args: &[&str]| {
        let answer = shell.json(&[args, &of].concat()).await;
        settled(&person, &project).await;
        answer
    };
    run(&["snapshots", "create", "main", "--name", "snap-here"]).await;
    let branch = run(&["branches", "create", "--name", "dev", "--no-compute"]).await;
    let branch = text(&branch["branch"]["id"]);
    run(&["computes", "create", "--branch", "dev"]).await;
    let compute = text(&run(&["computes", "list", "--branch", "dev"]).await[0]["id"]);
    run(&["computes", "delete", &compute, "--yes"]).await;
    run(&["branches", "delete", "dev", "--yes"]).await;
    let delete = ["projects", "delete", "gone", "--yes"];
    shell.ok(&delete).await;
    let before = made(&person);
    let rows = [OF_ACCOUNT, OF_PROJECT].concat();
    let mut all = Vec::new();
    for (place, name) in [
        ("{project}", &*gone),
        ("{project}", "gone"),
        ("{branch}", &*branch),
        ("{branch}", "dev"),
        ("{compute}", &*compute),
    ] {
        all.extend(wrong(&person, &rows, Some(place), name, &project).await);
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    assert_eq!(made(&person), before);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verb_of_the_sandbox_that_names_a_missing_thing_ends_with_3() {
    let person = Person::stranger(|_| {}).await;
    let shell = &person.shell;
    shell.json(&["sandbox", "start"]).await;
    let args = ["projects", "create", "--name", "shop", "--wait"];
    let project = text(&shell.json(&args).await["project"]["id"]);
    let of = ["--project-id", &*project, "--wait"];
    let run = async |args: &[&str]| shell.json(&[args, &of].concat()).await;
    let branch = run(&["branches", "create", "--name", "dev"]).await;
    let (compute, branch) = (&branch["computes"][0]["id"], text(&branch["branch"]["id"]));
    let compute = text(compute);
    run(&["branches", "delete", "dev", "--yes"]).await;
    let rows = [OF_SANDBOX, OF_SANDBOX_PROJECT].concat();
    let mut all = Vec::new();
    for name in ["nowhere", "br-nowhere-12345678", "nä me%2Fx?y=z"] {
        all.extend(wrong(&person, &rows, None, name, &project).await);
    }
    for (place, name) in [
        ("{branch}", &*branch),
        ("{branch}", "dev"),
        ("{compute}", &*compute),
    ] {
        all.extend(wrong(&person, &rows, Some(place), name, &project).await);
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    hosts::end_agent(&shell.data()).await;
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
