//! The names in memory, and the changes that are not stored yet.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::sync::OnceCell;

use super::known::Known;
use crate::model::name::{Key, NameChange};

/// The names in memory, and the changes that are not stored yet.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(super) known: Mutex<Known>,
    pub(super) unwritten: Arc<Mutex<Unwritten>>,
    pub(super) read: OnceCell<()>,
}

/// Names to be stored.
pub(super) type Changes = BTreeMap<Key, NameChange>;

#[derive(Debug, Default)]
pub(super) struct Unwritten {
    pub(super) changes: Changes,
    pub(super) is_writing: bool,
}
