//! The watchers: one task follows every temporary database that can still change, one the operations of accounts.

mod looks;
pub mod operations;
pub mod schedule;
mod under_way;
mod watcher;

pub(crate) use looks::looked;
pub(crate) use operations::open as open_operations;
pub(crate) use operations::{Report, Source, VANISHED, is_over, report, seen};
pub(crate) use watcher::{Watch, begin};
