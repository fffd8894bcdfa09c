//! What a restore would put there, before it is done.

use std::time::Duration;

use app::accounts::EditAccount;
use app::branches::ListBranches;
use app::restore_preview::{PreviewRestore, preview};
use app::view::{ErrorCode, PreviewTableView, RestorePreviewView};
use app::{accounts, branches, jobs};
use chrono::{DateTime, Utc};
use sandbox::Fault;
use testkit::{sql, until};

use super::fixture::{ManagementFixture, Project};
use crate::product::ProductFixture;

const BEFORE: &str = "CREATE TABLE same (n int); INSERT INTO same VALUES (1);
    CREATE TABLE less (n int); INSERT INTO less SELECT generate_series(1, 40);
    CREATE TABLE dropped (n int); INSERT INTO dropped VALUES (1), (2)";
const AFTER: &str = "DELETE FROM less WHERE n > 10; DROP TABLE dropped;
    CREATE SCHEMA later; CREATE TABLE later.added (n int); INSERT INTO later.added VALUES (1)";

/// A project that was changed after a moment.
async fn changed(fixture: &ManagementFixture) -> (Project, DateTime<Utc>) {
    let project = fixture.project("Shop").await;
    let client = fixture.connect(&project.id, None).await;
    sql::run(&client, BEFORE).await;
    until("the branch has a history", async || {
        let seen = fixture.product.sandbox.history(&project.branch);
        seen.is_some_and(|it| it.since.is_some())
    })
    .await;
    sql::run(&client, "INSERT INTO less VALUES (41)").await;
    let at = Utc::now();
    // A commit and the moment before it are told apart by their time.
    tokio::time::sleep(Duration::from_millis(50)).await;
    sql::run(&client, AFTER).await;
    (project, at)
}

async fn look(
    fixture: &ManagementFixture,
    project: &Project,
    at: DateTime<Utc>,
) -> Result<RestorePreviewView, app::Error> {
    let at = PreviewRestore {
        source_id: project.branch.clone(),
        source_timestamp: Some(at),
        source_lsn: None,
    };
    let (app, account) = (fixture.app(), &fixture.account);
    preview(app, account, &project.id, &project.branch, at).await
}

/// The names of a project's branches, those that are deleted and can be recovered as well.
async fn names(fixture: &ManagementFixture, project: &Project) -> Vec<String> {
    let list = ListBranches {
        include_deleted: true,
        ..ListBranches::default()
    };
    let all = branches::list(fixture.app(), &fixture.account, &project.id, list).await;
    all.unwrap().items.into_iter().map(|it| it.name).collect()
}

/// Such as `public.less 11/41`.
fn line(table: &PreviewTableView) -> String {
    let rows = |it: Option<app::view::TableCountView>| match it {
        None => "-".to_owned(),
        Some(it) => format!("{}{}", if it.is_exact { "" } else { "about " }, it.rows),
    };
    let (now, then) = (rows(table.now), rows(table.after));
    format!("{}.{} {now}/{then}", table.schema, table.name)
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_whose_rows_differ_are_listed_and_nothing_is_left_of_it() {
    let fixture = ManagementFixture::start().await;
    let (project, at) = changed(&fixture).await;
    let view = look(&fixture, &project, at).await.unwrap();
    let [database] = view.databases.as_slice() else {
        panic!("{view:#?}");
    };
    assert_eq!(database.error, None);
    assert!(database.is_now && database.is_then);
    assert_eq!(
        database.tables.iter().map(line).collect::<Vec<_>>(),
        ["later.added 1/-", "public.dropped -/2", "public.less 10/41"]
    );
    assert_eq!(database.same, 1);
    fixture.finished(&project.id).await;
    assert_eq!(names(&fixture, &project).await, ["main"]);
    // Nothing was restored by it.
    let client = fixture.connect(&project.id, None).await;
    let count = "SELECT count(*)::text FROM less";
    assert_eq!(sql::column(&client, count).await, ["10"]);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_that_is_refused_or_stopped_leaves_no_branch() {
    let fixture = ManagementFixture::start().await;
    let (project, at) = changed(&fixture).await;
    let too_early = Utc::now() - chrono::TimeDelta::days(20);
    let refused = look(&fixture, &project, too_early).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Platform, "{refused}");
    assert_eq!(names(&fixture, &project).await, ["main"]);

    // A lock that counting waits for.
    let client = fixture.connect(&project.id, None).await;
    sql::run(&client, "BEGIN; LOCK TABLE less").await;
    let stopping = async {
        until("it counts", async || {
            let waiting = "SELECT count(*)::text FROM pg_locks WHERE NOT granted";
            sql::column(&client, waiting).await == ["1"]
        })
        .await;
        for job in jobs::list(fixture.app()) {
            jobs::cancel(fixture.app(), &job.id).unwrap();
        }
    };
    let (stopped, ()) = tokio::join!(look(&fixture, &project, at), stopping);
    assert_eq!(stopped.unwrap_err().code(), ErrorCode::Cancelled);
    sql::run(&client, "COMMIT").await;
    fixture.finished(&project.id).await;
    assert_eq!(names(&fixture, &project).await, ["main"]);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_account_previews_nothing() {
    let product = ProductFixture::without_servers().await;
    let fixture = ManagementFixture::of(product).await;
    let project = fixture.project("Shop").await;
    let edit = EditAccount {
        is_read_only: Some(true),
        ..EditAccount::default()
    };
    accounts::edit(fixture.app(), &fixture.account, edit)
        .await
        .unwrap();
    let refused = look(&fixture, &project, Utc::now()).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::ReadOnly);
    assert_eq!(names(&fixture, &project).await, ["main"]);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_that_could_not_be_deleted_is_deleted_later() {
    let fixture = ManagementFixture::start().await;
    let (project, at) = changed(&fixture).await;
    let fault = Fault {
        method: Some("DELETE".to_owned()),
        times: Some(1),
        status: Some(500),
        ..Fault::on("/api/v2/projects/**")
    };
    fixture.product.sandbox.inject_fault(fault).unwrap();
    let view = look(&fixture, &project, at).await.unwrap();
    assert_eq!(view.databases[0].tables.len(), 3);
    until("the branch is gone", async || {
        names(&fixture, &project).await == ["main"]
    })
    .await;
    fixture.stop().await;
}
