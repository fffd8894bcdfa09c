//! Who gets to the server. The sandbox's own sessions are not asked.

use std::net::IpAddr;

use super::{Admission, Compute};
use crate::postgres::WakeError;
use crate::state::Quota;

impl Compute {
    /// Whether a client of that address gets to the server.
    pub fn admit(&self, from: IpAddr) -> Result<(), WakeError> {
        self.status().admission.judge(from)
    }

    pub fn set_admission(&self, admission: Admission) {
        self.status().admission = admission;
    }

    /// The quota of its project that is used up.
    pub fn exceeded(&self) -> Option<Quota> {
        self.status().admission.exceeded
    }

    pub fn set_exceeded(&self, quota: Option<Quota>) {
        self.status().admission.exceeded = quota;
    }
}
