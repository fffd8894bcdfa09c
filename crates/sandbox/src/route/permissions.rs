//! Who a project is shared with, by address.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{delete, get};
use axum::{Json, Router};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::body::{JsonBody, Seconds, invalid};
use super::call::commit;
use crate::access::{Caller, not_found};
use crate::email;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::{
    Delete, Document, DocumentKey, PlatformState, Project, Record, StoredDocument, User,
};

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route(
            "/api/v2/projects/{project_id}/permissions",
            get(list).post(grant),
        )
        .route(
            "/api/v2/projects/{project_id}/permissions/{permission_id}",
            delete(revoke),
        )
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Permission {
    /// A UUID.
    id: String,
    project_id: String,
    email: String,
    granted_at: DateTime<Utc>,
}

impl Document for Permission {
    const KIND: &'static str = "permission";

    fn project_id(&self) -> &str {
        &self.project_id
    }

    fn id(&self) -> &str {
        &self.id
    }
}

#[derive(Debug, Serialize)]
struct PermissionBody {
    id: String,
    granted_to_email: String,
    granted_at: Seconds,
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked_at: Option<Seconds>,
}

impl From<Permission> for PermissionBody {
    fn from(it: Permission) -> Self {
        Self {
            id: it.id,
            granted_to_email: it.email,
            granted_at: Seconds(it.granted_at),
            revoked_at: None,
        }
    }
}

#[derive(Debug, Serialize)]
struct PermissionsBody {
    project_permissions: Vec<PermissionBody>,
}

#[derive(Debug, Deserialize)]
struct GrantRequest {
    email: String,
}

/// Oldest first.
async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
) -> Result<Json<PermissionsBody>, Failure> {
    shared.store.read(|state| {
        let project = caller.project(state, &project_id)?;
        let mut all: Vec<Permission> = state.documents.of_project(&project.id)?;
        all.sort_by(|a, b| (a.granted_at, &a.id).cmp(&(b.granted_at, &b.id)));
        Ok(Json(PermissionsBody {
            project_permissions: all.into_iter().map(PermissionBody::from).collect(),
        }))
    })
}

/// One permission an address. Where no user has the address yet, the project opens to them once it is granted again.
async fn grant(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    JsonBody(GrantRequest { email }): JsonBody<GrantRequest>,
) -> Result<Json<PermissionBody>, Failure> {
    if !email.is_ascii() || !email::is_address(&email) {
        return Err(invalid("email: an email address is needed"));
    }
    let wanted = Permission {
        id: shared.random.uuid(),
        project_id,
        email,
        granted_at: shared.now(),
    };
    let granted = commit(&shared, move |state| {
        let project = caller.project(state, &wanted.project_id)?;
        let mut records = Vec::new();
        let guest = user_of(state, &wanted.email);
        if let Some(user) = guest.filter(|it| !project.shared_with.contains(&it.id)) {
            let mut project = project.clone();
            project.shared_with.push(user.id.clone());
            records.push(Record::Project(project));
        }
        let known: Vec<Permission> = state.documents.of_project(&project.id)?;
        let mut known = known.into_iter();
        if let Some(known) = known.find(|it| it.email.eq_ignore_ascii_case(&wanted.email)) {
            return Ok((records, known));
        }
        records.push(Record::Document(StoredDocument::of(&wanted)?));
        Ok((records, wanted))
    });
    Ok(Json(granted.await?.into()))
}

/// Closes the project to the user of the address, also where an administrator had shared it with them by hand: that is
/// another way to the same sharing and no second one, and who revokes wants them out.
async fn revoke(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, id)): Path<(String, String)>,
) -> Result<Json<PermissionBody>, Failure> {
    let revoked = commit(&shared, move |state| {
        let project = caller.project(state, &project_id)?;
        let known: Vec<Permission> = state.documents.of_project(&project.id)?;
        let found = known.into_iter().find(|it| it.id == id);
        let found = found.ok_or_else(|| not_found("permission"))?;
        let mut records = vec![Record::Delete(Delete::Document(DocumentKey::of(&found)))];
        if let Some(user) = user_of(state, &found.email) {
            let mut shared_with = project.shared_with.clone();
            shared_with.retain(|it| *it != user.id);
            records.push(Record::Project(Project {
                shared_with,
                ..project.clone()
            }));
        }
        Ok((records, found))
    });
    Ok(Json(PermissionBody {
        revoked_at: Some(Seconds(shared.now())),
        ..revoked.await?.into()
    }))
}

fn user_of<'w>(state: &'w PlatformState, email: &str) -> Option<&'w User> {
    let mut users = state.users.values();
    users.find(|it| it.email.eq_ignore_ascii_case(email))
}
