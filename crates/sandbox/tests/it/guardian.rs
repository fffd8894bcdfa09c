//! Servers end with their sandbox, however that ends.

use serde_json::Value;

use crate::support::program::{Program, processes_on, signal};
use crate::support::{http, sql, until};

async fn create(program: &Program) -> Value {
    let url = program.text("instant_url");
    let reply = http::post_json(url, "/api/v1/database", r#"{"ref":"tests"}"#).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

/// The process beside the sandbox.
fn guardian(sandbox: u32) -> Option<u32> {
    let of_it = |pid: &u32| {
        let read = |name: &str| std::fs::read_to_string(format!("/proc/{pid}/{name}"));
        let line = read("cmdline").unwrap_or_default();
        let parent = format!("PPid:\t{sandbox}");
        line.ends_with("\0--guard-servers\0")
            && read("status").is_ok_and(|status| status.lines().any(|line| line == parent))
    };
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let mut pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.find(of_it)
}

fn runs(pid: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    !status.is_empty() && !status.contains("State:\tZ")
}

#[tokio::test(flavor = "multi_thread")]
async fn after_kill_9_every_server_ends_and_the_next_start_is_clean() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path(), &[]).await;
    let record = create(&program).await;
    create(&program).await;
    let url = record["connection_string"].as_str().unwrap();
    let client = sql::connect(&program.ca_file(), url).await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS n").await;
    let guardian = guardian(program.child.id().unwrap()).expect("one beside it");
    program.signal("KILL").await;
    program.end().await;
    until("the servers have ended", async || {
        processes_on(folder.path()).is_empty()
    })
    .await;
    until("the guardian has ended", async || !runs(guardian)).await;

    let mut program = Program::start(folder.path(), &[]).await;
    let client = sql::connect(&program.ca_file(), url).await;
    assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "7");
    program.signal("TERM").await;
    assert!(program.end().await.success());
    let mut logs = Vec::new();
    logs_below(folder.path(), &mut logs);
    assert!(!logs.is_empty(), "servers have logs");
    for log in logs {
        let text = std::fs::read_to_string(&log).unwrap();
        assert!(
            !text.contains("was not properly shut down"),
            "{}: {text}",
            log.display()
        );
    }
}

fn logs_below(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            logs_below(&path, found);
        } else if path.extension().is_some_and(|it| it == "log") {
            found.push(path);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_guardian_is_there_where_servers_are_and_ends_with_the_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path(), &["--no-servers"]).await;
    let sandbox = program.child.id().unwrap();
    create(&program).await;
    assert_eq!(guardian(sandbox), None, "nothing to guard");
    program.signal("TERM").await;
    assert!(program.end().await.success());

    let mut program = Program::start(folder.path(), &[]).await;
    let beside = guardian(program.child.id().unwrap()).expect("one beside it");
    program.signal("TERM").await;
    assert!(program.end().await.success());
    until("the guardian has ended", async || !runs(beside)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_guardian_is_not_ended_by_the_signals_that_end_a_sandbox_and_is_replaced_when_it_is_killed()
 {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path(), &[]).await;
    create(&program).await;
    let sandbox = program.child.id().unwrap();
    let first = guardian(sandbox).expect("one beside it");
    for name in ["TERM", "INT", "HUP"] {
        signal(first, name).await;
    }
    create(&program).await;
    assert_eq!(guardian(sandbox), Some(first));

    signal(first, "KILL").await;
    until("there is another", async || {
        guardian(sandbox).is_some_and(|it| it != first)
    })
    .await;
    assert_eq!(processes_on(folder.path()).len(), 2);
    program.signal("KILL").await;
    program.end().await;
    until("the servers have ended", async || {
        processes_on(folder.path()).is_empty()
    })
    .await;
}
