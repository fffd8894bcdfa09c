//! The watcher: one task that follows every database that can still change.

mod looks;
pub mod schedule;
mod watcher;

pub(crate) use looks::looked;
pub(crate) use watcher::{Watch, begin};
