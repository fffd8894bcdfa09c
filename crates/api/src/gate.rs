//! Shared switches that block requests before they are sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Blocks requests while it is closed. Open by default. Clones are the same gate, which can be closed and opened at any
/// time.
#[derive(Debug, Clone, Default)]
pub struct Gate(Arc<AtomicBool>);

impl Gate {
    /// Closes or opens it. True when that changed it.
    pub fn set(&self, is_closed: bool) -> bool {
        self.0.swap(is_closed, Ordering::SeqCst) != is_closed
    }

    /// Whether it is closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// The gates of a client. They are checked right before each attempt, after all waits, so that closing one also stops the
/// requests that wait. A blocked request was not sent; one that has left already is not called back.
#[derive(Debug, Clone, Default)]
pub struct Gates {
    /// Blocks every request: closed after the service refused the key. A blocked request ends with an error whose
    /// `is_unauthorized` is true.
    pub all: Gate,
    /// Blocks requests that change something: closed for an account that is locked against changes. A blocked request
    /// ends with an error whose `is_read_only` is true.
    pub writes: Gate,
}
