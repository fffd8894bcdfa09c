//! The watcher of operations: one task that follows those of this app's clicks, and the open ones of opened projects, to
//! their end. It reads the list of a project and not each operation, never asks for more than the budget leaves, and
//! publishes each end.

mod diff;
mod fetch;
mod poll;
mod poll_guard;
mod report;
pub mod schedule;
mod state;
mod tracker;
mod watcher;

pub(crate) use report::{Report, Source, open, report};
pub(crate) use state::{VANISHED, is_over, state_of};
pub(crate) use tracker::OperationTracker;
pub(crate) use watcher::run;
