//! Lists of projects that are being read page by page.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::base::guard::lock;
use crate::model::project::{Change, ListKey};
use crate::view::{ProjectPageView, ProjectView};

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
pub(crate) struct Reading {
    /// Tells it from one that was begun before or after it.
    number: u64,
    /// Where its next page begins; `None` before the first one has come.
    next: Option<String>,
    pub(crate) items: Vec<ProjectView>,
    pub(crate) unavailable: Vec<String>,
    /// What was done meanwhile: pages that were on their way do not know it.
    changes: Vec<Change>,
}

/// A page that was asked for belongs to this reading.
#[derive(Debug)]
pub(crate) struct Ticket {
    pub(crate) key: ListKey,
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
    pub(crate) fn ask(&self, key: ListKey, cursor: Option<&str>) -> Option<Ticket> {
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
    pub(crate) fn take_in(&self, ticket: &Ticket, page: &ProjectPageView) -> bool {
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
    pub(crate) fn finish(&self, ticket: &Ticket) -> Option<Reading> {
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

    pub(crate) fn note(&self, account: &str, change: &Change) {
        let mut state = lock(&self.0);
        state.readings.retain(|key, reading| {
            if key.account == account {
                reading.changes.push(change.clone());
            }
            reading.changes.len() <= MOST_CHANGES
        });
    }

    pub(crate) fn forget(&self, account: &str) {
        lock(&self.0)
            .readings
            .retain(|key, _| key.account != account);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::ProjectScope;

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
