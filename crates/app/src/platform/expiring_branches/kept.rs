//! The branches that expire.

use std::collections::HashMap;
use std::sync::Mutex;

use chrono::{DateTime, Utc};

use crate::base::guard::lock;

/// The branches that expire, by account and project, as the last complete list of a project's branches had them.
#[derive(Debug, Default)]
pub(crate) struct ExpiringBranches(Mutex<HashMap<(String, String), Vec<Expiring>>>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expiring {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) at: DateTime<Utc>,
}

impl ExpiringBranches {
    /// Keeps what the last list of a project had. Returns what the list before had.
    pub(crate) fn replace(
        &self,
        account: &str,
        project: &str,
        expiring: Vec<Expiring>,
    ) -> Vec<Expiring> {
        let key = (account.to_owned(), project.to_owned());
        lock(&self.0).insert(key, expiring).unwrap_or_default()
    }
}
