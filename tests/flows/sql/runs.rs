//! How runs begin, go wrong and end.

use app::view::{ErrorCode, SqlOptions, SqlPart, SqlRunState};
use app::{sql, temporary};

use super::editor::Editor;
use crate::product::ProductFixture;

#[tokio::test(flavor = "multi_thread")]
async fn error_names_its_place_in_the_text_and_the_rest_does_not_run() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let text = "SELECT '😀';\nSELECT wrong FROM nowhere;\nCREATE TABLE t ()";
    let run = editor.run(text).await;
    assert_eq!(
        (run.state, run.done, run.error),
        (SqlRunState::Ended, 1, None)
    );
    let error = run.results[1].error.clone().unwrap();
    assert_eq!(
        (error.sqlstate.as_str(), error.severity.as_str()),
        ("42P01", "ERROR")
    );
    let utf16: Vec<u16> = text.encode_utf16().collect();
    let from = String::from_utf16(&utf16[error.at.unwrap() as usize..]).unwrap();
    assert!(from.starts_with("nowhere;"), "{from}");
    let missing = editor.cell("SELECT to_regclass('t')::text").await;
    assert_eq!(missing, None);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statement_at_the_caret_and_a_selection_run_alone() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let text = "SELECT 1 AS one;\nSELECT 2 AS two;\nSELECT 'open";
    let at = SqlPart::At { caret: 20 };
    let run = editor
        .until_quiet(editor.start_part(text, at).await.unwrap())
        .await;
    assert_eq!(run.results[0].columns[0].name, "two");
    assert_eq!(
        (run.results[0].extent.start, run.results[0].extent.end),
        (17, 32)
    );
    let selected = SqlPart::Between { start: 0, end: 8 };
    let run = editor
        .until_quiet(editor.start_part(text, selected).await.unwrap())
        .await;
    assert_eq!(run.results[0].columns[0].name, "?column?");
    let refused = editor.refused(text).await;
    assert!(
        refused.message().contains("line 3, column 8"),
        "{refused:?}"
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notices_and_a_refused_commit_are_shown() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let run = editor
        .run("DO $$ BEGIN RAISE NOTICE 'one %', 1; RAISE WARNING 'two'; END $$")
        .await;
    let notices: Vec<_> = run.results[0]
        .notices
        .iter()
        .map(|it| (it.severity.as_str(), it.message.as_str()))
        .collect();
    assert_eq!(notices, [("NOTICE", "one 1"), ("WARNING", "two")]);
    let deferred = "CREATE TABLE p (id int PRIMARY KEY);
        CREATE TABLE c (p int REFERENCES p DEFERRABLE INITIALLY DEFERRED);
        INSERT INTO c VALUES (1)";
    let run = editor.run(deferred).await;
    let error = run.results.last().unwrap().error.clone().unwrap();
    assert_eq!((run.done, error.sqlstate.as_str()), (2, "23503"));
    assert_eq!(
        editor.cell("SELECT count(*) FROM c").await.as_deref(),
        Some("0")
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_statement_ends_on_the_server_and_the_session_stays() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let pid = editor.cell("SELECT pg_backend_pid()").await;
    let run = editor.start("SELECT pg_sleep(600); SELECT 2").await;
    let run = editor.until(run, SqlRunState::Running).await;
    let busy = editor.refused("SELECT 3").await;
    assert_eq!(busy.message(), "A statement still runs in this tab");
    sql::stop(&product.app, &run.id);
    let run = editor.until_quiet(run).await;
    assert_eq!(
        run.error.as_ref().map(|it| it.code),
        Some(ErrorCode::Cancelled),
        "{run:#?}"
    );
    assert_eq!(run.done, 0);
    assert_eq!(editor.cell("SELECT pg_backend_pid()").await, pid);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statement_is_stopped_when_its_time_is_over() {
    let product = ProductFixture::start().await;
    let mut editor = Editor::on_new(&product).await;
    editor.options.timeout_seconds = Some(1);
    let run = editor.run("SELECT pg_sleep(600)").await;
    let error = run.results[0].error.clone().unwrap();
    assert_eq!(error.sqlstate, "57014");
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn transaction_stays_open_until_it_is_ended() {
    let product = ProductFixture::start().await;
    let mut editor = Editor::on_new(&product).await;
    let other = editor.other("other");
    other.run("CREATE TABLE t (id int)").await;
    editor.options.is_manual = true;
    let run = editor
        .run("INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)")
        .await;
    let open = run.transaction.unwrap();
    assert_eq!((open.statements, open.has_failed), (2, false));
    assert_eq!(
        other.cell("SELECT count(*) FROM t").await.as_deref(),
        Some("0")
    );
    let failed = editor.run("SELECT 1/0").await.transaction.unwrap();
    assert!(failed.has_failed);
    assert_eq!(editor.run("ROLLBACK").await.transaction, None);
    editor.run("INSERT INTO t VALUES (3)").await;
    assert_eq!(editor.run("COMMIT").await.transaction, None);
    assert_eq!(other.cell("SELECT id FROM t").await.as_deref(), Some("3"));
    editor.run("INSERT INTO t VALUES (4)").await;
    sql::close(&product.app, editor.id).await;
    assert_eq!(
        other.cell("SELECT count(*) FROM t").await.as_deref(),
        Some("1")
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parameters_are_sent_as_text_and_missing_ones_are_refused() {
    let product = ProductFixture::start().await;
    let mut editor = Editor::on_new(&product).await;
    editor.options = SqlOptions {
        parameters: vec![Some("41".to_owned()), None],
        ..SqlOptions::default()
    };
    let run = editor.run("SELECT $1::int + 1, $2::text IS NULL").await;
    let row = editor.page(&run, 0, 0, 1).await.remove(0);
    assert_eq!(row, [Some("42".to_owned()), Some("t".to_owned())]);
    let run = editor.run("SELECT $1::int, $2::int, $3::int").await;
    assert_eq!(run.results[0].error.as_ref().unwrap().sqlstate, "08P01");
    let run = editor.run("SELECT $1::int").await;
    assert_eq!(run.results[0].error, None);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn session_that_the_server_ends_says_so_and_the_next_run_connects_again() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let other = editor.other("other");
    let pid = editor.cell("SELECT pg_backend_pid()").await.unwrap();
    let run = editor
        .run("SELECT n, pg_sleep(0.001) FROM generate_series(1, 1000000) n")
        .await;
    assert_eq!(run.state, SqlRunState::Paused);
    other
        .run(&format!("SELECT pg_terminate_backend({pid})"))
        .await;
    drop(editor.page(&run, 0, 100_000, 1).await);
    let run = editor.until(run, SqlRunState::Ended).await;
    assert!(
        run.error.is_some() || run.results[0].error.is_some(),
        "{run:#?}"
    );
    assert!(run.results[0].rows >= 200.0);
    let next = editor.cell("SELECT pg_backend_pid()").await.unwrap();
    assert_ne!(next, pid);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_database_is_named_as_such() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let editor = Editor::on(&product, &made.id);
    editor.cell("SELECT 1").await;
    temporary::forget(&product.app, &made.id).await.unwrap();
    let refused = editor.refused("SELECT 1").await;
    assert_eq!(refused.code(), ErrorCode::NotFound);
    product.stop().await;
}
