//! SQL in a database of a project or in a temporary one: sessions of editors, runs and their rows.
//!
//! An editor has one session, which opens with its first run and closes when it has been idle for five minutes outside a
//! transaction. A run goes on in the background; who wants to see it waits for changes of its view and reads its rows.

mod connected;
pub(crate) mod editors;
mod history;
mod open;
mod page;
mod perform;
mod performing;
mod production;
mod read_only;
mod result;
mod run;
mod spool;
mod tables;
mod tabs;
mod text;
mod trial;

use std::sync::Arc;
use std::time::Duration;

use crate::Error;
use crate::base::disk;
use crate::core::operation::{Bytes, Entry, operation};
use crate::features::{Features, connection_card};
use crate::view::{
    ConnectSource, ErrorCode, SqlHistoryView, SqlOptions, SqlPart, SqlRunView, small,
};

use self::editors::Editor;
use self::performing::Work;
use self::run::Run;
use self::text::Plan;

pub use self::history::{
    SqlHistory, SqlHistoryClear, SqlHistoryPin, clear as history_clear, list as history_list,
    pin as history_pin,
};
pub use self::page::Page;
pub use self::tables::{TableDescribe, TableList, describe as table_describe, list as table_list};
pub use self::tabs::{
    SqlTabDelete, SqlTabList, SqlTabSave, delete as tab_delete, list as tab_list, save as tab_save,
};

pub use self::trial::{SqlTry, run as try_on_branch};

/// An idle session is closed after so long, so that it doesn't keep the compute awake.
const IDLE: Duration = Duration::from_secs(5 * 60);

/// A result that nobody reads is closed after so long, because it holds locks and keeps the compute awake.
const RESULT: Duration = Duration::from_secs(30);
/// The same on production, where others need what is locked.
const PRODUCTION_RESULT: Duration = Duration::from_secs(5);

/// Runs statements in the session of an editor. It returns once they have begun; [`wait`] says how they go on. For an
/// account that is locked against changes, each statement is a transaction that only reads and is rolled back.
///
/// # Errors
/// [`ErrorCode::Invalid`] for a text without a statement or one that can't be read, while the editor's last run goes on, and
/// about the name to type for a statement that sweeps a table of a production account;
/// [`ErrorCode::ReadOnly`] for a statement that is no query where only reading is allowed.
#[operation(Page, Change, sql_start)]
pub async fn start(
    app: &Features,
    source: &ConnectSource,
    editor: &str,
    text: String,
    part: SqlPart,
    options: SqlOptions,
) -> Result<SqlRunView, Error> {
    let plan = Plan::of(text, part).await?;
    let account = connection_card::account_of(app, source).await?;
    let is_read_only = account.lock.is_some() || options.is_read_only;
    if is_read_only {
        read_only::must_be_queries(&plan)?;
    } else if account.is_production {
        production::must_be_confirmed(&plan, source, &account.place, &options)?;
    }
    let run = Arc::new(Run::new(
        app.clock.as_ref(),
        source,
        small(plan.chosen.len()),
        options.is_stream,
        is_read_only,
    ));
    let of = app.sql.editor(editor);
    of.begin(&run)?;
    let view = run.view();
    let work = Work {
        run,
        plan,
        options,
        place: account.place,
        patience: match account.is_production {
            true => PRODUCTION_RESULT,
            false => RESULT,
        },
    };
    let features = app.clone();
    app.tasks.spawn(async move {
        perform::perform(&features, &mut *of.connection.lock().await, &work).await;
        if !work.options.is_browsing {
            history::add(&features, ran(&work)).await;
        }
        drop(work);
        close_when_idle(&features, &of).await;
    });
    Ok(view)
}

/// A run that has ended, for the history.
fn ran(work: &Work) -> SqlHistoryView {
    let view = work.run.view();
    let last = view.results.last();
    let refused = last.and_then(|result| result.error.as_ref());
    let refused = refused.map(|it| pgclient::without_quoted_data(&it.sqlstate, &it.message));
    SqlHistoryView {
        id: view.id,
        at: view.began_at,
        source: work.run.source.clone(),
        place: work.place.clone(),
        text: work.plan.text().to_owned(),
        is_cut: false,
        is_masked: false,
        is_read_only: view.is_read_only,
        milliseconds: view.milliseconds.unwrap_or_default(),
        rows: view.results.iter().map(|result| result.rows).sum(),
        tag: last.and_then(|result| result.tag.clone()),
        error: refused.or_else(|| view.error.map(|error| error.message)),
        is_pinned: false,
    }
}

