//! The watcher of operations: one task that follows those of this app's clicks, and the open ones of opened projects, to
//! their end. It reads the list of a project and not each operation, never asks for more than the budget leaves, and
//! publishes each end.

mod diff;
mod find;
mod known;
mod look;
mod looking;
mod news;
pub mod schedule;
mod watcher;

pub(crate) use diff::{VANISHED, is_over};
pub(crate) use known::Operations;
pub(crate) use news::{Report, Source, open, report, seen};
pub(crate) use watcher::run;
