//! What runs now and can be seen, and perhaps stopped, in the window.

mod running;

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::Error;
use crate::base::clock::local_id;
use crate::base::guard::lock;
use crate::core::Core;
use crate::core::event::Event;
use crate::core::operation::{Entry, operation};
use crate::view::{ErrorCode, JobVerb, JobView};

pub use running::Job;
pub(crate) use running::Jobs;
use running::Running;

/// What runs now, oldest first.
#[must_use]
#[operation(Page, Read, job_list)]
pub fn list(app: &Core) -> Vec<JobView> {
    let running = lock(&app.jobs.running);
    running.values().map(|it| it.view.clone()).collect()
}

/// Asks a job to stop. It ends by itself soon after, and says so by an event. A job that has ended is no error.
///
/// # Errors
/// [`ErrorCode::Invalid`] for a job that cannot be stopped.
#[operation(Page, Change, job_cancel)]
pub fn cancel(app: &Core, id: &str) -> Result<(), Error> {
    let jobs = lock(&app.jobs.running);
    let Some(running) = jobs.get(id) else {
        return Ok(());
    };
    if !running.view.cancellable {
        return Err(
            Error::new(ErrorCode::Invalid, "This can't be stopped").hint("Wait until it finishes.")
        );
    }
    running.stop.cancel();
    Ok(())
}

/// Begins a job that the window shows until the returned handle is dropped.
#[must_use]
pub fn begin(
    app: &Core,
    verb: JobVerb,
    subject: &str,
    temporary_id: Option<&str>,
    cancellable: bool,
) -> Job {
    let id = local_id(app.clock.as_ref());
    let view = JobView {
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
        published_at: app.clock.elapsed(),
    };
    lock(&app.jobs.running).insert(id.clone(), running);
    app.events.publish(Event::JobChanged { id: id.clone() });
    Job {
        id,
        stop,
        jobs: Arc::clone(&app.jobs.running),
        events: app.events.clone(),
        clock: Arc::clone(&app.clock),
    }
}

/// Begins a job that can be stopped, unless such a job runs on this row already.
pub(crate) fn begin_alone(
    app: &Core,
    verb: JobVerb,
    subject: &str,
    temporary_id: &str,
) -> Option<Job> {
    let _lock = lock(&app.jobs.start_lock);
    let free = !app.jobs.runs(verb, temporary_id);
    free.then(|| begin(app, verb, subject, Some(temporary_id), true))
}

pub(crate) const OPERATIONS: &[Entry<Core>] = &[JobList::ENTRY, JobCancel::ENTRY];
