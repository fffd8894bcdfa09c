//! Answers, hints and exit codes of single verbs.

use std::path::Path;

use plinth_tests::shell::said;
use rustix::process::Signal;
use testkit::until;

use super::folders::{env, project};
use super::hosts::{end_agent, signal};
use super::{Person, text};

#[tokio::test(flavor = "multi_thread")]
async fn context_folder_says_nothing_and_is_refused_before_a_project_is_made_for_it() {
    let person = Person::of(|_| {}).await;
    let folder = person.shell.path().join("shop");
    std::fs::create_dir_all(folder.join(".neon")).unwrap();
    let run = async |args: &[&str]| {
        let mut command = person.shell.command(args);
        command.current_dir(&folder);
        said(command, "").await
    };
    let before = person.changes();
    let refused = run(&["projects", "create", "--set-context"]).await;
    refused.says(11, &["context file", ".neon"]);
    assert_eq!(person.changes(), before);
    run(&["projects", "list"]).await.says(0, &[]);
    std::fs::remove_dir(folder.join(".neon")).unwrap();
    run(&["projects", "create", "--set-context"])
        .await
        .says(0, &[]);
    let written = std::fs::read_to_string(folder.join(".neon")).unwrap();
    // A byte order mark changes nothing.
    std::fs::write(folder.join(".neon"), format!("\u{feff}{written}")).unwrap();
    run(&["branches", "list"]).await.says(0, &[]);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn byte_order_mark_before_a_piped_key_is_skipped() {
    let person = Person::stranger(|_| {}).await;
    let platform = &person.platform;
    let args = [
        "accounts",
        "add",
        "--base-url",
        &platform.base_url,
        "--ca-file",
        platform.ca_file.to_str().unwrap(),
    ];
    let key = format!("\u{feff}{}\r\n", platform.key);
    let added = person.shell.run_with(&key, &args).await;
    assert_eq!(added.code, Some(0), "{added:#?}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn exit_code_is_7_for_a_cut_reply_and_the_one_of_psql_for_its_failures() {
    let person = Person::new().await;
    let id = person.project("shop").await;
    let cut = sandbox::Fault {
        cut_at_byte: Some(40),
        ..sandbox::Fault::on("/api/v2/projects/*")
    };
    person.platform.inject_fault(cut).unwrap();
    let lost = person.shell.run(&["projects", "get", &id]).await;
    lost.says(7, &["connection was lost"]);
    person.platform.clear_faults();
    let script = person.shell.path().join("fails.sql");
    std::fs::write(&script, "SELECT 1/0;").unwrap();
    let psql = ["connect", "main", "--project-id", &id, "--psql", "--"];
    for (more, code) in [
        (&["-c", "SELECT 1"][..], 0),
        (&["-c", "SELECT 1/0"], 1),
        (
            &["-v", "ON_ERROR_STOP=1", "-f", script.to_str().unwrap()],
            3,
        ),
    ] {
        let ended = person.shell.run(&[&psql, more].concat()).await;
        assert_eq!(ended.code, Some(code), "{more:?}: {ended:#?}");
    }
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_arrays_and_numbers_have_no_decimals() {
    let person = Person::of(|_| {}).await;
    let organizations = person.shell.json(&["orgs", "list"]).await;
    let organization = text(&organizations[0]["id"]);
    let members = ["orgs", "members", "--org-id", &organization];
    let members = person.shell.json(&members).await;
    assert!(
        members.as_array().is_some_and(|all| !all.is_empty()),
        "{members}"
    );
    for table in [&["network", "list"][..], &["accounts", "me"]] {
        let shown = person.shell.ok(table).await;
        let cells = shown.split_whitespace();
        let odd: Vec<_> = cells.filter(|cell| cell.ends_with(".0")).collect();
        assert!(odd.is_empty(), "{table:?}: {shown}");
    }
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_folder_and_unknown_server_are_no_success() {
    let person = Person::stranger(|_| {}).await;
    let shell = &person.shell;
    let folder = project(&person, "shop");
    let path = folder.to_str().unwrap();
    shell.json(&["sandbox", "start"]).await;
    shell
        .run(&["sandbox", "wake", "ep-nowhere"])
        .await
        .says(3, &["ep-nowhere"]);
    let sleep = ["sandbox", "sleep", "ep-nowhere", "--yes"];
    shell.run(&sleep).await.says(3, &["ep-nowhere"]);
    shell.json(&["folders", "add", path]).await;
    shell.json(&["folders", "ensure", path, "--yes"]).await;
    let scanned = shell.ok(&["folders", "scan", path]).await;
    assert!(scanned.contains("http://"), "{scanned}");
    assert!(!scanned.contains("https://"), "{scanned}");
    shell.json(&["sandbox", "advance", "259300", "--yes"]).await;
    let before = env(&folder);
    until("the folder is expired", async || {
        shell.json(&["folders", "get", path]).await["state"] == "expired"
    })
    .await;
    let ensure = ["folders", "ensure", path, "--yes"];
    shell
        .run(&ensure)
        .await
        .says(5, &["has expired", "--replace"]);
    assert_eq!(env(&folder), before);
    let replaced = shell.run(&[&ensure[..], &["--replace"]].concat()).await;
    assert_eq!(replaced.code, Some(0), "{replaced:#?}");
    shell.json(&["sandbox", "stop"]).await;
    end_agent(&shell.data()).await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signal_before_anything_was_begun_says_that_nothing_was_changed() {
    let person = Person::of(|_| {}).await;
    // It waits for the key that nobody types.
    let mut command = person
        .shell
        .command(&["accounts", "add", "--name", "Other"]);
    command.stdin(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let typed = child.stdin.take();
    let lock = person.shell.data();
    until("it has the data folder", async || {
        is_open(&lock, child.id())
    })
    .await;
    signal(&child, Signal::INT);
    let ended = plinth_tests::shell::ended(child, std::time::Duration::from_secs(30)).await;
    drop(typed);
    ended.says(130, &["Nothing was changed"]);
    assert!(!ended.err.contains("goes on"), "{ended:#?}");
    person.stop().await;
}

/// Returns true if a process has a file of this folder open.
fn is_open(folder: &Path, process: Option<u32>) -> bool {
    let Some(process) = process else {
        return false;
    };
    let open = std::fs::read_dir(format!("/proc/{process}/fd"));
    let mut open = open.into_iter().flatten().flatten();
    open.any(|file| std::fs::read_link(file.path()).is_ok_and(|to| to.starts_with(folder)))
}

#[tokio::test(flavor = "multi_thread")]
async fn project_is_found_by_its_only_name_and_written_into_the_context_file() {
    let person = Person::of(|_| {}).await;
    let shell = &person.shell;
    let create = async |name: &str| {
        let made = shell.json(&["projects", "create", "--name", name]).await;
        text(&made["project"]["id"])
    };
    let (shop, _, _) = (
        create("shop").await,
        create("twice").await,
        create("twice").await,
    );
    let found = shell.json(&["projects", "get", "shop"]).await;
    assert_eq!(found["id"], *shop);
    let several = shell
        .run(&["branches", "ls", "--project-id", "twice"])
        .await;
    several.says(2, &["Several projects have the name twice"]);
    let branch = [
        "branches",
        "create",
        "--project-id",
        "shop",
        "--name",
        "dev",
    ];
    let ends = ["--expires-at", "2h"];
    let made = shell.json(&[&branch[..], &ends].concat()).await["branch"].clone();
    let end: chrono::DateTime<chrono::Utc> = text(&made["expiresAt"]).parse().unwrap();
    let left = (end - chrono::Utc::now()).num_minutes();
    assert!((110..=120).contains(&left), "{left}");
    let before = person.changes();
    shell
        .ok(&["set-context", "--project-id", "shop", "--branch", "dev"])
        .await;
    assert_eq!(person.changes(), before, "nothing is made");
    let context = std::fs::read_to_string(shell.path().join(".neon")).unwrap();
    let context: serde_json::Value = serde_json::from_str(&context).unwrap();
    assert_eq!(
        (&context["projectId"], &context["branchId"]),
        (&shop.into(), &made["id"])
    );
    let shown = shell.json(&["branches", "get"]).await;
    assert_eq!(shown["branch"]["name"], "dev");
    shell.ok(&["projects", "rm", "shop", "--yes"]).await;
    shell.ok(&["projects", "recover", "shop"]).await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_account_gets_a_color_that_no_other_has() {
    let person = Person::of(|_| {}).await;
    let shell = &person.shell;
    for name in ["second", "third"] {
        shell
            .ok(&[
                "keys",
                "create",
                name,
                "--save-as",
                name,
                "--account",
                "Shop",
            ])
            .await;
    }
    let all = shell.json(&["accounts", "list"]).await;
    let colors = all.as_array().unwrap().iter().map(|it| &it["colour"]);
    let colors: Vec<&str> = colors.filter_map(serde_json::Value::as_str).collect();
    let mut different = colors.clone();
    different.sort_unstable();
    different.dedup();
    assert!(
        colors.len() >= 3 && different.len() == colors.len(),
        "{colors:?}"
    );
    assert!(!colors.contains(&"red"), "{colors:?}");
    for (option, color, kept) in [
        ("--color", "gray", "grey"),
        ("--colour", "amber", "amber"),
        ("--color", "grey", "grey"),
    ] {
        let args = ["accounts", "update", "--account", "Shop", option, color];
        assert_eq!(shell.json(&args).await["colour"], kept);
    }
    person.stop().await;
}
