//! What operations change in the store.

use chrono::{DateTime, TimeDelta, Utc};

use super::sync_from_server::as_found;
use crate::postgres::inventory::Inventory;
use crate::state::{
    Action, Branch, BranchState, Change, Database, Delete, Endpoint, EndpointState, Operation,
    Past, PlatformState, Project, Record, Role, Task,
};

/// The rows of an operation's end, decided on the state of that moment.
pub type Effect = Box<dyn FnOnce(&PlatformState) -> Vec<Record> + Send>;

pub fn nothing() -> Effect {
    Box::new(|_| Vec::new())
}

/// Both effects in one commit; they must touch different records.
pub fn both(one: Effect, other: Effect) -> Effect {
    Box::new(move |state| {
        let mut records = one(state);
        records.extend(other(state));
        records
    })
}

/// Returns records from their transitional state when an operation is given up.
pub fn abandoned(operation: &Operation, now: DateTime<Utc>) -> Effect {
    let (branch_id, endpoint_id) = (operation.branch_id.clone(), operation.endpoint_id.clone());
    match operation.task {
        Task::Restore {
            ref preserve_as,
            last_reset_at,
            ..
        } => {
            let preserved = preserve_as.clone();
            Box::new(move |state| {
                let found = branch_id.and_then(|id| state.branches.get(&id));
                let resetting = found.filter(|it| it.state == BranchState::Resetting);
                let as_before = resetting.map(|it| {
                    Record::Branch(Branch {
                        state: BranchState::Ready,
                        state_changed_at: now,
                        updated_at: now,
                        last_reset_at,
                        ..it.clone()
                    })
                });
                let mut records: Vec<Record> = as_before.into_iter().collect();
                // This branch was to take the former data, and never got it.
                let unborn = preserved.filter(|id| {
                    let found = state.branches.get(id);
                    found.is_some_and(|it| it.state == BranchState::Init)
                });
                records.extend(unborn.map(|id| Record::Delete(Delete::Branch(id))));
                records
            })
        }
        // Nobody could ask for its data again.
        Task::CreateBranch { .. } => Box::new(move |state| {
            let found = branch_id.and_then(|id| state.branches.get(&id));
            let unborn = found.filter(|it| it.snapshot.is_some() && it.state == BranchState::Init);
            let gone = unborn.map(|it| Record::Delete(Delete::Branch(it.id.clone())));
            gone.into_iter().collect()
        }),
        Task::StartCompute => Box::new(move |state| {
            let found = endpoint_id.and_then(|id| state.endpoints.get(&id));
            let unborn = found.filter(|it| it.state == EndpointState::Init);
            let idle = unborn.map(|it| {
                Record::Endpoint(Endpoint {
                    state: EndpointState::Idle,
                    updated_at: now,
                    ..it.clone()
                })
            });
            idle.into_iter().collect()
        }),
        Task::ApplyConfig(ref changes) => {
            let changes = changes.clone();
            Box::new(move |state| {
                let branch_id = branch_id.unwrap_or_default();
                undone(state, &branch_id, &changes, now)
            })
        }
        _ => nothing(),
    }
}

/// Reverts what was shown as created when the operation began; if part of it exists on the server
/// after all, `sync_from_server` finds it.
fn undone(
    state: &PlatformState,
    branch_id: &str,
    changes: &[Change],
    now: DateTime<Utc>,
) -> Vec<Record> {
    let named = |name: &str| (branch_id.to_owned(), name.to_owned());
    let gone = |name: &str| {
        Record::Delete(Delete::Database {
            branch_id: branch_id.to_owned(),
            name: name.to_owned(),
        })
    };
    let mut records = Vec::new();
    // The database that the operation changes, by its current name.
    let mut edited: Option<Database> = None;
    for change in changes.iter().rev() {
        match change {
            Change::CreateRole { name, .. } if state.roles.contains_key(&named(name)) => {
                records.push(Record::Delete(Delete::Role {
                    branch_id: branch_id.to_owned(),
                    name: name.clone(),
                }));
            }
            Change::CreateDatabase { name, .. } => records.push(gone(name)),
            Change::OwnDatabase {
                name,
                was: Some(owner),
                ..
            } => {
                let found = edited.or_else(|| state.databases.get(&named(name)).cloned());
                edited = found.map(|it| Database {
                    owner: owner.clone(),
                    updated_at: now,
                    ..it
                });
            }
            Change::RenameDatabase { from, to } => {
                let found = edited.or_else(|| state.databases.get(&named(to)).cloned());
                records.push(gone(to));
                edited = found.map(|it| Database {
                    name: from.clone(),
                    updated_at: now,
                    ..it
                });
            }
            _ => {}
        }
    }
    records.extend(edited.map(Record::Database));
    records
}

