//! What is known of the open operations in this run, by account and project. The store has what must outlive it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::sync::{Notify, OnceCell};

use super::diff::has_failed;
use crate::base::guard::lock;
use crate::platform::operation_watch::schedule::{self, Look, Outage, Spent, Watched};
use crate::store::Tracked;

/// The open operations, and the reads of them.
#[derive(Debug, Default)]
pub(crate) struct Operations {
    accounts: Mutex<BTreeMap<String, Account>>,
    wake: Arc<Notify>,
    /// Set once those of an earlier run are among them.
    pub(crate) recovered: OnceCell<()>,
    /// Serialises updates, so that they are published in the order in which they were read.
    pub(crate) turn: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Account {
    projects: BTreeMap<String, Project>,
    /// As [`Spent::paid_until`].
    paid_until: Duration,
    outage: Option<Outage>,
    /// It has no address or its key was refused: nothing is asked until something changes.
    is_asleep: bool,
}

#[derive(Debug, Default)]
struct Project {
    open: BTreeMap<String, Tracked>,
    clicked_at: Option<Duration>,
    looked_at: Option<Duration>,
    failures: u32,
    /// A read of it is under way.
    is_looked_at: bool,
    last: Last,
}

/// What the last read of a project found out for the next one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Last {
    /// How many requests it took.
    pub(crate) requests: u32,
    /// The position in the list of the oldest followed operation: the next first page has to reach as far.
    pub(crate) depth: usize,
    /// How many were fetched one by one so far, so that each read begins with others.
    pub(crate) singly: usize,
}

/// How a read ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Ended {
    Seen,
    /// The platform could not be reached, or did not answer: that concerns all projects of the account.
    Silent,
    /// It answered something that cannot be used: that concerns this project.
    Failed,
    /// The key's budget is used up, or the key was refused: no reason to read this project less often.
    Held,
}

impl Operations {
    /// Something changed, such as an address or a key: accounts that could not be asked may be asked again.
    pub(crate) fn wake(&self) {
        for account in lock(&self.accounts).values_mut() {
            account.is_asleep = false;
        }
        self.wake.notify_one();
    }

    /// Notified when the watcher has to plan again.
    pub(crate) fn waker(&self) -> Arc<Notify> {
        Arc::clone(&self.wake)
    }

    /// Has the watcher plan again, as there are more operations to read.
    pub(crate) fn look(&self) {
        self.wake.notify_one();
    }

    /// The platform answered some request of this account, so an outage is over.
    pub(crate) fn heard(&self, account_id: &str) {
        let mut accounts = lock(&self.accounts);
        let account = accounts.get_mut(account_id);
        if account.is_some_and(|account| account.outage.take().is_some()) {
            self.wake.notify_one();
        }
    }

    /// Every operation that is followed.
    pub(crate) fn open(&self) -> Vec<Tracked> {
        let accounts = lock(&self.accounts);
        let projects = accounts.values().flat_map(|it| it.projects.values());
        projects.flat_map(|it| it.open.values().cloned()).collect()
    }

    /// The open operation with this id.
    pub(crate) fn find(&self, account: &str, project: &str, id: &str) -> Option<Tracked> {
        let accounts = lock(&self.accounts);
        let project = accounts.get(account)?.projects.get(project)?;
        project.open.get(id).cloned()
    }

    /// Keeps operations as they are now, and drops those that have ended. `seen_at` is when they came with a reply, which
    /// counts as a read; `clicked` is whether a click began them.
    pub(crate) fn keep(&self, rows: Vec<Tracked>, seen_at: Option<Duration>, clicked: bool) {
        let mut accounts = lock(&self.accounts);
        for row in rows {
            let account = accounts.entry(row.account_id.clone()).or_default();
            if row.ended_at.is_some() {
                if let Some(project) = account.projects.get_mut(&row.project_id) {
                    project.open.remove(&row.id);
                }
                continue;
            }
            let project = account.projects.entry(row.project_id.clone()).or_default();
            project.open.insert(row.id.clone(), row);
            project.looked_at = project.looked_at.max(seen_at);
            if clicked {
                project.clicked_at = seen_at;
            }
        }
        for account in accounts.values_mut() {
            let projects = &mut account.projects;
            // One that is being read stays: the end of that read has to find it.
            projects.retain(|_, it| !it.open.is_empty() || it.is_looked_at);
        }
    }

    /// The accounts that may be asked.
    pub(crate) fn awake(&self) -> Vec<String> {
        let accounts = lock(&self.accounts);
        let awake = accounts
            .iter()
            .filter(|(_, account)| !account.is_asleep && !account.projects.is_empty());
        awake.map(|(id, _)| id.clone()).collect()
    }

