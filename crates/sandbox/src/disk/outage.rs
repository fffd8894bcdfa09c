//! The power is cut in the moment of an answer, and a sandbox starts on what the disk has.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::power::Power;
use crate::config::Config;
use crate::operation::maintenance_server;
use crate::postgres::session::Session;
use crate::running::Running;
use crate::start::Sandbox;
use crate::state::PlatformState;

const DEADLINE: Duration = Duration::from_secs(60);

async fn post(running: &Running, path: &str, body: &Value) -> Value {
    let address = running.instant_url.strip_prefix("http://").unwrap();
    let (key, body) = (&running.key, body.to_string());
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         authorization: Bearer {key}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut reply = String::new();
    let read = stream.read_to_string(&mut reply);
    timeout(DEADLINE, read).await.unwrap().unwrap();
    assert!(reply.starts_with("HTTP/1.1 20"), "{reply}");
    serde_json::from_str(reply.split("\r\n\r\n").nth(1).unwrap()).unwrap()
}

/// The port of the project's own server, running.
async fn port(running: &Running, project: &str) -> u16 {
    let shared = &running.shared;
    let endpoint = |state: &PlatformState| state.endpoint_of(project).unwrap().id.clone();
    let endpoint = shared.store.read(endpoint);
    running.wake(&endpoint).await.unwrap();
    let compute = shared.pool().unwrap().get(&endpoint).unwrap();
    compute.wake().await.unwrap()
}

async fn on(running: &Running, project: &str, statement: &str) -> Vec<tokio_postgres::Row> {
    let servers = running.shared.servers.as_ref().unwrap();
    let admin = servers.admin.clone();
    let port = port(running, project).await;
    let session = Session::open(port, &admin, "svcdb").await.unwrap();
    let rows = session.rows(statement, &[]).await.unwrap();
    session.close().await.unwrap();
    rows
}

async fn start(folder: &Path) -> Running {
    Sandbox::start(Config::new(folder)).await.unwrap()
}

/// Every project that `make` returned is there, with its row, when the power goes off after it.
async fn survives(make: impl AsyncFn(&Running) -> Vec<String>) {
    let folder = tempfile::Builder::new().prefix("power-").tempdir().unwrap();
    let image = tempfile::Builder::new().prefix("power-").tempdir().unwrap();
    let image = image.path().join("disk");
    let power = Power::over(folder.path());
    let running = start(folder.path()).await;
    let projects = make(&running).await;
    for project in &projects {
        on(
            &running,
            project,
            "CREATE TABLE public.kept AS SELECT 7 AS n",
        )
        .await;
    }
    power.cut();
    let key = running.key.clone();
    running.stop().await;
    power.after(&image);
    let running = start(&image).await;
    assert_eq!(running.key, key, "the key opens it still");
    assert_eq!(running.quarantined(), 0);
    for project in &projects {
        let rows = on(&running, project, "SELECT n FROM public.kept").await;
        assert_eq!(rows[0].get::<_, i32>(0), 7);
    }
    running.stop().await;
}

async fn temporary(running: &Running) -> String {
    let made = post(running, "/api/v1/database", &json!({"ref": "tests"})).await;
    made["neon_project_id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn temporary_databases_survive_a_power_cut() {
    survives(async |running| {
        // The first is the one that is made first, the second is copied now, the last one was copied ahead.
        let mut all = vec![temporary(running).await, temporary(running).await];
        let templates = running.shared.folder.templates();
        let ahead = || std::fs::read_dir(&templates).unwrap().flatten();
        while !ahead().any(|it| it.path().extension().is_some_and(|it| it == "ahead")) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        all.push(temporary(running).await);
        all
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_survives_a_power_cut_that_follows_its_answer() {
    survives(async |running| {
        let made = post(running, "/api/v2/projects", &json!({"project": {}})).await;
        assert!(running.settled(DEADLINE).await);
        vec![made["project"]["id"].as_str().unwrap().to_owned()]
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_and_what_a_restore_preserves_survive_a_power_cut() {
    let branches = |running: &Running, project: &str| -> Vec<String> {
        let all =
            |state: &PlatformState| state.branches_of(project).map(|it| it.id.clone()).collect();
        running.shared.store.read(all)
    };
    let folder = tempfile::Builder::new().prefix("power-").tempdir().unwrap();
    let image = tempfile::Builder::new().prefix("power-").tempdir().unwrap();
    let image = image.path().join("disk");
    let power = Power::over(folder.path());
    let running = start(folder.path()).await;
    let made = post(&running, "/api/v2/projects", &json!({"project": {}})).await;
    assert!(running.settled(DEADLINE).await);
    let project = made["project"]["id"].as_str().unwrap().to_owned();
    let main = made["branch"]["id"].as_str().unwrap().to_owned();
    let below = format!("/api/v2/projects/{project}/branches");
    on(
        &running,
        &project,
        "CREATE TABLE public.kept AS SELECT 7 AS n",
    )
    .await;
    let made = post(&running, &below, &json!({"branch": {}})).await;
    assert!(running.settled(DEADLINE).await);
    let child = made["branch"]["id"].as_str().unwrap().to_owned();
    on(&running, &project, "UPDATE public.kept SET n = 8").await;
    let restore = json!({"source_branch_id": child, "preserve_under_name": "before"});
    post(&running, &format!("{below}/{main}/restore"), &restore).await;
    assert!(running.settled(DEADLINE).await);
    power.cut();
    let before = branches(&running, &project);
    running.stop().await;
    power.after(&image);
    let running = start(&image).await;
    assert_eq!(running.quarantined(), 0);
    assert_eq!(branches(&running, &project), before);
    assert_eq!(before.len(), 3);
    for branch in before {
        let expected = if branch == main || branch == child {
            7
        } else {
            8
        };
        let servers = running.shared.servers.as_ref().unwrap();
        let server = maintenance_server(&running.shared, servers, &branch)
            .await
            .unwrap();
        let session = Session::open(server.port, &servers.admin, "svcdb")
            .await
            .unwrap();
        let rows = session
            .rows("SELECT n FROM public.kept", &[])
            .await
            .unwrap();
        assert_eq!(rows[0].get::<_, i32>(0), expected, "{branch}");
        session.close().await.unwrap();
        server.finish().await;
    }
    running.stop().await;
}
