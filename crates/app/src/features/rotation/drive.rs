//! Runs the steps of a rotation one after the other. Each step is safe to repeat: it first checks whether it was done, as a
//! crash may have come between doing it and storing that.

use std::time::Duration;

use super::{create, finish, record, rotation_keys, swap, undo};
use crate::Error;
use crate::base::exclusive::ExclusiveId;
use crate::base::guard::lock;
use crate::core::activity::{self, Note};
use crate::core::jobs::{self, Job};
use crate::features::Features;
use crate::model::rotation::RotationRecord;
use crate::store::table;
use crate::view::words::Action;
use crate::view::{ErrorCode, ErrorView, JobVerb, RotationStep};

/// How long before a rotation that waits for the platform or the keychain is tried again.
const AGAIN: Duration = Duration::from_secs(10);

/// Marks the rotation as running until it is dropped, also by a panic: a rotation must never be worked on twice at a time.
struct RunGuard {
    id: String,
    app: Features,
    running: Option<ExclusiveId>,
}

impl Drop for RunGuard {
    fn drop(&mut self) {
        // What is published says that it runs no more.
        self.running = None;
        record::publish(&self.app, &self.id);
    }
}

/// Runs a rotation in a task, unless one runs it already.
pub(super) fn begin(app: &Features, record: &RotationRecord) {
    let Some(running) = app.rotations.running.try_take(&record.id) else {
        return;
    };
    let guard = RunGuard {
        id: record.id.clone(),
        app: app.clone(),
        running: Some(running),
    };
    let job = jobs::begin(app, JobVerb::RotateKey, &record.account_name, None, false);
    record::publish(app, &record.id);
    app.tasks.spawn(async move { drive(guard, job).await });
}

/// Resumes the rotations that an earlier run left, and those that wait for the platform or the keychain. True while one
/// waits.
pub(crate) async fn recover(app: &Features) -> Result<bool, Error> {
    // Whoever has the lock starts, resumes or gives up a rotation, and may be about to change a row that is read here.
    let Ok(_guard) = app.accounts.rotating.try_lock() else {
        return Ok(true);
    };
    let mut waits = false;
    for record in app.store.read(table::rotations::all).await? {
        if record.is_over() || app.rotations.running.holds(&record.id) {
            continue;
        }
        match &record.problem {
            None => {}
            Some(problem) if is_temporary(problem.code) => waits = true,
            // Only the user can resume it.
            Some(_) => continue,
        }
        let now = app.clock.elapsed();
        let mut tried = lock(&app.rotations.tried_at);
        if record.problem.is_some() && tried.get(&record.id).is_some_and(|at| now < *at + AGAIN) {
            continue;
        }
        tried.insert(record.id.clone(), now);
        drop(tried);
        begin(app, &record);
    }
    Ok(waits)
}

async fn drive(guard: RunGuard, job: Job) {
    let app = &guard.app;
    loop {
        let Some(mut record) = find(app, &guard.id).await else {
            return;
        };
        if record.is_over() {
            return;
        }
        job.progress(number(record.step), 4, "steps");
        if let Err(error) = step(app, &mut record).await {
            return stop(app, &guard.id, error).await;
        }
        if record.problem.take().is_some()
            && let Err(error) = record::save(app, &record).await
        {
            return stop(app, &guard.id, error).await;
        }
    }
}

/// The record of a running rotation. When it was removed meanwhile, with its account, its keys in the vault are erased.
async fn find(app: &Features, id: &str) -> Option<RotationRecord> {
    match record::find(app, id).await {
        Ok(record) => Some(record),
        Err(error) if error.code() == ErrorCode::NotFound => {
            if let Err(error) = rotation_keys::erase(app, id).await {
                tracing::warn!(%error, "keys of a deleted rotation could not be removed from the keychain");
            }
            None
        }
        Err(error) => {
            tracing::warn!(%error, "a rotation's record could not be read");
            None
        }
    }
}

async fn step(app: &Features, record: &mut RotationRecord) -> Result<(), Error> {
    if record.undoing {
        return undo::undo(app, record).await;
    }
    match record.step {
        RotationStep::Create => create::create(app, record).await,
        RotationStep::Verify => create::verify(app, record).await,
        RotationStep::Swap => swap::swap(app, record).await,
        RotationStep::Revoke => finish::revoke(app, record).await,
        RotationStep::Done | RotationStep::Undone => Ok(()),
    }
}

/// Stores why a rotation cannot go on. The activity log gets each reason once, and not again with every retry.
async fn stop(app: &Features, id: &str, error: Error) {
    let Some(mut record) = find(app, id).await else {
        return;
    };
    let problem = ErrorView::from(error.clone());
    let is_new = record
        .problem
        .as_ref()
        .is_none_or(|known| known.message != problem.message);
    record.problem = Some(problem);
    // The wait for the next try counts from the end of this one, which may have taken long.
    lock(&app.rotations.tried_at).insert(id.to_owned(), app.clock.elapsed());
    if let Err(error) = record::save(app, &record).await {
        tracing::warn!(%error, "a rotation's error could not be stored");
    }
    if is_new {
        let name = &record.account_name;
        let note = Note::new(app, Action::RotateKey, name, name).on(&record.account_id, None);
        activity::record(app, note.failed(&error)).await;
    }
}

/// Whether the rotation may go on by itself later. That is safe also after `MaybeCreated`: each step checks what was done
/// before it does anything again.
fn is_temporary(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::Offline
            | ErrorCode::Timeout
            | ErrorCode::RateLimited
            | ErrorCode::MaybeCreated
            | ErrorCode::SandboxStopped
            | ErrorCode::KeychainLocked
    )
}

fn number(step: RotationStep) -> u64 {
    match step {
        RotationStep::Create => 0,
        RotationStep::Verify => 1,
        RotationStep::Swap => 2,
        RotationStep::Revoke => 3,
        RotationStep::Done | RotationStep::Undone => 4,
    }
}
