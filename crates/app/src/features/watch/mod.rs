//! When temporary databases are read.

mod last_polls;
mod polls;
pub mod schedule;

pub(crate) use last_polls::Polls;
pub(crate) use polls::{due_at, record_poll, watched};
