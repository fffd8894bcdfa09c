//! Computes that are put to sleep, woken and restarted, seen over SQL and in the list of operations.

use app::computes::{self, CreateCompute};
use app::view::{ConnectionRequest, ErrorCode, OperationView, ReplicaLagView};
use app::{projects, replica_lag};
use secrecy::ExposeSecret as _;
use testkit::sql;

use super::fixture::{ManagementFixture, Project};

const STARTED: &str = "SELECT pg_postmaster_start_time()";

#[tokio::test(flavor = "multi_thread")]
async fn a_compute_suspends_starts_and_restarts_on_request() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Sleeper").await;
    let (id, compute) = (project.id.as_str(), project.compute.as_str());
    let client = fixture.connect(id, None).await;
    let first = sql::column(&client, STARTED).await;
    let known = fixture.finished(id).await.len();

    computes::suspend(app, account, id, compute).await.unwrap();
    let known = since(&fixture.finished(id).await, known, &["suspend_compute"]);
    assert_eq!(state(&fixture, &project).await, "idle");
    sql::must_be_cut(&client).await;

    computes::start(app, account, id, compute).await.unwrap();
    let known = since(&fixture.finished(id).await, known, &["start_compute"]);
    assert_eq!(state(&fixture, &project).await, "active");
    let client = fixture.connect(id, None).await;
    let second = sql::column(&client, STARTED).await;
    assert_ne!(first, second, "the server was never stopped");

    computes::restart(app, account, id, compute).await.unwrap();
    let restarted = fixture.finished(id).await;
    let known = since(&restarted, known, &["start_compute", "suspend_compute"]);
    assert_eq!(state(&fixture, &project).await, "active");
    sql::must_be_cut(&client).await;
    let client = fixture.connect(id, None).await;
    assert_ne!(second, sql::column(&client, STARTED).await);
    drop(client);

    // Whoever connects wakes it, and that is an operation too.
    computes::suspend(app, account, id, compute).await.unwrap();
    let known = since(&fixture.finished(id).await, known, &["suspend_compute"]);
    let client = fixture.connect(id, None).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    since(&fixture.finished(id).await, known, &["start_compute"]);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_compute_follows_its_branch_and_says_how_far_it_is_behind() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Reader").await;
    let (id, branch) = (project.id.as_str(), project.branch.as_str());
    let writer = fixture.connect(id, None).await;
    sql::run(&writer, "CREATE TABLE said AS SELECT 'a' AS word").await;
    let create = CreateCompute {
        branch_id: branch.to_owned(),
        read_only: true,
        ..CreateCompute::default()
    };
    let made = computes::create(app, account, id, create).await.unwrap();
    let (replica, is_writable) = (made.item.id.as_str(), made.item.is_writable);
    assert!(!is_writable && made.item.state.as_deref() == Some("idle"));

    let request = ConnectionRequest {
        database: "svcdb".into(),
        role: "svcdb_owner".into(),
        compute_id: Some(replica.to_owned()),
        ..ConnectionRequest::default()
    };
    let uri = projects::connection_uri(app, account, id, request)
        .await
        .unwrap();
    let reader = fixture.open(uri.expose_secret()).await;
    assert_eq!(sql::column(&reader, "SELECT word FROM said").await, ["a"]);
    sql::run(&writer, "INSERT INTO said VALUES ('b')").await;
    let lag = async || replica_lag::of(app, account, id, branch, replica).await;
    let mut found: ReplicaLagView = lag().await.unwrap();
    while found.bytes != Some(0.0) {
        found = lag().await.unwrap();
    }
    let rows = sql::column(&reader, "SELECT word FROM said ORDER BY word").await;
    assert_eq!(rows, ["a", "b"], "{found:?}");

    // One that writes has no lag, and nothing to follow is said, not taken for a lag of nothing.
    let refused = replica_lag::of(app, account, id, branch, &project.compute).await;
    assert_eq!(refused.unwrap_err().code(), ErrorCode::Invalid);
    drop(writer);
    computes::suspend(app, account, id, &project.compute)
        .await
        .unwrap();
    fixture.finished(id).await;
    assert_eq!(lag().await.unwrap().bytes, None);
    assert_eq!(state(&fixture, &project).await, "idle");
    computes::delete(app, account, id, replica).await.unwrap();
    fixture.finished(id).await;
    assert_eq!(lag().await.unwrap_err().code(), ErrorCode::NotFound);
    fixture.stop().await;
}

/// Checks what came since there were `known` operations, the newest first, and counts all of them.
fn since(all: &[OperationView], known: usize, actions: &[&str]) -> usize {
    let new = &all[..all.len() - known];
    let found: Vec<&str> = new.iter().filter_map(|it| it.action.as_deref()).collect();
    assert_eq!(found, actions);
    for operation in new {
        assert_eq!(operation.status, "finished", "{operation:?}");
    }
    all.len()
}

async fn state(fixture: &ManagementFixture, project: &Project) -> String {
    let compute = computes::get(
        fixture.app(),
        &fixture.account,
        &project.id,
        &project.compute,
    )
    .await;
    compute.unwrap().state.unwrap()
}
