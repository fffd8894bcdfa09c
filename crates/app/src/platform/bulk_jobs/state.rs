//! The bulk jobs in memory: one action on many things, item by item.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::sync::OnceCell;

use crate::Error;
use crate::base::guard::lock;
use crate::model::bulk::{Bulk, Item};
use crate::view::{BulkItemState, BulkState, BulkVerb, BulkView, ErrorCode, ErrorView};

/// All jobs that run, or whose record was not removed. Clones are handles on the same ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bulks {
    all: Arc<Mutex<BTreeMap<String, Bulk>>>,
    pub(crate) read: Arc<OnceCell<()>>,
    is_closing: Arc<std::sync::atomic::AtomicBool>,
}

/// Guard: the one task that works on a job. When it is dropped without [`RunGuard::disarm`], as by a panic, the job is paused.
#[derive(Debug)]
pub(crate) struct RunGuard {
    bulks: Bulks,
    pub(crate) id: String,
    is_disarmed: bool,
}

impl RunGuard {
    /// The job was released within its lock, and another task may work on it already: the drop must not pause that.
    pub(crate) fn disarm(&mut self) {
        self.is_disarmed = true;
    }
}

impl Drop for RunGuard {
    fn drop(&mut self) {
        if !self.is_disarmed {
            self.bulks.abandon(&self.id);
        }
    }
}

impl Bulks {
    /// Adds a job; returns one that does the same already in place of adding it.
    pub(crate) fn add(&self, bulk: Bulk) -> Result<Option<BulkView>, Error> {
        let mut all = lock(&self.all);
        let wanted = bulk.ids();
        let rivals = all.values().filter(|it| {
            it.account_id == bulk.account_id
                && matches!(it.state, BulkState::Running | BulkState::Paused)
        });
        for rival in rivals {
            let taken = rival.ids();
            if rival.verb == bulk.verb && rival.target == bulk.target && taken == wanted {
                return Ok(Some(rival.view()));
            }
            if !taken.is_disjoint(&wanted) {
                return Err(Error::new(
                    ErrorCode::Exists,
                    format!(
                        "Some of these {} are already being processed",
                        bulk.verb.action().many()
                    ),
                )
                .hint("Wait until that finishes, or stop it.")
                .about(rival.id.clone()));
            }
        }
        all.insert(bulk.id.clone(), bulk);
        Ok(None)
    }

    pub(crate) fn remove(&self, id: &str) {
        lock(&self.all).remove(id);
    }

    /// Removes a job that does not run.
    pub(crate) fn dismiss(&self, id: &str) -> Result<(), Error> {
        let mut all = lock(&self.all);
        let bulk = all.get(id).ok_or_else(not_there)?;
        let is_busy = |item: &Item| item.state == BulkItemState::Running;
        if bulk.state == BulkState::Running || bulk.items.iter().any(is_busy) {
            return Err(Error::invalid("This is still running").hint("Stop it first."));
        }
        all.remove(id);
        Ok(())
    }

    /// Removes all jobs of an account, and returns their ids. A task that works on one begins no further item.
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

    /// Adds the stored jobs of earlier runs, which ended with their run: one that ran is paused.
    pub(crate) fn remember(&self, bulks: Vec<Bulk>) {
        let mut all = lock(&self.all);
        for mut bulk in bulks {
            let goes_on = matches!(bulk.state, BulkState::Running | BulkState::Paused);
            for item in &mut bulk.items {
                if item.state == BulkItemState::Running {
                    // Its request may have been sent, so a 404 on the next try can mean that it was done.
                    item.begun = true;
                    item.state = BulkItemState::Waiting;
                    if !goes_on {
                        // The job has ended, so it is not tried again. `found_done` still corrects this.
                        item.state = BulkItemState::Failed;
                        item.error = Some(unanswered());
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

    /// Reads a job; does nothing for one that was removed.
    pub(crate) fn with(
        &self,
        id: &str,
        read: impl FnOnce(&Bulk) -> Result<(), Error>,
    ) -> Result<(), Error> {
        lock(&self.all).get(id).map_or(Ok(()), read)
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

    /// Hands a running job to the caller, unless another task works on it.
    pub(crate) fn begin_run(&self, id: &str) -> Option<RunGuard> {
        let mut all = lock(&self.all);
        let bulk = all.get_mut(id)?;
        if bulk.state != BulkState::Running || bulk.is_running {
            return None;
        }
        bulk.is_running = true;
        Some(RunGuard {
            bulks: self.clone(),
            id: id.to_owned(),
            is_disarmed: false,
        })
    }

    /// Pauses a job whose task was dropped before it released the job.
    fn abandon(&self, id: &str) {
        let is_closing = self.is_closing();
        let mut all = lock(&self.all);
        let Some(bulk) = all.get_mut(id).filter(|bulk| bulk.is_running) else {
            return;
        };
        bulk.is_running = false;
        if is_closing {
            // `close` has paused it already, with the true reason.
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

    /// Marks an item as done whose outcome was open: an earlier run sent its request, or the reply was lost. Returns the
    /// jobs that changed.
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

    /// Pauses all jobs, as the app is closing: no further item is begun.
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

pub(crate) fn not_there() -> Error {
    Error::new(ErrorCode::NotFound, "Task not found")
        .hint("It was dismissed. Check the list for the result.")
}

fn closed() -> ErrorView {
    Error::new(ErrorCode::Cancelled, "Plinth quit before this finished")
        .hint("Resume it, or stop it to leave the rest unchanged.")
        .into()
}

fn abandoned() -> ErrorView {
    Error::internal("A bug in Plinth stopped this task")
        .hint("Resume it, or stop it to leave the rest unchanged. The log has the details.")
        .into()
}

fn unanswered() -> ErrorView {
    Error::new(
        ErrorCode::Cancelled,
        "Plinth quit before the platform responded",
    )
    .hint("Check whether it was done, or try again.")
    .into()
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
