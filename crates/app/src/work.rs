//! What runs now and can be seen, and perhaps stopped, in the window.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::clock::{Clock, local_id};
use crate::fact::{Fact, Facts};
use crate::guard::lock;
use crate::view::{ErrorCode, ProgressView, WorkVerb, WorkView, count};
use crate::{App, Error};

/// Progress is told at most this often.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Everything that runs.
#[derive(Debug, Default)]
pub(crate) struct Works {
    running: Arc<Mutex<BTreeMap<String, Running>>>,
    /// Held between looking whether work runs and beginning it.
    turn: Mutex<()>,
}

#[derive(Debug)]
struct Running {
    view: WorkView,
    stop: CancellationToken,
    told_at: Duration,
}

impl Works {
    pub(crate) fn cancel_all(&self) {
        for running in lock(&self.running)
            .values()
            .filter(|running| running.view.cancellable)
        {
            running.stop.cancel();
        }
    }

    /// Stops such work on this row.
    pub(crate) fn stop(&self, verb: WorkVerb, temporary_id: &str) {
        for running in lock(&self.running).values() {
            if running.view.verb == verb
                && running.view.temporary_id.as_deref() == Some(temporary_id)
            {
                running.stop.cancel();
            }
        }
    }

    /// Whether such work runs on this row.
    pub(crate) fn runs(&self, verb: WorkVerb, temporary_id: &str) -> bool {
        let works = lock(&self.running);
        works
            .values()
            .any(|it| it.view.verb == verb && it.view.temporary_id.as_deref() == Some(temporary_id))
    }
}

/// What runs now, oldest first.
pub async fn list(app: &App) -> Result<Vec<WorkView>, Error> {
    Ok(lock(&app.works.running)
        .values()
        .map(|running| running.view.clone())
        .collect())
}

/// Asks work to stop. It ends by itself soon after, and says so by a fact. Work that has ended is no error.
///
/// # Errors
/// [`ErrorCode::Invalid`] for work that cannot be stopped.
pub async fn cancel(app: &App, id: &str) -> Result<(), Error> {
    let works = lock(&app.works.running);
    let Some(running) = works.get(id) else {
        return Ok(());
    };
    if !running.view.cancellable {
        return Err(Error::new(ErrorCode::Invalid, "This cannot be stopped")
            .hint("Wait until it has ended."));
    }
    running.stop.cancel();
    Ok(())
}

/// Begins work that the window shows until the returned handle is dropped.
#[must_use]
pub fn begin(
    app: &App,
    verb: WorkVerb,
    subject: &str,
    temporary_id: Option<&str>,
    cancellable: bool,
) -> Work {
    let id = local_id(app.clock.as_ref());
    let view = WorkView {
        id: id.clone(),
        verb,
        subject: subject.to_owned(),
        temporary_id: temporary_id.map(ToOwned::to_owned),
        started_at: app.clock.now(),
        progress: None,
        cancellable,
    };
    let stop = CancellationToken::new();
    let running = Running {
        view,
        stop: stop.clone(),
        told_at: app.clock.elapsed(),
    };
    lock(&app.works.running).insert(id.clone(), running);
    app.facts.tell(Fact::WorkChanged(id.clone()));
    Work {
        id,
        stop,
        works: Arc::clone(&app.works.running),
        facts: app.facts.clone(),
        clock: Arc::clone(&app.clock),
    }
}

/// Begins work that can be stopped, unless such work runs on this row already.
pub(crate) fn begin_alone(
    app: &App,
    verb: WorkVerb,
    subject: &str,
    temporary_id: &str,
) -> Option<Work> {
    let _turn = lock(&app.works.turn);
    let free = !app.works.runs(verb, temporary_id);
    free.then(|| begin(app, verb, subject, Some(temporary_id), true))
}

/// Work that runs. Dropping it takes it off the list.
pub struct Work {
    id: String,
    stop: CancellationToken,
    works: Arc<Mutex<BTreeMap<String, Running>>>,
    facts: Facts,
    clock: Arc<dyn Clock>,
}

impl Work {
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
    pub(crate) fn view(&self) -> Option<WorkView> {
        let works = lock(&self.works);
        works.get(&self.id).map(|running| running.view.clone())
    }

    /// Says how far it is. Told at most ten times a second; the last step is always told.
    pub fn progress(&self, done: u64, total: u64, unit: &str) {
        let now = self.clock.elapsed();
        let mut works = lock(&self.works);
        let Some(running) = works.get_mut(&self.id) else {
            return;
        };
        running.view.progress = Some(ProgressView {
            done: count(done),
            total: count(total),
            unit: unit.to_owned(),
        });
        if done < total && now.saturating_sub(running.told_at) < PROGRESS_INTERVAL {
            return;
        }
        running.told_at = now;
        drop(works);
        self.facts.tell(Fact::WorkChanged(self.id.clone()));
    }
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        lock(&self.works).remove(&self.id);
        self.facts.tell(Fact::WorkChanged(self.id.clone()));
    }
}
