//! Lists of projects that were read whole are kept, and stay true to what is done here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use rusqlite::Connection;

use crate::fact::Fact;
use crate::guard::lock;
use crate::model::name::Key;
use crate::model::project::{Change, ListKey};
use crate::names::{self, Lesson, Seen};
use crate::store::table;
use crate::view::{CachedProjectsView, ProjectPageView, ProjectScope, ProjectView};
use crate::{App, Error};

/// So many lists are read at once. One that was begun before these was left in the middle.
const MOST_READINGS: usize = 8;

/// So much is done in no time in which somebody waits for the next page.
const MOST_CHANGES: usize = 1000;

/// The lists that are being read now, page by page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readings(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    begun: u64,
    readings: HashMap<ListKey, Reading>,
}

/// A list of which the pages so far hang together.
#[derive(Debug, Default)]
struct Reading {
    /// Tells it from one that was begun before or after it.
    number: u64,
    /// Where its next page begins; `None` before the first one has come.
    next: Option<String>,
    items: Vec<ProjectView>,
    unavailable: Vec<String>,
    /// What was done meanwhile: pages that were on their way do not know it.
    changes: Vec<Change>,
}

/// A page that was asked for belongs to this reading.
#[derive(Debug)]
pub(super) struct Ticket {
    key: ListKey,
    number: u64,
    cursor: Option<String>,
}

impl State {
    fn leave_the_oldest(&mut self) {
        if self.readings.len() <= MOST_READINGS {
            return;
        }
        let oldest = self.readings.values().map(|it| it.number).min();
        self.readings.retain(|_, it| Some(it.number) != oldest);
    }
}

impl Readings {
    /// A page of a list is asked for. Without a cursor a reading begins anew; `None` for a page of no reading.
    pub(super) fn ask(&self, key: ListKey, cursor: Option<&str>) -> Option<Ticket> {
        let mut state = lock(&self.0);
        let number = if cursor.is_none() {
            state.begun += 1;
            let number = state.begun;
            let reading = Reading {
                number,
                ..Reading::default()
            };
            state.readings.insert(key.clone(), reading);
            state.leave_the_oldest();
            number
        } else {
            let reading = state.readings.get(&key)?;
            (reading.next.as_deref() == cursor).then_some(reading.number)?
        };
        Some(Ticket {
            key,
            number,
            cursor: cursor.map(ToOwned::to_owned),
        })
    }

    /// A page came. True when the list has been read whole with it.
    fn take_in(&self, ticket: &Ticket, page: &ProjectPageView) -> bool {
        let mut state = lock(&self.0);
        let Some(reading) = state.readings.get_mut(&ticket.key) else {
            return false;
        };
        if reading.number != ticket.number || reading.next != ticket.cursor {
            return false;
        }
        reading.items.extend_from_slice(&page.items);
        reading.unavailable.extend_from_slice(&page.unavailable);
        reading.next.clone_from(&page.next);
        page.next.is_none()
    }

    /// The list of a reading that is whole, with what was done meanwhile.
    fn finish(&self, ticket: &Ticket) -> Option<Reading> {
        let mut state = lock(&self.0);
        let number = state.readings.get(&ticket.key)?.number;
        if number != ticket.number {
            return None;
        }
        let mut reading = state.readings.remove(&ticket.key)?;
        for change in &reading.changes {
            change.apply_to(&ticket.key, &mut reading.items);
        }
        Some(reading)
    }

    fn note(&self, account: &str, change: &Change) {
        let mut state = lock(&self.0);
        state.readings.retain(|key, reading| {
            if key.account == account {
                reading.changes.push(change.clone());
            }
            reading.changes.len() <= MOST_CHANGES
        });
    }

    fn forget(&self, account: &str) {
        lock(&self.0)
            .readings
            .retain(|key, _| key.account != account);
    }
}

