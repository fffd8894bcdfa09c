use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use super::users;
use crate::access::not_found;
use crate::platform_text;
use crate::reply::Failure;
use crate::route::body::{JsonBody, Seconds};
use crate::route::call::commit;
use crate::route::organizations::OrganizationBody;
use crate::route::text;
use crate::shared::Shared;
use crate::state::{Delete, Member, MemberRole, Organization, PlatformState, Record};

const LONGEST_NAME: usize = 256;

/// Oldest first.
pub async fn list(State(shared): State<Arc<Shared>>) -> Json<Vec<OrganizationBody>> {
    Json(shared.store.read(|state| {
        let mut all: Vec<_> = state.organizations.values().collect();
        all.sort_by_key(|it| (it.created_at, &it.id));
        all.into_iter().map(OrganizationBody::from).collect()
    }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewOrganization {
    name: String,
    /// Its first administrator.
    admin_id: String,
}

pub async fn add(
    State(shared): State<Arc<Shared>>,
    JsonBody(request): JsonBody<NewOrganization>,
) -> Result<(StatusCode, Json<OrganizationBody>), Failure> {
    text::check("name:", &request.name, LONGEST_NAME)?;
    let now = shared.now();
    let organization = Organization::new(shared.random.organization_id(), request.name, now);
    let admin = Member {
        id: shared.random.uuid(),
        organization_id: organization.id.clone(),
        user_id: request.admin_id,
        role: MemberRole::Admin,
        joined_at: now,
    };
    let body = OrganizationBody::from(&organization);
    commit(&shared, move |state| {
        users::find(state, &admin.user_id)?;
        let records = vec![Record::Organization(organization), Record::Member(admin)];
        Ok((records, ()))
    })
    .await?;
    Ok((StatusCode::CREATED, Json(body)))
}

#[derive(Debug, Serialize)]
pub struct MemberBody {
    id: String,
    user_id: String,
    role: MemberRole,
    joined_at: Seconds,
}

impl From<&Member> for MemberBody {
    fn from(it: &Member) -> Self {
        Self {
            id: it.id.clone(),
            user_id: it.user_id.clone(),
            role: it.role,
            joined_at: Seconds(it.joined_at),
        }
    }
}

/// Who joined first comes first.
pub async fn members(
    State(shared): State<Arc<Shared>>,
    Path(org_id): Path<String>,
) -> Result<Json<Vec<MemberBody>>, Failure> {
    shared.store.read(|state| {
        find(state, &org_id)?;
        let members = state.members.values();
        let mut members: Vec<_> = members.filter(|it| it.organization_id == org_id).collect();
        members.sort_by_key(|it| (it.joined_at, &it.id));
        Ok(Json(members.into_iter().map(MemberBody::from).collect()))
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewMember {
    user_id: String,
    role: MemberRole,
}

pub async fn join(
    State(shared): State<Arc<Shared>>,
    Path(org_id): Path<String>,
    JsonBody(request): JsonBody<NewMember>,
) -> Result<(StatusCode, Json<MemberBody>), Failure> {
    let member = Member {
        id: shared.random.uuid(),
        organization_id: org_id,
        user_id: request.user_id,
        role: request.role,
        joined_at: shared.now(),
    };
    let body = MemberBody::from(&member);
    commit(&shared, move |state| {
        find(state, &member.organization_id)?;
        users::find(state, &member.user_id)?;
        match state.role_in(&member.organization_id, &member.user_id) {
            Some(_) => Err(Failure::new(
                StatusCode::CONFLICT,
                platform_text::exists("member"),
            )),
            None => Ok((vec![Record::Member(member)], ())),
        }
    })
    .await?;
    Ok((StatusCode::CREATED, Json(body)))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewRole {
    role: MemberRole,
}

pub async fn change_role(
    State(shared): State<Arc<Shared>>,
    Path((org_id, user_id)): Path<(String, String)>,
    JsonBody(request): JsonBody<NewRole>,
) -> Result<Json<MemberBody>, Failure> {
    let member = commit(&shared, move |state| {
        let changed = Member {
            role: request.role,
            ..member(state, &org_id, &user_id)?.clone()
        };
        Ok((vec![Record::Member(changed.clone())], changed))
    });
    member.await.map(|it| Json(MemberBody::from(&it)))
}

pub async fn leave(
    State(shared): State<Arc<Shared>>,
    Path((org_id, user_id)): Path<(String, String)>,
) -> Result<StatusCode, Failure> {
    commit(&shared, move |state| {
        let id = member(state, &org_id, &user_id)?.id.clone();
        Ok((vec![Record::Delete(Delete::Member(id))], ()))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

pub fn find<'w>(state: &'w PlatformState, id: &str) -> Result<&'w Organization, Failure> {
    let found = state.organizations.get(id);
    found.ok_or_else(|| not_found("organization"))
}

fn member<'w>(
    state: &'w PlatformState,
    org_id: &str,
    user_id: &str,
) -> Result<&'w Member, Failure> {
    let mut members = state.members.values();
    members
        .find(|it| it.organization_id == org_id && it.user_id == user_id)
        .ok_or_else(|| not_found("member"))
}
