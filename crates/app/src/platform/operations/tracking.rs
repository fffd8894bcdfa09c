//! Operations that are followed: those of this app's clicks, and the open ones of projects that were opened.

use std::collections::BTreeMap;

use api::resource::operations::{ListOperations, Operation};
use chrono::{DateTime, Utc};

use crate::Error;
use crate::accounts::client;
use crate::base::ids;
use crate::core::names::{self, Known};
use crate::core::operation::operation;
use crate::model::name::Key;
use crate::platform::Platform;
use crate::platform::operation_watch::is_over;
use crate::platform::operation_watch::{Report, Source, open as open_operations, report, state_of};
use crate::store::{Account, Click, Tracked, table};
use crate::view::words::Action;
use crate::view::{ClickView, OperationView, TrackedOperationView, action_word, status_word};

/// How many operations of a project that is opened are read.
const NEWEST: u32 = 100;

/// How many that have ended are shown.
const SHOWN: u32 = 1_000;

/// Follows the operations of a reply to their ends, which are published, also over restarts. What cannot be written
/// down is not followed: the reply counts all the same.
pub(crate) async fn track(
    app: &Platform,
    account_id: &str,
    operations: &[Operation],
    action: Action,
    target: &str,
) {
    let click = Click {
        action: action.order(),
        target: target.to_owned(),
    };
    let mut by_project = BTreeMap::<_, Vec<_>>::new();
    for operation in operations {
        let state = (operation.id.to_string(), Some(state_of(operation)));
        let project = operation.project_id.to_string();
        by_project.entry(project).or_default().push(state);
    }
    for (project_id, states) in by_project {
        let changes = Report {
            account_id: account_id.to_owned(),
            project_id,
            states,
            source: Source::Reply(click.clone()),
        };
        if let Err(error) = report(app, changes).await {
            tracing::error!(account_id, %error, "operations of a reply are not followed");
        }
    }
    app.operations.wake_watcher();
}

/// Follows what goes on in a project that somebody opened: the open ones of its newest hundred operations
/// (`GET /projects/{project_id}/operations`). Their ends are published.
///
/// # Errors
/// As [`super::list`], and [`crate::view::ErrorCode::File`] when they could not be written down.
#[operation(Page, Read, operation_follow)]
pub async fn follow_project(
    app: &Platform,
    account_id: &str,
    project_id: &str,
) -> Result<(), Error> {
    let account_client = client::of(app, account_id).await?;
    let operations = account_client
        .click()
        .operations(&ids::project(project_id)?);
    let list = ListOperations {
        page_size: Some(NEWEST),
        cursor: None,
    };
    let page = account_client.send_value(operations.list(list)).await?;
    let all = page.items.iter();
    let opened = Report {
        account_id: account_id.to_owned(),
        project_id: project_id.to_owned(),
        states: all
            .map(|it| (it.id.to_string(), Some(state_of(it))))
            .collect(),
        source: Source::Opened,
    };
    report(app, opened).await?;
    app.operations.wake_watcher();
    Ok(())
}

/// This account's operations cannot be read any more.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be written.
pub(crate) async fn forget_account(app: &Platform, account_id: &str) -> Result<(), Error> {
    app.operations.forget(account_id);
    let id = account_id.to_owned();
    app.store
        .write(move |store| table::operations::forget_account(store, &id))
        .await
}

/// What is followed, the newest first, and after that what has ended lately, the newest end first. Asks no platform.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
#[operation(Page, Read, operation_list)]
pub async fn tracked(app: &Platform) -> Result<Vec<TrackedOperationView>, Error> {
    let mut open = open_operations(app).await?;
    open.sort_by(|a, b| (b.tracked_at, &a.id).cmp(&(a.tracked_at, &b.id)));
    let ended = app
        .store
        .read(|store| table::operations::ended(store, SHOWN))
        .await?;
    let accounts = app.accounts.all();
    let rows: Vec<_> = open.into_iter().chain(ended).collect();
    let former = former_names(&rows);
    let rows = rows.into_iter();
    let views = |known: &Known| {
        let with_contact = |row| TrackedOperationView {
            unreachable_since: unreachable_since(app, &row),
            ..view(row, &accounts, known, &former)
        };
        rows.map(with_contact).collect()
    };
    Ok(names::with_known(app, views).await)
}

fn unreachable_since(app: &Platform, row: &Tracked) -> Option<DateTime<Utc>> {
    if row.ended_at.is_some() {
        return None;
    }
    let since = app.operations.unreachable_since(&row.account_id)?;
    Some(app.clock.now() - app.clock.elapsed().saturating_sub(since))
}

/// What branches were called when something was done to them, for those that are gone by now. The oldest first, so that
/// the newest name counts.
fn former_names(rows: &[Tracked]) -> BTreeMap<Key, String> {
    let named = rows.iter().rev().filter_map(|row| {
        let (branch, name) = row
            .state
            .branch_id
            .as_deref()
            .zip(row.state.branch_name.clone())?;
        Some((Key::branch(&row.account_id, &row.project_id, branch), name))
    });
    named.collect()
}

fn view(
    row: Tracked,
    accounts: &[Account],
    known: &Known,
    former: &BTreeMap<Key, String>,
) -> TrackedOperationView {
    let name_of = |key: &Key| known.last_name(key).map(ToOwned::to_owned);
    let branch = row.state.branch_id.as_deref();
    let branch = branch.map(|branch| Key::branch(&row.account_id, &row.project_id, branch));
    let project_name = name_of(&Key::project(&row.account_id, &row.project_id));
    let branch_name = branch.and_then(|key| name_of(&key).or_else(|| former.get(&key).cloned()));
    let account = accounts.iter().find(|it| it.id == row.account_id);
    let status = row.state.status;
    TrackedOperationView {
        account_id: row.account_id,
        account_name: account.map(|account| account.name.clone()),
        project_name,
        branch_name: branch_name.clone(),
        clicked: row.clicked.map(|click| ClickView {
            action: click.action,
            target: click.target,
        }),
        since: row.tracked_at,
        unreachable_since: None,
        ended_at: row.ended_at,
        operation: OperationView {
            id: row.id,
            project_id: row.project_id,
            branch_id: row.state.branch_id,
            branch_name,
            compute_id: row.state.compute_id,
            action_word: action_word(row.state.action.as_deref()),
            action: row.state.action,
            status_word: status_word(&status).to_owned(),
            is_over: is_over(&status),
            status,
            error: row.state.error,
            failures: row.state.failures,
            retry_at: row.state.retry_at,
            created_at: row.state.created_at,
            updated_at: row.state.updated_at,
            duration_ms: None,
        },
    }
}
