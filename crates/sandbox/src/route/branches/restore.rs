use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::lookup::find_branch;
use super::past::{self, Named};
use super::rules::{check_name, must_be_new, unprocessable};
use super::wire::ChangedBranchResponse;
use crate::access::{Caller, not_found};
use crate::operation::computes::{suspended, wake_steps};
use crate::operation::{Draft, Step};
use crate::reply::Failure;
use crate::room;
use crate::route::body::{JsonBody, invalid};
use crate::route::branches::lookup::must_have_data;
use crate::route::call::submit;
use crate::shared::Shared;
use crate::state::{Action, Branch, BranchState, EndpointState, Past, PlatformState, Record, Task};

#[derive(Debug, Deserialize)]
pub(super) struct RestoreBranchRequest {
    source_branch_id: String,
    source_lsn: Option<String>,
    source_timestamp: Option<String>,
    preserve_under_name: Option<String>,
}

/// Takes the state of another branch, of the parent that is a reset, or of its own past.
pub(super) async fn restore(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
    JsonBody(request): JsonBody<RestoreBranchRequest>,
) -> Result<Json<ChangedBranchResponse>, Failure> {
    let past = Named {
        lsn: ("source_lsn", request.source_lsn.as_deref()),
        timestamp: ("source_timestamp", request.source_timestamp.as_deref()),
    };
    let past = past.read(shared.now())?;
    let (now, preserved_id) = (shared.now(), shared.random.branch_id());
    let preserved_name = request.preserve_under_name.filter(|name| !name.is_empty());
    if let Some(name) = &preserved_name {
        check_name("preserve_under_name", name)?;
    }
    let project = project_id.clone();
    let in_window = match &past {
        Some(past) => past::check(&shared, &request.source_branch_id, past).await,
        None => Ok(()),
    };
    let capacity = room::check_capacity(&shared, Some(&request.source_branch_id), &branch_id).await;
    let (branch, operations) = submit(&shared, &project_id, move |state| {
        let branch = find_branch(state, &caller, &project, &branch_id)?;
        let source = find_branch(state, &caller, &project, &request.source_branch_id)
            .map_err(|_| not_found("source branch"))?;
        in_window?;
        if source.id == branch.id && past.is_none() {
            return Err(invalid(
                "source_lsn or source_timestamp is required to restore a branch from itself",
            ));
        }
        if source.id == branch.id && preserved_name.is_none() {
            return Err(unprocessable(
                "preserve_under_name is required to restore a branch from itself",
            ));
        }
        if state.has_children(branch) && preserved_name.is_none() {
            return Err(unprocessable(
                "preserve_under_name is required, since the branch has children",
            ));
        }
        must_have_data(state, branch)?;
        must_have_data(state, source)?;
        capacity?;
        let preserved = match preserved_name {
            None => None,
            Some(name) => {
                must_be_new(state, &project, &name)?;
                Some(preserved_branch(branch, preserved_id, name, now))
            }
        };
        let new = Branch {
            state: BranchState::Resetting,
            state_changed_at: now,
            last_reset_at: Some(now),
            updated_at: now,
            ..branch.clone()
        };
        // The stored branch keeps its place until it has the data; the answer has the one that it gets.
        let (parent_lsn, parent_timestamp) = match &past {
            Some(Past::Lsn(lsn)) => (Some(lsn.clone()), None),
            Some(Past::Time(at)) => (None, Some(*at)),
            None => (None, None),
        };
        let parent = match (source.id == branch.id, &preserved) {
            (true, Some(preserved)) => preserved.id.clone(),
            _ => source.id.clone(),
        };
        let answered = Branch {
            parent_id: Some(parent),
            parent_lsn,
            parent_timestamp,
            ..new.clone()
        };
        let task = Task::Restore {
            from: source.id.clone(),
            preserve_as: preserved.as_ref().map(|it| it.id.clone()),
            at: past,
            last_reset_at: branch.last_reset_at,
        };
        let operations = follow_ups(state, &new, source, task);
        let mut records = vec![Record::Branch(new)];
        if let Some(preserved) = preserved {
            records.extend(state.inherited(&answered.id, &preserved.id, now));
            records.push(Record::Branch(preserved));
        }
        Ok(Step::new(records, operations, answered))
    })
    .await?;
    Ok(Json(ChangedBranchResponse::of(
        &shared,
        &branch,
        &operations,
    )))
}

/// The branch that what is there now goes to. Its place in the tree it gets with the data.
fn preserved_branch(branch: &Branch, id: String, name: String, now: DateTime<Utc>) -> Branch {
    Branch {
        id,
        name,
        state: BranchState::Init,
        default: false,
        protected: false,
        expires_at: None,
        ttl_interval_seconds: None,
        annotation: None,
        backup_schedule: None,
        // What the branch was restored from and for stays with the branch.
        restored_from: None,
        restored_as: None,
        restore_status: None,
        created_at: now,
        updated_at: now,
        state_changed_at: now,
        ..branch.clone()
    }
}

fn follow_ups(
    state: &PlatformState,
    branch: &Branch,
    source: &Branch,
    restore: Task,
) -> Vec<Draft> {
    let endpoint = state.endpoint_of_branch(&branch.id);
    let running = endpoint.filter(|it| it.state != EndpointState::Idle);
    let mut operations = wake_steps(state, source);
    operations.extend(running.map(suspended));
    operations.push(Draft::on_branch(Action::CreateBranch, &branch.id, restore));
    // What was there goes with the copy that takes its place; this is its entry in the list.
    operations.push(Draft::on_branch(
        Action::DeleteTimeline,
        &branch.id,
        Task::RecordOnly,
    ));
    operations
}
