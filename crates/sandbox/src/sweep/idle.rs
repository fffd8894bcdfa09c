//! When branches that nobody uses are archived, and projects detached.

use chrono::{DateTime, TimeDelta, Utc};

use crate::state::{Action, Branch, BranchState, Endpoint, EndpointState, PlatformState, Project};

/// A branch is archived when it is that old and was not used for a day.
const ARCHIVED_FROM: TimeDelta = TimeDelta::days(14);
const UNUSED_FOR: TimeDelta = TimeDelta::days(1);
const DETACHED_AFTER: TimeDelta = TimeDelta::days(30);

/// None for a branch that is never archived as things stand: the default one, a protected one, one
/// in use, one with children that are not archived, and those of projects that were only seeded.
pub fn archive_at(
    state: &PlatformState,
    project: &Project,
    branch: &Branch,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    let endpoints = || state.endpoints_of_branch(&branch.id);
    let in_use = endpoints().any(|it| it.state != EndpointState::Idle);
    let kept = branch.default || branch.protected || branch.state != BranchState::Ready || in_use;
    if kept || project.detached_at.is_some() || !has_been_started(state, project) {
        return None;
    }
    let used = endpoints().filter_map(last_used);
    let used = used
        .chain([branch.created_at, branch.state_changed_at])
        .max()?;
    let at = (branch.created_at + ARCHIVED_FROM).max(used + UNUSED_FOR);
    (at > now || !is_needed(state, branch)).then_some(at)
}

/// Whether it has a child that is not archived.
fn is_needed(state: &PlatformState, branch: &Branch) -> bool {
    let mut others = state.branches_of(&branch.project_id);
    others.any(|it| it.parent_id.as_ref() == Some(&branch.id) && it.state != BranchState::Archived)
}

/// None for a project that is never detached as things stand.
pub fn detach_at(state: &PlatformState, project: &Project) -> Option<DateTime<Utc>> {
    if project.detached_at.is_some() || !has_owner(project) || !has_been_started(state, project) {
        return None;
    }
    let mut used = project.created_at;
    for endpoint in state.endpoints_of(&project.id) {
        if endpoint.state == EndpointState::Active {
            return None;
        }
        used = used.max(last_used(endpoint).unwrap_or(endpoint.created_at));
    }
    for branch in state.branches_of(&project.id) {
        used = used.max(branch.created_at);
    }
    let attached = [Action::TenantAttach, Action::TenantReattach];
    let mut last = state.operations_of(&project.id).rev();
    let attached = last.find(|it| attached.contains(&it.action));
    used = used.max(attached.map_or(used, |it| it.updated_at));
    Some(used + DETACHED_AFTER)
}

/// Not a temporary database that nobody has claimed.
pub fn has_owner(project: &Project) -> bool {
    project.organization_id.is_some() || project.creator_id.is_some()
}

/// Whether it was ever more than rows: what was only seeded has no port yet.
fn has_been_started(state: &PlatformState, project: &Project) -> bool {
    state.endpoints_of(&project.id).any(|it| it.port.is_some())
}

fn last_used(endpoint: &Endpoint) -> Option<DateTime<Utc>> {
    let times = [
        endpoint.last_active,
        endpoint.started_at,
        endpoint.suspended_at,
    ];
    times.into_iter().flatten().max()
}
