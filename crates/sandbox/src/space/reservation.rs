//! Room on the disk for a copy that is still to be made or measured.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::size::Size;
use crate::state::{BranchState, PlatformState};

/// A request that was let in has stored its branch by then, or was refused.
const TO_BEGIN: Duration = Duration::from_secs(10);
/// A copy that is not made by then has failed.
const TO_END: Duration = Duration::from_secs(600);

/// Room for the data of one branch, until a measurement counts that data itself.
#[derive(Debug, Clone)]
pub struct Reservation {
    pub branch_id: String,
    bytes: u64,
    /// Bytes that the last measurement found of a copy that is not whole yet.
    measured: u64,
    at: Instant,
}

impl Reservation {
    pub fn new(branch_id: &str, bytes: u64) -> Self {
        Self {
            branch_id: branch_id.to_owned(),
            bytes,
            measured: 0,
            at: Instant::now(),
        }
    }

    /// Bytes still to come beyond those measured.
    pub fn open_bytes(&self) -> u64 {
        self.bytes.saturating_sub(self.measured)
    }

    /// Whether a measurement that begins now counts all that was reserved, or nothing of it will come.
    pub fn is_over(&self, state: &PlatformState) -> bool {
        let age = self.at.elapsed();
        match state.branches.get(&self.branch_id).map(|it| it.state) {
            Some(BranchState::Ready | BranchState::Archived) => true,
            Some(BranchState::Init | BranchState::Resetting) => age > TO_END,
            None => age > TO_BEGIN,
        }
    }

    /// Takes over what a measurement found of the copy, whose folder has an ending until it is whole.
    pub fn measure(&mut self, sizes: &HashMap<String, Size>) {
        let is_part = |name: &str| {
            name.strip_prefix(&*self.branch_id)
                .is_some_and(|rest| rest.starts_with('.'))
        };
        let parts = sizes.iter().filter(|(name, _)| is_part(name));
        self.measured = parts.map(|(_, size)| size.bytes).sum();
    }
}
