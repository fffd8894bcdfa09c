//! Lists of projects that are being read page by page.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::base::guard::lock;
use crate::model::project::{ListKey, ProjectListChange};
use crate::view::{ProjectPageView, ProjectView};

/// So many lists are read at once. An older read was abandoned by its screen.
const MAX_LOADS: usize = 8;

/// A read that missed more changes than this is dropped: nobody waits that long for its next page.
const MAX_CHANGES: usize = 1000;

/// The reads under way, one a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListLoads(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    begun: u64,
    list_loads: HashMap<ListKey, ListLoad>,
}

/// A paginated read whose pages are contiguous: each was asked for with the cursor of the one before.
#[derive(Debug, Default)]
pub(crate) struct ListLoad {
    /// Tells it from one that was begun before or after it.
    number: u64,
    /// The cursor of its next page; `None` before the first page.
    next: Option<String>,
    pub(crate) items: Vec<ProjectView>,
    pub(crate) unavailable: Vec<String>,
    /// Changes made since it began, which its earlier pages do not show. They are applied to the complete list.
    changes: Vec<ProjectListChange>,
}

/// Which read a page belongs to. One of an earlier read must not be appended to a later one.
#[derive(Debug)]
pub(crate) struct PageToken {
    pub(crate) key: ListKey,
    number: u64,
    cursor: Option<String>,
}

impl State {
    fn drop_oldest(&mut self) {
        if self.list_loads.len() <= MAX_LOADS {
            return;
        }
        let oldest = self.list_loads.values().map(|it| it.number).min();
        self.list_loads.retain(|_, it| Some(it.number) != oldest);
    }
}

impl ListLoads {
    /// Notes that a page is about to be requested. Without a cursor a new read begins; `None` for a cursor that continues no
    /// read, so that its page is shown but not cached.
    pub(crate) fn begin_page(&self, key: ListKey, cursor: Option<&str>) -> Option<PageToken> {
        let mut state = lock(&self.0);
        let number = if cursor.is_none() {
            state.begun += 1;
            let number = state.begun;
            let load = ListLoad {
                number,
                ..ListLoad::default()
            };
            state.list_loads.insert(key.clone(), load);
            state.drop_oldest();
            number
        } else {
            let load = state.list_loads.get(&key)?;
            (load.next.as_deref() == cursor).then_some(load.number)?
        };
        Some(PageToken {
            key,
            number,
            cursor: cursor.map(ToOwned::to_owned),
        })
    }

    /// Adds a page. True when the list is complete with it.
    pub(crate) fn add_page(&self, token: &PageToken, page: &ProjectPageView) -> bool {
        let mut state = lock(&self.0);
        let Some(load) = state.list_loads.get_mut(&token.key) else {
            return false;
        };
        if load.number != token.number || load.next != token.cursor {
            return false;
        }
        load.items.extend_from_slice(&page.items);
        load.unavailable.extend_from_slice(&page.unavailable);
        load.next.clone_from(&page.next);
        page.next.is_none()
    }

    /// Ends a complete read: its list, with the changes that were made meanwhile.
    pub(crate) fn finish(&self, token: &PageToken) -> Option<ListLoad> {
        let mut state = lock(&self.0);
        let number = state.list_loads.get(&token.key)?.number;
        if number != token.number {
            return None;
        }
        let mut load = state.list_loads.remove(&token.key)?;
        for change in &load.changes {
            change.apply_to(&token.key, &mut load.items);
        }
        Some(load)
    }

    /// Notes a change for all reads of an account.
    pub(crate) fn record_change(&self, account: &str, change: &ProjectListChange) {
        let mut state = lock(&self.0);
        state.list_loads.retain(|key, load| {
            if key.account == account {
                load.changes.push(change.clone());
            }
            load.changes.len() <= MAX_CHANGES
        });
    }

    pub(crate) fn forget(&self, account: &str) {
        lock(&self.0)
            .list_loads
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
        let list_loads = ListLoads::default();
        for organization in 0..100 {
            let token = list_loads.begin_page(key(organization), None).unwrap();
            assert!(!list_loads.add_page(&token, &page(Some("next"))));
        }
        assert_eq!(lock(&list_loads.0).list_loads.len(), MAX_LOADS);
        assert!(list_loads.begin_page(key(0), Some("next")).is_none());
        let last = list_loads.begin_page(key(99), Some("next")).unwrap();
        assert!(list_loads.add_page(&last, &page(None)));
        assert!(list_loads.finish(&last).is_some());
    }

    #[test]
    fn a_list_that_waits_through_many_changes_is_left() {
        let list_loads = ListLoads::default();
        list_loads.begin_page(key(1), None).unwrap();
        for _ in 0..MAX_CHANGES {
            list_loads.record_change("account", &ProjectListChange::Gone("p-1".to_owned()));
        }
        assert_eq!(lock(&list_loads.0).list_loads.len(), 1);
        list_loads.record_change("account", &ProjectListChange::Gone("p-1".to_owned()));
        assert_eq!(lock(&list_loads.0).list_loads.len(), 0);
    }
}
