//! Who the key's owner is.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;

use super::organizations::{self, OrganizationBody};
use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::{KeyScope, User};

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/v2/auth", get(identity))
        .route("/api/v2/users/me", get(me))
        .route("/api/v2/users/me/organizations", get(my_organizations))
}

#[derive(Debug, Serialize)]
struct IdentityBody {
    account_id: String,
    auth_method: &'static str,
    auth_data: String,
}

/// Works with every kind of key.
async fn identity(caller: Caller) -> Json<IdentityBody> {
    let (account_id, auth_method) = match caller.scope {
        KeyScope::Personal => (caller.user_id, "api_key_user"),
        KeyScope::Organization { organization_id }
        | KeyScope::Project {
            organization_id, ..
        } => (organization_id, "api_key_org"),
    };
    Json(IdentityBody {
        account_id,
        auth_method,
        auth_data: caller.key_id.to_string(),
    })
}

#[derive(Debug, Serialize)]
struct MeBody {
    id: String,
    email: String,
    login: String,
    name: String,
    last_name: String,
    image: String,
    auth_accounts: [AccountBody; 1],
    plan: &'static str,
    projects_limit: i64,
    branches_limit: i64,
    max_autoscaling_limit: f64,
    active_seconds_limit: i64,
    compute_seconds_limit: i64,
}

#[derive(Debug, Serialize)]
struct AccountBody {
    provider: &'static str,
    email: String,
    login: String,
    name: String,
    image: String,
}

impl MeBody {
    fn of(it: &User, branches_limit: Option<usize>) -> Self {
        let (name, last_name) = it.name.split_once(' ').unwrap_or((&it.name, ""));
        Self {
            id: it.id.clone(),
            email: it.email.clone(),
            login: it.email.clone(),
            name: name.to_owned(),
            last_name: last_name.to_owned(),
            image: String::new(),
            auth_accounts: [AccountBody {
                provider: "keycloak",
                email: it.email.clone(),
                login: it.email.clone(),
                name: it.name.clone(),
                image: String::new(),
            }],
            plan: organizations::PLAN,
            // 0 is none, and only branches may have a bound.
            projects_limit: 0,
            branches_limit: branches_limit
                .map_or(0, |most| i64::try_from(most).unwrap_or(i64::MAX)),
            max_autoscaling_limit: 0.0,
            active_seconds_limit: 0,
            compute_seconds_limit: 0,
        }
    }
}

async fn me(State(shared): State<Arc<Shared>>, caller: Caller) -> Result<Json<MeBody>, Failure> {
    caller.must_be_personal()?;
    let limit = shared.config.branches_limit;
    let user = shared
        .store
        .read(|state| state.users.get(&caller.user_id).cloned());
    let user = user.ok_or_else(|| not_found("user"))?;
    Ok(Json(MeBody::of(&user, limit)))
}

#[derive(Debug, Serialize)]
struct OrganizationsBody {
    organizations: Vec<OrganizationBody>,
}

async fn my_organizations(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Json<OrganizationsBody>, Failure> {
    caller.must_be_personal()?;
    let organizations = shared.store.read(|state| {
        let mine = state.organizations.values();
        let mine = mine.filter(|it| state.role_in(&it.id, &caller.user_id).is_some());
        let mut mine: Vec<_> = mine.collect();
        mine.sort_by_key(|it| (it.created_at, &it.id));
        mine.into_iter().map(OrganizationBody::from).collect()
    });
    Ok(Json(OrganizationsBody { organizations }))
}
