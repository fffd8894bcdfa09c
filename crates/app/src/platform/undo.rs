//! What was deleted here and can be brought back.

use chrono::{DateTime, TimeDelta, Utc};

use crate::Error;
use crate::base::clock::CLOCK_TOLERANCE;
use crate::base::guard::lock;
use crate::core::event::Event;
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::store::table;
use crate::view::{BranchView, UndoView};

/// For how long the platform keeps what was deleted, where its reply does not say it.
pub(crate) const KEPT_FOR: TimeDelta = TimeDelta::days(7);

/// Everything that can still be brought back, the newest first, also after a restart. Asks no platform.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
#[operation(Page, Read, undo_list)]
pub async fn list(app: &Platform) -> Result<Vec<UndoView>, Error> {
    let all = app.store.read(table::undo::all).await?;
    let is_past = |it: &UndoView| {
        let is_gone = app.accounts.find(&it.account_id).is_none();
        is_gone || it.until <= platform_now(app, &it.account_id)
    };
    let (past, kept): (Vec<_>, Vec<_>) = all.into_iter().partition(is_past);
    if !past.is_empty() {
        let drop_past = move |store: &rusqlite::Transaction<'_>| {
            past.iter()
                .try_for_each(|it| table::undo::dismiss(store, &it.id).map(drop))
        };
        if let Err(error) = app.store.write(drop_past).await {
            tracing::warn!(%error, "an expired undo entry could not be removed");
        }
    }
    Ok(kept)
}

/// Removes entries from the undo list. What they are about can still be recovered from the list of deleted projects or branches.
///
/// # Errors
/// As [`list`].
#[operation(Page, Change, undo_dismiss)]
pub async fn dismiss(app: &Platform, ids: Vec<String>) -> Result<(), Error> {
    let forget = move |store: &rusqlite::Transaction<'_>| {
        let mut was_there = false;
        for id in &ids {
            was_there |= table::undo::dismiss(store, id)?;
        }
        Ok(was_there)
    };
    let was_there = app.store.write(forget).await?;
    if was_there {
        app.events.publish(Event::UndoChanged);
    }
    Ok(())
}

/// After a complete read of a project's branches, deleted ones included: removes the entries of branches that were recovered or
/// purged. `asked_at` is when the read began, by the platform's clock: entries of later deletions stay.
pub(crate) fn saw_branches(
    app: &Platform,
    account: &str,
    project: &str,
    branches: &[BranchView],
    asked_at: DateTime<Utc>,
) {
    let (this, account, project) = (app.clone(), account.to_owned(), project.to_owned());
    let deleted = branches.iter().filter(|it| it.deleted_at.is_some());
    let deleted: Vec<String> = deleted.map(|it| it.id.clone()).collect();
    app.tasks.spawn(async move {
        match forget_undone(&this, account, project, deleted, asked_at).await {
            Ok(true) => this.events.publish(Event::UndoChanged),
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "undo entries could not be read"),
        }
    });
}

/// Removes entries of what is no longer deleted. Usually there are none, and nothing is written.
async fn forget_undone(
    app: &Platform,
    account: String,
    project: String,
    deleted: Vec<String>,
    asked_at: DateTime<Utc>,
) -> Result<bool, Error> {
    let of_account = account.clone();
    let look = move |store: &rusqlite::Connection| table::undo::of_account(store, &of_account);
    let known = app.store.read(look).await?.into_iter();
    let undone: Vec<String> = known
        .filter(|undo| undo.project_id == project && undo.deleted_at + CLOCK_TOLERANCE < asked_at)
        .filter_map(|undo| undo.branch_id)
        .filter(|branch| !deleted.contains(branch))
        .collect();
    if undone.is_empty() {
        return Ok(false);
    }
    let write = move |store: &rusqlite::Transaction<'_>| {
        let mut is_changed = false;
        for branch in undone {
            is_changed |= table::undo::forget(store, &account, &project, Some(&branch))?;
        }
        Ok(is_changed)
    };
    app.store.write(write).await
}

/// The time by the clock of an account's platform, as far as its replies have told it.
pub(crate) fn platform_now(app: &Platform, account_id: &str) -> DateTime<Utc> {
    let known = app.clients.offset_ms(account_id);
    let offset = known.or_else(|| lock(&app.offsets).get(account_id).copied());
    app.clock.now() + TimeDelta::milliseconds(offset.unwrap_or_default())
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[UndoList::ENTRY, UndoDismiss::ENTRY];
