//! Branches with an expiration: the platform deletes them by itself, so nobody's click puts that into the log.

use std::collections::HashMap;
use std::sync::Mutex;

use chrono::{DateTime, Utc};

use crate::base::guard::lock;
use crate::view::BranchView;

/// The branches that expire, by account and project, as the last complete list of a project's branches had them.
#[derive(Debug, Default)]
pub(crate) struct ExpiringBranches(Mutex<HashMap<(String, String), Vec<Expiring>>>);

/// A branch with its expiration.
#[derive(Clone, Debug)]
pub(crate) struct Expiring {
    id: String,
    pub(crate) name: String,
    at: DateTime<Utc>,
}

impl ExpiringBranches {
    /// Takes a complete list of a project's branches. Returns the branches that are gone since the list before and whose
    /// expiration is not after `now`.
    pub(crate) fn expired(
        &self,
        account: &str,
        project: &str,
        branches: &[BranchView],
        now: DateTime<Utc>,
    ) -> Vec<Expiring> {
        let there = || branches.iter().filter(|it| it.deleted_at.is_none());
        let expiring = there().filter_map(|it| {
            it.expires_at.map(|at| Expiring {
                id: it.id.clone(),
                name: it.name.clone(),
                at,
            })
        });
        let key = (account.to_owned(), project.to_owned());
        let before = lock(&self.0).insert(key, expiring.collect());
        let gone = before.unwrap_or_default().into_iter();
        gone.filter(|it| it.at <= now && there().all(|branch| branch.id != it.id))
            .collect()
    }
}
