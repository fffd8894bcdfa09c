//! Roles of a branch and their passwords.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::body::{self, JsonBody, OperationBody, Seconds};
use super::branches::lookup::{find_branch, read_branch, sync_branch};
use super::databases::applied;
use super::names::check_role_name;
use crate::access::{Caller, not_found};
use crate::operation::{Step, must_be_free};
use crate::platform_text;
use crate::reply::Failure;
use crate::route::call::submit;
use crate::shared::Shared;
use crate::state::{Branch, Change, Operation, PlatformState, Record, Role, Secret};

pub fn routes() -> Router<Arc<Shared>> {
    const ALL: &str = "/api/v2/projects/{project_id}/branches/{branch_id}/roles";
    let one_path = format!("{ALL}/{{role_name}}");
    Router::new()
        .route(ALL, get(list).post(create))
        .route(&one_path, get(one).delete(delete))
        .route(&format!("{one_path}/reveal_password"), get(reveal))
        .route(&format!("{one_path}/reset_password"), post(reset))
}

#[derive(Debug, Serialize)]
pub struct RoleBody {
    branch_id: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    password: Option<String>,
    protected: bool,
    authentication_method: &'static str,
    created_at: Seconds,
    updated_at: Seconds,
}

/// Only the replies that make a password show it.
pub fn wire(it: &Role, with_password: bool) -> RoleBody {
    let password = it.password.as_ref().filter(|_| with_password);
    RoleBody {
        branch_id: it.branch_id.clone(),
        name: it.name.clone(),
        password: password.map(|it| it.reveal().to_owned()),
        protected: it.protected,
        authentication_method: match it.can_log_in() {
            true => "password",
            false => "no_login",
        },
        created_at: Seconds(it.created_at),
        updated_at: Seconds(it.updated_at),
    }
}

#[derive(Debug, Serialize)]
struct ListRolesResponse {
    roles: Vec<RoleBody>,
}

#[derive(Debug, Serialize)]
struct RoleResponse {
    role: RoleBody,
}

#[derive(Debug, Serialize)]
struct ChangedRoleResponse {
    role: RoleBody,
    operations: Vec<OperationBody>,
}

impl ChangedRoleResponse {
    fn of(role: &Role, with_password: bool, begun: &[Operation]) -> Self {
        Self {
            role: wire(role, with_password),
            operations: body::operations(begun),
        }
    }
}

#[derive(Debug, Serialize)]
struct RevealPasswordResponse {
    password: String,
}

async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
) -> Result<Json<ListRolesResponse>, Failure> {
    read_branch(&shared, &caller, &project_id, &branch_id, |state, it| {
        let roles = state.roles_of(&it.id);
        let roles = roles.map(|it| wire(it, false)).collect();
        Ok(Json(ListRolesResponse { roles }))
    })
    .await
}

async fn one(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id, name)): Path<(String, String, String)>,
) -> Result<Json<RoleResponse>, Failure> {
    read_branch(&shared, &caller, &project_id, &branch_id, |state, it| {
        let role = wire(must_exist(state, it, &name)?, false);
        Ok(Json(RoleResponse { role }))
    })
    .await
}

#[derive(Debug, Deserialize)]
struct CreateRoleRequest {
    role: NewRole,
}

#[derive(Debug, Deserialize)]
struct NewRole {
    name: String,
    #[serde(default)]
    no_login: bool,
}

async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
    JsonBody(CreateRoleRequest { role: request }): JsonBody<CreateRoleRequest>,
) -> Result<(StatusCode, Json<ChangedRoleResponse>), Failure> {
    sync_branch(&shared, &caller, &project_id, &branch_id).await?;
    check_role_name("role.name", &request.name)?;
    let password = Secret::new(shared.random.role_password());
    let (now, project) = (shared.now(), project_id.clone());
    let (role, operations) = submit(&shared, &project_id, move |state| {
        let branch = find_branch(state, &caller, &project, &branch_id)?;
        if role(state, branch, &request.name).is_some() {
            // It may be about to go.
            must_be_free(state, &project)?;
            return Err(Failure::new(
                StatusCode::CONFLICT,
                platform_text::ROLE_EXISTS,
            ));
        }
        let known = (!request.no_login).then(|| password.clone());
        let new = Role::new(branch, request.name.clone(), known, now);
        let change = Change::CreateRole {
            name: request.name,
            password,
            no_login: request.no_login,
        };
        let operations = applied(state, branch, vec![change])?;
        Ok(Step::new(vec![Record::Role(new.clone())], operations, new))
    })
    .await?;
    let body = ChangedRoleResponse::of(&role, true, &operations);
    Ok((StatusCode::CREATED, Json(body)))
}

