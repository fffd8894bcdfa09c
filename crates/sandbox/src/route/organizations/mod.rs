//! Organizations as their members see them.

mod members;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;

use super::body::Seconds;
use crate::access::Caller;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::Organization;

/// Every account's plan on this platform.
pub const PLAN: &str = "free_v3";

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/v2/organizations/{org_id}", get(one))
        .route("/api/v2/organizations/{org_id}/members", get(members::list))
}

#[derive(Debug, Serialize)]
pub struct OrganizationBody {
    id: String,
    name: String,
    handle: String,
    plan: &'static str,
    managed_by: &'static str,
    require_mfa: bool,
    created_at: Seconds,
    updated_at: Seconds,
}

impl From<&Organization> for OrganizationBody {
    fn from(it: &Organization) -> Self {
        Self {
            id: it.id.clone(),
            name: it.name.clone(),
            handle: handle(it),
            plan: PLAN,
            managed_by: "console",
            require_mfa: false,
            created_at: Seconds(it.created_at),
            updated_at: Seconds(it.updated_at),
        }
    }
}

/// The name as it stands in addresses, made different from others by the end of the id.
fn handle(it: &Organization) -> String {
    let name: String = it
        .name
        .chars()
        .map(|letter| match letter.is_ascii_alphanumeric() {
            true => letter.to_ascii_lowercase(),
            false => '-',
        })
        .collect();
    let tail = it.id.rsplit('-').next().unwrap_or_default();
    format!("{}-{tail}", name.trim_matches('-'))
}

async fn one(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<OrganizationBody>, Failure> {
    shared.store.read(|state| {
        let found = caller.organization(state, &id)?;
        Ok(Json(OrganizationBody::from(found)))
    })
}
