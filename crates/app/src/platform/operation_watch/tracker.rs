//! What is known of the open operations in this run, by account and project. The store has what must outlive it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::sync::{Notify, OnceCell};

use super::state::has_failed;
use crate::base::guard::lock;
use crate::platform::operation_watch::schedule::{self, Outage, Poll, RateState, WatchedProject};
use crate::store::Tracked;

/// The open operations, and the reads of them.
#[derive(Debug, Default)]
pub(crate) struct OperationTracker {
    accounts: Mutex<BTreeMap<String, AccountState>>,
    wake: Arc<Notify>,
    /// Set once those of an earlier run are among them.
    pub(crate) recovered: OnceCell<()>,
    /// Serialises updates, so that they are published in the order in which they were read.
    pub(crate) report_lock: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct AccountState {
    projects: BTreeMap<String, ProjectState>,
    /// As [`RateState::paid_until`].
    paid_until: Duration,
    outage: Option<Outage>,
    /// When the first read of that outage began.
    unreachable_since: Option<Duration>,
    /// It has no address or its key was refused: nothing is asked until something changes.
    is_suspended: bool,
}

#[derive(Debug, Default)]
struct ProjectState {
    open: BTreeMap<String, Tracked>,
    clicked_at: Option<Duration>,
    polled_at: Option<Duration>,
    failures: u32,
    /// A read of it is under way.
    is_polling: bool,
    hints: PollHints,
}

/// What the last read of a project found out for the next one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PollHints {
    /// How many requests it took.
    pub(crate) requests: u32,
    /// The position in the list of the oldest followed operation: the next first page has to reach as far.
    pub(crate) depth: usize,
    /// How many were fetched one by one so far, so that each read begins with others.
    pub(crate) singly: usize,
}

/// How a read ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum PollOutcome {
    Answered,
    /// The platform could not be reached, or did not answer: that concerns all projects of the account.
    Unreachable,
    /// It answered something that cannot be used: that concerns this project.
    Failed,
    /// The key's budget is used up, or the key was refused: no reason to read this project less often.
    Blocked,
}

impl OperationTracker {
    /// Something changed, such as an address or a key: accounts that could not be asked may be asked again.
    pub(crate) fn resume_accounts(&self) {
        for account in lock(&self.accounts).values_mut() {
            account.is_suspended = false;
        }
        self.wake.notify_one();
    }

    /// Notified when the watcher has to plan again.
    pub(crate) fn waker(&self) -> Arc<Notify> {
        Arc::clone(&self.wake)
    }

    /// Has the watcher plan again, as there are more operations to read.
    pub(crate) fn wake_watcher(&self) {
        self.wake.notify_one();
    }

    /// The platform answered some request of this account, so an outage is over.
    pub(crate) fn end_outage(&self, account_id: &str) {
        let mut accounts = lock(&self.accounts);
        let account = accounts.get_mut(account_id);
        if account.is_some_and(|account| account.outage.take().is_some()) {
            self.wake.notify_one();
        }
    }

    /// Since when the platform could not be reached, while it cannot.
    pub(crate) fn unreachable_since(&self, account_id: &str) -> Option<Duration> {
        let accounts = lock(&self.accounts);
        let account = accounts.get(account_id)?;
        account.outage.and(account.unreachable_since)
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
    pub(crate) fn update(&self, rows: Vec<Tracked>, seen_at: Option<Duration>, clicked: bool) {
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
            project.polled_at = project.polled_at.max(seen_at);
            if clicked {
                project.clicked_at = seen_at;
            }
        }
        for account in accounts.values_mut() {
            let projects = &mut account.projects;
            // One that is being read stays: the end of that read has to find it.
            projects.retain(|_, it| !it.open.is_empty() || it.is_polling);
        }
    }

    /// The accounts that may be asked.
    pub(crate) fn pollable_accounts(&self) -> Vec<String> {
        let accounts = lock(&self.accounts);
        let pollable = accounts
            .iter()
            .filter(|(_, account)| !account.is_suspended && !account.projects.is_empty());
        pollable.map(|(id, _)| id.clone()).collect()
    }

