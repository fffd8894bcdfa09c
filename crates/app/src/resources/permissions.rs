//! Who a project is shared with: the accounts of other people, by address.

use api::resource::permissions::{PermissionId, ProjectPermission};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::accounts::client;
use crate::base::{check, ids};
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::platform::mutation::{
    self, Answer, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject, done_if,
};
use crate::view::words::Action;

/// That an address may use a project.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PermissionView {
    /// Which one.
    pub id: String,
    /// Whose account it is.
    pub email: String,
    /// Since when.
    pub granted_at: Option<DateTime<Utc>>,
}

impl From<&ProjectPermission> for PermissionView {
    fn from(permission: &ProjectPermission) -> Self {
        Self {
            id: permission.id.to_string(),
            email: permission.granted_to_email.clone(),
            granted_at: permission.granted_at,
        }
    }
}

/// Lists the permissions that hold on a project (`GET /projects/{project_id}/permissions`).
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
#[operation(Page, Read, permission_list, text)]
pub async fn list(
    app: &Platform,
    account_id: &str,
    project_id: &str,
) -> Result<Vec<PermissionView>, Error> {
    let client = client::of(app, account_id).await?;
    let permissions = client.click().permissions(&ids::project(project_id)?);
    let found = client.send_value(permissions.list()).await?;
    let holds = found.iter().filter(|it| it.revoked_at.is_none());
    Ok(holds.map(PermissionView::from).collect())
}

/// Shares a project with the account of an address (`POST /projects/{project_id}/permissions`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be an address, and as every mutation
/// ([`crate::view::ErrorCode::MaybeCreated`] when its end is not known).
#[operation(Guarded, Change, permission_grant, text)]
pub async fn grant(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    email: &str,
) -> Result<PermissionView, Error> {
    let project = ids::project(project_id)?;
    let email = check::mailbox(email, "person's")?;
    let mutation = PermissionMutation::Grant(PermissionGrant {
        project_id: project.to_string(),
        email: email.clone(),
    });
    let send = async move |api: api::Management| api.permissions(&project).grant(&email).await;
    let granted: ProjectPermission = mutation::run(app, account_id, mutation, send).await?;
    Ok(PermissionView::from(&granted))
}

/// Stops sharing a project with somebody (`DELETE /projects/{project_id}/permissions/{permission_id}`). `email` is how the
/// activity log calls the permission.
///
/// # Errors
/// As [`grant`], and [`crate::view::ErrorCode::NotFound`] when it was revoked already.
#[operation(Page, Change, permission_revoke, text)]
pub async fn revoke(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    permission_id: &str,
    email: &str,
) -> Result<(), Error> {
    let project = ids::project(project_id)?;
    let permission = PermissionId::parse(permission_id).map_err(|_| ids::unfit("permission"))?;
    let mutation = PermissionMutation::Revoke(PermissionRevoke {
        project_id: project.to_string(),
        permission_id: permission.to_string(),
        email: email.to_owned(),
    });
    let send = async move |api: api::Management| {
        let revoked = api.permissions(&project).revoke(&permission).await;
        revoked.map(|reply| reply.map(drop))
    };
    mutation::run(app, account_id, mutation, send).await
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[
    PermissionList::ENTRY,
    PermissionGrant::ENTRY,
    PermissionRevoke::ENTRY,
];

/// The operations on permissions that the journal stores.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum PermissionMutation {
    #[serde(rename = "grantPermission")]
    Grant(PermissionGrant),
    #[serde(rename = "revokePermission")]
    Revoke(PermissionRevoke),
}

impl PermissionMutation {
    fn project(&self) -> &str {
        match self {
            Self::Grant(grant) => &grant.project_id,
            Self::Revoke(revoke) => &revoke.project_id,
        }
    }
}

impl Mutation for PermissionMutation {
    type Item = ProjectPermission;

    fn subject(&self) -> Subject<'_> {
        let project = self.project();
        let lock = ["permissions", project];
        let subject = match self {
            Self::Grant(grant) => Subject::new(Action::ShareProject, &grant.email, &lock),
            Self::Revoke(revoke) => {
                Subject::new(Action::StopSharingProject, &revoke.email, &lock).removes()
            }
        };
        subject.project(project)
    }

    async fn observe(
        &self,
        reader: &Reader<'_>,
    ) -> Result<Option<Observed<ProjectPermission>>, Stop> {
        let permissions = reader.api.permissions(&ids::project(self.project())?);
        Ok(Some(reader.value(permissions.list()).await?.into()))
    }

    /// Granting twice is granting once, so a permission that holds is what was asked for, whoever granted it.
    fn decide(
        &self,
        _: &Sent<'_>,
        seen: Observed<ProjectPermission>,
    ) -> ReconcileOutcome<ProjectPermission> {
        let mut holds = seen.items.into_iter().filter(|it| it.revoked_at.is_none());
        match self {
            Self::Grant(grant) => {
                match holds.find(|it| it.granted_to_email.eq_ignore_ascii_case(&grant.email)) {
                    Some(permission) => ReconcileOutcome::Done(Some(permission)),
                    None => ReconcileOutcome::NotDone,
                }
            }
            Self::Revoke(revoke) => {
                done_if(!holds.any(|it| it.id.as_str() == revoke.permission_id))
            }
        }
    }
}

impl Answer<ProjectPermission> for ProjectPermission {
    fn of(found: Option<Self>) -> Option<Self> {
        found
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::platform::mutation::testing::{AFTER, all, one, verdict, verdict_gone};

    #[test]
    fn permissions_are_known_by_their_list() {
        let on = |mutation: Value| one::<PermissionMutation>(mutation);
        let grant =
            || on(json!({ "verb": "grantPermission", "project": "p", "email": "ana@b.example" }));
        let revoke = || {
            on(
                json!({ "verb": "revokePermission", "project": "p", "permission": "1", "email": "" }),
            )
        };
        let holds = json!([{ "id": "1", "granted_to_email": "Ana@b.example" }]);
        let revoked =
            json!([{ "id": "1", "granted_to_email": "ana@b.example", "revoked_at": AFTER }]);
        for (found, granted, ended) in [
            (holds, "done", "not done"),
            (revoked, "not done", "done"),
            (json!([]), "not done", "done"),
        ] {
            assert_eq!(
                verdict(grant(), &[], all(found.clone())),
                granted,
                "{found}"
            );
            assert_eq!(verdict(revoke(), &[], all(found.clone())), ended, "{found}");
        }
        assert_eq!(verdict_gone(grant()), "not done");
        assert_eq!(verdict_gone(revoke()), "done");
    }
}
