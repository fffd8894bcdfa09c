//! What keeps a compute in use for as long as it lives.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Compute;

impl Compute {
    /// Counts a connection for as long as the guard lives.
    pub fn connected(self: &Arc<Self>) -> Connected {
        self.connections.fetch_add(1, Ordering::SeqCst);
        self.touch();
        Connected(Arc::clone(self))
    }

    /// Keeps a server that is awake awake, also from being put to sleep or taken away on purpose.
    pub fn hold_awake(self: &Arc<Self>) -> HeldAwake {
        HeldAwake::new(Arc::clone(self))
    }
}

/// One open connection.
#[derive(Debug)]
pub struct Connected(Arc<Compute>);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::SeqCst);
        self.0.touch();
    }
}

/// Keeps a server awake for as long as it lives.
#[derive(Debug)]
pub struct HeldAwake(Arc<Compute>);

impl HeldAwake {
    fn new(compute: Arc<Compute>) -> Self {
        compute.holders.one_more();
        Self(compute)
    }
}

impl Drop for HeldAwake {
    fn drop(&mut self) {
        self.0.holders.one_less();
        self.0.touch();
    }
}
