//! When temporary databases are read.

mod looks;
mod memory;
pub mod schedule;

pub(crate) use looks::{due_at, looked, watched};
pub(crate) use memory::Looks;