    /// This account cannot be asked until [`OperationTracker::resume_accounts`].
    pub(crate) fn suspend(&self, account_id: &str) {
        if let Some(account) = lock(&self.accounts).get_mut(account_id) {
            account.is_suspended = true;
            account.outage = None;
        }
    }

    /// This account is gone.
    pub(crate) fn forget(&self, account_id: &str) {
        lock(&self.accounts).remove(account_id);
    }

    /// The next reads of an account in their order, and how many are under way.
    pub(crate) fn next_polls(
        &self,
        account_id: &str,
        now: DateTime<Utc>,
        elapsed: Duration,
        rate: RateState,
    ) -> (Vec<Poll>, usize) {
        let accounts = lock(&self.accounts);
        let Some(account) = accounts.get(account_id) else {
            return (Vec::new(), 0);
        };
        let (under_way, waiting): (Vec<_>, Vec<_>) = account
            .projects
            .iter()
            .partition(|(_, project)| project.is_polling);
        // During an outage a single read finds out whether it is over.
        if account.outage.is_some() && !under_way.is_empty() {
            return (Vec::new(), under_way.len());
        }
        let waiting = waiting.into_iter().filter(|(_, it)| !it.open.is_empty());
        let watched: Vec<_> = waiting.map(|(id, it)| it.watched(id, now)).collect();
        let rate = RateState {
            paid_until: account.paid_until,
            outage: account.outage,
            ..rate
        };
        let polls = schedule::next_polls(elapsed, &watched, &rate);
        (polls, under_way.len())
    }

    /// Marks a read as begun; returns what it reads and what the last one found out. How many requests it takes is
    /// not known yet, so it is charged for as many as the last one took, and [`OperationTracker::end_poll`] adds the rest.
    pub(crate) fn begin_poll(
        &self,
        account_id: &str,
        project_id: &str,
        now: Duration,
    ) -> Option<(Vec<Tracked>, PollHints)> {
        let mut accounts = lock(&self.accounts);
        let account = accounts.get_mut(account_id)?;
        let project = account.projects.get_mut(project_id)?;
        project.is_polling = true;
        project.polled_at = Some(now);
        account.paid_until = schedule::paid(account.paid_until, now, project.cost());
        Some((project.open.values().cloned().collect(), project.hints))
    }

    /// Marks the read that began at `began` as ended.
    pub(crate) fn end_poll(
        &self,
        account_id: &str,
        project_id: &str,
        outcome: PollOutcome,
        hints: PollHints,
        began: Duration,
        now: Duration,
    ) {
        let mut accounts = lock(&self.accounts);
        let Some(account) = accounts.get_mut(account_id) else {
            return;
        };
        if let Some(project) = account.projects.get_mut(project_id) {
            // What `begin_poll` charged too much is not given back: the pace is only an estimate.
            let more = hints.requests.saturating_sub(project.cost());
            account.paid_until = schedule::paid(account.paid_until, now, more);
            project.is_polling = false;
            project.failures = match outcome {
                PollOutcome::Answered => 0,
                PollOutcome::Failed => project.failures.saturating_add(1),
                PollOutcome::Unreachable | PollOutcome::Blocked => project.failures,
            };
            if outcome == PollOutcome::Answered {
                project.hints = hints;
            }
            if project.open.is_empty() {
                account.projects.remove(project_id);
            }
        }
        if outcome == PollOutcome::Unreachable {
            if account.outage.is_none() {
                account.unreachable_since = Some(began);
            }
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

impl ProjectState {
    fn cost(&self) -> u32 {
        self.hints.requests.max(1)
    }

    fn watched(&self, id: &str, now: DateTime<Utc>) -> WatchedProject {
        // A failed operation can wait hours for its retry. Its age must not slow down the reads for one that still runs.
        let failed = |row: &&Tracked| has_failed(&row.state.status);
        let all_failed = self.open.values().all(|row| failed(&row));
        let youngest = self.open.values().filter(|row| all_failed || !failed(row));
        let youngest = youngest.map(|row| row.tracked_at).max();
        WatchedProject {
            project: id.to_owned(),
            age: youngest
                .and_then(|at| (now - at).to_std().ok())
                .unwrap_or_default(),
            all_failed,
            clicked_at: self.clicked_at,
            polled_at: self.polled_at,
            failures: self.failures,
            cost: self.cost(),
        }
    }
}