/// After data was removed: deletes the records of its branches, and of a deleted project all but its
/// operations, which stay for a while.
pub fn removed(operation: &Operation, branch_ids: Vec<String>, now: DateTime<Utc>) -> Effect {
    let (action, project_id) = (operation.action, operation.project_id.clone());
    Box::new(move |state| {
        let gone = branch_ids
            .into_iter()
            .filter(|id| state.branches.contains_key(id));
        let mut records: Vec<Record> = gone.map(|id| Record::Delete(Delete::Branch(id))).collect();
        let project = state.projects.get(&project_id);
        if let Some(it) = project.filter(|it| it.deleted_at.is_some())
            && action == Action::DeleteTenant
        {
            let of_it = state.auth.values().filter(|it| it.project_id == project_id);
            let gone = of_it.map(|it| Delete::AuthIntegration(it.branch_id.clone()));
            records.extend(gone.map(Record::Delete));
            records.push(Record::Project(Project {
                purged_at: Some(now),
                ..it.clone()
            }));
        }
        records
    })
}

/// Housekeeping that shows in the records of branch and project.
pub fn note(operation: &Operation, now: DateTime<Utc>) -> Effect {
    let (action, branch_id) = (operation.action, operation.branch_id.clone());
    let project_id = operation.project_id.clone();
    Box::new(move |state| match action {
        Action::TimelineArchive => in_state(state, branch_id, BranchState::Archived, now),
        Action::TimelineUnarchive => in_state(state, branch_id, BranchState::Ready, now),
        Action::TenantDetach => detached(state, &project_id, Some(now)),
        Action::TenantAttach | Action::TenantReattach => detached(state, &project_id, None),
        _ => Vec::new(),
    })
}

fn in_state(
    state: &PlatformState,
    branch_id: Option<String>,
    to: BranchState,
    now: DateTime<Utc>,
) -> Vec<Record> {
    let found = branch_id.and_then(|id| state.branches.get(&id));
    let changed = found.map(|it| {
        Record::Branch(Branch {
            state: to,
            state_changed_at: now,
            updated_at: now,
            ..it.clone()
        })
    });
    changed.into_iter().collect()
}

fn detached(state: &PlatformState, project_id: &str, at: Option<DateTime<Utc>>) -> Vec<Record> {
    let found = state.projects.get(project_id).cloned();
    let changed = found.map(|mut it| {
        it.detached_at = at;
        Record::Project(it)
    });
    changed.into_iter().collect()
}

/// How making a branch's data ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Data {
    Made,
    /// There are no servers.
    Unmade,
}

pub fn ready(branch_id: String, now: DateTime<Utc>, data: Data, lsn: Option<String>) -> Effect {
    Box::new(move |state| {
        let found = state.branches.get(&branch_id).cloned();
        let changed = found.map(|it| {
            Record::Branch(Branch {
                state: BranchState::Ready,
                state_changed_at: now,
                updated_at: now,
                parent_lsn: lsn.or(it.parent_lsn.clone()),
                unmade: data == Data::Unmade,
                ..it
            })
        });
        changed.into_iter().collect()
    })
}

/// What a branch got in place of its data.
pub struct Restored {
    pub from: String,
    pub preserve_as: Option<String>,
    pub at: Option<Past>,
    pub lsn: String,
    /// The roles and databases that it had then.
    pub found: Option<Inventory>,
}

