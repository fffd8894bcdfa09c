use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;

use super::members::MemberBody;
use super::role::role;
use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::route::body::{EmptyBody, JsonBody};
use crate::route::call::commit;
use crate::route::keys::issue::must_be_admin;
use crate::shared::Shared;
use crate::state::{Delete, Member, MemberRole, PlatformState, Record};

pub async fn one(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((org_id, member_id)): Path<(String, String)>,
) -> Result<Json<MemberBody>, Failure> {
    shared.store.read(|state| {
        let organization = caller.organization(state, &org_id)?;
        let found = find(state, &organization.id, &member_id)?;
        Ok(Json(MemberBody::from(found)))
    })
}

#[derive(Debug, Deserialize)]
pub struct RoleRequest {
    role: String,
}

pub async fn change_role(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((org_id, member_id)): Path<(String, String)>,
    JsonBody(request): JsonBody<RoleRequest>,
) -> Result<Json<MemberBody>, Failure> {
    let role = role("role", &request.role)?;
    let changed = commit(&shared, move |state| {
        let found = administered(state, &caller, &org_id, &member_id)?;
        if role != MemberRole::Admin {
            must_not_be_last_admin(state, found)?;
        }
        let changed = Member {
            role,
            ..found.clone()
        };
        Ok((vec![Record::Member(changed.clone())], changed))
    });
    changed.await.map(|it| Json(MemberBody::from(&it)))
}

pub async fn remove(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((org_id, member_id)): Path<(String, String)>,
) -> Result<Json<EmptyBody>, Failure> {
    commit(&shared, move |state| {
        let found = administered(state, &caller, &org_id, &member_id)?;
        must_not_be_last_admin(state, found)?;
        let gone = Delete::Member(found.id.clone());
        Ok((vec![Record::Delete(gone)], ()))
    })
    .await?;
    Ok(Json(EmptyBody {}))
}

fn administered<'w>(
    state: &'w PlatformState,
    caller: &Caller,
    org_id: &str,
    member_id: &str,
) -> Result<&'w Member, Failure> {
    let organization = caller.organization(state, org_id)?;
    must_be_admin(caller, state, &organization.id)?;
    find(state, &organization.id, member_id)
}

fn find<'w>(
    state: &'w PlatformState,
    organization_id: &str,
    member_id: &str,
) -> Result<&'w Member, Failure> {
    let found = state.members.get(member_id);
    let found = found.filter(|it| it.organization_id == organization_id);
    found.ok_or_else(|| not_found("member"))
}

fn must_not_be_last_admin(state: &PlatformState, member: &Member) -> Result<(), Failure> {
    let is_other_admin = |it: &Member| {
        it.organization_id == member.organization_id
            && it.role == MemberRole::Admin
            && it.id != member.id
    };
    let mut members = state.members.values();
    match member.role == MemberRole::Admin && !members.any(is_other_admin) {
        true => Err(Failure::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "an organization needs an administrator, and this one is the last",
        )),
        false => Ok(()),
    }
}
