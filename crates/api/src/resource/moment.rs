//! Times as requests write them: in UTC with a `Z`.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Serialize, Serializer};

/// To the second, which is all the platform takes for the end of something.
pub(super) fn to_the_second(time: &DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// With as many digits as it has, for points in a history.
pub(super) fn exact(time: &DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// For `serialize_with`.
pub(super) fn write_to_the_second<S: Serializer>(
    time: &Option<DateTime<Utc>>,
    to: S,
) -> Result<S::Ok, S::Error> {
    time.as_ref().map(to_the_second).serialize(to)
}

/// For `serialize_with`.
pub(super) fn write_exact<S: Serializer>(
    time: &Option<DateTime<Utc>>,
    to: S,
) -> Result<S::Ok, S::Error> {
    time.as_ref().map(exact).serialize(to)
}
