//! How runs begin, go wrong and end.

use app::accounts::{self, EditAccount};
use app::view::{ErrorCode, ErrorView, SqlOptions, SqlPart, SqlRunState, SqlTabView};
use app::{sql, temporary};
use testkit::until_that;

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
    let refused = editor.other(editor.id).read_only().refused("TABLE t").await;
    assert_eq!(refused.message(), "A transaction is open in this tab");
    assert_eq!(
        editor.cell("SELECT count(*) FROM t").await.as_deref(),
        Some("2")
    );
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

#[tokio::test(flavor = "multi_thread")]
async fn runs_are_kept_with_their_ends_and_without_passwords() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let mut browser = editor.other("tables");
    browser.options.is_browsing = true;
    browser.run("SELECT 0").await;
    editor.run("SELECT generate_series(1, 3)").await;
    editor.run("CREATE ROLE ada PASSWORD 'hunter2'").await;
    editor.run("SELECT 'private'::int").await;
    let page = async |search: &str, before: Option<String>, limit| {
        let page = sql::history_list(&product.app, search.to_owned(), before, limit).await;
        page.unwrap()
    };
    let look = async || page("", None, 10).await;
    let all = until_that("the runs are kept", look, |page| page.items.len() == 3).await;
    let texts: Vec<_> = all.items.iter().map(|run| run.text.as_str()).collect();
    let expected = [
        "SELECT 'private'::int",
        "CREATE ROLE ada PASSWORD '••••••••'",
        "SELECT generate_series(1, 3)",
    ];
    assert_eq!(texts, expected);
    assert_eq!(
        (all.items[2].rows, all.items[2].tag.as_deref()),
        (3.0, Some("SELECT 3"))
    );
    let error = all.items[0].error.as_deref();
    assert_eq!(error, Some("invalid input syntax for type integer: \"…\""));
    assert!(all.items[1].is_masked);

    let first = page("", None, 2).await;
    let rest = page("", first.next, 2).await;
    assert_eq!(
        (first.items.len(), rest.items.len(), rest.next),
        (2, 1, None)
    );
    assert_eq!(page("ADA", None, 9).await.items.len(), 1);
    sql::history_pin(&product.app, rest.items[0].id.clone(), true)
        .await
        .unwrap();
    assert!(page("generate", None, 9).await.items[0].is_pinned);
    sql::history_clear(&product.app).await.unwrap();
    assert_eq!(page("", None, 9).await.items, []);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tabs_keep_their_texts_in_files_of_their_user_alone() {
    let product = ProductFixture::without_servers().await;
    let tab = |text: &str| SqlTabView {
        id: "019f5b6e-0000-7000-8000-000000000001".to_owned(),
        name: Some("Prices".to_owned()),
        source: None,
        text: text.to_owned(),
        is_masked: false,
    };
    let saved = sql::tab_save(&product.app, tab("SELECT 1")).await.unwrap();
    assert_eq!(saved, tab("SELECT 1"));
    let saved = sql::tab_save(&product.app, tab("ALTER ROLE a PASSWORD 'hunter2'"))
        .await
        .unwrap();
    assert!(saved.is_masked);
    assert_eq!(
        sql::tab_list(&product.app).await.unwrap(),
        std::slice::from_ref(&saved)
    );
    let folder = product.path().join("plinth/sql");
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        assert!(!std::fs::read_to_string(&path).unwrap().contains("hunter2"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{}", path.display());
        }
    }
    let outside = SqlTabView {
        id: "../outside".to_owned(),
        ..saved.clone()
    };
    assert_eq!(
        sql::tab_save(&product.app, outside)
            .await
            .unwrap_err()
            .code(),
        ErrorCode::Invalid
    );
    sql::tab_delete(&product.app, &saved.id).await.unwrap();
    sql::tab_delete(&product.app, &saved.id).await.unwrap();
    assert_eq!(sql::tab_list(&product.app).await.unwrap(), []);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sweeping_statement_needs_the_name_on_production() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let mut editor = Editor::on(&product, &made.id);
    editor
        .run("CREATE TABLE t (id int); INSERT INTO t VALUES (1)")
        .await;
    let account = accounts::list(&product.app)[0].id.clone();
    let production = EditAccount {
        is_production: Some(true),
        ..EditAccount::default()
    };
    accounts::edit(&product.app, &account, production)
        .await
        .unwrap();
    let refused = editor.refused("SELECT 1;\nDELETE FROM t").await;
    assert!(
        refused
            .message()
            .starts_with("DELETE without WHERE at line 2"),
        "{refused:?}"
    );
    let view = ErrorView::from(refused);
    assert_eq!(view.about, Some(made.name.clone()));
    editor.options.confirmed = Some("another".to_owned());
    editor.refused("DROP TABLE t").await;
    let run = editor.run("DELETE FROM t WHERE id = 7").await;
    assert_eq!(run.results[0].tag.as_deref(), Some("DELETE 0"));
    editor.options.confirmed = Some(made.name);
    let swept = editor.run("DELETE FROM t").await;
    assert_eq!(swept.results[0].tag.as_deref(), Some("DELETE 1"));
    product.stop().await;
}
