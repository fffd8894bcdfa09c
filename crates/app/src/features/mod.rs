//! What is made of the platform for people: temporary databases, rotations, env files.

pub mod auth;
pub mod bulk;
pub mod connection_card;
pub(crate) mod connection_check;
pub mod deep_links;
pub mod diagnostics;
pub mod env_file;
pub mod folders;
pub mod replica_lag;
pub mod restore_preview;
pub mod rotation;
pub mod save;
pub mod search;
#[cfg(test)]
mod secret_edit_tests;
pub mod smtp;
pub mod sql;
pub mod temporary;

use std::ops::Deref;
use std::sync::Arc;

use api::Recorder;

use crate::features::diagnostics::Shown;
use crate::features::env_file::Drafts;
use crate::features::folders::Folders;
use crate::features::rotation::Rotations;
use crate::features::sql::editors::Editors;
use crate::features::temporary::schedule::Polls;
use crate::features::temporary::secrets::Secrets;
use crate::platform::Platform;

/// The layer over [`Platform`]. Clones are handles on the same one.
#[derive(Clone, Debug)]
pub struct Features {
    below: Platform,
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) polls: Arc<Polls>,
    pub(crate) rotations: Arc<Rotations>,
    pub(crate) drafts: Arc<Drafts>,
    pub(crate) folders: Arc<Folders>,
    pub(crate) diagnostics: Arc<Shown>,
    pub(crate) sql: Arc<Editors>,
}

impl Features {
    pub(crate) fn new(below: Platform) -> Self {
        Self {
            below,
            secrets: Arc::new(Secrets::default()),
            polls: Arc::new(Polls::default()),
            rotations: Arc::new(Rotations::default()),
            drafts: Arc::new(Drafts::default()),
            folders: Arc::new(Folders::default()),
            diagnostics: Arc::new(Shown::default()),
            sql: Arc::new(Editors::default()),
        }
    }

    /// As [`crate::core::Core::drafting`].
    pub(crate) fn drafting(&self, recorder: Recorder) -> Self {
        Self {
            below: self.below.drafting(recorder),
            ..self.clone()
        }
    }
}

impl Deref for Features {
    type Target = Platform;

    fn deref(&self) -> &Platform {
        &self.below
    }
}
