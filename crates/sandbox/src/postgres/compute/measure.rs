//! What a compute's data takes, and how much its server has written. Read from files, so never
//! more often than it is worth, and not where others wait.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::Compute;
use crate::postgres::compute_status::{Activity, ServerState};
use crate::postgres::{blocking, control_file, tree};

/// How often the size is read while somebody talks to the server, and while nobody does.
const WHILE_USED: Duration = Duration::from_secs(5);
const WHILE_IDLE: Duration = Duration::from_secs(60);

impl Compute {
    pub fn storage_bytes(&self) -> u64 {
        self.storage.load(Ordering::Relaxed)
    }

    pub fn activity(&self) -> Activity {
        Activity {
            is_suspended: self.state() == ServerState::Suspended,
            active_seconds: self.active_seconds(),
            starts: self.starts.load(Ordering::SeqCst),
        }
    }

    /// Whether the size is worth a walk: somebody has talked to the server, or it is a while ago.
    pub fn is_unmeasured(&self) -> bool {
        let measured = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        measured.is_none_or(|(at, transfer)| {
            let is_used = self.transfer_bytes() != transfer;
            at.elapsed() >= if is_used { WHILE_USED } else { WHILE_IDLE }
        })
    }

    /// Reads the size anew, and where the log began if that is not known yet; returns whether the
    /// size changed.
    pub async fn measure(&self) -> bool {
        let transfer = self.transfer_bytes();
        let cluster = self.cluster.clone();
        let measured = blocking(move || {
            let checkpoint = control_file::read(&cluster).map(|it| it.checkpoint);
            Ok((tree::user_bytes(&cluster), checkpoint.ok()))
        });
        let Ok((bytes, checkpoint)) = measured.await else {
            return false;
        };
        if let Some(checkpoint) = checkpoint {
            self.first_lsn.get_or_init(|| checkpoint);
        }
        let now = Some((Instant::now(), transfer));
        *self.measured.lock().unwrap_or_else(PoisonError::into_inner) = now;
        self.storage.swap(bytes, Ordering::Relaxed) != bytes
    }

    /// What was written to the log since it was placed, as of the last checkpoint.
    pub fn written_bytes(&self) -> u64 {
        if self.is_read_only() {
            return 0;
        }
        let control = control_file::read(&self.cluster);
        control.map_or(0, |control| {
            let first = self.first_lsn.get_or_init(|| control.checkpoint);
            control.checkpoint.saturating_sub(*first)
        })
    }
}
