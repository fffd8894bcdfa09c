//! The names in memory, and the changes that are not stored yet.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::sync::OnceCell;

use super::known::Known;
use crate::model::name::{Key, Named};

/// The names in memory, and the changes that are not stored yet.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(super) known: Mutex<Known>,
    pub(super) unwritten: Arc<Mutex<Unwritten>>,
    pub(super) read: OnceCell<()>,
}

/// Names to be stored; `None` removes one.
pub(super) type Changes = BTreeMap<Key, Option<Named>>;

#[derive(Debug, Default)]
pub(super) struct Unwritten {
    pub(super) changes: Changes,
    pub(super) is_writing: bool,
}
