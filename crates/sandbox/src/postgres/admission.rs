//! Whom a compute lets in: judged before its server is woken, and not for the sandbox's own sessions.

use std::net::IpAddr;

use super::WakeError;
use crate::state::Quota;
use crate::state::allowed_ips::AllowedIps;

/// What stands against clients that connect; those who are in stay.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Admission {
    /// Why nobody is let in.
    pub refused: Option<String>,
    pub allowed: Option<AllowedIps>,
    pub exceeded: Option<Quota>,
}

impl Admission {
    pub fn judge(&self, from: IpAddr) -> Result<(), WakeError> {
        if let Some(why) = &self.refused {
            return Err(WakeError::Refused(why.clone()));
        }
        if self.allowed.as_ref().is_some_and(|it| !it.contain(from)) {
            let from = from.to_canonical();
            return Err(WakeError::Forbidden { from });
        }
        self.exceeded
            .map_or(Ok(()), |it| Err(WakeError::OverQuota(it)))
    }
}
