//! What becomes of a user later. One that came into the table with a branch's data is known by the table alone.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;

use super::integration::{AuthPath, find_integration};
use super::table::{self, TableChange, TableLocation};
use super::user::{UserBody, row};
use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::route::body::{JsonBody, invalid};
use crate::route::call::commit;
use crate::route::text;
use crate::shared::Shared;
use crate::state::{AuthUser, Delete, PlatformState, Record};

const LONGEST_ROLE: usize = 255;

#[derive(Debug, Clone, Deserialize)]
pub struct UserPath {
    project_id: String,
    branch_id: Option<String>,
    auth_user_id: String,
}

impl UserPath {
    fn integration(&self) -> AuthPath {
        AuthPath {
            project_id: self.project_id.clone(),
            branch_id: self.branch_id.clone(),
        }
    }

    /// Where the user is, and what the sandbox knows of them itself.
    fn find(
        &self,
        state: &PlatformState,
        caller: &Caller,
    ) -> Result<(TableLocation, Option<AuthUser>), Failure> {
        let found = find_integration(state, caller, &self.integration())?;
        let user = state.auth_users.get(&self.auth_user_id);
        let user = user.filter(|it| it.branch_id == found.branch_id);
        Ok((TableLocation::of(found), user.cloned()))
    }
}

/// The row goes before the reply, and with it whatever people let hang on it.
pub async fn delete(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<UserPath>,
) -> Result<StatusCode, Failure> {
    let _alone = shared.auth_locks.lock(path.project_id.clone()).await;
    let (location, known) = shared.store.read(|state| path.find(state, &caller))?;
    let remove = TableChange::Remove(path.auth_user_id.clone());
    let is_gone = table::change(&shared, &location, remove).await? == Some(true);
    if known.is_none() && !is_gone {
        return Err(not_found("user"));
    }
    commit(&shared, move |state| {
        let (_, known) = path.find(state, &caller)?;
        let gone = known.map(|it| Record::Delete(Delete::AuthUser(it.id)));
        Ok((gone.into_iter().collect(), ()))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
pub struct RolesRequest {
    roles: Vec<String>,
}

/// In place of those that the user has.
pub async fn set_roles(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<UserPath>,
    JsonBody(RolesRequest { roles }): JsonBody<RolesRequest>,
) -> Result<Json<UserBody>, Failure> {
    if roles.is_empty() {
        return Err(invalid("roles: at least one role is needed"));
    }
    for role in &roles {
        text::check("roles:", role, LONGEST_ROLE)?;
    }
    let _alone = shared.auth_locks.lock(path.project_id.clone()).await;
    let (location, known) = shared.store.read(|state| path.find(state, &caller))?;
    let changed = known.map(|it| AuthUser {
        roles: roles.clone(),
        ..it
    });
    let change = match &changed {
        Some(user) => TableChange::Put(Box::new(row(user, shared.now()))),
        None => TableChange::SetRoles {
            id: path.auth_user_id.clone(),
            roles,
            at: shared.now(),
        },
    };
    let is_in_table = table::change(&shared, &location, change).await? == Some(true);
    if changed.is_none() && !is_in_table {
        return Err(not_found("user"));
    }
    let id = path.auth_user_id.clone();
    commit(&shared, move |state| {
        path.find(state, &caller)?;
        let changed = changed.map(Record::AuthUser);
        Ok((changed.into_iter().collect(), ()))
    })
    .await?;
    Ok(UserBody::of(id))
}
