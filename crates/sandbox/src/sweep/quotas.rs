//! Stops what has used up a quota of its project.

use std::sync::Arc;

use crate::postgres::compute::ServerState;
use crate::postgres::transition::Cause;
use crate::provision::computes::exceeded;
use crate::shared::Shared;

/// As of the last count. Waits for no server.
pub fn enforce(shared: &Arc<Shared>) {
    let Some(pool) = shared.pool() else { return };
    let now = shared.now();
    for compute in pool.all() {
        let quota = shared.store.read(|state| {
            let endpoint = state.endpoints.get(&compute.endpoint_id)?;
            exceeded(state, endpoint, now)
        });
        compute.set_exceeded(quota);
        let is_over = quota.is_some() && !compute.is_kept_alive();
        if is_over && compute.state() == ServerState::Running {
            tracing::info!(endpoint = %compute.endpoint_id, ?quota, "a quota is used up");
            pool.tasks
                .spawn(async move { compute.suspend_for(Cause::Quota).await });
        }
    }
}
