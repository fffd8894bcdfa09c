//! The names that are in memory, and what of them the store does not have yet.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::sync::OnceCell;

use super::known::Known;
use crate::model::name::{Key, Named};

/// What is known, and what of it is to be written yet: `None` is to be forgotten.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(super) known: Mutex<Known>,
    pub(super) unwritten: Arc<Mutex<Unwritten>>,
    pub(super) read: OnceCell<()>,
}

pub(super) type Changes = BTreeMap<Key, Option<Named>>;

#[derive(Debug, Default)]
pub(super) struct Unwritten {
    pub(super) changes: Changes,
    pub(super) is_writing: bool,
}
