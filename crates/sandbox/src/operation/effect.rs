//! What operations change in the catalogue.

use chrono::{DateTime, TimeDelta, Utc};

use crate::world::{
    Action, Branch, BranchState, Change, Database, Endpoint, EndpointState, Gone, Operation,
    Project, Role, Row, Task, World,
};

/// The rows of an operation's end, decided on the world of that moment.
pub type Effect = Box<dyn FnOnce(&World) -> Vec<Row> + Send>;

pub fn nothing() -> Effect {
    Box::new(|_| Vec::new())
}

/// Of two that touch different records.
pub fn both(one: Effect, other: Effect) -> Effect {
    Box::new(move |world| {
        let mut rows = one(world);
        rows.extend(other(world));
        rows
    })
}

/// What must not stay in between when an operation ends without its work.
pub fn abandoned(operation: &Operation, now: DateTime<Utc>) -> Effect {
    let (branch_id, endpoint_id) = (operation.branch_id.clone(), operation.endpoint_id.clone());
    match operation.task {
        Task::Restore {
            ref preserve_as, ..
        } => {
            let kept = preserve_as.clone();
            Box::new(move |world| {
                let resetting = branch_id.filter(|id| {
                    let found = world.branches.get(id);
                    found.is_some_and(|it| it.state == BranchState::Resetting)
                });
                let mut rows = in_state(world, resetting, BranchState::Ready, now);
                // Nothing came to be kept there.
                let unborn = kept.filter(|id| {
                    let found = world.branches.get(id);
                    found.is_some_and(|it| it.state == BranchState::Init)
                });
                rows.extend(unborn.map(|id| Row::Gone(Gone::Branch(id))));
                rows
            })
        }
        Task::StartCompute => Box::new(move |world| {
            let found = endpoint_id.and_then(|id| world.endpoints.get(&id));
            let unborn = found.filter(|it| it.state == EndpointState::Init);
            let idle = unborn.map(|it| {
                Row::Endpoint(Endpoint {
                    state: EndpointState::Idle,
                    updated_at: now,
                    ..it.clone()
                })
            });
            idle.into_iter().collect()
        }),
        Task::ApplyConfig(ref changes) => {
            let changes = changes.clone();
            Box::new(move |world| {
                let branch_id = branch_id.unwrap_or_default();
                undone(world, &branch_id, &changes, now)
            })
        }
        _ => nothing(),
    }
}

/// What was shown from its call on and did not come to be, as it was before. Should a part of it
/// be in the database after all, the next look at that finds it.
fn undone(world: &World, branch_id: &str, changes: &[Change], now: DateTime<Utc>) -> Vec<Row> {
    let named = |name: &str| (branch_id.to_owned(), name.to_owned());
    let gone = |name: &str| {
        Row::Gone(Gone::Database {
            branch_id: branch_id.to_owned(),
            name: name.to_owned(),
        })
    };
    let mut rows = Vec::new();
    // The database that is changed, under its present name.
    let mut edited: Option<Database> = None;
    for change in changes.iter().rev() {
        match change {
            Change::CreateRole { name, .. } if world.roles.contains_key(&named(name)) => {
                rows.push(Row::Gone(Gone::Role {
                    branch_id: branch_id.to_owned(),
                    name: name.clone(),
                }));
            }
            Change::CreateDatabase { name, .. } => rows.push(gone(name)),
            Change::OwnDatabase {
                name,
                was: Some(owner),
                ..
            } => {
                let found = edited.or_else(|| world.databases.get(&named(name)).cloned());
                edited = found.map(|it| Database {
                    owner: owner.clone(),
                    updated_at: now,
                    ..it
                });
            }
            Change::RenameDatabase { from, to } => {
                let found = edited.or_else(|| world.databases.get(&named(to)).cloned());
                rows.push(gone(to));
                edited = found.map(|it| Database {
                    name: from.clone(),
                    updated_at: now,
                    ..it
                });
            }
            _ => {}
        }
    }
    rows.extend(edited.map(Row::Database));
    rows
}

/// Data that was removed: the branches that led to it go too, and of a deleted project only its
/// operations stay for a while.
pub fn removed(operation: &Operation, branch_ids: Vec<String>, now: DateTime<Utc>) -> Effect {
    let (action, project_id) = (operation.action, operation.project_id.clone());
    Box::new(move |world| {
        let gone = branch_ids
            .into_iter()
            .filter(|id| world.branches.contains_key(id));
        let mut rows: Vec<Row> = gone.map(|id| Row::Gone(Gone::Branch(id))).collect();
        let project = world.projects.get(&project_id);
        if let Some(it) = project.filter(|it| it.deleted_at.is_some())
            && action == Action::DeleteTenant
        {
            rows.push(Row::Gone(Gone::AuthIntegration(project_id)));
            rows.push(Row::Project(Project {
                purged_at: Some(now),
                ..it.clone()
            }));
        }
        rows
    })
}

/// Housekeeping that shows in the records of branch and project.
pub fn note(operation: &Operation, now: DateTime<Utc>) -> Effect {
    let (action, branch_id) = (operation.action, operation.branch_id.clone());
    let project_id = operation.project_id.clone();
    Box::new(move |world| match action {
        Action::TimelineArchive => in_state(world, branch_id, BranchState::Archived, now),
        Action::TimelineUnarchive => in_state(world, branch_id, BranchState::Ready, now),
        Action::TenantDetach => detached(world, &project_id, Some(now)),
        Action::TenantAttach | Action::TenantReattach => detached(world, &project_id, None),
        _ => Vec::new(),
    })
}

