//! Computes that are put to sleep, woken and restarted, seen over SQL and in the list of operations.

use app::computes;
use app::view::OperationView;
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