/// Closes a session that is idle for long. One in a transaction stays: closing it would roll back what a person did.
async fn close_when_idle(app: &Features, editor: &Editor) {
    let last = editor.run().map(|run| run.id.clone());
    tokio::select! {
        () = app.clock.sleep(IDLE) => {}
        () = app.sql.closing.cancelled() => return,
    }
    if editor.run().map(|run| run.id.clone()) != last {
        return;
    }
    let mut connection = editor.connection.lock().await;
    if connection
        .as_ref()
        .is_some_and(|it| it.transaction.is_none())
        && let Some(connected) = connection.take()
    {
        connected.session.close().await;
    }
}

/// Returns a run once it is newer than a version, at once where it has ended.
///
/// # Errors
/// [`ErrorCode::NotFound`] for a run whose editor was closed or has run something else.
#[operation(Page, Read, sql_wait)]
pub async fn wait(app: &Features, run_id: &str, version: u32) -> Result<SqlRunView, Error> {
    Ok(app.sql.run(run_id)?.newer_than(version).await)
}

/// Returns rows of a result as a [`Page`]. Rows that were not read yet are read, and come with a later call.
///
/// # Errors
/// [`ErrorCode::NotFound`] for a result that is no longer there; [`ErrorCode::File`] when its rows can't be read.
#[operation(Page, Read, sql_rows)]
pub async fn rows(
    app: &Features,
    run_id: &str,
    result: u32,
    first: u32,
    count: u32,
) -> Result<Bytes, Error> {
    let run = app.sql.run(run_id)?;
    run.was_asked(app.clock.elapsed());
    let missing = || Error::new(ErrorCode::NotFound, "This result has no rows");
    let spool = run.spool(result).ok_or_else(missing)?;
    run.want(result, first, count);
    let columns = run.columns(result);
    disk::blocking(move || {
        let page = spool.read(u64::from(first), count, columns);
        page.map(Bytes).map_err(|error| {
            Error::new(ErrorCode::File, format!("The rows can't be read: {error}"))
        })
    })
    .await
}

/// Stops a run: the server stops the statement, and the rest does not run. A run that is over is no error.
#[operation(Page, Change, sql_stop)]
pub fn stop(app: &Features, run_id: &str) {
    if let Ok(run) = app.sql.run(run_id) {
        run.stop.cancel();
    }
}

/// Ends an editor with its session and its results. What is open in its transaction is rolled back.
#[operation(Page, Change, sql_close)]
pub async fn close(app: &Features, editor: &str) {
    if let Some(editor) = app.sql.remove(editor) {
        editor.close().await;
    }
}

/// Closes the sessions of an account that was locked against changes, unless they only read.
pub(crate) async fn close_of_account(app: &Features, account_id: &str) {
    let mut closing = Vec::new();
    for editor in app.sql.all() {
        let Some(run) = editor.run().filter(|run| !run.is_read_only()) else {
            continue;
        };
        let Ok(account) = connection_card::account_of(app, &run.source).await else {
            continue;
        };
        // The account may be unlocked again by now.
        if account.lock.is_some() && account.id.as_deref() == Some(account_id) {
            run.stop.cancel();
            closing.push(editor);
        }
    }
    // All are stopped before one of them is waited for: a statement can take its time to stop.
    for editor in closing {
        editor.disconnect().await;
    }
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[
    SqlStart::ENTRY,
    SqlWait::ENTRY,
    SqlRows::ENTRY,
    SqlStop::ENTRY,
    SqlClose::ENTRY,
    SqlHistory::ENTRY,
    SqlHistoryPin::ENTRY,
    SqlHistoryClear::ENTRY,
    SqlTabList::ENTRY,
    SqlTabSave::ENTRY,
    SqlTabDelete::ENTRY,
    SqlTry::ENTRY,
    TableList::ENTRY,
    TableDescribe::ENTRY,
];
