//! How many files and sockets a sandbox has open, and what happens when no more can be had.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::support::management::Management;
use crate::support::program::Program;
use crate::support::test_project::error;
use crate::support::test_sandbox::text;
use crate::support::{http, sql, until, until_is};

/// Limits that the program is started with: what it has, and what it may ask for.
async fn limited(data: &std::path::Path, soft: u32, hard: u32) -> Program {
    let limit = format!("ulimit -Sn {soft} && ulimit -Hn {hard} && exec \"$0\" \"$@\"");
    Program::start_by(&["sh", "-c", &limit], data, &["--max-running", "3"]).await
}

fn management(program: &Program) -> Management {
    Management::at(program.text("instant_url"), program.text("key"))
}

/// The program lets so many requests a minute through.
async fn finished(api: &Management, project: &str) {
    until("its operations have finished", async || {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let list = api.get(&format!("/projects/{project}/operations")).await;
        assert_eq!(list.status, 200, "{}", list.body);
        let list = list.json();
        let all = list["operations"].as_array().unwrap();
        all.iter().all(|it| it["status"] == "finished")
    })
    .await;
}

async fn made(api: &Management, path: &str, body: &Value) -> Value {
    let reply = api.post(path, body).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suspended_compute_has_one_handle_and_a_deleted_one_none() {
    const LISTENING: &str = "listening";
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), &[]).await;
    let api = management(&program);
    let at_first = program.open();
    // Where it takes requests.
    assert_eq!(at_first.get(LISTENING), Some(&1), "{at_first:#?}");
    // What ends by itself, such as the connection of a request, may take its time.
    let is = async |what: &str, computes: usize| {
        let read = || {
            let mut open = program.open();
            let listening = open.remove(LISTENING).unwrap_or_default();
            open.retain(|kind, count| *count > at_first.get(kind).copied().unwrap_or_default());
            (listening, open)
        };
        until_is(what, (1 + computes, BTreeMap::new()), read).await;
    };
    for round in 0..2 {
        let project = made(&api, "/projects", &json!({"project": {}})).await;
        let id = text(&project["project"], "id").to_owned();
        finished(&api, &id).await;
        let path = format!("/projects/{id}/branches");
        let body = json!({"branch": {}, "endpoints": [{"type": "read_write"}]});
        let branch = made(&api, &path, &body).await;
        finished(&api, &id).await;
        for of in [&project, &branch] {
            let endpoint = text(&of["endpoints"][0], "id");
            let path = format!("/projects/{id}/endpoints/{endpoint}/suspend");
            assert_eq!(api.post(&path, &json!({})).await.status, 200);
            finished(&api, &id).await;
        }
        is(&format!("round {round}: two are suspended"), 2).await;
        let path = format!("{path}/{}", text(&branch["branch"], "id"));
        assert_eq!(api.delete(&path).await.status, 200);
        finished(&api, &id).await;
        is(&format!("round {round}: one is deleted"), 1).await;
        assert_eq!(api.delete(&format!("/projects/{id}")).await.status, 200);
        finished(&api, &id).await;
        is(&format!("round {round}: both are deleted"), 0).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_takes_as_many_handles_as_it_may_have() {
    let folder = tempfile::tempdir().unwrap();
    let program = limited(folder.path(), 256, 1500).await;
    let pid = program.child.id().unwrap();
    let limits = std::fs::read_to_string(format!("/proc/{pid}/limits")).unwrap();
    let line = limits.lines().find(|it| it.starts_with("Max open files"));
    let words: Vec<&str> = line.unwrap().split_whitespace().collect();
    assert_eq!(words[3..5], ["1500", "1500"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_when_no_handle_is_left_reads_why() {
    const LIMIT: usize = 160;
    let folder = tempfile::tempdir().unwrap();
    let program = limited(folder.path(), 64, 160).await;
    let url = program.text("instant_url").to_owned();
    let api = management(&program);
    let create = async || http::post_json(&url, "/api/v1/database", r#"{"ref":"tests"}"#).await;
    let first = create().await;
    let uri = text(&first.json(), "connection_string").to_owned();
    let ca_file = program.ca_file();
    // Each session takes two handles: silent connections are closed for others, and so they fill nothing.
    let mut sessions = Vec::new();
    let mut fill = async |most: usize| {
        while program.handles() > most && sessions.pop().is_some() {
            sleep(Duration::from_millis(20)).await;
        }
        while program.handles() < most {
            sessions.push(sql::try_connect(&ca_file, &uri).await?);
        }
        Ok::<_, tokio_postgres::Error>(())
    };
    let said = "the sandbox is close to the system's limit of open files (160)";
    let refusal = (422, "OPEN_FILES_LIMIT_EXCEEDED".to_owned(), said.to_owned());
    // What the first database took for a moment may be given back meanwhile.
    let mut refused = first;
    until("a database is refused", async || {
        fill(LIMIT * 3 / 4).await.unwrap();
        refused = create().await;
        refused.status != 200
    })
    .await;
    assert_eq!(error(&refused), refusal);
    assert!(text(&refused.json(), "hint").contains("ulimit -n"));
    until("a project is refused", async || {
        fill(LIMIT * 3 / 4).await.unwrap();
        refused = api.post("/projects", &json!({"project": {}})).await;
        refused.status != 201
    })
    .await;
    assert_eq!(error(&refused), refusal);
    // Whoever has a database still gets to it.
    let client = sql::connect(&ca_file, &uri).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");

    let mut refused = None;
    until("a session is refused", async || {
        refused = fill(LIMIT - 12).await.err();
        refused.is_some()
    })
    .await;
    let refused = refused.as_ref().and_then(|it| it.as_db_error()).unwrap();
    assert_eq!((refused.code().code(), refused.message()), ("53300", said));
    assert_eq!(sql::one(&client, "SELECT 2").await, "2");
    drop(sessions);
    until("there is room again", async || create().await.status == 200).await;
}
