//! What a move of the clock would delete, so that its caller can be warned before.

use std::collections::HashSet;

use chrono::{DateTime, Utc};

use super::plan::keeps;
use crate::state::temporary::ClaimStatus;
use crate::state::{Branch, PlatformState, Project};

/// Something that expires, with its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    pub kind: LossKind,
    pub project_id: String,
    /// The project's name.
    pub project: String,
    /// The branch's name, where it is a branch.
    pub branch: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LossKind {
    /// A database that nobody claimed.
    TemporaryDatabase,
    /// A branch with an expiry time of its own.
    Branch,
    /// A deleted project, which can be recovered until then.
    DeletedProject,
    /// A deleted branch, which can be recovered until then.
    DeletedBranch,
}

/// What expires until then.
pub fn losses(state: &PlatformState, then: DateTime<Utc>) -> Vec<Loss> {
    state
        .projects
        .values()
        .filter(|project| project.purged_at.is_none())
        .flat_map(|project| of_project(state, project, then))
        .collect()
}

fn of_project(state: &PlatformState, project: &Project, then: DateTime<Utc>) -> Vec<Loss> {
    let loss = |kind, branch: Option<&Branch>| Loss {
        kind,
        project_id: project.id.clone(),
        project: project.name.clone(),
        branch: branch.map(|branch| branch.name.clone()),
    };
    if let Some(until) = project.recoverable_until() {
        let is_over = until <= then;
        return is_over
            .then(|| loss(LossKind::DeletedProject, None))
            .into_iter()
            .collect();
    }
    let temporary = state.temporary_of(&project.id);
    if temporary.is_some_and(|it| it.status != ClaimStatus::Claimed && it.expires_at <= then) {
        return vec![loss(LossKind::TemporaryDatabase, None)];
    }
    let ending = ending(state, project, then);
    let branches = state.all_branches_of(&project.id);
    branches
        .filter_map(|branch| {
            let kind = match &branch.deleted {
                Some(deleted) => (deleted.until <= then).then_some(LossKind::DeletedBranch),
                None => ending.contains(&branch.id).then_some(LossKind::Branch),
            };
            Some(loss(kind?, Some(branch)))
        })
        .collect()
}

/// The branches that expire until then. One with children lasts until all of them are gone: each turn finds those whose
/// children the turns before have found.
fn ending<'a>(
    state: &'a PlatformState,
    project: &Project,
    then: DateTime<Utc>,
) -> HashSet<&'a String> {
    let mut ending = HashSet::new();
    loop {
        let before = ending.len();
        for branch in state.branches_of(&project.id) {
            let is_over = branch.expires_at.is_some_and(|at| at <= then) && !keeps(branch);
            let mut children = state.children_of(branch);
            if is_over && children.all(|child| ending.contains(&child.id)) {
                ending.insert(&branch.id);
            }
        }
        if ending.len() == before {
            return ending;
        }
    }
}
