//! The watcher: one task that follows every database that can still change.

pub mod schedule;
mod watcher;

pub(crate) use watcher::{Watch, begin, looked};
