//! What happens by itself: deadlines by the sandbox's clock, servers being suspended, counters
//! reaching the disk.

mod act;
mod checks;
mod idle;
mod losses;
mod moves;
mod plan;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::time::{Instant, interval, sleep};

pub use self::checks::availability;
pub use self::losses::{Loss, LossKind, losses};
use crate::operation;
use crate::shared::Shared;
use crate::state::PlatformState;
use crate::{space, usage};

const MAX_SLEEP: Duration = Duration::from_secs(30);
const MIN_SLEEP: Duration = Duration::from_millis(20);
/// How long what was begun is waited for before what follows from it.
const FOLLOW_UP_WAIT: Duration = Duration::from_secs(5);
/// Branches hang on one another, and go one after the other; far deeper is nobody's tree.
const MAX_ROUNDS: usize = 32;
const TICK: Duration = Duration::from_secs(1);
const TICKS_PER_USAGE: u32 = 5;
/// How long what was counted may wait for the disk.
const FLUSH_EVERY: Duration = Duration::from_secs(60);

/// Lets everything that is due happen, and what follows from it; returns when something else may be.
pub async fn due(shared: &Arc<Shared>) -> Option<DateTime<Utc>> {
    for _ in 0..MAX_ROUNDS {
        let now = shared.now();
        let plan = shared.store.read(|state| plan::plan(state, now));
        if plan.due.is_empty() {
            return plan.next;
        }
        let begun = act::act(shared, now, plan.due).await;
        operation::wait_for_end(shared, FOLLOW_UP_WAIT, &begun).await;
    }
    None
}

/// Waits for the next deadline, again after every move of the clock.
pub async fn deadlines(shared: Arc<Shared>) {
    let mut moves = shared.clock.moves();
    loop {
        let next = tokio::select! {
            () = shared.stop.cancelled() => return,
            next = due(&shared) => next,
        };
        let left = next.map(|next| (next - shared.now()).to_std().unwrap_or_default());
        let nap = left.map_or(MAX_SLEEP, |left| left.clamp(MIN_SLEEP, MAX_SLEEP));
        tokio::select! {
            () = shared.stop.cancelled() => return,
            _ = moves.changed() => {}
            () = sleep(nap) => {}
        }
    }
}

/// Suspends idle servers, has a cluster ready, keeps the counters, and knows what the disk
/// holds.
pub async fn housekeeping(shared: Arc<Shared>) {
    let Some(servers) = &shared.servers else {
        return;
    };
    let mut ticks = interval(TICK.min(shared.config.idle_after.max(Duration::from_millis(50))));
    let mut count = 0_u32;
    let mut written = Instant::now();
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        servers.pool.suspend_idle(shared.config.idle_after).await;
        servers.stock.replenish().await;
        space::measure_if_stale(&shared);
        count = count.wrapping_add(1);
        if count.is_multiple_of(TICKS_PER_USAGE) {
            let came_to_rest = usage::count(&shared).await;
            update_key_uses(&shared).await;
            if came_to_rest || written.elapsed() >= FLUSH_EVERY {
                flush_counters(&shared).await;
                written = Instant::now();
            }
        }
    }
}

/// Notes when keys were last used.
pub async fn update_key_uses(shared: &Shared) {
    let uses = shared.uses.copied();
    // On the keys of that moment: one that is revoked meanwhile stays revoked.
    let dirty = move |state: &PlatformState| uses.dirty(state);
    shared.store.count(dirty).await;
}

pub async fn flush_counters(shared: &Shared) {
    if let Err(error) = shared.store.flush_counters().await {
        tracing::warn!(%error, "counters were not stored yet");
    }
}
