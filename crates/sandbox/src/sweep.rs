//! What happens by itself: deadlines by the sandbox's clock, servers going to sleep, counters
//! reaching the disk.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::time::{interval, sleep};
use uuid::Uuid;

use crate::provision::remove_projects;
use crate::shared::Shared;
use crate::world::temporary::Due;
use crate::world::{Endpoint, Row};

const LONGEST_NAP: Duration = Duration::from_secs(30);
const REST_EVERY: Duration = Duration::from_secs(1);
const COUNTERS_EVERY: u32 = 5;

/// Lets everything that is due happen.
pub async fn due(shared: &Shared) {
    let now = shared.now();
    let due: Vec<_> = shared.catalogue.read(|world| {
        let with_due = world
            .temporaries
            .values()
            .map(|it| (it.id, it.project_id.clone(), it.due(now)));
        with_due
            .filter(|(_, _, due)| *due != Due::Nothing)
            .collect()
    });
    let (expired, given_back): (Vec<_>, Vec<_>) =
        due.into_iter().partition(|(_, _, due)| *due == Due::Expire);
    for (id, project_id, _) in given_back {
        give_back(shared, id, now).await;
        tracing::info!(project_id, "a claim was given back");
    }
    let expired = expired.into_iter().map(|(_, project_id, _)| {
        tracing::info!(project_id, "a temporary database expired");
        project_id
    });
    remove_projects(shared, expired).await;
}

async fn give_back(shared: &Shared, id: Uuid, now: DateTime<Utc>) {
    let given_back = shared.catalogue.change(move |world| {
        let still = world.temporaries.get(&id);
        let still = still.filter(|it| it.due(now) == Due::GiveBack);
        let rows = still.and_then(|it| it.give_back(now).ok());
        Ok::<_, Infallible>((rows.unwrap_or_default(), ()))
    });
    if let Err(error) = given_back.await {
        tracing::error!(%error, "an abandoned claim was not given back");
    }
    shared.changed.notify();
}

/// Waits for the next deadline, again after every move of the clock.
pub async fn deadlines(shared: Arc<Shared>) {
    let mut moves = shared.clock.moves();
    loop {
        due(&shared).await;
        let next = shared.catalogue.read(|world| {
            world
                .temporaries
                .values()
                .filter_map(crate::world::Temporary::next_due)
                .min()
        });
        let nap = next
            .and_then(|next| (next - shared.now()).to_std().ok())
            .unwrap_or(REST_EVERY)
            .clamp(Duration::from_millis(20), LONGEST_NAP);
        let nap = if next.is_some() { nap } else { LONGEST_NAP };
        tokio::select! {
            () = shared.stop.cancelled() => return,
            _ = moves.changed() => {}
            () = sleep(nap) => {}
        }
    }
}

/// Puts idle servers to sleep, has a cluster ready and keeps the counters.
pub async fn rest(shared: Arc<Shared>) {
    let Some(servers) = &shared.servers else {
        return;
    };
    let mut ticks =
        interval(REST_EVERY.min(shared.config.idle_after.max(Duration::from_millis(50))));
    let mut count = 0_u32;
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        servers.yard.rest(shared.config.idle_after).await;
        servers.stock.replenish().await;
        count = count.wrapping_add(1);
        if count.is_multiple_of(COUNTERS_EVERY) {
            keep_counters(&shared).await;
            keep_uses(&shared).await;
        }
    }
}

/// Writes the transfer counters that have changed.
pub async fn keep_counters(shared: &Shared) {
    let Some(yard) = shared.yard() else { return };
    let counted: Vec<(String, u64)> = yard
        .all()
        .iter()
        .map(|compute| (compute.endpoint_id.clone(), compute.transfer_bytes()))
        .collect();
    let kept = shared.catalogue.change(move |world| {
        let changed = counted.into_iter().filter_map(|(id, transfer_bytes)| {
            let endpoint = world.endpoints.get(&id)?;
            (endpoint.transfer_bytes != transfer_bytes).then(|| {
                Row::Endpoint(Endpoint {
                    transfer_bytes,
                    ..endpoint.clone()
                })
            })
        });
        Ok::<_, Infallible>((changed.collect(), ()))
    });
    if let Err(error) = kept.await {
        tracing::warn!(%error, "the transfer counters were not kept");
    }
}

/// Writes down when keys were last used.
pub async fn keep_uses(shared: &Shared) {
    let uses = shared.uses.copied();
    // On the keys of that moment: one that is revoked meanwhile stays revoked.
    let kept = shared
        .catalogue
        .change(move |world| Ok::<_, Infallible>((uses.unwritten(world), ())));
    if let Err(error) = kept.await {
        tracing::warn!(%error, "the last uses of keys were not kept");
    }
}
