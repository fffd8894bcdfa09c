//! What servers do, told to whoever keeps the list of operations.

use std::sync::{Mutex, PoisonError};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    pub endpoint_id: String,
    pub kind: TransitionKind,
    pub cause: Cause,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransitionKind {
    Waking,
    Awake,
    Failed(String),
    Sleeping,
    Asleep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// Somebody connected.
    Connection,
    /// Nobody was connected for as long as it stays awake.
    Idle,
    /// Another server needed its place.
    Room,
    /// An operation wanted it, which tells of it itself.
    Asked,
    /// The sandbox's owner wanted it.
    ByHand,
    /// The server ended by itself.
    Crash,
}

/// Tells one listener; says nothing while there is none.
#[derive(Debug, Default)]
pub struct Teller(Mutex<Told>);

#[derive(Debug, Default)]
enum Told {
    #[default]
    Nobody,
    To(UnboundedSender<Transition>),
}

impl Teller {
    /// The one listener's end; `None` when somebody listens already.
    pub fn listen(&self) -> Option<UnboundedReceiver<Transition>> {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*told, Told::To(_)) {
            return None;
        }
        let (sender, receiver) = unbounded_channel();
        *told = Told::To(sender);
        Some(receiver)
    }

    pub fn tell(&self, endpoint_id: &str, kind: TransitionKind, cause: Cause) {
        let told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Told::To(sender) = &*told {
            // A listener that is gone misses nothing.
            let _ = sender.send(Transition {
                endpoint_id: endpoint_id.to_owned(),
                kind,
                cause,
            });
        }
    }
}
