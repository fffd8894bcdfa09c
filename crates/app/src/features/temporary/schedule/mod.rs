//! When temporary databases are read.

mod due;
mod last_polls;
mod polls;

pub(crate) use due::is_claim_watched;
pub use due::{WatchedDatabase, next_poll, next_warning, sleep_time, warning_due};
pub(crate) use last_polls::Polls;
pub(crate) use polls::{due_at, record_poll, watched};
