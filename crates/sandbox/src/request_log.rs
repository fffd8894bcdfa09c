use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use serde::Serialize;

const CAPACITY: usize = 5_000;

/// One request as it was answered: no header, no query, no body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LoggedRequest {
    /// By the sandbox's clock.
    pub at: DateTime<Utc>,
    pub method: String,
    pub path: String,
    /// What the client was meant to read; an injected fault may have kept it from that.
    pub status: u16,
    pub duration_ms: u64,
    pub request_id: String,
    /// Whether an injected fault took part.
    pub fault: bool,
}

/// The last requests, oldest first.
#[derive(Debug, Default)]
pub struct RequestLog(Mutex<VecDeque<LoggedRequest>>);

impl RequestLog {
    pub fn add(&self, request: LoggedRequest) {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if log.len() == CAPACITY {
            log.pop_front();
        }
        log.push_back(request);
    }

    pub fn all(&self) -> Vec<LoggedRequest> {
        let log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        log.iter().cloned().collect()
    }

    pub fn clear(&self) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }
}