/// Takes in a page that came, and keeps the list when it is the last one.
pub(super) async fn keep(app: &App, ticket: Option<Ticket>, page: &ProjectPageView) {
    let Some(ticket) = ticket else { return };
    if !app.readings.take_in(&ticket, page) {
        return;
    }
    let (readings, now) = (app.readings.clone(), app.clock.now());
    let account = ticket.key.account.clone();
    let write = move |store: &rusqlite::Transaction<'_>| replace(store, &readings, &ticket, now);
    match app.store.write(write).await {
        Ok(Kept { gone, undone }) => {
            let gone = gone
                .iter()
                .map(|id| Lesson::Gone(Key::project(&account, id)));
            names::learn(app, gone);
            if undone {
                app.facts.tell(Fact::UndoChanged);
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
    readings: &Readings,
    ticket: &Ticket,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<Kept, Error> {
    let key = &ticket.key;
    // Taken here, so that no change falls between the reading and the store.
    let Some(reading) = readings.finish(ticket) else {
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
    app: &App,
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
    readings: &Readings,
    account: &str,
    mut change: Change,
) -> Result<(), Error> {
    if let Change::Deleted { id, record, .. } = &mut change
        && record.is_none()
    {
        *record = table::lists::find(store, account, id)?.map(Box::new);
    }
    readings.note(account, &change);
    table::lists::apply(store, account, &change)
}

/// A project that is there from now on is among those of its owner, and the window is told.
pub(super) async fn came(app: &App, account: &str, project: ProjectView) {
    names::learn(app, [Lesson::Seen(vec![Seen::project(account, &project)])]);
    let (readings, id) = (app.readings.clone(), account.to_owned());
    let came = Change::Came(Box::new(project));
    let written = app
        .store
        .write(move |store| change(store, &readings, &id, came));
    match written.await {
        Ok(()) => app.facts.tell(Fact::ProjectsChanged {
            account_id: account.to_owned(),
        }),
        Err(error) => tracing::warn!(%error, "a new project was not kept"),
    }
}

/// What was read of one project is kept where that is listed. Nobody waits for it.
pub(super) fn saw(app: &App, account: &str, seen: Change) {
    if let Change::Gone(id) = &seen {
        names::learn(app, [Lesson::Gone(Key::project(account, id))]);
    } else if let Change::Seen(project) = &seen {
        names::learn(app, [Lesson::Seen(vec![Seen::project(account, project)])]);
    }
    let (this, account) = (app.clone(), account.to_owned());
    app.tasks.spawn(async move {
        let readings = this.readings.clone();
        let write =
            move |store: &rusqlite::Transaction<'_>| change(store, &readings, &account, seen);
        if let Err(error) = this.store.write(write).await {
            tracing::warn!(%error, "what was read of a project was not kept");
        }
    });
}

/// Forgets what was seen of an account that is not there any more: its lists, its names, and what could be brought back.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be written.
pub(crate) async fn forget_account(app: &App, account_id: &str) -> Result<(), Error> {
    app.readings.forget(account_id);
    let account = account_id.to_owned();
    app.store
        .write(move |store| {
            table::lists::forget_account(store, &account)?;
            table::undo::forget_account(store, &account)
        })
        .await?;
    names::forget_account(app, account_id).await;
    app.facts.tell(Fact::UndoChanged);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(organization: usize) -> ListKey {
        ListKey {
            account: "account".to_owned(),
            scope: ProjectScope::Own,
            organization: format!("org-{organization}"),
        }
    }

    fn page(next: Option<&str>) -> ProjectPageView {
        ProjectPageView {
            items: Vec::new(),
            next: next.map(ToOwned::to_owned),
            unavailable: Vec::new(),
        }
    }

    #[test]
    fn lists_that_nobody_reads_on_are_left() {
        let readings = Readings::default();
        for organization in 0..100 {
            let ticket = readings.ask(key(organization), None).unwrap();
            assert!(!readings.take_in(&ticket, &page(Some("next"))));
        }
        assert_eq!(lock(&readings.0).readings.len(), MOST_READINGS);
        assert!(readings.ask(key(0), Some("next")).is_none());
        let last = readings.ask(key(99), Some("next")).unwrap();
        assert!(readings.take_in(&last, &page(None)));
        assert!(readings.finish(&last).is_some());
    }

    #[test]
    fn a_list_that_waits_through_many_changes_is_left() {
        let readings = Readings::default();
        readings.ask(key(1), None).unwrap();
        for _ in 0..MOST_CHANGES {
            readings.note("account", &Change::Gone("p-1".to_owned()));
        }
        assert_eq!(lock(&readings.0).readings.len(), 1);
        readings.note("account", &Change::Gone("p-1".to_owned()));
        assert_eq!(lock(&readings.0).readings.len(), 0);
    }
}
