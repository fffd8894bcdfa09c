//! The watcher of operations: one task that follows those of this app's clicks, and the open ones of opened projects, to
//! their end. It asks for whole projects, never for more than the budget leaves, and tells each end once.

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
