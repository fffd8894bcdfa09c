//! Starts and stops of servers, for whoever keeps the list of operations.

use std::sync::OnceLock;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::slots::Priority;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    pub endpoint_id: String,
    pub kind: TransitionKind,
    pub cause: Cause,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransitionKind {
    Starting,
    Running,
    Failed(String),
    Suspending,
    Suspended,
}

impl Cause {
    pub fn priority(self) -> Priority {
        match self {
            Self::Connection => Priority::Connection,
            Self::Maintenance => Priority::Maintenance,
            _ => Priority::Operation,
        }
    }

    /// Whether the list of operations has it by itself.
    pub fn is_listed(self) -> bool {
        matches!(self, Self::Operation | Self::Maintenance)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    Connection,
    /// Nobody was connected for as long as it may idle.
    Idle,
    /// Another server needed its slot.
    Eviction,
    /// An operation, which is in the list itself.
    Operation,
    /// The sandbox's own statements, of an operation which is in the list itself.
    Maintenance,
    /// A quota of its project is used up.
    Quota,
    /// Its branch was restored: a read-only compute has the data from before.
    Restore,
    /// The sandbox's owner wanted it.
    Manual,
    /// The server ended by itself.
    Crash,
}

/// Sends to one listener; drops what there is while there is none.
#[derive(Debug, Default)]
pub struct TransitionSender(OnceLock<UnboundedSender<Transition>>);

impl TransitionSender {
    /// The one listener's end; `None` when somebody listens already.
    pub fn listen(&self) -> Option<UnboundedReceiver<Transition>> {
        let (sender, receiver) = unbounded_channel();
        self.0.set(sender).ok().map(|()| receiver)
    }

    pub fn send(&self, endpoint_id: &str, kind: TransitionKind, cause: Cause) {
        if let Some(sender) = self.0.get() {
            // A listener that is gone misses nothing.
            let _ = sender.send(Transition {
                endpoint_id: endpoint_id.to_owned(),
                kind,
                cause,
            });
        }
    }
}
