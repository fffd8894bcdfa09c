use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::lookup::find_branch;
use super::rules::{check_may_expire, check_name, expiring, must_be_new};
use super::wire::ChangedBranchResponse;
use crate::access::Caller;
use crate::operation::{Draft, Step, must_be_free};
use crate::reply::Failure;
use crate::route::body::JsonBody;
use crate::route::branches::lookup::must_have_data;
use crate::route::call::submit;
use crate::route::decode::nullable;
use crate::shared::Shared;
use crate::state::{Action, Branch, Record, Task};

#[derive(Debug, Deserialize)]
pub(super) struct UpdateBranchRequest {
    branch: BranchChanges,
}

#[derive(Debug, Deserialize)]
struct BranchChanges {
    name: Option<String>,
    protected: Option<bool>,
    /// `null` takes the end away.
    #[serde(default, deserialize_with = "nullable")]
    expires_at: Option<Option<DateTime<Utc>>>,
}

pub(super) async fn update(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
    JsonBody(UpdateBranchRequest { branch: request }): JsonBody<UpdateBranchRequest>,
) -> Result<Json<ChangedBranchResponse>, Failure> {
    if let Some(name) = &request.name {
        check_name("branch.name", name)?;
    }
    let (now, project) = (shared.now(), project_id.clone());
    let (branch, operations) = submit(&shared, &project_id, move |state| {
        let old = find_branch(state, &caller, &project, &branch_id)?;
        let mut new = old.clone();
        if let Some(name) = request.name.filter(|name| *name != old.name) {
            must_be_new(state, &project, &name)?;
            new.name = name;
        }
        new.protected = request.protected.unwrap_or(old.protected);
        match request.expires_at {
            Some(at) if at != old.expires_at => new = expiring(new, at, now)?,
            _ if new.expires_at.is_some() => check_may_expire(new.default, new.protected)?,
            _ => {}
        }
        if new == *old {
            return Ok(Step::unchanged(new));
        }
        let mut operations = Vec::new();
        if new.protected != old.protected {
            let action = Action::TimelineUpdateProtectedConfig;
            operations.push(Draft::on_branch(action, &new.id, Task::RecordOnly));
        }
        new.updated_at = now;
        Ok(Step::new(
            vec![Record::Branch(new.clone())],
            operations,
            new,
        ))
    })
    .await?;
    Ok(Json(ChangedBranchResponse::of(
        &shared,
        &branch,
        &operations,
    )))
}

pub(super) async fn set_as_default(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
) -> Result<Json<ChangedBranchResponse>, Failure> {
    let (now, project) = (shared.now(), project_id.clone());
    let (branch, operations) = submit(&shared, &project_id, move |state| {
        let branch = find_branch(state, &caller, &project, &branch_id)?;
        if branch.default {
            return Ok(Step::unchanged(branch.clone()));
        }
        must_be_free(state, &project)?;
        must_have_data(state, branch)?;
        if branch.expires_at.is_some() {
            check_may_expire(true, branch.protected)?;
        }
        let with = |branch: &Branch, default| Branch {
            default,
            updated_at: now,
            ..branch.clone()
        };
        let new = with(branch, true);
        let before = state.default_branch(&project).map(|it| with(it, false));
        let mut records = vec![Record::Branch(new.clone())];
        records.extend(before.map(Record::Branch));
        Ok(Step::new(records, Vec::new(), new))
    })
    .await?;
    Ok(Json(ChangedBranchResponse::of(
        &shared,
        &branch,
        &operations,
    )))
}
