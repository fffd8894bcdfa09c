//! Who belongs to an organization, and what each may do in it.

use api::OrgId;
use api::resource::organizations::{ListMembers, MemberRole, OrganizationMember};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::accounts::client;
use crate::base::{check, ids};
use crate::core::event::Event;
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::platform::mutation::{
    self, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject, done_if,
};
use crate::view::words::Action;
use crate::view::{MemberPageView, MemberView, page};

/// One page of an organization's members (`GET /organizations/{org_id}/members`). `page_size` counts 1 to 500.
///
/// # Errors
/// What the platform says while the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is
/// refused, [`crate::view::ErrorCode::NotFound`] for an organization that the key does not see.
#[operation(Page, Read, member_list, text)]
pub async fn list(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
    page_size: Option<u32>,
    cursor: Option<String>,
) -> Result<MemberPageView, Error> {
    let account_client = client::of(app, account_id).await?;
    let organization = ids::organization(organization_id)?;
    let list = ListMembers {
        page_size,
        cursor,
        ..ListMembers::default()
    };
    let organizations = account_client.click().organizations();
    let found = account_client
        .send_value(organizations.members(&organization, list))
        .await?;
    Ok(MemberPageView {
        next: page::next(found.next, found.items.len(), page_size),
        items: found.items.iter().map(MemberView::from).collect(),
    })
}

/// Gives a member another role (`PATCH /organizations/{org_id}/members/{member_id}`). `email` is how the activity log calls
/// the member.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, [`crate::view::ErrorCode::NotFound`] when they are no
/// member any more, [`crate::view::ErrorCode::Platform`] for the last admin and without the right to do it, and as every
/// mutation ([`crate::view::ErrorCode::MaybeCreated`] when its end is not known).
#[operation(Page, Change, member_change_role, text)]
pub async fn change_role(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
    member_id: &str,
    role: &str,
    email: &str,
) -> Result<(), Error> {
    let (organization, member) = parsed(organization_id, member_id)?;
    let role = checked_role(role)?;
    let mutation = MemberMutation::ChangeRole(MemberChangeRole {
        organization_id: organization.to_string(),
        member_id: member.clone(),
        role: role.to_string(),
        email: email.to_owned(),
    });
    let send = async move |api: api::Management| {
        let organizations = api.organizations();
        let changed = organizations.update_member(&organization, &member, &role);
        changed.await.map(|reply| reply.map(drop))
    };
    mutation::run(app, account_id, mutation, send).await
}

/// Removes a member (`DELETE /organizations/{org_id}/members/{member_id}`). `email` is how the activity log calls them.
///
/// # Errors
/// As [`change_role`].
#[operation(Page, Change, member_remove, text)]
pub async fn remove(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
    member_id: &str,
    email: &str,
) -> Result<(), Error> {
    let (organization, member) = parsed(organization_id, member_id)?;
    let mutation = MemberMutation::Remove(MemberRemove {
        organization_id: organization.to_string(),
        member_id: member.clone(),
        email: email.to_owned(),
    });
    let send = async move |api: api::Management| {
        api.organizations()
            .remove_member(&organization, &member)
            .await
    };
    mutation::run(app, account_id, mutation, send).await
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[
    MemberList::ENTRY,
    MemberRemove::ENTRY,
    MemberChangeRole::ENTRY,
];

fn parsed(organization_id: &str, member_id: &str) -> Result<(OrgId, String), Error> {
    let organization = ids::organization(organization_id)?;
    let member = uuid::Uuid::try_parse(member_id).map_err(|_| ids::unfit("member"))?;
    Ok((organization, member.hyphenated().to_string()))
}

/// A role in the platform's word. One that is not known here is sent as well: the platform may have more by now.
pub(super) fn checked_role(role: &str) -> Result<MemberRole, Error> {
    Ok(MemberRole::from(check::segment(role, "role")?))
}

/// Tells that something of an organization has to be read again.
pub(super) fn publish_change(app: &Platform, account: &str, organization: &str) {
    app.events.publish(Event::OrganizationChanged {
        account_id: account.to_owned(),
        organization_id: organization.to_owned(),
    });
}

/// The operations on members that the journal stores.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum MemberMutation {
    #[serde(rename = "changeMemberRole")]
    ChangeRole(MemberChangeRole),
    #[serde(rename = "removeMember")]
    Remove(MemberRemove),
}

impl MemberMutation {
    fn organization(&self) -> &str {
        match self {
            Self::ChangeRole(change) => &change.organization_id,
            Self::Remove(remove) => &remove.organization_id,
        }
    }
}

impl Mutation for MemberMutation {
    type Item = OrganizationMember;

    fn subject(&self) -> Subject<'_> {
        let lock = ["members", self.organization()];
        match self {
            Self::ChangeRole(change) => {
                Subject::new(Action::ChangeMemberRole, &change.email, &lock)
            }
            Self::Remove(remove) => {
                Subject::new(Action::RemoveMember, &remove.email, &lock).removes()
            }
        }
    }

    async fn observe(
        &self,
        reader: &Reader<'_>,
    ) -> Result<Option<Observed<OrganizationMember>>, Stop> {
        let organization = ids::organization(self.organization())?;
        let list = ListMembers {
            page_size: Some(500),
            ..ListMembers::default()
        };
        let pages = reader.api.organizations().member_pages(&organization, list);
        Ok(reader.all(pages).await?.map(Observed::from))
    }

    fn decide(
        &self,
        _: &Sent<'_>,
        seen: Observed<OrganizationMember>,
    ) -> ReconcileOutcome<OrganizationMember> {
        let mut members = seen.items.into_iter();
        match self {
            Self::ChangeRole(change) => {
                let found = members.find(|it| it.member.id == change.member_id);
                let has_role = |it: &OrganizationMember| {
                    let now = it.member.role.as_ref();
                    now.is_some_and(|now| now.to_string() == change.role)
                };
                done_if(found.is_some_and(|it| has_role(&it)))
            }
            Self::Remove(remove) => done_if(!members.any(|it| it.member.id == remove.member_id)),
        }
    }

    fn publish(&self, app: &Platform, account: &str) {
        publish_change(app, account, self.organization());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::platform::mutation::testing::{all, one, verdict, verdict_gone};

    #[test]
    fn members_are_known_by_their_list() {
        let change = || {
            one::<MemberMutation>(json!({
                "verb": "changeMemberRole", "organization": "org-a-1", "member": "1", "email": "",
                "role": "admin",
            }))
        };
        let remove = || {
            one::<MemberMutation>(json!({
                "verb": "removeMember", "organization": "org-a-1", "member": "1", "email": "",
            }))
        };
        let member =
            |role: &str| json!([{ "member": { "id": "1", "user_id": "u", "role": role } }]);
        for (found, changed, removed) in [
            (member("admin"), "done", "not done"),
            (member("member"), "not done", "not done"),
            (json!([]), "not done", "done"),
        ] {
            let seen = || all::<OrganizationMember>(found.clone());
            assert_eq!(verdict(change(), &[], seen()), changed, "{found}");
            assert_eq!(verdict(remove(), &[], seen()), removed, "{found}");
        }
        assert_eq!(verdict_gone(change()), "not done");
        assert_eq!(verdict_gone(remove()), "done");
    }
}
