//! What is done to many projects or keys, as it stands.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::sync::OnceCell;

use crate::Error;
use crate::base::guard::lock;
use crate::model::bulk::{Bulk, Item};
use crate::view::{BulkItemState, BulkState, BulkVerb, BulkView, ErrorCode, ErrorView};

/// All that go on or were not put away. Clones are handles on the same ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bulks {
    all: Arc<Mutex<BTreeMap<String, Bulk>>>,
    pub(crate) read: Arc<OnceCell<()>>,
    is_closing: Arc<std::sync::atomic::AtomicBool>,
}

/// Who drives one of them. When it goes without having let go, as by a panic, that one waits.
#[derive(Debug)]
pub(crate) struct Driver {
    bulks: Bulks,
    pub(crate) id: String,
    has_let_go: bool,
}

impl Driver {
    /// There is nothing more to be done, and somebody else may drive it already.
    pub(crate) fn let_go(&mut self) {
        self.has_let_go = true;
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if !self.has_let_go {
            self.bulks.abandon(&self.id);
        }
    }
}

impl Bulks {
    /// Adds one. Gives that which does the same already, in place of it.
    pub(crate) fn add(&self, bulk: Bulk) -> Result<Option<BulkView>, Error> {
        let mut all = lock(&self.all);
        let wanted = bulk.ids();
        let rivals = all.values().filter(|it| {
            it.account_id == bulk.account_id
                && matches!(it.state, BulkState::Running | BulkState::Paused)
        });
        for rival in rivals {
            let active_intents = rival.ids();
            if rival.verb == bulk.verb && active_intents == wanted {
                return Ok(Some(rival.view()));
            }
            if !active_intents.is_disjoint(&wanted) {
                return Err(Error::new(
                    ErrorCode::Exists,
                    format!(
                        "Some of these {} are in hand already",
                        items_of(bulk.verb).1
                    ),
                )
                .hint("Wait until that has ended, or stop it.")
                .about(rival.id.clone()));
            }
        }
        all.insert(bulk.id.clone(), bulk);
        Ok(None)
    }

    pub(crate) fn remove(&self, id: &str) {
        lock(&self.all).remove(id);
    }

    /// Puts one away that does not go on.
    pub(crate) fn dismiss(&self, id: &str) -> Result<(), Error> {
        let mut all = lock(&self.all);
        let bulk = all.get(id).ok_or_else(not_there)?;
        let is_busy = |item: &Item| item.state == BulkItemState::Running;
        if bulk.state == BulkState::Running || bulk.items.iter().any(is_busy) {
            return Err(Error::invalid("This goes on").hint("Stop it first."));
        }
        all.remove(id);
        Ok(())
    }

    /// Puts all of an account away; one that is driven begins no further item. Gives their ids.
    pub(crate) fn forget_account(&self, account_id: &str) -> Vec<String> {
        let mut gone = Vec::new();
        lock(&self.all).retain(|id, bulk| {
            let stays = bulk.account_id != account_id;
            if !stays {
                gone.push(id.clone());
            }
            stays
        });
        gone
    }

    /// Takes in those of earlier runs.
    pub(crate) fn remember(&self, bulks: Vec<Bulk>) {
        let mut all = lock(&self.all);
        for mut bulk in bulks {
            let goes_on = matches!(bulk.state, BulkState::Running | BulkState::Paused);
            for item in &mut bulk.items {
                if item.state == BulkItemState::Running {
                    item.begun = true;
                    item.state = BulkItemState::Waiting;
                    if !goes_on {
                        // Nothing comes after it. Should it be found done, that is told yet.
                        item.state = BulkItemState::Failed;
                        item.error = Some(unheard());
                    }
                }
            }
            if bulk.state == BulkState::Running {
                bulk.pause(closed());
            }
            all.insert(bulk.id.clone(), bulk);
        }
    }

    pub(crate) fn change(
        &self,
        id: &str,
        change: impl FnOnce(&mut Bulk) -> Result<(), Error>,
    ) -> Result<BulkView, Error> {
        let mut all = lock(&self.all);
        let bulk = all.get_mut(id).ok_or_else(not_there)?;
        change(bulk)?;
        Ok(bulk.view())
    }

