//! Numbers and open words of the platform as the window takes them.

use std::time::Duration;

use super::job::count;

/// A small count, such as of lines, columns or statements.
pub(crate) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A duration in milliseconds.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// A counter as the window takes it.
pub(crate) fn counted(value: Option<i64>) -> Option<f64> {
    value.and_then(|value| u64::try_from(value).ok()).map(count)
}

/// A number of seconds that may be -1.
pub(crate) fn seconds(value: Option<i64>) -> Option<i32> {
    value.and_then(|value| i32::try_from(value).ok())
}

pub(crate) fn text<T: ToString>(value: Option<&T>) -> Option<String> {
    value.map(ToString::to_string)
}
