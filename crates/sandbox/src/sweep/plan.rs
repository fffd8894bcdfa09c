//! What is due at a time, and when the next deadline is. Pure.

use chrono::{DateTime, Months, TimeDelta, Utc};
use uuid::Uuid;

use super::idle;
use crate::state::temporary;
use crate::state::{Action, Branch, Operation, PlatformState, Project, Status};

/// How long the operations of a purged project can still be read.
const PURGED_RETENTION: TimeDelta = TimeDelta::days(1);
/// How long an operation can be read, as the platform keeps them.
const OPERATION_RETENTION: Months = Months::new(6);
/// How long after it failed a deadline's operation is begun again.
const RETRY_AFTER: TimeDelta = TimeDelta::hours(1);
/// How many of a project's last operations are searched for that one. A project can have thousands,
/// and every plan visits every project.
const LAST_OPERATIONS: usize = 200;

/// Something whose deadline has passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Due {
    /// A claim was begun and not finished: the database can be claimed again.
    ReleaseClaim { id: Uuid, project_id: String },
    /// A temporary database has expired.
    Expire { project_id: String },
    /// A deleted project can no longer be recovered.
    Purge { project_id: String },
    /// The last records of a purged project are deleted.
    Forget { project_id: String },
    /// A deleted branch can no longer be recovered.
    PurgeBranch {
        project_id: String,
        branch_id: String,
    },
    /// A branch has reached its own expiry time.
    ExpireBranch {
        project_id: String,
        branch_id: String,
    },
    /// A snapshot is not kept any longer.
    ExpireSnapshot {
        project_id: String,
        branch_id: String,
    },
    /// A branch's schedule wants a snapshot.
    TakeSnapshot {
        project_id: String,
        branch_id: String,
    },
    /// Nobody has used a branch for long.
    Archive {
        project_id: String,
        branch_id: String,
    },
    /// Nobody has used a project for long.
    Detach { project_id: String },
    /// Operations are older than the platform keeps them.
    ForgetOperations { ids: Vec<String> },
}

/// What is due, and the next deadline.
#[derive(Debug)]
pub struct Plan {
    pub due: Vec<Due>,
    pub next: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
}

pub fn plan(state: &PlatformState, now: DateTime<Utc>) -> Plan {
    let mut plan = Plan::empty(now);
    for project in state.projects.values() {
        plan.project(state, project);
    }
    plan
}

/// Whether it is still due when it is about to be done, in a later transaction than the plan.
pub fn is_due(state: &PlatformState, now: DateTime<Utc>, project_id: &str, due: &Due) -> bool {
    let mut plan = Plan::empty(now);
    if let Some(project) = state.projects.get(project_id) {
        plan.project(state, project);
    }
    plan.due.contains(due)
}

/// Returns true for a branch that the platform keeps although it has an expiry time.
pub fn keeps(branch: &Branch) -> bool {
    branch.default || branch.protected
}

impl Plan {
    fn empty(now: DateTime<Utc>) -> Self {
        Self {
            due: Vec::new(),
            next: None,
            now,
        }
    }

    fn project(&mut self, state: &PlatformState, project: &Project) {
        let project_id = project.id.clone();
        self.old_operations(state, project);
        if let Some(purged) = project.purged_at {
            return self.at(purged + PURGED_RETENTION, Due::Forget { project_id });
        }
        if let Some(until) = project.recoverable_until() {
            let until = self.not_before(state, project, None, Action::DeleteTenant, until);
            return self.at(until, Due::Purge { project_id });
        }
        self.temporary(state, project);
        for branch in state.all_branches_of(&project.id) {
            self.branch(state, project, branch);
        }
        if let Some(at) = idle::detach_at(state, project) {
            let at = self.not_before(state, project, None, Action::TenantDetach, at);
            self.at(at, Due::Detach { project_id });
        }
    }

    fn temporary(&mut self, state: &PlatformState, project: &Project) {
        let Some(it) = state.temporary_of(&project.id) else {
            return;
        };
        let project_id = project.id.clone();
        match it.due(self.now) {
            temporary::Due::Nothing => self.later(it.next_due()),
            temporary::Due::ReleaseClaim => self.due.push(Due::ReleaseClaim {
                id: it.id,
                project_id,
            }),
            temporary::Due::Expire => self.due.push(Due::Expire { project_id }),
        }
    }

    fn branch(&mut self, state: &PlatformState, project: &Project, branch: &Branch) {
        let (project_id, branch_id) = (project.id.clone(), branch.id.clone());
        if let Some(deleted) = &branch.deleted {
            let action = Action::DeleteTimeline;
            let at = self.not_before(state, project, Some(&branch.id), action, deleted.until);
            return self.at(
                at,
                Due::PurgeBranch {
                    project_id,
                    branch_id,
                },
            );
        }
        if branch.snapshot.is_some() {
            if let Some(at) = branch.expires_at {
                self.at(
                    at,
                    Due::ExpireSnapshot {
                        project_id,
                        branch_id,
                    },
                );
            }
            return;
        }
        if let Some(at) = branch.next_snapshot() {
            let (project_id, branch_id) = (project_id.clone(), branch_id.clone());
            self.at(
                at,
                Due::TakeSnapshot {
                    project_id,
                    branch_id,
                },
            );
        }
        // The platform deletes no branch that has children. Once they are gone, a later plan has it.
        let lasting = || keeps(branch) || state.has_children(branch);
        if let Some(at) = branch.expires_at.filter(|_| !lasting()) {
            let (project_id, branch_id) = (project_id.clone(), branch_id.clone());
            self.at(
                at,
                Due::ExpireBranch {
                    project_id,
                    branch_id,
                },
            );
        }
        if let Some(at) = idle::archive_at(state, project, branch, self.now) {
            let action = Action::TimelineArchive;
            let at = self.not_before(state, project, Some(&branch.id), action, at);
            self.at(
                at,
                Due::Archive {
                    project_id,
                    branch_id,
                },
            );
        }
    }

