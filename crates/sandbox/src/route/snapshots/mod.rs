//! Snapshots: frozen copies of root branches, taken by a call or by a branch's schedule.

mod lookup;
mod restore;
mod schedule;
mod take;
mod wire;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, patch, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use self::lookup::{check_name, find_snapshot, must_be_new};
use self::wire::{OperationsBody, SnapshotBody, wire};
use crate::access::Caller;
use crate::operation::snapshot_removal;
use crate::reply::Failure;
use crate::route::body::{JsonBody, operations};
use crate::route::call::{commit, submit};
use crate::shared::Shared;
use crate::state::{Branch, DeletedBy, Record};

pub fn routes() -> Router<Arc<Shared>> {
    const PROJECT: &str = "/api/v2/projects/{project_id}";
    let branch = format!("{PROJECT}/branches/{{branch_id}}");
    let one = format!("{PROJECT}/snapshots/{{snapshot_id}}");
    Router::new()
        .route(&format!("{branch}/snapshot"), post(take::take))
        .route(&format!("{PROJECT}/snapshots"), get(list))
        .route(&one, patch(rename).delete(delete))
        .route(&format!("{one}/restore"), post(restore::restore))
        .route(
            &format!("{branch}/finalize_restore"),
            post(restore::finalize),
        )
        .route(
            &format!("{branch}/backup_schedule"),
            get(schedule::get).put(schedule::set),
        )
}

#[derive(Debug, Serialize)]
struct ListSnapshotsResponse {
    snapshots: Vec<SnapshotBody>,
}

/// Newest first.
async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
) -> Result<Json<ListSnapshotsResponse>, Failure> {
    shared.store.read(|state| {
        let project = caller.project(state, &project_id)?;
        let mut all: Vec<&Branch> = state.snapshots_of(&project.id).collect();
        all.sort_by(|a, b| (b.created_at, &b.id).cmp(&(a.created_at, &a.id)));
        Ok(Json(ListSnapshotsResponse {
            snapshots: all.into_iter().map(wire).collect(),
        }))
    })
}

#[derive(Debug, Deserialize)]
struct UpdateSnapshotRequest {
    snapshot: SnapshotChanges,
}

#[derive(Debug, Deserialize)]
struct SnapshotChanges {
    name: Option<String>,
}

#[derive(Debug, Serialize)]
struct UpdateSnapshotResponse {
    snapshot: SnapshotBody,
}

async fn rename(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, snapshot_id)): Path<(String, String)>,
    JsonBody(UpdateSnapshotRequest { snapshot }): JsonBody<UpdateSnapshotRequest>,
) -> Result<Json<UpdateSnapshotResponse>, Failure> {
    let now = shared.now();
    if let Some(name) = &snapshot.name {
        check_name("snapshot.name", name)?;
    }
    let renamed = commit(&shared, move |state| {
        let before = find_snapshot(state, &caller, &project_id, &snapshot_id)?;
        let name = snapshot.name.filter(|name| *name != before.name);
        let Some(name) = name else {
            return Ok((Vec::new(), before.clone()));
        };
        must_be_new(state, &project_id, &name)?;
        let renamed = Branch {
            name,
            updated_at: now,
            ..before.clone()
        };
        Ok((vec![Record::Branch(renamed.clone())], renamed))
    })
    .await?;
    Ok(Json(UpdateSnapshotResponse {
        snapshot: wire(&renamed),
    }))
}

/// For good: a snapshot can't be recovered.
async fn delete(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, snapshot_id)): Path<(String, String)>,
) -> Result<(StatusCode, Json<OperationsBody>), Failure> {
    let (now, project) = (shared.now(), project_id.clone());
    let ((), begun) = submit(&shared, &project_id, move |state| {
        let snapshot = find_snapshot(state, &caller, &project, &snapshot_id)?;
        Ok(snapshot_removal(snapshot, now, DeletedBy::User))
    })
    .await?;
    let operations = operations(&begun);
    Ok((StatusCode::ACCEPTED, Json(OperationsBody { operations })))
}
