//! The names in memory, and the changes that are not stored yet.

use std::sync::{Arc, Mutex};

use tokio::sync::OnceCell;

use super::known::Known;
use crate::model::name::NameChanges;

/// The names in memory, and the changes that are not stored yet.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(super) known: Mutex<Known>,
    pub(super) unwritten: Arc<Mutex<Unwritten>>,
    pub(super) read: OnceCell<()>,
}

#[derive(Debug, Default)]
pub(super) struct Unwritten {
    pub(super) changes: NameChanges,
    pub(super) is_writing: bool,
}
