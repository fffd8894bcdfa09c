//! Lists of projects that were read whole are kept, and stay true to what is done here.

use rusqlite::Connection;

use super::reading::{ListLoads, PageToken};
use crate::Error;
use crate::core::event::Event;
use crate::core::names::{self, NameUpdate, SeenName};
use crate::model::name::Key;
use crate::model::project::{Change, ListKey};
use crate::platform::Platform;
use crate::store::table;
use crate::view::{CachedProjectsView, ProjectPageView, ProjectScope, ProjectView};

/// Takes in a page that came, and keeps the list when it is the last one.
pub(crate) async fn keep(app: &Platform, token: Option<PageToken>, page: &ProjectPageView) {
    let Some(token) = token else { return };
    if !app.list_loads.take_in(&token, page) {
        return;
    }
    let (list_loads, now) = (app.list_loads.clone(), app.clock.now());
    let account = token.key.account.clone();
    let write = move |store: &rusqlite::Transaction<'_>| replace(store, &list_loads, &token, now);
    match app.store.write(write).await {
        Ok(Kept { gone, undone }) => {
            let gone = gone
                .iter()
                .map(|id| NameUpdate::Gone(Key::project(&account, id)));
            names::learn(app, gone);
            if undone {
                app.events.publish(Event::UndoChanged);
            }
        }
        Err(error) => tracing::warn!(%error, "a list of projects was not kept"),
    }
}

/// What a new list means for the rest.
#[derive(Default)]
struct Kept {
    /// Projects that are listed nowhere any more.
    gone: Vec<String>,
    /// Something that was offered to be brought back is back already, or gone for good.
    undone: bool,
}

fn replace(
    store: &Connection,
    list_loads: &ListLoads,
    token: &PageToken,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<Kept, Error> {
    let key = &token.key;
    // Taken here, so that no change falls between the reading and the store.
    let Some(reading) = list_loads.finish(token) else {
        return Ok(Kept::default());
    };
    let (items, unavailable) = (&reading.items, &reading.unavailable);
    let vanished = table::lists::replace(store, key, items, unavailable, now)?;
    let mut kept = Kept::default();
    if key.scope == ProjectScope::Deleted {
        for id in &vanished {
            kept.undone |= table::undo::forget(store, &key.account, id, None)?;
        }
        return Ok(kept);
    }
    for undo in table::undo::of_account(store, &key.account)? {
        let is_back = items.iter().any(|item| item.id == undo.project_id);
        if undo.branch_id.is_none() && is_back {
            kept.undone |= table::undo::forget(store, &key.account, &undo.project_id, None)?;
        }
    }
    for id in vanished {
        let scopes = table::lists::scopes_of(store, &key.account, &id)?;
        if scopes.iter().all(|scope| *scope == ProjectScope::Deleted) {
            kept.gone.push(id);
        }
    }
    Ok(kept)
}

/// A scope's projects as they were when they were last read whole; `None` when they never were. Asks no platform.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
pub async fn cached(
    app: &Platform,
    account_id: &str,
    scope: ProjectScope,
    organization_id: Option<&str>,
) -> Result<Option<CachedProjectsView>, Error> {
    let key = ListKey {
        account: account_id.to_owned(),
        scope,
        organization: organization_id.unwrap_or_default().to_owned(),
    };
    app.store
        .read(move |store| table::lists::read(store, &key))
        .await
}

/// Keeps the lists true to a change, within a transaction.
pub(crate) fn change(
    store: &Connection,
    list_loads: &ListLoads,
    account: &str,
    mut change: Change,
) -> Result<(), Error> {
    if let Change::Deleted { id, record, .. } = &mut change
        && record.is_none()
    {
        *record = table::lists::find(store, account, id)?.map(Box::new);
    }
    list_loads.note(account, &change);
    table::lists::apply(store, account, &change)
}

/// A project that is there from now on is among those of its owner, and the window is told.
pub(crate) async fn came(app: &Platform, account: &str, project: ProjectView) {
    names::learn(
        app,
        [NameUpdate::Seen(vec![SeenName::project(account, &project)])],
    );
    let (list_loads, id) = (app.list_loads.clone(), account.to_owned());
    let came = Change::Came(Box::new(project));
    let written = app
        .store
        .write(move |store| change(store, &list_loads, &id, came));
    match written.await {
        Ok(()) => app.events.publish(Event::ProjectsChanged {
            account_id: account.to_owned(),
        }),
        Err(error) => tracing::warn!(%error, "a new project was not kept"),
    }
}

/// What was read of one project is kept where that is listed. Nobody waits for it.
pub(crate) fn saw(app: &Platform, account: &str, seen: Change) {
    if let Change::Gone(id) = &seen {
        names::learn(app, [NameUpdate::Gone(Key::project(account, id))]);
    } else if let Change::Seen(project) = &seen {
        names::learn(
            app,
            [NameUpdate::Seen(vec![SeenName::project(account, project)])],
        );
    }
    let (this, account) = (app.clone(), account.to_owned());
    app.tasks.spawn(async move {
        let list_loads = this.list_loads.clone();
        let write =
            move |store: &rusqlite::Transaction<'_>| change(store, &list_loads, &account, seen);
        if let Err(error) = this.store.write(write).await {
            tracing::warn!(%error, "what was read of a project was not kept");
        }
    });
}

/// Forgets what was seen of an account that is not there any more: its lists, its names, and what could be brought back.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be written.
pub(crate) async fn forget_account(app: &Platform, account_id: &str) -> Result<(), Error> {
    app.list_loads.forget(account_id);
    let account = account_id.to_owned();
    app.store
        .write(move |store| {
            table::lists::forget_account(store, &account)?;
            table::undo::forget_account(store, &account)
        })
        .await?;
    names::forget_account(app, account_id).await;
    app.events.publish(Event::UndoChanged);
    Ok(())
}
