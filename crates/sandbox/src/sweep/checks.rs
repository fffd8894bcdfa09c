//! The daily check of every branch with a compute: one at a time, and a server that was started for
//! it is suspended again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::time::sleep;

use super::idle::has_owner;
use crate::operation::refusal::Refusal;
use crate::operation::{self, Step, begin, housekeeping};
use crate::shared::Shared;
use crate::state::{Action, Branch, BranchState, Endpoint, PlatformState};

const CHECK_EVERY: TimeDelta = TimeDelta::days(1);
const MAX_SLEEP: Duration = Duration::from_secs(60);
const CHECK_DEADLINE: Duration = Duration::from_secs(20 * 60);

/// Until the sandbox stops.
pub async fn availability(shared: Arc<Shared>) {
    let checking = async {
        let mut moves = shared.clock.moves();
        let mut checked = LastChecks::default();
        loop {
            let now = shared.now();
            let (due, next) = shared.store.read(|state| checked.next(state, now));
            if let Some((project_id, branch_id)) = due {
                checked.0.insert(branch_id.clone(), now);
                check(&shared, &project_id, branch_id).await;
                continue;
            }
            let left = next.and_then(|at| (at - now).to_std().ok());
            tokio::select! {
                _ = moves.changed() => {}
                () = sleep(left.map_or(MAX_SLEEP, |left| left.min(MAX_SLEEP))) => {}
            }
        }
    };
    tokio::select! {
        () = shared.stop.cancelled() => {}
        () = checking => {}
    }
}

/// Waits for its end, so that the next one comes after it.
async fn check(shared: &Arc<Shared>, project_id: &str, branch_id: String) {
    if shared.servers.is_some() && !shared.folder.cluster(&branch_id).exists() {
        return;
    }
    let begun = begin(shared, project_id, move |state| {
        // The project may have been detached since it was found to be due, or the branch deleted.
        let branch = state.branches.get(&branch_id);
        let branch = branch.filter(|it| is_checked(state, it));
        let drafts = branch.map(housekeeping::check_availability);
        Ok::<_, Refusal>(Step::new(Vec::new(), drafts.into_iter().collect(), ()))
    });
    let Ok(begun) = begun.await else { return };
    let ids: Vec<String> = begun.into_iter().map(|it| it.id).collect();
    operation::wait_for_end(shared, CHECK_DEADLINE, &ids).await;
}

/// When each branch was last checked.
#[derive(Debug, Default)]
struct LastChecks(HashMap<String, DateTime<Utc>>);

impl LastChecks {
    /// The branch that has waited for longest, or else when there will be one.
    fn next(
        &mut self,
        state: &PlatformState,
        now: DateTime<Utc>,
    ) -> (Option<(String, String)>, Option<DateTime<Utc>>) {
        self.0.retain(|id, _| state.branches.contains_key(id));
        let mut first: Option<(DateTime<Utc>, &Branch)> = None;
        for branch in state.branches.values().filter(|it| is_checked(state, it)) {
            let last = self.last(state, branch);
            if first.is_none_or(|(earliest, _)| last < earliest) {
                first = Some((last, branch));
            }
        }
        match first {
            None => (None, None),
            Some((last, branch)) if last + CHECK_EVERY <= now => {
                (Some((branch.project_id.clone(), branch.id.clone())), None)
            }
            Some((last, _)) => (None, Some(last + CHECK_EVERY)),
        }
    }

    fn last(&mut self, state: &PlatformState, branch: &Branch) -> DateTime<Utc> {
        *self.0.entry(branch.id.clone()).or_insert_with(|| {
            let mut checks = state.operations_of(&branch.project_id).rev();
            let last = checks.find(|it| {
                it.action == Action::CheckAvailability && it.branch_id.as_ref() == Some(&branch.id)
            });
            last.map_or(branch.created_at, |it| it.created_at)
        })
    }
}

/// Those without a compute are let be, and what is deleted, detached or nobody's.
fn is_checked(state: &PlatformState, branch: &Branch) -> bool {
    let is_served = |it: &Endpoint| it.port.is_some() && !it.disabled && state.is_served(it);
    let project = state.projects.get(&branch.project_id);
    branch.state == BranchState::Ready
        && state.endpoint_of_branch(&branch.id).is_some_and(is_served)
        && project.is_some_and(|it| it.detached_at.is_none() && has_owner(it))
}
