//! Branches of data: a copy of what is in use, one of the schema alone, and the way back to the parent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use app::activity;
use app::branches;
use app::branches::{CreateBranch, ListBranches, RestoreBranch};
use app::view::ActivityFilter;
use chrono::{DateTime, Utc};
use testkit::{sql, until};
use tokio::task::JoinSet;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use super::fixture::{ManagementFixture, Project, usual_compute};
use crate::product::{PATIENCE, ProductFixture};

const WRITERS: usize = 8;
const PURSES: i32 = 40;
const IN_EACH: i32 = 100;

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_is_a_consistent_copy_while_eight_writers_move_money() {
    let fixture = ManagementFixture::start().await;
    let project = fixture.project("Bank").await;
    let client = with_purses(&fixture, &project).await;
    let writers = Writers::start(&fixture, &project).await;
    writers.until_moved(50).await;
    let child = branch(&fixture, &project, "child", false).await;
    let after = writers.moved();
    writers.until_moved(after + 50).await;
    writers.stop().await;

    let there = fixture.connect(&project.id, Some(&child)).await;
    let total = (PURSES * IN_EACH).to_string();
    for (client, whose) in [(&there, "child"), (&client, "parent")] {
        let sum = sql::column(client, "SELECT sum(held) FROM purse").await;
        assert_eq!(sum, [total.as_str()], "money came or went in the {whose}");
    }
    // Both go their own way from here.
    sql::run(&there, "UPDATE purse SET held = 0").await;
    let sum = "SELECT sum(held) FROM purse";
    assert_eq!(sql::column(&client, sum).await, [total.as_str()]);
    sql::run(&client, "CREATE TABLE of_parent (n int)").await;
    let seen = "SELECT count(*) FROM pg_class WHERE relname = 'of_parent'";
    assert_eq!(sql::column(&there, seen).await, ["0"]);

    // Reset to the parent: what the child did is gone, what the parent did is there.
    drop(there);
    let restore = RestoreBranch {
        source_id: project.branch.clone(),
        ..RestoreBranch::default()
    };
    let reset = branches::restore(
        fixture.app(),
        &fixture.account,
        &project.id,
        &child,
        restore,
    )
    .await;
    assert_eq!(reset.unwrap().item.id, child);
    fixture.finished(&project.id).await;
    let there = fixture.connect(&project.id, Some(&child)).await;
    assert_eq!(sql::column(&there, sum).await, [total]);
    assert_eq!(sql::column(&there, seen).await, ["1"]);
    let state = branches::get(fixture.app(), &fixture.account, &project.id, &child).await;
    assert!(state.unwrap().branch.last_reset_at.is_some());
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_of_the_schema_has_the_tables_and_none_of_the_rows() {
    let fixture = ManagementFixture::start().await;
    let project = fixture.project("Schema").await;
    let client = fixture.connect(&project.id, None).await;
    sql::run(
        &client,
        "CREATE TABLE author (id serial PRIMARY KEY, name text NOT NULL UNIQUE);
             CREATE TABLE book (id serial PRIMARY KEY, author int NOT NULL REFERENCES author);
             INSERT INTO author (name) VALUES ('one'), ('two');
             INSERT INTO book (author) VALUES (1), (2)",
    )
    .await;
    let child = branch(&fixture, &project, "empty", true).await;
    let there = fixture.connect(&project.id, Some(&child)).await;
    let rows = "SELECT (SELECT count(*) FROM author) + (SELECT count(*) FROM book)";
    assert_eq!(sql::column(&there, rows).await, ["0"]);
    assert_eq!(sql::column(&client, rows).await, ["4"]);
    let first = "INSERT INTO author (name) VALUES ('one') RETURNING id";
    assert_eq!(sql::column(&there, first).await, ["1"]);
    let refused = there.batch_execute("INSERT INTO book (author) VALUES (9)");
    let refused = refused.await.unwrap_err();
    assert_eq!(refused.code(), Some(&SqlState::FOREIGN_KEY_VIOLATION));
    let view = branches::get(fixture.app(), &fixture.account, &project.id, &child)
        .await
        .unwrap();
    assert!(view.branch.is_schema_only);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_dropped_by_mistake_is_back_and_the_restore_can_be_undone() {
    let fixture = ManagementFixture::start().await;
    let project = fixture.project("Mistake").await;
    let client = with_purses(&fixture, &project).await;
    until("the branch has a history", async || {
        let seen = fixture.product.sandbox.history(&project.branch);
        seen.is_some_and(|it| it.since.is_some())
    })
    .await;
    let writers = Writers::start(&fixture, &project).await;
    writers.until_moved(50).await;
    let before = Utc::now();
    writers.until_moved(writers.moved() + 50).await;
    writers.stop().await;
    sql::run(&client, "DROP TABLE purse; CREATE TABLE after_it (n int)").await;
    drop(client);

    let restore = async |source: &str, at: Option<DateTime<Utc>>, kept: &str| {
        let restore = RestoreBranch {
            source_id: source.to_owned(),
            source_timestamp: at,
            preserve_under_name: Some(kept.to_owned()),
            ..RestoreBranch::default()
        };
        let (app, account) = (fixture.app(), &fixture.account);
        branches::restore(app, account, &project.id, &project.branch, restore)
            .await
            .unwrap();
        fixture.finished(&project.id).await;
    };
    let tables = "SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class
         WHERE relname IN ('purse', 'after_it')";
    restore(&project.branch, Some(before), "mistake").await;
    let client = fixture.connect(&project.id, None).await;
    assert_eq!(sql::column(&client, tables).await, ["purse"]);
    let total = (PURSES * IN_EACH).to_string();
    let sum = sql::column(&client, "SELECT sum(held) FROM purse").await;
    assert_eq!(sum, [total], "money came or went");
    drop(client);

    let list = ListBranches::default();
    let all = branches::list(fixture.app(), &fixture.account, &project.id, list).await;
    let all = all.unwrap().items;
    let kept = all.iter().find(|it| it.name == "mistake").unwrap();
    let restored = all.iter().find(|it| it.id == project.branch).unwrap();
    assert_eq!(restored.parent_id.as_deref(), Some(&*kept.id));
    restore(&kept.id, None, "undone").await;
    let client = fixture.connect(&project.id, None).await;
    assert_eq!(sql::column(&client, tables).await, ["after_it"]);
    fixture.stop().await;
}

/// Purses that all hold the same.
async fn with_purses(fixture: &ManagementFixture, project: &Project) -> Client {
    let client = fixture.connect(&project.id, None).await;
    let made = format!(
        "CREATE TABLE purse (id int PRIMARY KEY, held int NOT NULL);
         INSERT INTO purse SELECT n, {IN_EACH} FROM generate_series(1, {PURSES}) n"
    );
    sql::run(&client, &made).await;
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_branch_gets_one_line_in_the_log_and_a_deleted_one_none() {
    let product = ProductFixture::without_servers().await;
    let fixture = ManagementFixture::of(product).await;
    let project = fixture.project("Shop").await;
    let sandbox = &fixture.product.sandbox;
    let in_an_hour = sandbox.now() + chrono::TimeDelta::hours(1);
    let made = async |name: &str| {
        let create = CreateBranch {
            name: Some(name.to_owned()),
            expires_at: Some(in_an_hour),
            ..CreateBranch::default()
        };
        let made = branches::create(fixture.app(), &fixture.account, &project.id, create).await;
        fixture.finished(&project.id).await;
        made.unwrap().branch.id
    };
    made("preview").await;
    let deleted = made("scratch").await;
    let names = async || {
        let all = branches::all(fixture.app(), &fixture.account, &project.id, false).await;
        let mut names: Vec<String> = all.unwrap().into_iter().map(|it| it.name).collect();
        names.sort();
        names
    };
    assert_eq!(names().await, ["main", "preview", "scratch"]);
    let delete = branches::delete(fixture.app(), &fixture.account, &project.id, &deleted);
    delete.await.unwrap();
    fixture.finished(&project.id).await;
    assert_eq!(names().await, ["main", "preview"]);

    sandbox
        .advance(Duration::from_secs(2 * 3600))
        .await
        .unwrap();
    until("the branch is gone", async || names().await == ["main"]).await;
    let expired = async || {
        let log = activity::list(fixture.app(), ActivityFilter::default(), None, 100).await;
        let log = log.unwrap().items.into_iter();
        log.filter(|it| it.action == "Branch expired")
            .map(|it| it.subject)
            .collect::<Vec<String>>()
    };
    until("the log has it", async || !expired().await.is_empty()).await;
    assert_eq!(names().await, ["main"]);
    assert_eq!(expired().await, ["Shop / preview"]);
    fixture.stop().await;
}

async fn branch(
    fixture: &ManagementFixture,
    project: &Project,
    name: &str,
    schema_only: bool,
) -> String {
    let create = CreateBranch {
        name: Some(name.to_owned()),
        schema_only,
        compute: usual_compute(),
        ..CreateBranch::default()
    };
    let made = branches::create(fixture.app(), &fixture.account, &project.id, create)
        .await
        .unwrap();
    // A branch of the schema shares no history, so it has no parent.
    let parent = (!schema_only).then_some(&*project.branch);
    assert_eq!(made.branch.parent_id.as_deref(), parent);
    fixture.finished(&project.id).await;
    made.branch.id
}

/// Connections that move money between purses, each move a transaction.
struct Writers {
    moved: Arc<AtomicU64>,
    enough: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

impl Writers {
    async fn start(fixture: &ManagementFixture, project: &Project) -> Self {
        let mut writers = Self {
            moved: Arc::default(),
            enough: Arc::default(),
            tasks: JoinSet::new(),
        };
        let uri = fixture.uri(&project.id, None).await;
        for at in 0..WRITERS {
            let client = fixture.open(&uri).await;
            let (moved, enough) = (Arc::clone(&writers.moved), Arc::clone(&writers.enough));
            writers.tasks.spawn(async move {
                let mut step = at;
                while !enough.load(Ordering::SeqCst) {
                    step += 1;
                    move_money(&client, step).await;
                    moved.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        writers
    }

    fn moved(&self) -> u64 {
        self.moved.load(Ordering::SeqCst)
    }

    async fn until_moved(&self, count: u64) {
        let end = Instant::now() + PATIENCE;
        while self.moved() < count {
            assert!(Instant::now() < end, "the writers stand still");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Fails when one of them was disconnected or refused.
    async fn stop(mut self) {
        self.enough.store(true, Ordering::SeqCst);
        while let Some(ended) = self.tasks.join_next().await {
            ended.expect("a writer was disconnected");
        }
    }
}

async fn move_money(client: &tokio_postgres::Client, step: usize) {
    let purses = usize::try_from(PURSES).unwrap();
    // The lower id first, so that no two wait for one another.
    let (one, other) = (step % purses, (step * 7 + 3) % purses);
    if one == other {
        return;
    }
    let (low, high) = (one.min(other) + 1, one.max(other) + 1);
    client
        .batch_execute(&format!(
            "BEGIN; UPDATE purse SET held = held - 1 WHERE id = {low};
             UPDATE purse SET held = held + 1 WHERE id = {high}; COMMIT"
        ))
        .await
        .unwrap_or_else(|error| panic!("a transfer failed: {error}"));
}
