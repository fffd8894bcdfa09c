//! What happens without a request: deadlines by the sandbox's clock, idle servers that are
//! suspended, counters that are flushed.

mod act;
mod checks;
mod idle;
mod losses;
mod moves;
mod plan;
mod quotas;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::time::{Instant, interval, sleep};

pub use self::checks::availability;
pub use self::losses::{Loss, LossKind, losses};
use crate::shared::Shared;
use crate::state::PlatformState;
use crate::{guardian, operation, space, usage};

const MAX_SLEEP: Duration = Duration::from_secs(30);
const MIN_SLEEP: Duration = Duration::from_millis(20);
/// How long one round of deadlines waits for the operations that it began, since the next round may
/// depend on their end.
const FOLLOW_UP_WAIT: Duration = Duration::from_secs(5);
/// A parent can only be deleted after its children, so each level of a tree of branches takes a
/// round; no real tree is deeper than this.
const MAX_ROUNDS: usize = 32;
const TICK: Duration = Duration::from_secs(1);
const TICKS_PER_USAGE: u32 = 5;
/// How long counters may stay in memory: a crash loses as much.
const FLUSH_EVERY: Duration = Duration::from_secs(60);

/// Does everything that is due, and what is due because of that; returns when the next deadline is.
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
    // Something is still due. The caller tries again after its longest sleep.
    None
}

/// Waits for deadlines and does what is due. Plans anew when the clock is moved.
pub async fn deadlines(shared: Arc<Shared>) {
    let mut moves = shared.clock.moves();
    loop {
        let next = tokio::select! {
            () = shared.stop.cancelled() => return,
            next = due(&shared) => next,
        };
        let left = next.map(|next| (next - shared.now()).to_std().unwrap_or_default());
        let wait = left.map_or(MAX_SLEEP, |left| left.clamp(MIN_SLEEP, MAX_SLEEP));
        tokio::select! {
            () = shared.stop.cancelled() => return,
            _ = moves.changed() => {}
            () = sleep(wait) => {}
        }
    }
}

/// Every second: suspends idle servers, measures the disk; and updates the counters.
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
        guardian::tend();
        space::measure_if_stale(&shared);
        count = count.wrapping_add(1);
        if count.is_multiple_of(TICKS_PER_USAGE) {
            let came_to_rest = usage::count(&shared).await;
            quotas::enforce(&shared);
            update_key_uses(&shared).await;
            if came_to_rest || written.elapsed() >= FLUSH_EVERY {
                flush_counters(&shared).await;
                written = Instant::now();
            }
        }
    }
}

/// Stores when keys were last used.
pub async fn update_key_uses(shared: &Shared) {
    let uses = shared.uses.copied();
    // Applied to the keys as they are when it is stored: one that was revoked meanwhile stays so.
    let dirty = move |state: &PlatformState| uses.dirty(state);
    shared.store.count(dirty).await;
}

pub async fn flush_counters(shared: &Shared) {
    if let Err(error) = shared.store.flush_counters().await {
        tracing::warn!(%error, "usage counters could not be stored; they are tried again");
    }
}
