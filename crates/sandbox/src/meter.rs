//! What the counters of computes showed.

use std::collections::HashMap;

use tokio::sync::Mutex;

/// What each compute's counters showed at the last reading.
#[derive(Debug, Default)]
pub struct UsageMeter(pub Mutex<HashMap<String, Reading>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// A server that stops writes its last while it does.
    pub is_suspended: bool,
    pub active_seconds: u64,
    pub written_bytes: u64,
    pub transfer_bytes: u64,
    pub storage_bytes: u64,
}
