//! Looks how far read-only computes are behind their branches.

use std::sync::Arc;

use tokio::time::interval;

use crate::history;
use crate::postgres::compute::{Behind, Compute};
use crate::postgres::copy::CopyError;
use crate::postgres::replica;
use crate::postgres::stock::Servers;
use crate::postgres::transition::Cause;
use crate::shared::Shared;

/// One that is behind for so many looks and follows nothing will not catch up: the WAL that it needs is gone.
const MOST_STUCK: u32 = 6;

/// Until the sandbox stops.
pub async fn keep(shared: Arc<Shared>) {
    let Some(servers) = &shared.servers else {
        return;
    };
    let mut ticks = interval(shared.config.history.check_every);
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        let read_only = servers.pool.all().into_iter();
        for compute in read_only.filter(|it| it.is_read_only()) {
            tokio::select! {
                () = shared.stop.cancelled() => return,
                looked = look(&shared, servers, &compute) => if let Err(error) = looked {
                    tracing::debug!(endpoint = compute.endpoint_id, %error, "it is not known how far it is behind");
                }
            }
        }
    }
}

async fn look(shared: &Shared, servers: &Servers, compute: &Compute) -> Result<(), CopyError> {
    let Some(port) = compute.port_if_running().await else {
        compute.set_behind(None);
        return Ok(());
    };
    let endpoint = |id: &str| shared.store.read(|state| state.endpoints.get(id).cloned());
    let Some(endpoint) = endpoint(&compute.endpoint_id) else {
        return Ok(());
    };
    // Before the other: what is written meanwhile is not missed.
    let last = history::last_lsn(shared, &endpoint.branch_id).await;
    let replayed = replica::replayed(port, &servers.admin).await?;
    let bytes = last.map_or(0, |last| last.saturating_sub(replayed.lsn));
    let is_stuck = bytes > 0 && !replayed.is_streaming;
    let stuck = match compute.behind() {
        Some(before) if is_stuck => before.stuck + 1,
        _ => u32::from(is_stuck),
    };
    compute.set_behind(Some(Behind { bytes, stuck }));
    if stuck >= MOST_STUCK {
        tracing::warn!(
            endpoint = compute.endpoint_id,
            bytes,
            "a read-only compute can't follow its branch any more and is made anew"
        );
        compute.suspend_for(Cause::Restore).await;
        replica::forget(&servers.pool, &compute.cluster).await?;
    }
    Ok(())
}
