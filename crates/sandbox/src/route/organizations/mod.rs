//! Organizations as their members see them.

mod invitations;
mod member_changes;
mod members;
mod role;
mod spending_limit;
mod transfer;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post};
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
        .route(
            "/api/v2/organizations/{org_id}/members/{member_id}",
            get(member_changes::one)
                .patch(member_changes::change_role)
                .delete(member_changes::remove),
        )
        .route(
            "/api/v2/organizations/{org_id}/invitations",
            get(invitations::list).post(invitations::create),
        )
        .route(
            "/api/v2/organizations/{org_id}/billing/spending_limit",
            get(spending_limit::show)
                .put(spending_limit::set)
                .delete(spending_limit::delete),
        )
        .route(
            "/api/v2/organizations/{org_id}/projects/transfer",
            post(transfer::from_organization),
        )
        .route(
            "/api/v2/users/me/projects/transfer",
            post(transfer::from_user),
        )
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
