//! Events of the core, published to all listeners.

use std::sync::{Arc, Mutex};

use tokio::sync::broadcast;

use crate::base::guard::lock;
use crate::view::{EventView, ExpiryWarning, Outcome};

/// How many events may wait for a slow listener before it misses some.
const BACKLOG: usize = 1024;

/// An event of the core: what happened, in the past tense, with ids. The shell has events of its own besides these.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Event {
    /// A temporary database with this local id came or changed.
    TemporaryChanged(String),
    /// A temporary database with this local id left the list.
    TemporaryForgotten(String),
    /// A warning about the end of a temporary database is due. Published at most once, also over restarts.
    ExpiryNeared {
        /// Its local id.
        id: String,
        /// Its name in the list.
        name: String,
        /// Which warning.
        warning: ExpiryWarning,
    },
    /// Work with this id started, went on or ended.
    WorkChanged(String),
    /// Accounts or places changed.
    AccountsChanged,
    /// The keychain was found, lost or unlocked.
    KeychainChanged,
    /// Settings were saved.
    SettingsChanged,
    /// The activity log grew.
    ActivityAdded,
    /// The lists of an account's projects changed, by a click or as a read showed.
    ProjectsChanged {
        /// Local id of the account.
        account_id: String,
    },
    /// Something in a project changed by a click: its record, a branch, a compute, a database or a role.
    ProjectChanged {
        /// Local id of the account.
        account_id: String,
        /// The project.
        project_id: String,
    },
    /// A bulk job went on or ended.
    BulkChanged {
        /// Its id.
        id: String,
    },
    /// Whether something takes connections became known.
    ConnectionProbeChanged {
        /// Local id of the account.
        account_id: String,
        /// The project.
        project_id: String,
    },
    /// The undo list changed.
    UndoChanged,
    /// The auth integration of a project changed: itself, its providers, its email server or its domains.
    AuthChanged {
        /// Local id of the account.
        account_id: String,
        /// The project.
        project_id: String,
    },
    /// An account's API keys changed, by a click or as a read showed.
    KeysChanged {
        /// Local id of the account.
        account_id: String,
    },
    /// The rotation of an account's key went on or ended.
    RotationChanged {
        /// Its id.
        id: String,
    },
    /// A mutation that was left open, by an earlier run or because the platform did not answer, was reconciled: so it ended.
    MutationRecovered {
        /// Local id of the account.
        account_id: String,
        /// The project it is about, when it is about one.
        project_id: Option<String>,
        /// What was asked for, such as `Create branch`.
        action: String,
        /// On what, such as a name.
        target: String,
        /// How it ended.
        outcome: Outcome,
        /// Why it failed, or what is not clear.
        detail: Option<String>,
    },
    /// Operations that are followed came or changed.
    OperationChanged {
        /// Local id of the account.
        account_id: String,
        /// The project they work on.
        project_id: String,
        /// Their ids.
        operation_ids: Vec<String>,
    },
    /// An operation that is followed failed for the first time. It may be tried again and end well. Published
    /// for the first failure only.
    OperationFailed {
        /// Local id of the account.
        account_id: String,
        /// The project it works on.
        project_id: String,
        /// Its id.
        operation_id: String,
        /// What it does, in the platform's word.
        action: Option<String>,
        /// Why, in the platform's words.
        error: Option<String>,
    },
    /// An operation that is followed has ended. Published again only when the app ended right after the first time.
    OperationEnded {
        /// Local id of the account.
        account_id: String,
        /// The project it worked on.
        project_id: String,
        /// Its id.
        operation_id: String,
        /// What it did, in the platform's word.
        action: Option<String>,
        /// How it ended, in the platform's word; `vanished` when the platform does not have it any more.
        status: String,
        /// Why it failed, in the platform's words.
        error: Option<String>,
    },
}

impl From<Event> for EventView {
    fn from(event: Event) -> Self {
        match event {
            Event::TemporaryChanged(id) => Self::TemporaryChanged { id },
            Event::TemporaryForgotten(id) => Self::TemporaryForgotten { id },
            Event::ExpiryNeared { id, name, warning } => Self::ExpiryNeared { id, name, warning },
            Event::WorkChanged(id) => Self::WorkChanged { id },
            Event::AccountsChanged => Self::AccountsChanged,
            Event::KeychainChanged => Self::KeychainChanged,
            Event::SettingsChanged => Self::SettingsChanged,
            Event::ActivityAdded => Self::ActivityAdded,
            Event::ProjectsChanged { account_id } => Self::ProjectsChanged { account_id },
            Event::ProjectChanged {
                account_id,
                project_id,
            } => Self::ProjectChanged {
                account_id,
                project_id,
            },
            Event::BulkChanged { id } => Self::BulkChanged { id },
            Event::ConnectionProbeChanged {
                account_id,
                project_id,
            } => Self::ConnectionProbeChanged {
                account_id,
                project_id,
            },
            Event::UndoChanged => Self::UndoChanged,
            Event::AuthChanged {
                account_id,
                project_id,
            } => Self::AuthChanged {
                account_id,
                project_id,
            },
            Event::KeysChanged { account_id } => Self::KeysChanged { account_id },
            Event::RotationChanged { id } => Self::RotationChanged { id },
            Event::MutationRecovered {
                account_id,
                project_id,
                action,
                target,
                outcome,
                detail,
            } => Self::MutationRecovered {
                account_id,
                project_id,
                action,
                target,
                outcome,
                detail,
            },
            Event::OperationChanged {
                account_id,
                project_id,
                operation_ids,
            } => Self::OperationChanged {
                account_id,
                project_id,
                operation_ids,
            },
            Event::OperationFailed {
                account_id,
                project_id,
                operation_id,
                action,
                error,
            } => Self::OperationFailed {
                account_id,
                project_id,
                operation_id,
                action,
                error,
            },
            Event::OperationEnded {
                account_id,
                project_id,
                operation_id,
                action,
                status,
                error,
            } => Self::OperationEnded {
                account_id,
                project_id,
                operation_id,
                action,
                status,
                error,
            },
        }
    }
}

/// The channel of events. Clones are handles on the same one.
#[derive(Clone, Debug)]
pub(crate) struct Events {
    sender: broadcast::Sender<Event>,
    /// Opened with the channel, so that the first listener also gets what was published before it came.
    first: Arc<Mutex<Option<broadcast::Receiver<Event>>>>,
}

impl Events {
    pub(crate) fn new() -> Self {
        let (sender, first) = broadcast::channel(BACKLOG);
        Self {
            sender,
            first: Arc::new(Mutex::new(Some(first))),
        }
    }

    pub(crate) fn publish(&self, event: Event) {
        // That nobody listens is no failure.
        drop(self.sender.send(event));
    }

    /// The events from now on, for a listener within the core.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Event> {
        lock(&self.first)
            .take()
            .unwrap_or_else(|| self.sender.subscribe())
    }
}
