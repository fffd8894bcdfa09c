//! Complete lists of projects are cached in the store, and changes made here are applied to them, so that a list is right
//! before it is read again.

use rusqlite::Connection;

use super::loads::{ListLoads, PageToken};
use crate::Error;
use crate::core::event::Event;
use crate::core::names::{self, NameUpdate, SeenName};
use crate::core::operation::operation;
use crate::model::name::Key;
use crate::model::project::{ListKey, ProjectListChange};
use crate::platform::Platform;
use crate::store::table;
use crate::view::{CachedProjectsView, ProjectPageView, ProjectScope, ProjectView};

/// Adds a page to its read, and stores the list when that was the last page.
pub(crate) async fn add_page(app: &Platform, token: Option<PageToken>, page: &ProjectPageView) {
    let Some(token) = token else { return };
    if !app.list_loads.add_page(&token, page) {
        return;
    }
    let (list_loads, now) = (app.list_loads.clone(), app.clock.now());
    let account = token.key.account.clone();
    let write = move |store: &rusqlite::Transaction<'_>| replace(store, &list_loads, &token, now);
    match app.store.write(write).await {
        Ok(ListEffects { gone, undone }) => {
            let gone = gone
                .iter()
                .map(|id| NameUpdate::Gone(Key::project(&account, id)));
            names::update(app, gone);
            if undone {
                app.events.publish(Event::UndoChanged);
            }
        }
        Err(error) => tracing::warn!(%error, "a list of projects could not be stored"),
    }
}

/// What a new list changes elsewhere.
#[derive(Default)]
struct ListEffects {
    /// Projects that are in no list any more: their names are removed.
    gone: Vec<String>,
    /// The undo list changed: a deleted project was restored or purged elsewhere.
    undone: bool,
}

fn replace(
    store: &Connection,
    list_loads: &ListLoads,
    token: &PageToken,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<ListEffects, Error> {
    let key = &token.key;
    // The read ends inside the transaction. Each change is noted for open reads in a transaction of its own, so it is
    // either in this read or applied to the list that this stores.
    let Some(load) = list_loads.finish(token) else {
        return Ok(ListEffects::default());
    };
    let (items, unavailable) = (&load.items, &load.unavailable);
    let vanished = table::lists::replace(store, key, items, unavailable, now)?;
    let mut effects = ListEffects::default();
    if key.scope == ProjectScope::Deleted {
        // No longer among the deleted ones: there is nothing left to restore.
        for id in &vanished {
            effects.undone |= table::undo::forget(store, &key.account, id, None)?;
        }
        return Ok(effects);
    }
    for undo in table::undo::of_account(store, &key.account)? {
        let is_back = items.iter().any(|item| item.id == undo.project_id);
        if undo.branch_id.is_none() && is_back {
            effects.undone |= table::undo::forget(store, &key.account, &undo.project_id, None)?;
        }
    }
    for id in vanished {
        // It may be in another list now, such as that of shared projects. Being listed as deleted does not count.
        let scopes = table::lists::scopes_of(store, &key.account, &id)?;
        if scopes.iter().all(|scope| *scope == ProjectScope::Deleted) {
            effects.gone.push(id);
        }
    }
    Ok(effects)
}

/// A scope's projects as of the last complete read, by name; `None` when there was none. Asks no platform.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
pub async fn cached(
    app: &Platform,
    account_id: &str,
    scope: ProjectScope,
    organization_id: Option<&str>,
) -> Result<Option<CachedProjectsView>, Error> {
    cached_part(app, account_id, scope, organization_id, None, u32::MAX).await
}

/// How many kept projects the window gets at a time: it works on them while it can do nothing else.
const PART: u32 = 500;

/// The projects by name, as they were when they were last read whole: a part of them, after the part before.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
#[operation(Page, Read)]
pub async fn project_cached(
    app: &Platform,
    account_id: &str,
    scope: ProjectScope,
    organization_id: Option<&str>,
    after: Option<String>,
) -> Result<Option<CachedProjectsView>, Error> {
    cached_part(app, account_id, scope, organization_id, after, PART).await
}

/// The same, of it `limit` projects after the place that the part before named as the next.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
#[operation(Program, Read, project_cached_part)]
pub async fn cached_part(
    app: &Platform,
    account_id: &str,
    scope: ProjectScope,
    organization_id: Option<&str>,
    after: Option<String>,
    limit: u32,
) -> Result<Option<CachedProjectsView>, Error> {
    let key = ListKey {
        account: account_id.to_owned(),
        scope,
        organization: organization_id.unwrap_or_default().to_owned(),
    };
    app.store
        .read(move |store| table::lists::read(store, &key, after.as_deref(), limit))
        .await
}

/// The organizations of an account whose projects of this scope are kept, the last read first. Asks no platform.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
#[operation(Program, Read, project_cached_organizations)]
pub async fn cached_organizations(
    app: &Platform,
    account_id: &str,
    scope: ProjectScope,
) -> Result<Vec<String>, Error> {
    let account = account_id.to_owned();
    app.store
        .read(move |store| table::lists::organizations(store, &account, scope))
        .await
}

/// Applies a change to the stored lists, and notes it for the reads under way, whose earlier pages do not show it. Called
/// within a transaction.
pub(crate) fn change(
    store: &Connection,
    list_loads: &ListLoads,
    account: &str,
    mut change: ProjectListChange,
) -> Result<(), Error> {
    if let ProjectListChange::Deleted { id, record, .. } = &mut change
        && record.is_none()
    {
        // The reply to a deletion may be empty; the list of deleted projects needs a record.
        *record = table::lists::find(store, account, id)?.map(Box::new);
    }
    list_loads.record_change(account, &change);
    table::lists::apply(store, account, &change)
}

/// Adds a new or restored project to its owner's list, and publishes that.
pub(crate) async fn project_added(app: &Platform, account: &str, project: ProjectView) {
    names::update(
        app,
        [NameUpdate::Seen(vec![SeenName::named(
            Key::project(account, &project.id),
            &project.name,
        )])],
    );
    let (list_loads, id) = (app.list_loads.clone(), account.to_owned());
    let added = ProjectListChange::Added(Box::new(project));
    let written = app
        .store
        .write(move |store| change(store, &list_loads, &id, added));
    match written.await {
        Ok(()) => app.events.publish(Event::ProjectsChanged {
            account_id: account.to_owned(),
        }),
        Err(error) => tracing::warn!(%error, "a new project could not be stored"),
    }
}

/// Applies what was read of one project to the lists that have it. Nobody has to wait for that.
pub(crate) fn project_read(app: &Platform, account: &str, seen: ProjectListChange) {
    if let ProjectListChange::Gone(id) = &seen {
        names::update(app, [NameUpdate::Gone(Key::project(account, id))]);
    } else if let ProjectListChange::Read(project) = &seen {
        names::update(
            app,
            [NameUpdate::Seen(vec![SeenName::named(
                Key::project(account, &project.id),
                &project.name,
            )])],
        );
    }
    let (this, account) = (app.clone(), account.to_owned());
    app.tasks.spawn(async move {
        let list_loads = this.list_loads.clone();
        let write =
            move |store: &rusqlite::Transaction<'_>| change(store, &list_loads, &account, seen);
        if let Err(error) = this.store.write(write).await {
            tracing::warn!(%error, "the cached list of projects could not be updated");
        }
    });
}

/// Removes the lists, names and undo entries of an account that was removed.
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
