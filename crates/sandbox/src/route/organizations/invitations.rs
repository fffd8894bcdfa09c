//! Whom an organization has asked to join.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use super::role::role;
use crate::access::Caller;
use crate::email;
use crate::platform_text;
use crate::reply::Failure;
use crate::route::body::{JsonBody, Seconds, invalid};
use crate::route::call::commit;
use crate::route::keys::issue::must_be_admin;
use crate::shared::Shared;
use crate::state::{Invitation, Member, MemberRole, Organization, PlatformState, Record};

#[derive(Debug, Serialize)]
struct InvitationBody {
    id: String,
    email: String,
    org_id: String,
    invited_by: String,
    invited_at: Seconds,
    role: MemberRole,
}

#[derive(Debug, Serialize)]
pub struct InvitationsBody {
    invitations: Vec<InvitationBody>,
}

impl InvitationsBody {
    fn of(organization_id: &str, all: &[Invitation]) -> Json<Self> {
        let invitations = all.iter().map(|it| InvitationBody {
            id: it.id.clone(),
            email: it.email.clone(),
            org_id: organization_id.to_owned(),
            invited_by: it.invited_by.clone(),
            invited_at: Seconds(it.invited_at),
            role: it.role,
        });
        Json(Self {
            invitations: invitations.collect(),
        })
    }
}

/// Oldest first, also those that were accepted.
pub async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(org_id): Path<String>,
) -> Result<Json<InvitationsBody>, Failure> {
    shared.store.read(|state| {
        let found = caller.organization(state, &org_id)?;
        Ok(InvitationsBody::of(&found.id, &found.invitations))
    })
}

#[derive(Debug, Deserialize)]
pub struct InviteRequest {
    invitations: Vec<NewInvitation>,
}

#[derive(Debug, Deserialize)]
struct NewInvitation {
    email: String,
    role: String,
}

/// All of them or, where one can't be, none. Whoever has an account is a member at once, the others are with their
/// account. No mail is sent.
pub async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(org_id): Path<String>,
    JsonBody(request): JsonBody<InviteRequest>,
) -> Result<Json<InvitationsBody>, Failure> {
    if request.invitations.is_empty() {
        return Err(invalid("invitations: at least one is needed"));
    }
    must_be_different(&request.invitations)?;
    let mut wanted = Vec::new();
    for NewInvitation { email, role: text } in request.invitations {
        if !email::is_address(&email) {
            return Err(invalid("email: an email address is needed"));
        }
        wanted.push(Invitation {
            id: shared.random.uuid(),
            role: role("role", &text)?,
            email,
            invited_by: caller.user_id.clone(),
            invited_at: shared.now(),
        });
    }
    let random = Arc::clone(&shared.random);
    let (id, made) = commit(&shared, move |state| {
        let organization = caller.organization(state, &org_id)?;
        must_be_admin(&caller, state, &organization.id)?;
        let mut changed = organization.clone();
        let mut records = Vec::new();
        for invitation in &wanted {
            must_be_new(state, &changed, &invitation.email)?;
            changed.invitations.push(invitation.clone());
            let mut users = state.users.values();
            let user = users.find(|it| it.email.eq_ignore_ascii_case(&invitation.email));
            records.extend(user.map(|user| {
                Record::Member(Member {
                    id: random.uuid(),
                    organization_id: organization.id.clone(),
                    user_id: user.id.clone(),
                    role: invitation.role,
                    joined_at: invitation.invited_at,
                })
            }));
        }
        records.push(Record::Organization(changed));
        Ok((records, (organization.id.clone(), wanted)))
    })
    .await?;
    Ok(InvitationsBody::of(&id, &made))
}

/// Of one person there is one membership, so one request can't give two roles to an address.
fn must_be_different(invitations: &[NewInvitation]) -> Result<(), Failure> {
    let mut seen = HashSet::new();
    let mut all = invitations.iter();
    match all.find(|it| !seen.insert(it.email.to_ascii_lowercase())) {
        Some(twice) => Err(already_invited(&twice.email)),
        None => Ok(()),
    }
}

fn already_invited(email: &str) -> Failure {
    Failure::new(
        StatusCode::CONFLICT,
        platform_text::exists_with("invitation", "email", email),
    )
}

fn must_be_new(
    state: &PlatformState,
    organization: &Organization,
    email: &str,
) -> Result<(), Failure> {
    let mut users = state.users.values();
    let user = users.find(|it| it.email.eq_ignore_ascii_case(email));
    if user.is_some_and(|it| state.role_in(&organization.id, &it.id).is_some()) {
        return Err(Failure::new(
            StatusCode::CONFLICT,
            platform_text::exists_with("member", "email", email),
        ));
    }
    // One whose member has left can be invited again.
    let mut pending = organization.invitations.iter();
    let is_pending = user.is_none() && pending.any(|it| it.email.eq_ignore_ascii_case(email));
    match is_pending {
        true => Err(already_invited(email)),
        false => Ok(()),
    }
}
