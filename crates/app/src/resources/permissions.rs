//! Who a project is shared with: the accounts of other people, by address.

use api::resource::permissions::{PermissionId, ProjectPermission};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::accounts::client;
use crate::base::calls::calls;
use crate::base::{check, ids};
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

/// Who a project is shared with now (`GET /projects/{project_id}/permissions`).
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
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
pub async fn grant(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    email: &str,
) -> Result<PermissionView, Error> {
    let project = ids::project(project_id)?;
    let email = check::mailbox(email, "person's")?;
    let mutation = PermissionMutation::Grant {
        project: project.to_string(),
        email: email.clone(),
    };
    let send = async move |api: api::Management| api.permissions(&project).grant(&email).await;
    let granted: ProjectPermission = mutation::run(app, account_id, mutation, send).await?;
    Ok(PermissionView::from(&granted))
}

/// Stops sharing a project with somebody (`DELETE /projects/{project_id}/permissions/{permission_id}`). `email` is how the
/// activity log calls the permission.
///
/// # Errors
/// As [`grant`], and [`crate::view::ErrorCode::NotFound`] when it was revoked already.
pub async fn revoke(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    permission_id: &str,
    email: &str,
) -> Result<(), Error> {
    let project = ids::project(project_id)?;
    let permission = PermissionId::parse(permission_id).map_err(|_| ids::unfit("permission"))?;
    let mutation = PermissionMutation::Revoke {
        project: project.to_string(),
        permission: permission.to_string(),
        email: email.to_owned(),
    };
    let send = async move |api: api::Management| {
        let revoked = api.permissions(&project).revoke(&permission).await;
        revoked.map(|reply| reply.map(drop))
    };
    mutation::run(app, account_id, mutation, send).await
}

calls! {
    /// Calls about who a project is shared with, to be shown as text.
    PermissionCall(app: Platform, account, project_id) {
        ListPermissions => list(app, account, &project_id),
        GrantPermission { email: String } => grant(app, account, &project_id, &email),
        RevokePermission { permission_id: String } => revoke(app, account, &project_id, &permission_id, ""),
    }
}

/// The mutations of permissions, as they are journalled.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum PermissionMutation {
    #[serde(rename = "grantPermission")]
    Grant { project: String, email: String },
    #[serde(rename = "revokePermission")]
    Revoke {
        project: String,
        permission: String,
        email: String,
    },
}

impl PermissionMutation {
    fn project(&self) -> &str {
        match self {
            Self::Grant { project, .. } | Self::Revoke { project, .. } => project,
        }
    }
}

impl Mutation for PermissionMutation {
    type Item = ProjectPermission;

    fn subject(&self) -> Subject<'_> {
        let project = self.project();
        let lock = ["permissions", project];
        let subject = match self {
            Self::Grant { email, .. } => Subject::new(Action::ShareProject, email, &lock),
            Self::Revoke { email, .. } => {
                Subject::new(Action::StopSharingProject, email, &lock).removes()
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
            Self::Grant { email, .. } => {
                match holds.find(|it| it.granted_to_email.eq_ignore_ascii_case(email)) {
                    Some(permission) => ReconcileOutcome::Done(Some(permission)),
                    None => ReconcileOutcome::NotDone,
                }
            }
            Self::Revoke { permission, .. } => {
                done_if(!holds.any(|it| it.id.as_str() == permission))
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
