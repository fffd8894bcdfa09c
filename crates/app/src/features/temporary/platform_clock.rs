//! The platforms' clocks, by the `Date` header of their replies. Countdowns and ends follow them.

use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::clock_key;
use crate::base::clock::CLOCK_TOLERANCE;
use crate::base::guard::lock;
use crate::core::event::Event;
use crate::features::Features;
use crate::store::{TemporaryDatabase, table};

/// A reply that took longer than this, such as over a suspend of the machine, says nothing about the time now.
const LONGEST_REPLY: TimeDelta = TimeDelta::seconds(15);

/// The distance of a row's platform clock from this machine's, in milliseconds.
pub(crate) fn offset_ms(app: &Features, row: &TemporaryDatabase) -> i64 {
    lock(&app.offsets)
        .get(&key(row))
        .copied()
        .unwrap_or_default()
}

/// The platform's time by what is known of its clock.
pub(crate) fn platform_now(app: &Features, row: &TemporaryDatabase) -> DateTime<Utc> {
    app.clock.now() + TimeDelta::milliseconds(offset_ms(app, row))
}

/// Keeps what a reply said about the platform's clock that was asked for at `asked_at`.
pub(super) async fn learn(
    app: &Features,
    row: &TemporaryDatabase,
    server_time: Option<DateTime<Utc>>,
    asked_at: DateTime<Utc>,
) {
    let Some(server_time) = server_time else {
        return;
    };
    let now = app.clock.now();
    if !(TimeDelta::zero()..LONGEST_REPLY).contains(&(now - asked_at)) {
        return;
    }
    // The header cuts the fraction off: on average half a second is missing.
    let seen = server_time + TimeDelta::milliseconds(500) - now;
    let known = TimeDelta::milliseconds(offset_ms(app, row));
    if (seen - known).abs() < CLOCK_TOLERANCE {
        return;
    }
    let offset = if seen.abs() < CLOCK_TOLERANCE {
        0
    } else {
        seen.num_milliseconds()
    };
    let service = key(row);
    lock(&app.offsets).insert(service.clone(), offset);
    let saved = service.clone();
    let written = app.store.write(move |store| {
        table::clocks::save(store, &saved, offset, now)?;
        table::temporary::all(store)
    });
    match written.await {
        Ok(rows) => {
            for row in rows.into_iter().filter(|row| key(row) == service) {
                app.events.publish(Event::TemporaryChanged { id: row.id });
            }
        }
        Err(error) => tracing::warn!(%error, "a platform's clock could not be stored"),
    }
    app.signals.changed();
}

fn key(row: &TemporaryDatabase) -> String {
    clock_key(row.account_id.as_deref(), row.origin.as_deref())
}
