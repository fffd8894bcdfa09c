//! The task that tells windows to read a view again when the schedule says so.

use std::time::Duration;

use super::push::Followers;
use super::schedule::{Limits, ViewKey};
use crate::accounts::client;
use crate::base::under_way::unharmed;
use crate::core::event::Event;
use crate::platform::Platform;

/// The longest sleep while something is shown. A sleep may not count the time in which the machine is suspended, so a long
/// one could end late.
const MAX_SLEEP: Duration = Duration::from_secs(30);

/// The longest sleep while nothing is.
const MAX_IDLE_SLEEP: Duration = Duration::from_secs(600);

/// Follows what windows show until it is aborted.
pub(crate) async fn run(app: Platform) {
    let mut followers = Followers::default();
    loop {
        let sleep_for = unharmed(round(&app, &mut followers))
            .await
            .unwrap_or(MAX_SLEEP);
        tokio::select! {
            () = app.shown.waker().notified() => {}
            () = app.clock.sleep(sleep_for) => {}
        }
    }
}

/// Publishes what is due. Returns how long to sleep.
async fn round(app: &Platform, followers: &mut Followers) -> Duration {
    let accounts = app.shown.schedule().accounts();
    followers.follow(app, &accounts);
    let mut sleep_for = if accounts.is_empty() {
        MAX_IDLE_SLEEP
    } else {
        MAX_SLEEP
    };
    for account_id in accounts {
        // No address or no key, or a refused one: whatever changes that wakes this task.
        let Some(limits) = limits(app, &account_id).await else {
            continue;
        };
        let now = app.clock.elapsed();
        let plan = app.shown.schedule().take_due(&account_id, limits, now);
        for view in plan.due {
            app.events.publish(due(view));
        }
        if let Some(at) = plan.next_at {
            sleep_for = sleep_for.min(at.saturating_sub(now));
        }
    }
    sleep_for
}

/// Works out an account's limits; `None` while nothing is sent for it.
async fn limits(app: &Platform, account_id: &str) -> Option<Limits> {
    let account_client = client::of(app, account_id).await.ok()?;
    let usage = account_client.background().budget().usage();
    let used = usage.last_minute.saturating_add(usage.waiting);
    let paused_until = usage.paused_for.map(|left| app.clock.elapsed() + left);
    Some(Limits {
        room: usage.background_per_minute.saturating_sub(used),
        not_before: paused_until.unwrap_or_default(),
        outage_until: account_client.outage_until(),
    })
}

fn due(view: ViewKey) -> Event {
    Event::ViewDue {
        account_id: view.account_id,
        project_id: view.project_id,
        part: view.part,
    }
}
