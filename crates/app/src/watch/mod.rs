//! When temporary databases are looked at, and the watcher of operations.

mod looks;
mod memory;
pub mod operations;
pub mod schedule;
mod under_way;

pub(crate) use looks::{due_at, looked, watched};
pub(crate) use memory::Looks;
pub(crate) use operations::open as open_operations;
pub(crate) use operations::{Operations, Report, Source, VANISHED, is_over, report, seen};
pub(crate) use under_way::{UnderWay, unharmed};