    /// This account cannot be asked until [`Operations::wake`].
    pub(crate) fn sleep(&self, account_id: &str) {
        if let Some(account) = lock(&self.accounts).get_mut(account_id) {
            account.is_asleep = true;
            account.outage = None;
        }
    }

    /// This account is gone.
    pub(crate) fn forget(&self, account_id: &str) {
        lock(&self.accounts).remove(account_id);
    }

    /// The next reads of an account in their order, and how many are under way.
    pub(crate) fn next_looks(
        &self,
        account_id: &str,
        now: DateTime<Utc>,
        elapsed: Duration,
        spent: Spent,
    ) -> (Vec<Look>, usize) {
        let accounts = lock(&self.accounts);
        let Some(account) = accounts.get(account_id) else {
            return (Vec::new(), 0);
        };
        let (under_way, waiting): (Vec<_>, Vec<_>) = account
            .projects
            .iter()
            .partition(|(_, project)| project.is_looked_at);
        // During an outage a single read finds out whether it is over.
        if account.outage.is_some() && !under_way.is_empty() {
            return (Vec::new(), under_way.len());
        }
        let waiting = waiting.into_iter().filter(|(_, it)| !it.open.is_empty());
        let watched: Vec<_> = waiting.map(|(id, it)| it.watched(id, now)).collect();
        let spent = Spent {
            paid_until: account.paid_until,
            outage: account.outage,
            ..spent
        };
        let looks = schedule::next_looks(elapsed, &watched, &spent);
        (looks, under_way.len())
    }

    /// Marks a read as begun; returns what it looks for and what the last one found out. How many requests it takes is
    /// not known yet, so it is charged for as many as the last one took, and [`Operations::end`] adds the rest.
    pub(crate) fn begin(
        &self,
        account_id: &str,
        project_id: &str,
        now: Duration,
    ) -> Option<(Vec<Tracked>, Last)> {
        let mut accounts = lock(&self.accounts);
        let account = accounts.get_mut(account_id)?;
        let project = account.projects.get_mut(project_id)?;
        project.is_looked_at = true;
        project.looked_at = Some(now);
        account.paid_until = schedule::paid(account.paid_until, now, project.cost());
        Some((project.open.values().cloned().collect(), project.last))
    }

    /// Marks the read that began at `began` as ended.
    pub(crate) fn end(
        &self,
        account_id: &str,
        project_id: &str,
        ended: Ended,
        last: Last,
        began: Duration,
        now: Duration,
    ) {
        let mut accounts = lock(&self.accounts);
        let Some(account) = accounts.get_mut(account_id) else {
            return;
        };
        if let Some(project) = account.projects.get_mut(project_id) {
            // What `begin` charged too much is not given back: the pace is only an estimate.
            let more = last.requests.saturating_sub(project.cost());
            account.paid_until = schedule::paid(account.paid_until, now, more);
            project.is_looked_at = false;
            project.failures = match ended {
                Ended::Seen => 0,
                Ended::Failed => project.failures.saturating_add(1),
                Ended::Silent | Ended::Held => project.failures,
            };
            if ended == Ended::Seen {
                project.last = last;
            }
            if project.open.is_empty() {
                account.projects.remove(project_id);
            }
        }
        if ended == Ended::Silent {
            account.outage = Some(match account.outage {
                // It was under way when the outage was noticed: the same failure, which must not double the wait again.
                Some(outage) if began < outage.noticed_at => outage,
                Some(outage) => Outage {
                    noticed_at: now,
                    failures: outage.failures.saturating_add(1),
                },
                None => Outage {
                    noticed_at: now,
                    failures: 1,
                },
            });
        }
    }
}

impl Project {
    fn cost(&self) -> u32 {
        self.last.requests.max(1)
    }

    fn watched(&self, id: &str, now: DateTime<Utc>) -> Watched {
        // A failed operation can wait hours for its retry. Its age must not slow down the reads for one that still runs.
        let failed = |row: &&Tracked| has_failed(&row.seen.status);
        let all_failed = self.open.values().all(|row| failed(&row));
        let youngest = self.open.values().filter(|row| all_failed || !failed(row));
        let youngest = youngest.map(|row| row.tracked_at).max();
        Watched {
            project: id.to_owned(),
            age: youngest
                .and_then(|at| (now - at).to_std().ok())
                .unwrap_or_default(),
            all_failed,
            clicked_at: self.clicked_at,
            looked_at: self.looked_at,
            failures: self.failures,
            cost: self.cost(),
        }
    }
}
