//! The task that reads projects when the schedule says so.

use std::time::Duration;

use api::Usage;

use super::report::recover;
use crate::accounts::client;
use crate::base::under_way::{UnderWay, unharmed};
use crate::platform::Platform;
use crate::platform::operation_watch::poll::poll;
use crate::platform::operation_watch::poll_guard::PollGuard;
use crate::platform::operation_watch::schedule::RateState;
use crate::store::table;
use crate::view::ErrorCode;

/// How many reads of an account may run at once: with several, one that hangs does not keep the others waiting.
const AT_ONCE: usize = 16;

/// How many requests a minute are made even while clicks use up the budget: without
/// them nobody would see the end of what those clicks began.
const AT_LEAST: u32 = 60;

/// The longest sleep. A sleep may not count the time in which the machine is suspended, so a long one could end late.
const MAX_SLEEP: Duration = Duration::from_secs(30);

/// The longest sleep while nothing is followed.
const MAX_IDLE_SLEEP: Duration = Duration::from_secs(600);

/// Recovers what an earlier run left and follows operations until it is aborted.
pub(crate) async fn run(app: Platform) {
    let mut under_way = UnderWay::default();
    let mut is_recovered = false;
    loop {
        if !is_recovered {
            match unharmed(recover(&app)).await {
                Some(Ok(())) => is_recovered = true,
                Some(Err(error)) => {
                    tracing::warn!(%error, "followed operations could not be loaded");
                }
                None => {}
            }
        }
        let until_next = unharmed(round(&app, &mut under_way)).await;
        // After a panic, or while the store could not be read, soon again.
        let sleep_for = until_next.filter(|_| is_recovered).unwrap_or(MAX_SLEEP);
        let (sleep, wake) = (app.clock.sleep(sleep_for), app.operations.waker());
        tokio::select! {
            () = wake.notified() => {}
            () = under_way.end_one() => {}
            () = sleep => {}
        }
    }
}

/// Begins the reads that are due. Returns how long to sleep.
async fn round(app: &Platform, under_way: &mut UnderWay) -> Duration {
    let mut sleep_for = MAX_IDLE_SLEEP;
    for account_id in app.operations.pollable_accounts() {
        let until_next = account(app, &account_id, under_way).await;
        sleep_for = sleep_for.min(until_next.unwrap_or(MAX_SLEEP));
    }
    sleep_for
}

/// Begins the reads of an account that are due. Returns how long until the next one; `None` when only an event can make one
/// due, such as the end of a read.
async fn account(app: &Platform, account_id: &str, under_way: &mut UnderWay) -> Option<Duration> {
    let operations = &app.operations;
    let account_client = match client::of(app, account_id).await {
        Ok(account_client) => account_client,
        Err(_) if client::is_gone(app, account_id) => {
            operations.forget(account_id);
            let id = account_id.to_owned();
            let forget = app
                .store
                .write(move |store| table::operations::forget_account(store, &id));
            if let Err(error) = forget.await {
                tracing::warn!(%error, "operations of an account that is gone could not be deleted");
            }
            return None;
        }
        Err(error) if error.code() == ErrorCode::File => {
            tracing::warn!(%error, "the accounts could not be read");
            return Some(MAX_SLEEP);
        }
        // No address or no key: whatever changes that wakes the account.
        Err(_) => {
            operations.suspend(account_id);
            return None;
        }
    };
    if app.clients.is_refused(account_id) {
        operations.suspend(account_id);
        return None;
    }
    let rate = rate_state(account_client.background().budget().usage());
    let (now, elapsed) = (app.clock.now(), app.clock.elapsed());
    let (polls, mut count) = operations.next_polls(account_id, now, elapsed, rate);
    for next in polls {
        if next.at > elapsed {
            return Some(next.at - elapsed);
        }
        if count >= AT_ONCE {
            return None;
        }
        count += 1;
        let key = format!("{account_id}/{}", next.project);
        if under_way.holds(&key) {
            // Its end is noted and its task not quite over yet. When that is, the loop wakes and plans again.
            continue;
        }
        let Some(task) = operations.begin_poll(account_id, &next.project, elapsed) else {
            continue;
        };
        let guard = PollGuard::begin(app, account_id, &next.project, elapsed);
        let (app, account_client) = (app.clone(), account_client.clone());
        under_way.begin(&key, async move {
            poll(&app, &account_client, &next.project, task, guard).await;
        });
    }
    None
}

/// What the key's budget leaves for reads. Clicks count, too, so that all requests together stay below what the background
/// may use; but [`AT_LEAST`] is left in any case.
fn rate_state(usage: Usage) -> RateState {
    let used = usage.last_minute.saturating_add(usage.waiting);
    let left = usage.background_per_minute.saturating_sub(used);
    let at_least = AT_LEAST.saturating_sub(usage.background_last_minute + usage.waiting);
    RateState {
        room: left.max(at_least),
        paused_for: usage.paused_for,
        ..RateState::default()
    }
}
