//! A project that somebody offers to whoever has the request's id.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{post, put};
use axum::{Json, Router};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::body::{OptionalJsonBody, Seconds, invalid};
use super::call::commit;
use super::owner::{Owner, moved};
use crate::access::{Caller, not_found};
use crate::operation::must_be_free;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::{
    Delete, Document, DocumentKey, KeyScope, PlatformState, Project, Record, StoredDocument,
};

const ONE_DAY: i64 = 86_400;
const LONGEST: i64 = 365 * ONE_DAY;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route(
            "/api/v2/projects/{project_id}/transfer_requests",
            post(create),
        )
        .route(
            "/api/v2/projects/{project_id}/transfer_requests/{request_id}",
            put(accept),
        )
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct TransferRequest {
    /// A UUID. Whoever has it can take the project.
    id: String,
    project_id: String,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

impl Document for TransferRequest {
    const KIND: &'static str = "transfer_request";

    fn project_id(&self) -> &str {
        &self.project_id
    }

    fn id(&self) -> &str {
        &self.id
    }
}

#[derive(Debug, Serialize)]
struct TransferRequestBody {
    id: String,
    project_id: String,
    created_at: Seconds,
    expires_at: Seconds,
}

#[derive(Debug, Default, Deserialize)]
struct CreateRequest {
    ttl_seconds: Option<i64>,
}

async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    OptionalJsonBody(CreateRequest { ttl_seconds }): OptionalJsonBody<CreateRequest>,
) -> Result<(StatusCode, Json<TransferRequestBody>), Failure> {
    let seconds = ttl_seconds.unwrap_or(ONE_DAY);
    if !(1..=LONGEST).contains(&seconds) {
        return Err(invalid(format!(
            "ttl_seconds: must be between 1 and {LONGEST}"
        )));
    }
    let now = shared.now();
    let request = TransferRequest {
        id: shared.random.uuid(),
        project_id,
        created_at: now,
        expires_at: now + TimeDelta::seconds(seconds),
    };
    let made = commit(&shared, move |state| {
        caller.must_not_be_scoped()?;
        let project = caller.project(state, &request.project_id)?;
        if !may_give(state, &caller, project) {
            return Err(Failure::new(
                StatusCode::FORBIDDEN,
                "only the project's owner may transfer it",
            ));
        }
        // What nobody can accept any more goes.
        let known: Vec<TransferRequest> = state.documents.of_project(&project.id)?;
        let expired = known.into_iter().filter(|it| it.expires_at <= now);
        let mut records: Vec<Record> = expired.map(|it| gone(&it)).collect();
        records.push(Record::Document(StoredDocument::of(&request)?));
        Ok((records, request))
    })
    .await?;
    let body = TransferRequestBody {
        id: made.id,
        project_id: made.project_id,
        created_at: Seconds(made.created_at),
        expires_at: Seconds(made.expires_at),
    };
    Ok((StatusCode::CREATED, Json(body)))
}

/// Those whom it is only shared with may not.
fn may_give(state: &PlatformState, caller: &Caller, project: &Project) -> bool {
    match &caller.scope {
        KeyScope::Organization { .. } => true,
        KeyScope::Personal | KeyScope::Project { .. } => caller.owns(state, project),
    }
}

fn gone(request: &TransferRequest) -> Record {
    Record::Delete(Delete::Document(DocumentKey::of(request)))
}

#[derive(Debug, Default, Deserialize)]
struct AcceptRequest {
    org_id: Option<String>,
}

/// Without an organization it goes to the account of the key. All requests for the project end.
async fn accept(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, request_id)): Path<(String, String)>,
    OptionalJsonBody(AcceptRequest { org_id }): OptionalJsonBody<AcceptRequest>,
) -> Result<StatusCode, Failure> {
    let (this, now) = (Arc::clone(&shared), shared.now());
    commit(&shared, move |state| {
        caller.must_not_be_scoped()?;
        let missing = || not_found("project transfer request");
        let project = state.projects.get(&project_id);
        let project = project.filter(|it| it.deleted_at.is_none());
        let project = project.ok_or_else(missing)?;
        let known: Vec<TransferRequest> = state.documents.of_project(&project.id)?;
        let is_meant = |it: &TransferRequest| it.id == request_id && it.expires_at > now;
        if !known.iter().any(is_meant) {
            return Err(missing());
        }
        let to = match (org_id, &caller.scope) {
            (Some(id), _) => Owner::Organization(caller.organization(state, &id)?.id.clone()),
            (None, KeyScope::Organization { organization_id }) => {
                Owner::Organization(organization_id.clone())
            }
            (None, _) => Owner::User(caller.user_id.clone()),
        };
        must_be_free(state, &project.id)?;
        let mut records = moved(&this, state, project, to, now);
        records.extend(known.iter().map(gone));
        Ok((records, ()))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
