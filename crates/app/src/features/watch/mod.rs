//! When temporary databases are looked at, and the watcher of operations.

mod looks;
mod memory;
pub mod schedule;

pub(crate) use looks::{due_at, looked, watched};
pub(crate) use memory::Looks;
