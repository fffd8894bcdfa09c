//! What a crash leaves behind, and what the next start makes of it.

use serde_json::{Value, json};

use crate::support::program::{Program, processes_on};
use crate::support::test_sandbox::text;
use crate::support::{Reply, TestSandbox, http, sql, until};

async fn create(program: &Program) -> Value {
    let reply = http::post_json(
        program.text("instant_url"),
        "/api/v1/database",
        r#"{"ref":"tests"}"#,
    )
    .await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_kill_9_everything_answers_on_the_same_ports() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path(), &[]).await;
    let (first, second) = (create(&program).await, create(&program).await);
    let url = first["connection_string"].as_str().unwrap();
    let client = sql::connect(&program.ca_file(), url).await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS n").await;
    let address = program.text("instant_url").to_owned();
    program.signal("KILL").await;
    program.end().await;
    let left = processes_on(folder.path());
    assert_eq!(
        left.len(),
        2,
        "both servers outlive a sandbox that was killed"
    );

    let mut program = Program::start(folder.path(), &[]).await;
    assert_eq!(program.text("instant_url"), address);
    let now = processes_on(folder.path());
    assert!(
        left.iter().all(|pid| !now.contains(pid)),
        "the left ones are stopped"
    );
    for record in [&first, &second] {
        let path = format!("/api/v1/database/{}", record["id"].as_str().unwrap());
        assert_eq!(&http::get(&address, &path).await.json(), record);
        let url = record["connection_string"].as_str().unwrap();
        let client = sql::connect(&program.ca_file(), url).await;
        assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    }
    let client = sql::connect(&program.ca_file(), url).await;
    assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "7");
    program.signal("TERM").await;
    assert!(program.end().await.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_half_made_database_is_cleaned_away() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path(), &[]).await;
    let whole = create(&program).await;
    let address = program.text("instant_url").to_owned();
    let branches = folder.path().join("servers/branches");
    let creating = tokio::spawn(async move {
        let host = http::address(&address).to_owned();
        let body = r#"{"ref":"tests"}"#;
        let request = format!(
            "POST /api/v1/database HTTP/1.1\r\nhost: {host}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        http::raw(&host, request.as_bytes()).await
    });
    until("the second cluster is being made", async || {
        std::fs::read_dir(&branches).unwrap().count() == 2
    })
    .await;
    program.signal("KILL").await;
    program.end().await;
    let answer = creating.await.unwrap();
    assert!(
        answer.is_empty(),
        "it was killed in the middle: {}",
        String::from_utf8_lossy(&answer)
    );

    std::fs::create_dir(branches.join("br-nobody-knows-abcdefgh")).unwrap();
    let mut program = Program::start(folder.path(), &[]).await;
    assert_eq!(
        std::fs::read_dir(&branches).unwrap().count(),
        1,
        "only the whole one is left"
    );
    let client = sql::connect(
        &program.ca_file(),
        whole["connection_string"].as_str().unwrap(),
    )
    .await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    create(&program).await;
    program.signal("TERM").await;
    assert!(program.end().await.success());
}

async fn call(program: &Program, method: &str, path: &str, body: &Value) -> Reply {
    let key = format!("Bearer {}", program.text("key"));
    let path = format!("/api/v2{path}");
    let (url, body) = (program.text("instant_url"), body.to_string());
    http::send(
        url,
        method,
        &path,
        &[("authorization", &key)],
        body.as_bytes(),
    )
    .await
}

