//! What runs now.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::base::clock::Clock;
use crate::base::guard::lock;
use crate::core::event::{Event, Events};
use crate::view::{JobVerb, JobView, ProgressView, count};

/// Progress is published at most this often.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Everything that runs.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    pub(super) running: Arc<Mutex<BTreeMap<String, Running>>>,
    /// Held between checking whether work runs and beginning it.
    pub(super) start_lock: Mutex<()>,
}

#[derive(Debug)]
pub(super) struct Running {
    pub(super) view: JobView,
    pub(super) stop: CancellationToken,
    pub(super) published_at: Duration,
}

impl Jobs {
    pub(crate) fn cancel_all(&self) {
        for running in lock(&self.running)
            .values()
            .filter(|running| running.view.cancellable)
        {
            running.stop.cancel();
        }
    }

    /// Stops such work on this row.
    pub(crate) fn stop(&self, verb: JobVerb, temporary_id: &str) {
        for running in lock(&self.running).values() {
            if running.view.verb == verb
                && running.view.temporary_id.as_deref() == Some(temporary_id)
            {
                running.stop.cancel();
            }
        }
    }

    /// Whether such work runs on this row.
    pub(crate) fn runs(&self, verb: JobVerb, temporary_id: &str) -> bool {
        let jobs = lock(&self.running);
        jobs.values()
            .any(|it| it.view.verb == verb && it.view.temporary_id.as_deref() == Some(temporary_id))
    }
}

/// Work that runs. Dropping it takes it off the list.
pub struct Job {
    pub(super) id: String,
    pub(super) stop: CancellationToken,
    pub(super) jobs: Arc<Mutex<BTreeMap<String, Running>>>,
    pub(super) events: Events,
    pub(super) clock: Arc<dyn Clock>,
}

impl Job {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Cancelled when the person asks it to stop.
    #[must_use]
    pub fn stop(&self) -> &CancellationToken {
        &self.stop
    }

    /// As the window sees it now.
    pub(crate) fn view(&self) -> Option<JobView> {
        let jobs = lock(&self.jobs);
        jobs.get(&self.id).map(|running| running.view.clone())
    }

    /// Publishes how far it is, at most ten times a second; the last step always.
    pub fn progress(&self, done: u64, total: u64, unit: &str) {
        let now = self.clock.elapsed();
        let mut jobs = lock(&self.jobs);
        let Some(running) = jobs.get_mut(&self.id) else {
            return;
        };
        running.view.progress = Some(ProgressView {
            done: count(done),
            total: count(total),
            unit: unit.to_owned(),
        });
        if done < total && now.saturating_sub(running.published_at) < PROGRESS_INTERVAL {
            return;
        }
        running.published_at = now;
        drop(jobs);
        self.events.publish(Event::JobChanged {
            id: self.id.clone(),
        });
    }
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        lock(&self.jobs).remove(&self.id);
        self.events.publish(Event::JobChanged {
            id: self.id.clone(),
        });
    }
}
