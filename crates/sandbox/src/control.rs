//! What the owner of a sandbox does with it, by a route or by a call.

mod beginning;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crate::operation::refusal::Refusal;
use crate::operation::{self, begin, housekeeping};
use crate::postgres::WakeError;
use crate::postgres::compute::Compute;
use crate::postgres::transition::Cause;
use crate::provision::remove_projects;
use crate::shared::Shared;
use crate::state::{Action, ChangeError, Status, StoreError};

const FIRST_START: Duration = Duration::from_secs(120);

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ControlError {
    #[error("project not found")]
    NoProject,
    #[error("the servers are turned off")]
    NoServers,
    #[error("the server's first start failed")]
    NotStarted,
    #[error(transparent)]
    Wake(#[from] WakeError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the sandbox is stopping")]
    Stopping,
}

/// Wakes the server of an endpoint, or of a project's default branch.
pub async fn wake(shared: &Arc<Shared>, id: &str) -> Result<(), ControlError> {
    match compute(shared, id)? {
        ComputeTarget::Placed(compute) => drop(compute.wake_for(Cause::Manual).await?),
        ComputeTarget::Unplaced {
            project_id,
            branch_id,
        } => first_start(shared, &project_id, branch_id).await?,
    }
    Ok(())
}

/// Suspends it, with clients connected.
pub async fn suspend(shared: &Shared, id: &str) -> Result<(), ControlError> {
    if let ComputeTarget::Placed(compute) = compute(shared, id)? {
        compute.suspend_for(Cause::Manual).await;
    }
    Ok(())
}

/// The endpoint that an id means: its own, or that of the default branch of a project.
pub fn endpoint(shared: &Shared, id: &str) -> Result<String, ControlError> {
    let found = shared.store.read(|state| {
        let endpoint = state.endpoints.get(id).or_else(|| state.endpoint_of(id));
        endpoint.map(|it| it.id.clone())
    });
    found.ok_or(ControlError::NoProject)
}

enum ComputeTarget {
    Placed(Arc<Compute>),
    /// It was never asked for: its project was only seeded.
    Unplaced {
        project_id: String,
        branch_id: String,
    },
}

fn compute(shared: &Shared, id: &str) -> Result<ComputeTarget, ControlError> {
    let endpoint = endpoint(shared, id)?;
    let pool = shared.pool().ok_or(ControlError::NoServers)?;
    if let Some(compute) = pool.get(&endpoint) {
        return Ok(ComputeTarget::Placed(compute));
    }
    let unplaced = shared.store.read(|state| {
        let it = state.endpoints.get(&endpoint)?;
        Some(ComputeTarget::Unplaced {
            project_id: it.project_id.clone(),
            branch_id: it.branch_id.clone(),
        })
    });
    unplaced.ok_or(ControlError::NoProject)
}

async fn first_start(
    shared: &Arc<Shared>,
    project_id: &str,
    branch_id: String,
) -> Result<(), ControlError> {
    let id = project_id.to_owned();
    let begun = begin(shared, project_id, move |state| {
        let project = state.projects.get(&id);
        let project = project.ok_or(Refusal::NotFound("project"))?;
        housekeeping::step(state, project, Some(&branch_id), Action::StartCompute)
    });
    let begun = begun.await.map_err(|_| ControlError::NoProject)?;
    let started = operation::wait_for(shared, FIRST_START, |state| {
        let mut ends = begun.iter().map(|it| state.operations.get(&it.id));
        ends.all(|it| it.is_some_and(|it| it.status == Status::Finished))
    });
    match started.await {
        true => Ok(()),
        false => Err(ControlError::NotStarted),
    }
}

/// Puts everything back as it was at the very first start: no project, no fault, no log, no offset
/// of the clock, the first user and organization, and the one key. The ports stay.
pub async fn reset(shared: &Arc<Shared>) -> Result<(), ControlError> {
    let projects: Vec<String> = shared
        .store
        .read(|state| state.projects.keys().cloned().collect());
    remove_projects(shared, projects).await;
    shared.faults.clear();
    shared.engine.faults.clear();
    let this = Arc::clone(shared);
    let committed = shared
        .store
        .change(move |state| Ok::<_, Infallible>((beginning::records(&this, state), ())));
    committed.await.map_err(|error| match error {
        ChangeError::Store(error) => ControlError::Store(error),
        ChangeError::Refused(never) => match never {},
        ChangeError::Stopping => ControlError::Stopping,
    })?;
    shared.uses.clear();
    shared.log.clear();
    shared.store_offset(chrono::TimeDelta::zero())?;
    shared.clock.apply(chrono::TimeDelta::zero());
    shared.clock.forget_shifts();
    shared.store_shifts()?;
    shared.changed.notify();
    Ok(())
}
