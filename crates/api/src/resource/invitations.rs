//! Whom an organization has asked to join.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::organizations::MemberRole;
use super::{lenient, whole};
use crate::call::Call;
use crate::{Error, Listed, Management, OrgId, Reply, UserId};

/// An invitation. Only the id is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Invitation {
    /// A UUID.
    pub id: String,
    /// The address of whom it is for. Empty when the reply has none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub email: String,
    /// Who made it.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub invited_by: Option<UserId>,
    /// When it was made.
    #[serde(default, deserialize_with = "lenient::time")]
    pub invited_at: Option<DateTime<Utc>>,
    /// What they will be in the organization.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub role: Option<MemberRole>,
}

impl Listed for Invitation {
    const FIELD: &'static str = "invitations";
}

/// Whom to invite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Invite {
    /// Their address, 1 to 256 characters.
    pub email: String,
    /// What they will be in the organization.
    pub role: MemberRole,
}

/// The invitations of one organization.
#[derive(Debug, Clone)]
pub struct Invitations {
    management: Management,
    organization: OrgId,
}

impl Management {
    /// The invitations of an organization.
    #[must_use]
    pub fn invitations(&self, organization: &OrgId) -> Invitations {
        Invitations {
            management: self.clone(),
            organization: organization.clone(),
        }
    }
}

impl Invitations {
    /// Those that wait and those that were accepted (`GET /organizations/{org_id}/invitations`).
    pub async fn list(&self) -> Result<Reply<Vec<Invitation>>, Error> {
        let call = Call::get(
            "list the invitations",
            "/organizations/{org_id}/invitations",
            &[self.organization.as_str()],
        );
        whole(&self.management, call).await
    }

    /// Invites people, at least one (`POST /organizations/{org_id}/invitations`). Who has an account is a member at once.
    pub async fn create(&self, invites: &[Invite]) -> Result<Reply<Vec<Invitation>>, Error> {
        let call = Call::post(
            "invite people",
            "/organizations/{org_id}/invitations",
            &[self.organization.as_str()],
        )
        .json(&json!({ "invitations": invites }))
        .if_lost("the invitations may have been sent");
        let call = match invites.is_empty() {
            true => call.without("invitation"),
            false => call,
        };
        whole(&self.management, call).await
    }
}
