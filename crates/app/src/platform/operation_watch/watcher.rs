//! The task that looks at projects when the schedule says so.

use std::time::Duration;

use api::Usage;

use super::news::recover;
use crate::accounts::client;
use crate::base::under_way::{UnderWay, unharmed};
use crate::platform::Platform;
use crate::platform::operation_watch::look::look;
use crate::platform::operation_watch::looking::Looking;
use crate::platform::operation_watch::schedule::Spent;
use crate::store::table;
use crate::view::ErrorCode;

/// How many looks at an account at the same time, so that one that hangs does not keep the others waiting.
const AT_ONCE: usize = 16;

/// How many requests in a minute are made also while clicks use the budget up.
const AT_LEAST: u32 = 60;

/// The longest sleep, so that a resumed machine notices soon.
const LONGEST_NAP: Duration = Duration::from_secs(30);

/// The longest sleep while nothing is watched.
const IDLE_NAP: Duration = Duration::from_secs(600);

/// Takes up what an earlier run left and watches until it is aborted.
pub(crate) async fn run(app: Platform) {
    let mut under_way = UnderWay::default();
    let mut is_taken_up = false;
    loop {
        if !is_taken_up {
            match unharmed(recover(&app)).await {
                Some(Ok(())) => is_taken_up = true,
                Some(Err(error)) => tracing::warn!(%error, "followed operations were not read"),
                None => {}
            }
        }
        let nap = unharmed(round(&app, &mut under_way)).await;
        let nap = nap.filter(|_| is_taken_up).unwrap_or(LONGEST_NAP);
        let (sleep, wake) = (app.clock.sleep(nap), app.operations.waker());
        tokio::select! {
            () = wake.notified() => {}
            () = under_way.end_one() => {}
            () = sleep => {}
        }
    }
}

/// Begins the looks that are due. Returns how long to sleep.
async fn round(app: &Platform, under_way: &mut UnderWay) -> Duration {
    let mut nap = IDLE_NAP;
    for account_id in app.operations.awake() {
        let until_next = account(app, &account_id, under_way).await;
        nap = nap.min(until_next.unwrap_or(LONGEST_NAP));
    }
    nap
}

/// Begins the looks at an account that are due. Returns how long until the next one, if there is one.
async fn account(app: &Platform, account_id: &str, under_way: &mut UnderWay) -> Option<Duration> {
    let operations = &app.operations;
    let account_client = match client::of(app, account_id).await {
        Ok(account_client) => account_client,
        Err(_) if matches!(client::is_gone(app, account_id).await, Ok(true)) => {
            operations.forget(account_id);
            let id = account_id.to_owned();
            let forget = app
                .store
                .write(move |store| table::operations::forget_account(store, &id));
            if let Err(error) = forget.await {
                tracing::warn!(%error, "operations of an account that is gone were kept");
            }
            return None;
        }
        Err(error) if error.code() == ErrorCode::File => {
            tracing::warn!(%error, "the accounts could not be read");
            return Some(LONGEST_NAP);
        }
        Err(_) => {
            operations.sleep(account_id);
            return None;
        }
    };
    if app.clients.is_refused(account_id) {
        operations.sleep(account_id);
        return None;
    }
    let spent = spent(account_client.background().budget().usage());
    let (now, elapsed) = (app.clock.now(), app.clock.elapsed());
    let (looks, mut count) = operations.next_looks(account_id, now, elapsed, spent);
    for next in looks {
        if next.at > elapsed {
            return Some(next.at - elapsed);
        }
        if count >= AT_ONCE {
            return None;
        }
        count += 1;
        let key = format!("{account_id}/{}", next.project);
        if under_way.holds(&key) {
            // It is about to end, and that ends the sleep.
            continue;
        }
        let Some(task) = operations.begin(account_id, &next.project, elapsed) else {
            continue;
        };
        let looking = Looking::begin(app, account_id, &next.project, elapsed);
        let (app, account_client) = (app.clone(), account_client.clone());
        under_way.begin(&key, async move {
            look(&app, &account_client, &next.project, task, looking).await;
        });
    }
    None
}

/// What the key's budget leaves: clicks count too, so that all together stay below what the background may use, but they
/// never take everything.
fn spent(usage: Usage) -> Spent {
    let used = usage.last_minute.saturating_add(usage.waiting);
    let left = usage.background_per_minute.saturating_sub(used);
    let at_least = AT_LEAST.saturating_sub(usage.background_last_minute + usage.waiting);
    Spent {
        room: left.max(at_least),
        paused_for: usage.paused_for,
        ..Spent::default()
    }
}
