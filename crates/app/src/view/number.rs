//! Numbers and open words of the platform as the window takes them.

use super::job::count;

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