fn in_state(
    world: &World,
    branch_id: Option<String>,
    state: BranchState,
    now: DateTime<Utc>,
) -> Vec<Row> {
    let found = branch_id.and_then(|id| world.branches.get(&id));
    let changed = found.map(|it| {
        Row::Branch(Branch {
            state,
            state_changed_at: now,
            updated_at: now,
            ..it.clone()
        })
    });
    changed.into_iter().collect()
}

fn detached(world: &World, project_id: &str, at: Option<DateTime<Utc>>) -> Vec<Row> {
    let found = world.projects.get(project_id).cloned();
    let changed = found.map(|mut it| {
        it.detached_at = at;
        Row::Project(it)
    });
    changed.into_iter().collect()
}

/// What there was to do for a branch's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Data {
    Made,
    /// There are no servers.
    Unmade,
}

pub fn ready(branch_id: String, now: DateTime<Utc>, data: Data, lsn: Option<String>) -> Effect {
    Box::new(move |world| {
        let found = world.branches.get(&branch_id).cloned();
        let changed = found.map(|it| {
            Row::Branch(Branch {
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

pub fn restored(
    from: String,
    branch_id: String,
    preserve_as: Option<String>,
    now: DateTime<Utc>,
    data: Data,
    lsn: String,
) -> Effect {
    Box::new(move |world| {
        let Some(it) = world.branches.get(&branch_id) else {
            return Vec::new();
        };
        let mut rows = preserved(world, it, preserve_as, now, data);
        rows.extend(world.inherited(&from, &branch_id, now));
        let ttl = it.ttl_interval_seconds.and_then(TimeDelta::try_seconds);
        let expires_at = ttl.and_then(|ttl| now.checked_add_signed(ttl));
        rows.push(Row::Branch(Branch {
            state: BranchState::Ready,
            state_changed_at: now,
            updated_at: now,
            last_reset_at: Some(now),
            parent_id: Some(from),
            parent_lsn: Some(lsn),
            parent_timestamp: None,
            init_source: Some("parent-data".into()),
            expires_at: expires_at.or(it.expires_at),
            unmade: data == Data::Unmade,
            ..it.clone()
        }));
        rows
    })
}

/// The branch that now has the data takes the place in the tree, with the children.
fn preserved(
    world: &World,
    before: &Branch,
    preserve_as: Option<String>,
    now: DateTime<Utc>,
    data: Data,
) -> Vec<Row> {
    let Some(kept) = preserve_as.and_then(|id| world.branches.get(&id)) else {
        return Vec::new();
    };
    let children = world.all_branches_of(&before.project_id);
    let children = children.filter(|it| it.parent_id.as_ref() == Some(&before.id));
    let mut rows: Vec<Row> = children
        .filter(|it| it.id != kept.id)
        .map(|it| {
            Row::Branch(Branch {
                parent_id: Some(kept.id.clone()),
                ..it.clone()
            })
        })
        .collect();
    rows.push(Row::Branch(Branch {
        state: BranchState::Ready,
        state_changed_at: now,
        updated_at: now,
        unmade: data == Data::Unmade,
        ..kept.clone()
    }));
    rows
}

/// A branch whose server runs has its data.
pub fn started(endpoint_id: String, now: DateTime<Utc>) -> Effect {
    Box::new(move |world| {
        let Some(it) = world.endpoints.get(&endpoint_id) else {
            return Vec::new();
        };
        let branch = world.branches.get(&it.branch_id);
        let unborn = branch.filter(|branch| branch.state == BranchState::Init);
        let mut rows = in_state(
            world,
            unborn.map(|branch| branch.id.clone()),
            BranchState::Ready,
            now,
        );
        rows.push(Row::Endpoint(Endpoint {
            state: EndpointState::Active,
            started_at: Some(now),
            last_active: Some(now),
            updated_at: now,
            ..it.clone()
        }));
        rows
    })
}

/// The server that an operation woke for its own work is awake for people, too.
pub fn woken(endpoint_id: String, now: DateTime<Utc>) -> Effect {
    Box::new(move |world| {
        let found = world.endpoints.get(&endpoint_id);
        match found.map(|it| it.state) {
            None | Some(EndpointState::Active) => Vec::new(),
            Some(_) => started(endpoint_id, now)(world),
        }
    })
}

pub fn suspended(endpoint_id: String, now: DateTime<Utc>) -> Effect {
    Box::new(move |world| {
        let found = world.endpoints.get(&endpoint_id).cloned();
        let changed = found.map(|it| {
            Row::Endpoint(Endpoint {
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
    Box::new(move |world| {
        let one = |change| match change {
            Change::DropRole { name } => Some(Row::Gone(Gone::Role {
                branch_id: branch_id.clone(),
                name,
            })),
            Change::DropDatabase { name } => Some(Row::Gone(Gone::Database {
                branch_id: branch_id.clone(),
                name,
            })),
            Change::SetPassword { role, password } => {
                let found = world.roles.get(&(branch_id.clone(), role)).cloned()?;
                Some(Row::Role(Role {
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
