//! Whom an organization has asked to join.

use api::resource::invitations::{Invitation, Invite};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::members;
use crate::Error;
use crate::accounts::client;
use crate::base::{check, ids};
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::platform::mutation::{
    self, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject,
};
use crate::view::words::Action;

/// An invitation.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct InvitationView {
    /// Which one.
    pub id: String,
    /// Whom it is for.
    pub email: String,
    /// What they will be, in the platform's word, such as `member`.
    pub role: Option<String>,
    /// When it was made.
    pub invited_at: Option<DateTime<Utc>>,
}

impl From<&Invitation> for InvitationView {
    fn from(invitation: &Invitation) -> Self {
        Self {
            id: invitation.id.clone(),
            email: invitation.email.clone(),
            role: invitation.role.as_ref().map(ToString::to_string),
            invited_at: invitation.invited_at,
        }
    }
}

/// The invitations of an organization, also those that were accepted (`GET /organizations/{org_id}/invitations`).
///
/// # Errors
/// As [`members::list`].
#[operation(Page, Read, invitation_list, text)]
pub async fn list(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
) -> Result<Vec<InvitationView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let organization = ids::organization(organization_id)?;
    let invitations = account_client.click().invitations(&organization);
    let found = account_client.send_value(invitations.list()).await?;
    Ok(found.iter().map(InvitationView::from).collect())
}

/// Invites somebody (`POST /organizations/{org_id}/invitations`). Who has an account may be a member at once.
///
/// # Errors
/// As [`members::change_role`], and [`crate::view::ErrorCode::Exists`] for somebody who is a member or invited.
#[operation(Guarded, Change, invitation_create, text)]
pub async fn create(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
    email: &str,
    role: &str,
) -> Result<(), Error> {
    let organization = ids::organization(organization_id)?;
    let invite = Invite {
        email: check::mailbox(email, "person's")?,
        role: members::checked_role(role)?,
    };
    let mutation = InvitationMutation::Create {
        organization: organization.to_string(),
        email: invite.email.clone(),
    };
    let send = async move |api: api::Management| {
        let invitations = api.invitations(&organization);
        let made = invitations.create(&[invite]).await;
        made.map(|reply| reply.map(drop))
    };
    mutation::run(app, account_id, mutation, send).await
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[InvitationList::ENTRY, InvitationCreate::ENTRY];

/// The mutations of invitations, as they are journalled.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum InvitationMutation {
    #[serde(rename = "createInvitation")]
    Create { organization: String, email: String },
}

impl Mutation for InvitationMutation {
    type Item = Invitation;

    fn subject(&self) -> Subject<'_> {
        let Self::Create {
            organization,
            email,
        } = self;
        let lock = ["invitations", organization];
        Subject::new(Action::InvitePerson, email, &lock)
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<Invitation>>, Stop> {
        let Self::Create { organization, .. } = self;
        let invitations = reader.api.invitations(&ids::organization(organization)?);
        Ok(Some(reader.value(invitations.list()).await?.into()))
    }

    /// Somebody who left can be invited again, so that one from before this was sent does not count.
    fn decide(&self, sent: &Sent<'_>, seen: Observed<Invitation>) -> ReconcileOutcome<Invitation> {
        let Self::Create { email, .. } = self;
        let all = seen.items.into_iter();
        let of_them = all.filter(|it| it.email.eq_ignore_ascii_case(email));
        sent.made(of_them, |it| it.id.clone(), |it| it.invited_at)
    }

    fn id(invitation: &Invitation) -> Option<String> {
        Some(invitation.id.clone())
    }

    fn publish(&self, app: &Platform, account: &str) {
        let Self::Create { organization, .. } = self;
        members::publish_change(app, account, organization);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::platform::mutation::testing::{AFTER, BEFORE, all, one, verdict, verdict_gone};

    #[test]
    fn an_invitation_is_known_by_its_address_and_its_time() {
        let invite = || {
            one::<InvitationMutation>(json!({
                "verb": "createInvitation", "organization": "org-a-1", "email": "ana@b.example",
            }))
        };
        let at = |id: &str, email: &str, time: &str| json!({ "id": id, "email": email, "invited_at": time });
        for (found, end) in [
            (json!([at("1", "Ana@b.example", AFTER)]), "done 1"),
            (json!([at("1", "ana@b.example", BEFORE)]), "not done"),
            (json!([at("1", "bo@b.example", AFTER)]), "not done"),
            (json!([{ "id": "1", "email": "ana@b.example" }]), "unclear"),
        ] {
            let seen = all::<Invitation>(found.clone());
            assert_eq!(verdict(invite(), &[], seen), end, "{found}");
        }
        assert_eq!(verdict_gone(invite()), "not done");
    }
}
