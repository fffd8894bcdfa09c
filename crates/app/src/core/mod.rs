//! The handle that all others stand on: time, network, store, vault, settings and events.

pub mod activity;
pub mod event;
pub(crate) mod intent;
pub mod jobs;
pub mod keychain;
pub(crate) mod names;
pub mod network;
pub mod operation;
pub mod settings;
mod signals;

use std::fmt;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use api::Recorder;

use crate::base::checkpoint::Checkpoints;
use crate::base::clock::{Clock, NetworkOptions};
use crate::base::exclusive::ExclusiveIds;
use crate::base::folder::FolderLock;
use crate::base::tasks::Tasks;
use crate::core::event::Events;
use crate::core::jobs::Jobs;
use crate::core::keychain::Keychain;
use crate::core::names::Names;
use crate::core::settings::Saved;
use crate::store::Store;
use crate::tools::contacts::Contacts;

pub(crate) use signals::Signals;

/// What every part of the core works with. Clones are handles on the same one.
#[derive(Clone)]
pub struct Core {
    parts: Arc<Parts>,
    /// Takes down what this handle would send, in place of sending it.
    drafts_to: Option<Recorder>,
}

/// What a [`Core`] holds. Public in name only: nothing of it can be reached from outside the crate.
pub struct Parts {
    pub(crate) data_dir: PathBuf,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) network: NetworkOptions,
    pub(crate) contacts: Contacts,
    /// Held while contacts are on their way into the store.
    pub(crate) saving_contacts: tokio::sync::Mutex<()>,
    pub(crate) checkpoints: Arc<dyn Checkpoints>,
    pub(crate) store: Store,
    pub(crate) keychain: Keychain,
    pub(crate) settings: Saved,
    pub(crate) names: Names,
    pub(crate) events: Events,
    pub(crate) jobs: Jobs,
    /// Intents that this run sees to their end now. Nobody else may take them up.
    pub(crate) active_intents: ExclusiveIds,
    pub(crate) tasks: Tasks,
    pub(crate) signals: Signals,
    /// `None` where whoever opened the folder keeps it locked.
    pub(crate) lock: Option<FolderLock>,
}

impl Core {
    pub(crate) fn new(parts: Parts) -> Self {
        Self {
            parts: Arc::new(parts),
            drafts_to: None,
        }
    }

    pub(crate) fn release_folder(&self) {
        if let Some(lock) = &self.lock {
            lock.release();
        }
    }

    /// The same core by a handle that sends no call of the Management API: the recorder gets its request instead.
    pub(crate) fn drafting(&self, recorder: Recorder) -> Self {
        Self {
            parts: Arc::clone(&self.parts),
            drafts_to: Some(recorder),
        }
    }

    /// Who gets the requests of this handle instead of the platform.
    pub(crate) fn drafts_to(&self) -> Option<&Recorder> {
        self.drafts_to.as_ref()
    }
}

impl Deref for Core {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.fmt(f)
    }
}

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Core")
            .field("data_dir", &self.data_dir)
            .finish_non_exhaustive()
    }
}