async fn wait_for_operations(program: &Program, project: &str) {
    let path = format!("/projects/{project}/operations");
    until("every operation has finished", async || {
        let list = call(program, "GET", &path, &Value::Null).await.json();
        // Whoever asks too often is refused for a moment.
        let all = list["operations"].as_array();
        all.is_some_and(|all| all.iter().all(|it| it["status"] == "finished"))
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_whose_copy_was_cut_off_is_made_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path(), &[]).await;
    let made = call(&program, "POST", "/projects", &json!({"project": {}})).await;
    let made = made.json();
    let project = text(&made["project"], "id").to_owned();
    wait_for_operations(&program, &project).await;
    let uri = text(&made["connection_uris"][0], "connection_uri");
    let client = sql::connect(&program.ca_file(), uri).await;
    sql::run(
        &client,
        "CREATE TABLE big AS
             SELECT i, repeat(md5(i::text), 30) AS line FROM generate_series(1, 60000) i",
    )
    .await;
    let before = sql::one(&client, "SELECT sum(i) || ' ' || md5(max(line)) FROM big").await;
    drop(client);
    let path = format!("/projects/{project}/branches");
    let child = call(
        &program,
        "POST",
        &path,
        &json!({"branch": {"name": "child"}}),
    )
    .await;
    let child = child.json();
    let branch = text(&child["branch"], "id").to_owned();
    let branches = folder.path().join("servers/branches");
    until("the copy is being made", async || {
        std::fs::read_dir(&branches).unwrap().count() > 1
    })
    .await;
    program.signal("KILL").await;
    program.end().await;
    assert!(!branches.join(&branch).exists(), "the copy is not whole");

    let mut program = Program::start(folder.path(), &[]).await;
    let path = format!("/projects/{project}/operations");
    let list = call(&program, "GET", &path, &Value::Null).await.json();
    assert!(
        list["operations"].to_string().contains("\"create_branch\""),
        "it is remembered: {list}"
    );
    wait_for_operations(&program, &project).await;
    let path = format!("/projects/{project}/branches/{branch}");
    let found = call(&program, "GET", &path, &Value::Null).await.json();
    assert_eq!(found["branch"]["current_state"], "ready");
    for uri in [
        text(&child["connection_uris"][0], "connection_uri"),
        text(&made["connection_uris"][0], "connection_uri"),
    ] {
        let client = sql::connect(&program.ca_file(), uri).await;
        let after = sql::one(&client, "SELECT sum(i) || ' ' || md5(max(line)) FROM big").await;
        assert_eq!(after, before);
    }
    assert_eq!(std::fs::read_dir(&branches).unwrap().count(), 2);
    program.signal("TERM").await;
    assert!(program.end().await.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_cut_off_restore_had_renamed_is_back_at_the_next_start() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let url = record["connection_string"].as_str().unwrap();
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS n").await;
    drop(client);
    let sandbox = sandbox
        .again_after(|folder| {
            let branches = std::fs::read_dir(folder.join("servers/branches")).unwrap();
            let cluster = branches.flatten().next().unwrap().path();
            let renamed = format!("{}.replaced", cluster.display());
            std::fs::rename(&cluster, renamed).unwrap();
        })
        .await;
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "7");
    sandbox.stop().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_lock_whose_number_belongs_to_another_process_now_is_no_obstacle() {
    use std::os::unix::fs::MetadataExt;
    use tokio::process::Command;
    let mut other = None;
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let sandbox = sandbox
        .again_after(|folder| {
            let branches = std::fs::read_dir(folder.join("servers/branches")).unwrap();
            let cluster = branches.flatten().next().unwrap().path();
            assert!(
                !cluster.join("postmaster.pid").exists(),
                "the server has ended"
            );
            let uid = std::fs::metadata(&cluster).unwrap().uid();
            let sleeper = Command::new("sleep")
                .arg("600")
                .uid(uid)
                .kill_on_drop(true)
                .spawn()
                .unwrap();
            let (pid, path) = (sleeper.id().unwrap(), cluster.display());
            other = Some(sleeper);
            let lock = format!("{pid}\n{path}\n1\n1\n\n127.0.0.1\n1 1\nready   \n");
            std::fs::write(cluster.join("postmaster.pid"), lock).unwrap();
        })
        .await;
    let url = record["connection_string"].as_str().unwrap();
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    let answer = sql::one(&client, "SELECT 1").await;
    let mut other = other.unwrap();
    assert!(
        other.try_wait().unwrap().is_none(),
        "the other process is let alone"
    );
    other.kill().await.unwrap();
    assert_eq!(answer, "1");
    sandbox.stop().await;
}
