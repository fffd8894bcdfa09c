use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::lookup::{check_name, must_be_new, must_be_root};
use super::wire::{SnapshotBody, wire};
use crate::access::Caller;
use crate::operation::NewSnapshot;
use crate::platform_text;
use crate::reply::Failure;
use crate::room;
use crate::route::body::{OperationBody, QueryParams, invalid, operations};
use crate::route::branches::lookup::{find_branch, must_have_data};
use crate::route::branches::past::{self, Named};
use crate::route::branches::unprocessable;
use crate::route::call::submit;
use crate::shared::Shared;
use crate::state::{Branch, PlatformState};

/// How many a project may have that were taken by a call, as on the platform's paid plans.
const MOST: usize = 10;

#[derive(Debug, Deserialize)]
pub(super) struct TakeSnapshotQuery {
    lsn: Option<String>,
    timestamp: Option<String>,
    name: Option<String>,
    expires_at: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct TakeSnapshotResponse {
    snapshot: SnapshotBody,
    operations: Vec<OperationBody>,
}

pub(super) async fn take(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
    QueryParams(query): QueryParams<TakeSnapshotQuery>,
) -> Result<Json<TakeSnapshotResponse>, Failure> {
    let now = shared.now();
    let name = query.name.filter(|name| !name.is_empty());
    if let Some(name) = &name {
        check_name("name", name)?;
    }
    let expires_at = expiry(query.expires_at.as_deref(), now)?;
    let named = Named {
        lsn: ("lsn", query.lsn.as_deref()),
        timestamp: ("timestamp", query.timestamp.as_deref()),
    };
    let past = named.read(now)?;
    let in_window = match &past {
        Some(past) => past::check(&shared, &branch_id, past).await,
        None => Ok(()),
    };
    let (project, id) = (project_id.clone(), shared.random.snapshot_id());
    let capacity = room::check_capacity(&shared, Some(&branch_id), &id).await;
    let (snapshot, begun) = submit(&shared, &project_id, move |state| {
        let source = find_branch(state, &caller, &project, &branch_id)?;
        must_be_root(source)?;
        in_window?;
        must_have_data(state, source)?;
        must_have_room(state, &project)?;
        capacity?;
        if let Some(name) = &name {
            must_be_new(state, &project, name)?;
        }
        let new = NewSnapshot {
            id,
            name,
            at: past,
            expires_at,
            manual: true,
            created_by: Some(caller.user_id.clone()),
            now,
        };
        Ok(new.step(state, source))
    })
    .await?;
    Ok(Json(TakeSnapshotResponse {
        snapshot: wire(&snapshot),
        operations: operations(&begun),
    }))
}

fn must_have_room(state: &PlatformState, project_id: &str) -> Result<(), Failure> {
    let manual = |it: &&Branch| it.snapshot.as_ref().is_some_and(|it| it.manual);
    match state.snapshots_of(project_id).filter(manual).count() < MOST {
        true => Ok(()),
        false => {
            Err(unprocessable(&platform_text::snapshots_limit(MOST))
                .code("SNAPSHOTS_LIMIT_EXCEEDED"))
        }
    }
}

fn expiry(text: Option<&str>, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, Failure> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let at = DateTime::parse_from_rfc3339(text)
        .map_err(|_| {
            invalid("expires_at must be a time in RFC 3339, such as 2026-01-31T12:00:00Z")
        })?
        .with_timezone(&Utc);
    match at > now {
        true => Ok(Some(at)),
        false => Err(invalid("expires_at must be in the future")),
    }
}