pub fn restored(source: Restored, branch_id: String, now: DateTime<Utc>, data: Data) -> Effect {
    Box::new(move |state| {
        let Some(it) = state.branches.get(&branch_id) else {
            return Vec::new();
        };
        let mut records = preserved(state, it, source.preserve_as.clone(), now, data);
        // What it was itself is the past of the branch that has its data now.
        let from_itself = source.from == branch_id;
        records.extend(match &source.found {
            Some(found) => as_found(state, &source.from, &branch_id, found, now),
            None if from_itself => Vec::new(),
            None => state.inherited(&source.from, &branch_id, now),
        });
        let parent_id = match from_itself {
            true => source.preserve_as,
            false => Some(source.from),
        };
        let parent_timestamp = match source.at {
            Some(Past::Time(at)) => Some(at),
            _ => None,
        };
        let ttl = it.ttl_interval_seconds.and_then(TimeDelta::try_seconds);
        let expires_at = ttl.and_then(|ttl| now.checked_add_signed(ttl));
        records.push(Record::Branch(Branch {
            state: BranchState::Ready,
            state_changed_at: now,
            updated_at: now,
            last_reset_at: Some(now),
            parent_id,
            parent_lsn: Some(source.lsn),
            parent_timestamp,
            init_source: Some("parent-data".into()),
            // Snapshots are taken of roots alone, by a schedule as well.
            backup_schedule: None,
            expires_at: expires_at.or(it.expires_at),
            unmade: data == Data::Unmade,
            ..it.clone()
        }));
        records
    })
}

/// The branch that keeps the former data replaces the restored one in the tree, and takes its children.
fn preserved(
    state: &PlatformState,
    before: &Branch,
    preserve_as: Option<String>,
    now: DateTime<Utc>,
    data: Data,
) -> Vec<Record> {
    let Some(preserved) = preserve_as.and_then(|id| state.branches.get(&id)) else {
        return Vec::new();
    };
    let children = state.all_branches_of(&before.project_id);
    let children = children.filter(|it| it.parent_id.as_ref() == Some(&before.id));
    let mut records: Vec<Record> = children
        .filter(|it| it.id != preserved.id)
        .map(|it| {
            Record::Branch(Branch {
                parent_id: Some(preserved.id.clone()),
                ..it.clone()
            })
        })
        .collect();
    records.push(Record::Branch(Branch {
        state: BranchState::Ready,
        state_changed_at: now,
        updated_at: now,
        unmade: data == Data::Unmade,
        ..preserved.clone()
    }));
    records
}

/// A branch whose server runs has its data.
pub fn started(endpoint_id: String, now: DateTime<Utc>) -> Effect {
    Box::new(move |state| {
        let Some(it) = state.endpoints.get(&endpoint_id) else {
            return Vec::new();
        };
        let branch = state.branches.get(&it.branch_id);
        let unborn = branch.filter(|branch| branch.state == BranchState::Init);
        let mut records = in_state(
            state,
            unborn.map(|branch| branch.id.clone()),
            BranchState::Ready,
            now,
        );
        records.push(Record::Endpoint(Endpoint {
            state: EndpointState::Active,
            started_at: Some(now),
            last_active: Some(now),
            updated_at: now,
            ..it.clone()
        }));
        records
    })
}

/// Marks the compute as active after an operation has started it.
pub fn woken(endpoint_id: String, now: DateTime<Utc>) -> Effect {
    Box::new(move |state| {
        let found = state.endpoints.get(&endpoint_id);
        match found.map(|it| it.state) {
            None | Some(EndpointState::Active) => Vec::new(),
            Some(_) => started(endpoint_id, now)(state),
        }
    })
}

pub fn suspended(endpoint_id: String, now: DateTime<Utc>) -> Effect {
    Box::new(move |state| {
        let found = state.endpoints.get(&endpoint_id).cloned();
        let changed = found.map(|it| {
            Record::Endpoint(Endpoint {
                state: EndpointState::Idle,
                suspended_at: Some(now),
                updated_at: now,
                ..it
            })
        });
        changed.into_iter().collect()
    })
}

/// Removals and passwords show once the server has them; what was added shows from its call on.
pub fn applied(branch_id: String, changes: Vec<Change>, now: DateTime<Utc>) -> Effect {
    Box::new(move |state| {
        let one = |change| match change {
            Change::DropRole { name } => Some(Record::Delete(Delete::Role {
                branch_id: branch_id.clone(),
                name,
            })),
            Change::DropDatabase { name } => Some(Record::Delete(Delete::Database {
                branch_id: branch_id.clone(),
                name,
            })),
            Change::SetPassword { role, password } => {
                let found = state.roles.get(&(branch_id.clone(), role)).cloned()?;
                Some(Record::Role(Role {
                    password: Some(password),
                    password_unknown: false,
                    login_revoked: false,
                    updated_at: now,
                    ..found
                }))
            }
            _ => None,
        };
        changes.into_iter().filter_map(one).collect()
    })
}