    /// The operations of a project are in the order of their creation, so the old ones come first.
    fn old_operations(&mut self, state: &PlatformState, project: &Project) {
        let Some(past) = self.now.checked_sub_months(OPERATION_RETENTION) else {
            return;
        };
        let is_old = |it: &&Operation| it.created_at <= past && it.status.is_terminal();
        let old = state.operations_of(&project.id).take_while(is_old);
        let ids: Vec<String> = old.map(|it| it.id.clone()).collect();
        if !ids.is_empty() {
            self.due.push(Due::ForgetOperations { ids });
        }
    }

    /// When a deadline counts, given the last operation that was begun for it: at `at` after none or a
    /// finished one, later after a failed one, and not now while one is open.
    fn not_before(
        &self,
        state: &PlatformState,
        project: &Project,
        branch_id: Option<&str>,
        action: Action,
        at: DateTime<Utc>,
    ) -> DateTime<Utc> {
        if at > self.now {
            return at;
        }
        let mut last = state.operations_of(&project.id).rev().take(LAST_OPERATIONS);
        let last = last.find(|it| it.action == action && it.branch_id.as_deref() == branch_id);
        match last.map(|it| (it.status, it.updated_at)) {
            None | Some((Status::Finished, _)) => at,
            Some((status, ended)) if status.is_terminal() => at.max(ended + RETRY_AFTER),
            Some(_) => self.now + RETRY_AFTER,
        }
    }

    fn at(&mut self, at: DateTime<Utc>, due: Due) {
        if at <= self.now {
            self.due.push(due);
        } else {
            self.later(Some(at));
        }
    }

    fn later(&mut self, at: Option<DateTime<Utc>>) {
        self.next = self.next.into_iter().chain(at).min();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::state::Record;

    fn at(days: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap() + TimeDelta::days(days)
    }

    /// A project with a branch, a compute and three operations; without a port it was only filled
    /// in.
    fn put(state: &mut PlatformState, number: usize, port: Option<u16>) {
        let (project, branch) = (format!("p-{number:05}"), format!("b-{number:05}"));
        let times = json!({"created_at": at(0), "updated_at": at(0)});
        let with = |mut it: serde_json::Value| {
            let fields = it.as_object_mut().unwrap();
            fields.extend(times.as_object().unwrap().clone());
            it
        };
        state.apply(Record::Project(
            serde_json::from_value(with(json!({
                "id": project, "name": "x", "organization_id": "o",
            })))
            .unwrap(),
        ));
        state.apply(Record::Branch(
            serde_json::from_value(with(json!({
                "id": branch, "project_id": project, "name": "main", "state": "ready",
                "default": true, "state_changed_at": at(0),
            })))
            .unwrap(),
        ));
        state.apply(Record::Endpoint(
            serde_json::from_value(with(json!({
                "id": format!("e-{number:05}"), "project_id": project, "branch_id": branch,
                "port": port, "state": "idle", "transfer_bytes": 0,
            })))
            .unwrap(),
        ));
        for order in 0..3 {
            state.apply(Record::Operation(
                serde_json::from_value(json!({
                    "id": format!("{number}-{order}"), "project_id": project,
                    "action": "start_compute", "status": "finished", "chain": "c", "task": "note",
                    "created_at": at(0) + TimeDelta::microseconds(order), "updated_at": at(0),
                }))
                .unwrap(),
            ));
        }
    }

    #[test]
    fn a_plan_over_ten_thousand_projects_finds_what_is_due_and_when_to_plan_again() {
        let mut state = PlatformState::default();
        for number in 0..10_000 {
            put(&mut state, number, (number == 7).then_some(20_007));
        }
        let begun = std::time::Instant::now();
        let calm = plan(&state, at(1));
        println!("a plan takes {:?}", begun.elapsed());
        assert_eq!(
            (calm.due.as_slice(), calm.next),
            ([].as_slice(), Some(at(30)))
        );

        let detached = Due::Detach {
            project_id: "p-00007".into(),
        };
        assert_eq!(plan(&state, at(30)).due, std::slice::from_ref(&detached));
        assert!(is_due(&state, at(30), "p-00007", &detached));
        assert!(!is_due(&state, at(29), "p-00007", &detached));
        assert!(!is_due(&state, at(30), "p-00008", &detached));
        let forgotten = plan(&state, at(190)).due;
        assert_eq!(forgotten.len(), 10_001, "the operations of all of them");
    }
}