    /// Looks at one; nothing for one that was put away.
    pub(crate) fn with(
        &self,
        id: &str,
        look: impl FnOnce(&Bulk) -> Result<(), Error>,
    ) -> Result<(), Error> {
        lock(&self.all).get(id).map_or(Ok(()), look)
    }

    pub(crate) fn view(&self, id: &str) -> Option<BulkView> {
        lock(&self.all).get(id).map(Bulk::view)
    }

    /// The newest first.
    pub(crate) fn views(&self) -> Vec<BulkView> {
        let mut views: Vec<_> = lock(&self.all).values().map(Bulk::view).collect();
        views.sort_by(|a, b| (b.started_at, &b.id).cmp(&(a.started_at, &a.id)));
        views
    }

    /// For who is to drive it from now on.
    pub(crate) fn take_over(&self, id: &str) -> Option<Driver> {
        let mut all = lock(&self.all);
        let bulk = all.get_mut(id)?;
        if bulk.state != BulkState::Running || bulk.is_running {
            return None;
        }
        bulk.is_running = true;
        Some(Driver {
            bulks: self.clone(),
            id: id.to_owned(),
            has_let_go: false,
        })
    }

    /// Whoever drove it is gone without a word: it waits until somebody resumes it.
    fn abandon(&self, id: &str) {
        let is_closing = self.is_closing();
        let mut all = lock(&self.all);
        let Some(bulk) = all.get_mut(id).filter(|bulk| bulk.is_running) else {
            return;
        };
        bulk.is_running = false;
        if is_closing {
            // What was left was said when the closing began.
            return;
        }
        for item in &mut bulk.items {
            if item.state == BulkItemState::Running {
                item.state = BulkItemState::Waiting;
            }
        }
        if bulk.state == BulkState::Running {
            bulk.pause(abandoned());
        }
    }

    /// What an earlier run had begun of these is done. Gives those that it was in.
    pub(crate) fn found_done(
        &self,
        account_id: &str,
        verb: BulkVerb,
        item_id: &str,
    ) -> Vec<String> {
        let mut changed = Vec::new();
        for bulk in lock(&self.all).values_mut() {
            if bulk.account_id != account_id || bulk.verb != verb || bulk.is_running {
                continue;
            }
            let items = bulk.items.iter_mut();
            let begun = items.filter(|it| it.begun && it.item_id == item_id);
            for item in begun {
                item.state = BulkItemState::Done;
                item.begun = false;
                item.error = None;
                changed.push(bulk.id.clone());
            }
            if !bulk.items.iter().any(Item::is_open) && bulk.state == BulkState::Paused {
                bulk.state = BulkState::Done;
                bulk.problem = None;
            }
        }
        changed
    }

    /// From now on no further item is begun; the next start tells what was left.
    pub(crate) fn close(&self) {
        self.is_closing
            .store(true, std::sync::atomic::Ordering::Relaxed);
        for bulk in lock(&self.all).values_mut() {
            if bulk.state == BulkState::Running {
                bulk.pause(closed());
            }
        }
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// What it is done to, in the singular and the plural.
pub(crate) fn items_of(verb: BulkVerb) -> (&'static str, &'static str) {
    match verb {
        BulkVerb::DeleteProjects | BulkVerb::RecoverProjects => ("project", "projects"),
        BulkVerb::RevokeKeys => ("key", "keys"),
    }
}

pub(crate) fn not_there() -> Error {
    Error::new(ErrorCode::NotFound, "This is not there any more")
        .hint("It was put away; look at the list of what it was done to.")
}

fn closed() -> ErrorView {
    Error::new(
        ErrorCode::Cancelled,
        "Plinth was closed before this had ended",
    )
    .hint("Resume it, or stop it to leave the rest as it is.")
    .into()
}

fn abandoned() -> ErrorView {
    Error::internal("This was stopped by a defect of Plinth")
        .hint("Resume it, or stop it to leave the rest as it is. The log says more.")
        .into()
}

fn unheard() -> ErrorView {
    Error::new(
        ErrorCode::Cancelled,
        "Plinth was closed before this was answered",
    )
    .hint("Look whether it was done, or try it again.")
    .into()
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