/// 204 when there is nothing to delete. It is in the list until it is really gone.
async fn delete(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id, name)): Path<(String, String, String)>,
) -> Result<Response, Failure> {
    sync_branch(&shared, &caller, &project_id, &branch_id).await?;
    let project = project_id.clone();
    let (found, operations) = submit(&shared, &project_id, move |state| {
        let branch = find_branch(state, &caller, &project, &branch_id)?;
        let Some(found) = role(state, branch, &name) else {
            return Ok(Step::unchanged(None));
        };
        let mut databases = state.databases_of(&branch.id);
        if let Some(owned) = databases.find(|it| it.owner == name) {
            // The database may be about to go.
            must_be_free(state, &project)?;
            return Err(Failure::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                platform_text::role_owns_database(&owned.name),
            ));
        }
        let operations = applied(state, branch, vec![Change::DropRole { name }])?;
        Ok(Step::new(Vec::new(), operations, Some(found.clone())))
    })
    .await?;
    let Some(found) = found else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let body = ChangedRoleResponse::of(&found, false, &operations);
    Ok(Json(body).into_response())
}

async fn reveal(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id, name)): Path<(String, String, String)>,
) -> Result<Json<RevealPasswordResponse>, Failure> {
    read_branch(&shared, &caller, &project_id, &branch_id, |state, it| {
        let role = must_exist(state, it, &name)?;
        let password = stored(state, role)?.reveal().to_owned();
        Ok(Json(RevealPasswordResponse { password }))
    })
    .await
}

/// The password, if the project keeps passwords and the role has one.
pub fn stored<'w>(state: &PlatformState, role: &'w Role) -> Result<&'w Secret, Failure> {
    let project = state.projects.get(&role.project_id);
    if project.is_some_and(|it| !it.store_passwords) {
        return Err(Failure::new(
            StatusCode::PRECONDITION_FAILED,
            platform_text::NO_STORED_PASSWORDS,
        ));
    }
    let password = role.password.as_ref().filter(|_| role.can_log_in());
    password.ok_or_else(|| match role.password_unknown {
        true => Failure::new(
            StatusCode::PRECONDITION_FAILED,
            format!(
                "the role's password was set in the database and is unknown; role_name:\"{}\"",
                role.name
            ),
        )
        .hint("Reset the role's password."),
        false => no_login(role),
    })
}

/// The old password is good until the operation has finished.
async fn reset(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id, name)): Path<(String, String, String)>,
) -> Result<Json<ChangedRoleResponse>, Failure> {
    sync_branch(&shared, &caller, &project_id, &branch_id).await?;
    let password = Secret::new(shared.random.role_password());
    let (now, project) = (shared.now(), project_id.clone());
    let (new, operations) = submit(&shared, &project_id, move |state| {
        let branch = find_branch(state, &caller, &project, &branch_id)?;
        let role = must_exist(state, branch, &name)?;
        if !role.can_log_in() {
            return Err(no_login(role));
        }
        let new = Role {
            password: Some(password.clone()),
            password_unknown: false,
            updated_at: now,
            ..role.clone()
        };
        let change = Change::SetPassword {
            role: name,
            password,
        };
        let operations = applied(state, branch, vec![change])?;
        Ok(Step::new(Vec::new(), operations, new))
    })
    .await?;
    Ok(Json(ChangedRoleResponse::of(&new, true, &operations)))
}

fn no_login(role: &Role) -> Failure {
    Failure::new(
        StatusCode::PRECONDITION_FAILED,
        format!("the role can't log in; role_name:\"{}\"", role.name),
    )
}

fn role<'w>(state: &'w PlatformState, branch: &Branch, name: &str) -> Option<&'w Role> {
    let key = (branch.id.clone(), name.to_owned());
    state.roles.get(&key)
}

fn must_exist<'w>(
    state: &'w PlatformState,
    branch: &Branch,
    name: &str,
) -> Result<&'w Role, Failure> {
    role(state, branch, name).ok_or_else(|| not_found("role"))
}
