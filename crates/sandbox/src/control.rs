//! What the owner of a sandbox does with it, by a route or by a call.

use crate::postgres::WakeError;
use crate::provision::remove_projects;
use crate::shared::Shared;
use crate::world::StoreError;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ControlError {
    #[error("project not found")]
    NoProject,
    #[error("the servers are switched off")]
    NoServers,
    #[error(transparent)]
    Wake(#[from] WakeError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub async fn wake(shared: &Shared, project_id: &str) -> Result<(), ControlError> {
    let compute = compute(shared, project_id)?;
    compute.wake().await?;
    Ok(())
}

pub async fn sleep(shared: &Shared, project_id: &str) -> Result<(), ControlError> {
    let compute = compute(shared, project_id)?;
    compute.sleep().await;
    Ok(())
}

fn compute(
    shared: &Shared,
    project_id: &str,
) -> Result<std::sync::Arc<crate::postgres::compute::Compute>, ControlError> {
    let endpoint = shared
        .catalogue
        .read(|world| world.endpoint_of(project_id).map(|it| it.id.clone()))
        .ok_or(ControlError::NoProject)?;
    let yard = shared.yard().ok_or(ControlError::NoServers)?;
    yard.get(&endpoint).ok_or(ControlError::NoProject)
}

/// Removes every project with its data, the faults, the log and the clock's offset. Keys, ports
/// and the organization stay.
pub async fn reset(shared: &Shared) -> Result<(), ControlError> {
    let projects: Vec<String> = shared
        .catalogue
        .read(|world| world.projects.keys().cloned().collect());
    remove_projects(shared, projects).await;
    shared.faults.clear();
    shared.log.clear();
    shared.keep_offset(chrono::TimeDelta::zero())?;
    shared.clock.apply(chrono::TimeDelta::zero());
    shared.changed.notify();
    Ok(())
}
