//! The size of one cluster's folder.

use std::path::Path;
use std::time::Instant;

use crate::postgres::compute_status::Activity;
use crate::postgres::{copy, tree};

/// A cluster's folder as it was when it was walked.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub bytes: u64,
    /// The room that a copy of the cluster takes: its data, without its history.
    pub copy_bytes: u64,
    pub activity: Option<Activity>,
    pub at: Instant,
}

impl Size {
    /// Walks the folder.
    pub(super) fn measure(cluster: &Path, activity: Option<Activity>) -> Self {
        Self {
            bytes: tree::disk_bytes(cluster),
            copy_bytes: copy::bytes(cluster),
            activity,
            at: Instant::now(),
        }
    }
}
