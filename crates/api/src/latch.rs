//! What keeps requests from leaving, whoever asks for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shut, it lets nothing through. Clones are the same latch, which can be shut and opened at any time.
#[derive(Debug, Clone, Default)]
pub struct Latch(Arc<AtomicBool>);

impl Latch {
    /// Shuts or opens it. True when that changed it.
    pub fn set(&self, is_shut: bool) -> bool {
        self.0.swap(is_shut, Ordering::SeqCst) != is_shut
    }

    /// Whether it is shut.
    #[must_use]
    pub fn is_shut(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// The latches that every request of a client has to pass, in the moment in which it would leave. A request that does not
/// pass was not sent, and one that has left before is not called back.
#[derive(Debug, Clone, Default)]
pub struct Latches {
    /// Every request passes it: shut once the key was refused. What does not pass ends with an error whose
    /// `is_unauthorized` is true.
    pub all: Latch,
    /// Requests that change something pass it: shut for an account that is locked against changes. What does not pass
    /// ends with an error whose `is_read_only` is true.
    pub writes: Latch,
}
