//! A host that is contacted, and how often.

use std::collections::HashMap;
use std::net::IpAddr;

use chrono::{DateTime, Utc};

use crate::view::ContactReason;

/// What a host is contacted for.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Contact {
    pub(crate) reason: ContactReason,
    /// A name or an IP address, the latter without brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
}

/// How often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Counts {
    pub(crate) count: u64,
    pub(crate) unanswered: u64,
    pub(crate) first_at: DateTime<Utc>,
    pub(crate) last_at: DateTime<Utc>,
}

/// What is not saved yet.
pub(crate) type Unsaved = HashMap<Contact, Counts>;

impl Counts {
    /// These and those that came later.
    pub(crate) fn and_later(&self, later: &Self) -> Self {
        Self {
            count: self.count + later.count,
            unanswered: self.unanswered + later.unanswered,
            first_at: self.first_at.min(later.first_at),
            last_at: self.last_at.max(later.last_at),
        }
    }
}

/// Whether it leads to this computer.
pub(crate) fn is_local(host: &str) -> bool {
    let address = host.parse::<IpAddr>();
    host == "localhost"
        || host.ends_with(".localhost")
        || address.is_ok_and(|address| address.is_loopback())
}
