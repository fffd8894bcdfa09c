//! What keeps a compute in use for as long as it lives.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Compute, ServerState};

impl Compute {
    /// Counts a connection for as long as the guard lives.
    pub fn connected(self: &Arc<Self>) -> ConnectionGuard {
        self.connections.fetch_add(1, Ordering::SeqCst);
        self.mark_used();
        ConnectionGuard(Arc::clone(self))
    }

    /// Keeps a running server from being suspended or removed, also on purpose.
    pub fn keep_alive(self: &Arc<Self>) -> KeepAliveGuard {
        self.keep_alive.add();
        KeepAliveGuard(Arc::clone(self))
    }
}

#[derive(Debug)]
pub struct ConnectionGuard(Arc<Compute>);

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::SeqCst);
        // Not where the server has cut it.
        if self.0.state() == ServerState::Running {
            self.0.mark_used();
        }
    }
}

#[derive(Debug)]
pub struct KeepAliveGuard(Arc<Compute>);

impl Drop for KeepAliveGuard {
    fn drop(&mut self) {
        self.0.keep_alive.remove();
        self.0.mark_used();
    }
}
