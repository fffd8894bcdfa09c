//! Organizations and who belongs to them.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use futures::Stream;
use serde_json::json;

use super::branches::request::SortOrder;
use super::{Begin, lenient};
use crate::call::Call;
use crate::{Error, Listed, Management, OrgId, Page, ProjectId, Reply, UserId};

/// An organization. Only the id is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Organization {
    /// Such as `org-misty-meadow-12345678`.
    pub id: OrgId,
    /// Its name. Empty when the reply has none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// Its name as it stands in addresses.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub handle: Option<String>,
    /// Its plan.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub plan: Option<String>,
    /// Who bills it, such as `console`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub managed_by: Option<String>,
    /// When it was made.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    #[serde(default, deserialize_with = "lenient::time")]
    pub updated_at: Option<DateTime<Utc>>,
    /// Whether its projects may keep to HIPAA.
    pub allow_hipaa_projects: Option<bool>,
    /// Whether its members need a second factor.
    pub require_mfa: Option<bool>,
}

/// A member of an organization and the account behind it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct OrganizationMember {
    /// The membership.
    pub member: Member,
    /// The account.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub user: MemberUser,
}

/// A membership.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Member {
    /// Id of the membership, a UUID; not that of the account.
    pub id: String,
    /// The account.
    pub user_id: UserId,
    /// The organization.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub org_id: Option<OrgId>,
    /// What the member may do.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub role: Option<MemberRole>,
    /// Since when.
    #[serde(default, deserialize_with = "lenient::time")]
    pub joined_at: Option<DateTime<Utc>>,
}

/// What an organization knows of a member's account.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct MemberUser {
    /// The address they log in with.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub email: String,
    /// Whether they have a second factor.
    pub has_mfa: Option<bool>,
    /// Since when the account is switched off.
    #[serde(default, deserialize_with = "lenient::time")]
    pub deactivated_at: Option<DateTime<Utc>>,
}

open_enum! {
    /// What a member of an organization may do.
    pub enum MemberRole {
        /// Everything.
        Admin = "admin",
        /// Work with all projects.
        Member = "member",
        /// Change what is shared with them.
        Editor = "editor",
        /// Look at what is shared with them.
        Viewer = "viewer",
        /// Work with projects shared with them.
        Collaborator = "collaborator",
    }
}

impl Listed for Organization {
    const FIELD: &'static str = "organizations";
}

impl Listed for OrganizationMember {
    const FIELD: &'static str = "members";
}

/// Which part of the members is asked for, and in which order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListMembers {
    /// How many on a page, 1 to 500; the platform's choice when `None`.
    pub page_size: Option<u32>,
    /// Where the page begins: `next` of the page before it.
    pub cursor: Option<String>,
    /// What they are ordered by; when they joined, when `None`.
    pub sort_by: Option<MemberSort>,
    /// In which direction; descending when `None`.
    pub sort_order: Option<SortOrder>,
}

open_enum! {
    /// What members are ordered by.
    pub enum MemberSort {
        /// Their address.
        Email = "email",
        /// Their role.
        Role = "role",
        /// When they joined.
        JoinedAt = "joined_at",
    }
}

/// The organizations of the platform.
#[derive(Debug, Clone)]
pub struct Organizations {
    management: Management,
}

impl Management {
    /// The organizations of the platform.
    #[must_use]
    pub fn organizations(&self) -> Organizations {
        Organizations {
            management: self.clone(),
        }
    }
}

impl Organizations {
    /// Those that the caller belongs to (`GET /users/me/organizations`).
    pub async fn list(&self) -> Result<Reply<Vec<Organization>>, Error> {
        self.management.users().my_organizations().await
    }

    /// One of them (`GET /organizations/{org_id}`).
    pub async fn get(&self, organization: &OrgId) -> Result<Reply<Organization>, Error> {
        let call = Call::get(
            "look up the organization",
            "/organizations/{org_id}",
            &[organization.as_str()],
        );
        self.management.fetch(call).await
    }

    /// One page of its members (`GET /organizations/{org_id}/members`).
    pub async fn members(
        &self,
        organization: &OrgId,
        list: ListMembers,
    ) -> Result<Reply<Page<OrganizationMember>>, Error> {
        let call = members_call(organization, &list);
        self.management
            .page(call, list.page_size, list.cursor)
            .await
    }

    /// Page after page of its members (`GET /organizations/{org_id}/members`).
    pub fn member_pages(
        &self,
        organization: &OrgId,
        list: ListMembers,
    ) -> impl Stream<Item = Result<Page<OrganizationMember>, Error>> + Send + use<> {
        let call = members_call(organization, &list);
        self.management.pages(call, list.page_size, list.cursor)
    }

    /// One member, by the id of the membership (`GET /organizations/{org_id}/members/{member_id}`).
    pub async fn member(&self, organization: &OrgId, id: &str) -> Result<Reply<Member>, Error> {
        let call = member_call(Call::get, "look up the member", organization, id);
        self.management.fetch(call).await
    }

    /// Gives a member another role (`PATCH /organizations/{org_id}/members/{member_id}`).
    pub async fn update_member(
        &self,
        organization: &OrgId,
        id: &str,
        role: &MemberRole,
    ) -> Result<Reply<Member>, Error> {
        let call = member_call(Call::patch, "change the member's role", organization, id)
            .json(&json!({ "role": role }))
            .known_field("", "id", id)
            .if_lost("the member's role may have been changed");
        self.management.fetch(call).await
    }

    /// Removes a member (`DELETE /organizations/{org_id}/members/{member_id}`). The last admin stays.
    pub async fn remove_member(&self, organization: &OrgId, id: &str) -> Result<Reply<()>, Error> {
        let call = member_call(Call::delete, "remove the member", organization, id)
            .if_lost("the member may have been removed");
        self.management.fetch_empty(call).await
    }

    /// Moves projects, 1 to 400, to another organization (`POST /organizations/{source_org_id}/projects/transfer`). All
    /// of them go, or none.
    pub async fn transfer_projects(
        &self,
        from: &OrgId,
        to: &OrgId,
        projects: &[ProjectId],
    ) -> Result<Reply<()>, Error> {
        let call = Call::post(
            "move the projects",
            "/organizations/{source_org_id}/projects/transfer",
            &[from.as_str()],
        );
        self.management
            .fetch_empty(transfer_of(call, to, projects))
            .await
    }
}

/// What moves projects to an organization.
pub(super) fn transfer_of(call: Call, to: &OrgId, projects: &[ProjectId]) -> Call {
    let call = match projects.is_empty() {
        true => call.without("project"),
        false => call,
    };
    call.json(&json!({ "destination_org_id": to, "project_ids": projects }))
        .if_lost("the projects may have been moved")
}

fn member_call(begin: Begin, purpose: &'static str, organization: &OrgId, id: &str) -> Call {
    begin(
        purpose,
        "/organizations/{org_id}/members/{member_id}",
        &[organization.as_str(), id],
    )
}

fn members_call(organization: &OrgId, list: &ListMembers) -> Call {
    Call::get(
        "list the organization's members",
        "/organizations/{org_id}/members",
        &[organization.as_str()],
    )
    .query_opt("sort_by", list.sort_by.as_ref())
    .query_opt("sort_order", list.sort_order.as_ref())
}
