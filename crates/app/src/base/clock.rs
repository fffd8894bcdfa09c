//! What the product takes from around it besides files and the network: time and randomness.

use chrono::{DateTime, TimeDelta, Utc};

pub use api::{Environment as Clock, Options as NetworkOptions, SystemEnvironment as SystemClock};

/// How far off the known clock of a platform may be: its `Date` header has whole seconds, and takes time to arrive.
pub(crate) const CLOCK_TOLERANCE: TimeDelta = TimeDelta::seconds(2);

/// The earliest time by a platform's clock that can be meant by `time` of this machine's. `offsets` are the milliseconds to
/// add to this machine's clock that were known at different times. The smaller one counts: a time that is too early only lets
/// in more candidates, one that is too late would exclude what is looked for.
pub(crate) fn earliest_on_platform(
    time: DateTime<Utc>,
    offsets: [Option<i64>; 2],
) -> DateTime<Utc> {
    let offset = offsets.into_iter().flatten().min().unwrap_or_default();
    time + TimeDelta::milliseconds(offset) - CLOCK_TOLERANCE
}

/// 16 random bytes.
pub(crate) fn random_bytes(clock: &dyn Clock) -> [u8; 16] {
    ((u128::from(clock.random()) << 64) | u128::from(clock.random())).to_be_bytes()
}

/// A new local id, a UUID of version 7, so that ids sort by the time they were made.
pub(crate) fn local_id(clock: &dyn Clock) -> String {
    let mut random = [0; 10];
    random.copy_from_slice(&random_bytes(clock)[..10]);
    let millis = u64::try_from(clock.now().timestamp_millis()).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(millis, &random)
        .into_uuid()
        .hyphenated()
        .to_string()
}

/// Milliseconds since 1970, as the store keeps times.
pub(crate) fn millis(time: DateTime<Utc>) -> i64 {
    time.timestamp_millis()
}

/// A time from the store. One that cannot be is read as 1970.
pub(crate) fn time(millis: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(millis).unwrap_or(DateTime::UNIX_EPOCH)
}
