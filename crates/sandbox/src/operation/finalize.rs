//! A restored branch takes the place of another one.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::commit::commit_with_retries;
use super::error::TaskError;
use crate::provision::computes::ensure_compute;
use crate::shared::Shared;
use crate::state::{
    AuthIntegration, AuthUser, Branch, Delete, Endpoint, EndpointState, PlatformState, Record,
    RestoreStatus,
};

/// Gives a restored branch the computes, the name and the settings of the one that it was restored for. That one keeps its
/// data, under `former_name`. What is done already stays so, as after a crash.
pub async fn finalize(
    shared: &Arc<Shared>,
    branch_id: &str,
    former_name: &str,
) -> Result<(), TaskError> {
    let computes = shared.store.read(|state| concerned(state, branch_id));
    if let Some(pool) = shared.pool() {
        for id in &computes {
            pool.remove(id).await;
        }
    }
    let (id, former, now) = (branch_id.to_owned(), former_name.to_owned(), shared.now());
    let replaced = commit_with_retries(shared, move |state| {
        match replace(state, &id, &former, now) {
            Some(records) => (records, true),
            None => (Vec::new(), false),
        }
    });
    let is_done = replaced.await.ok_or(TaskError::CommitFailed)?;
    if let Some(pool) = shared.pool() {
        let served = |state: &PlatformState, id: &String| {
            let found = state.endpoints.get(id);
            found.is_some_and(|it| it.port.is_some())
        };
        for id in &computes {
            // Somebody may have asked for it meanwhile, and got it over the former data.
            pool.remove(id).await;
            if shared.store.read(|state| served(state, id)) {
                ensure_compute(shared, id).await?;
            }
        }
    }
    match is_done {
        true => Ok(()),
        false => Err(TaskError::Missing),
    }
}

/// The computes of the branch that is replaced, and those of the other one, which go where it gets these.
pub struct Concerned<'a> {
    pub moved: Vec<&'a Endpoint>,
    pub removed: Vec<&'a Endpoint>,
}

impl<'a> Concerned<'a> {
    pub fn of(state: &'a PlatformState, branch: &'a Branch, target_id: &'a str) -> Self {
        let moved: Vec<_> = state.endpoints_of_branch(target_id).collect();
        let removed = match moved.is_empty() {
            true => Vec::new(),
            false => state.endpoints_of_branch(&branch.id).collect(),
        };
        Self { moved, removed }
    }
}

/// After a crash, what was moved is the branch's own already.
fn concerned(state: &PlatformState, branch_id: &str) -> Vec<String> {
    let Some(branch) = state.branches.get(branch_id) else {
        return Vec::new();
    };
    let target_id = branch.restored_as.as_deref().unwrap_or_default();
    let Concerned { moved, removed } = Concerned::of(state, branch, target_id);
    let all = moved.into_iter().chain(removed);
    all.map(|it| it.id.clone()).collect()
}

/// None where one of the two is gone.
fn replace(
    state: &PlatformState,
    branch_id: &str,
    former_name: &str,
    now: DateTime<Utc>,
) -> Option<Vec<Record>> {
    let branch = state.branches.get(branch_id)?;
    if branch.restore_status == Some(RestoreStatus::Finalized) {
        return Some(Vec::new());
    }
    let target = state.branches.get(branch.restored_as.as_ref()?)?;
    let default = target.default || branch.default;
    let protected = target.protected || branch.protected;
    let may_expire = !default && !protected;
    let mut records = vec![
        Record::Branch(Branch {
            name: still_unused(state, target, former_name),
            default: false,
            protected: false,
            expires_at: None,
            ttl_interval_seconds: None,
            annotation: None,
            backup_schedule: None,
            updated_at: now,
            ..target.clone()
        }),
        Record::Branch(Branch {
            name: target.name.clone(),
            default,
            protected,
            expires_at: target.expires_at.filter(|_| may_expire),
            ttl_interval_seconds: target.ttl_interval_seconds.filter(|_| may_expire),
            annotation: target.annotation.clone(),
            // One that was reset meanwhile has a parent, and schedules are for roots.
            backup_schedule: target
                .backup_schedule
                .clone()
                .filter(|_| branch.parent_id.is_none()),
            restore_status: Some(RestoreStatus::Finalized),
            last_reset_at: Some(now),
            updated_at: now,
            ..branch.clone()
        }),
    ];
    records.extend(moved_computes(state, branch, target, now));
    records.extend(moved_auth(state, branch, target));
    Some(records)
}

/// Another branch may have got the name since it was chosen.
fn still_unused(state: &PlatformState, target: &Branch, chosen: &str) -> String {
    match state.is_used(&target.project_id, chosen) {
        true => state.unused_name(&target.project_id, &target.name, "old"),
        false => chosen.to_owned(),
    }
}

fn moved_computes(
    state: &PlatformState,
    branch: &Branch,
    target: &Branch,
    now: DateTime<Utc>,
) -> Vec<Record> {
    let Concerned { moved, removed } = Concerned::of(state, branch, &target.id);
    let gone = removed.into_iter().chain(moved.iter().copied());
    let gone = gone.map(|it| Record::Delete(Delete::Endpoint(it.id.clone())));
    let moved = moved.iter().map(|it| {
        Record::Endpoint(Endpoint {
            branch_id: branch.id.clone(),
            state: EndpointState::Idle,
            suspended_at: Some(now),
            updated_at: now,
            ..(*it).clone()
        })
    });
    gone.chain(moved).collect()
}

/// Apps sign people in at the branch that they connect to.
fn moved_auth(state: &PlatformState, branch: &Branch, target: &Branch) -> Vec<Record> {
    let Some(integration) = state.auth.get(&target.id) else {
        return Vec::new();
    };
    let users = state.auth_users.values();
    let users = users.filter(|it| it.branch_id == target.id).map(|it| {
        Record::AuthUser(AuthUser {
            branch_id: branch.id.clone(),
            ..it.clone()
        })
    });
    [
        Record::Delete(Delete::AuthIntegration(branch.id.clone())),
        Record::Delete(Delete::AuthIntegration(target.id.clone())),
        Record::AuthIntegration(AuthIntegration {
            branch_id: branch.id.clone(),
            ..integration.clone()
        }),
    ]
    .into_iter()
    .chain(users)
    .collect()
}
