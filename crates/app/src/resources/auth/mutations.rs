//! The mutations of an auth integration and to its users, as they are journalled.

use api::resource::auth::{AuthIntegration, SdkKeys};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use super::place::AuthIds;
use crate::Error;
use crate::platform::Platform;
use crate::platform::mutation::{
    Answer, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject, done_if,
};
use crate::view::ErrorCode;
use crate::view::words::Action;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum AuthMutation {
    #[serde(rename = "enableAuth")]
    Enable {
        project: String,
        branch: String,
        /// Whether it was sent by the path of the branch.
        #[serde(default)]
        by_branch: bool,
        provider: String,
    },
    #[serde(rename = "createSdkKeys")]
    CreateSdkKeys { project: String },
    #[serde(rename = "createAuthUser")]
    CreateUser {
        project: String,
        email: String,
        /// Schema of the table in which the user can be seen.
        schema: String,
    },
    #[serde(rename = "deleteAuthUser")]
    DeleteUser {
        project: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        user: String,
        email: String,
    },
    #[serde(rename = "setAuthUserRoles")]
    SetRoles {
        project: String,
        branch: String,
        user: String,
    },
    #[serde(rename = "transferAuth")]
    Transfer { project: String },
    #[serde(rename = "removeAuth")]
    Remove {
        project: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        provider: String,
    },
}

impl AuthMutation {
    fn project(&self) -> &str {
        match self {
            Self::Enable { project, .. }
            | Self::CreateSdkKeys { project }
            | Self::CreateUser { project, .. }
            | Self::SetRoles { project, .. }
            | Self::Transfer { project }
            | Self::DeleteUser { project, .. }
            | Self::Remove { project, .. } => project,
        }
    }
}

impl AuthMutation {
    /// The branch whose path it was sent by.
    fn path_branch(&self) -> Option<&str> {
        match self {
            Self::Enable {
                branch, by_branch, ..
            } => by_branch.then_some(branch),
            Self::Remove { branch, .. } => branch.as_deref(),
            _ => None,
        }
    }
}

impl Mutation for AuthMutation {
    type Item = AuthIntegration;

    fn subject(&self) -> Subject<'_> {
        let project = self.project();
        let of = |action| Subject::new(action, project, &["auth", project]).project(project);
        match self {
            Self::Enable { branch, .. } => of(Action::SetUpAuth).branch(branch),
            Self::CreateSdkKeys { .. } => of(Action::CreateSdkKeys),
            Self::CreateUser { email, .. } => {
                Subject::new(Action::CreateUser, email, &["user", project, email]).project(project)
            }
            Self::DeleteUser { user, email, .. } => {
                let subject = Subject::new(Action::DeleteUser, email, &["user", project, user]);
                subject.project(project).removes()
            }
            Self::SetRoles { branch, user, .. } => {
                let lock = ["userRoles", project, branch.as_str(), user.as_str()];
                Subject::new(Action::ChangeUserRoles, user, &lock)
                    .project(project)
                    .branch(branch)
            }
            Self::Transfer { .. } => of(Action::TransferAuth),
            Self::Remove { .. } => of(Action::RemoveAuth).removes(),
        }
    }

    async fn observe(
        &self,
        reader: &Reader<'_>,
    ) -> Result<Option<Observed<AuthIntegration>>, Stop> {
        match self {
            Self::Enable { .. } | Self::Remove { .. } => {
                let at = AuthIds::of(self.project(), self.path_branch())?;
                Ok(Some(
                    reader.value(at.integrations(&reader.api)).await?.into(),
                ))
            }
            Self::CreateSdkKeys { .. }
            | Self::CreateUser { .. }
            | Self::DeleteUser { .. }
            | Self::SetRoles { .. }
            | Self::Transfer { .. } => Ok(None),
        }
    }

    fn decide(
        &self,
        sent: &Sent<'_>,
        seen: Observed<AuthIntegration>,
    ) -> ReconcileOutcome<AuthIntegration> {
        let mut found = seen.items.into_iter();
        match self {
            Self::Enable { provider, .. } => {
                let like_it = found.filter(|it| &it.auth_provider == provider);
                sent.made(like_it, |_| String::new(), |it| it.created_at)
            }
            // A branch has one.
            Self::Remove {
                branch: Some(_), ..
            } => done_if(found.next().is_none()),
            Self::Remove { provider, .. } => {
                done_if(!found.any(|it| &it.auth_provider == provider))
            }
            _ => ReconcileOutcome::Unclear(self.what_to_check()),
        }
    }

    fn what_to_check(&self) -> String {
        match self {
            Self::CreateSdkKeys { .. } => {
                "Create SDK keys again. Keys that were not shown do no harm.".to_owned()
            }
            Self::CreateUser { email, schema, .. } => {
                format!("Check for {email} in the table {schema}.users_sync before you try again.")
            }
            Self::DeleteUser { .. } => {
                "Delete the user again. Deleting a user twice does no harm.".to_owned()
            }
            Self::SetRoles { .. } => {
                "Refresh the users, or set the roles again. Setting them twice does no harm."
                    .to_owned()
            }
            Self::Transfer { .. } => {
                "Request a new link. Nothing is transferred until a link is opened.".to_owned()
            }
            _ => "Check on the platform whether it was done.".to_owned(),
        }
    }

    fn lost_secret(&self, integration: &AuthIntegration) -> Option<Error> {
        matches!(self, Self::Enable { .. }).then(|| {
            Error::new(
                ErrorCode::SecretLost,
                "The auth integration is set up, but its keys did not arrive",
            )
            .hint("Create SDK keys to get new ones.")
            .about(integration.auth_provider_project_id.clone())
        })
    }

    fn publish(&self, app: &Platform, account: &str) {
        app.events.auth_changed(account, self.project());
    }
}

impl Answer<AuthIntegration> for SdkKeys {
    fn of(_: Option<AuthIntegration>) -> Option<Self> {
        None
    }
}

/// The id of a user.
impl Answer<AuthIntegration> for String {
    fn of(_: Option<AuthIntegration>) -> Option<Self> {
        None
    }
}

/// The link of a transfer.
impl Answer<AuthIntegration> for SecretString {
    fn of(_: Option<AuthIntegration>) -> Option<Self> {
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::platform::mutation::testing::{AFTER, BEFORE, all, one, verdict, verdict_unseen};

    #[test]
    fn an_integration_is_known_by_its_list() {
        let enable = || {
            one::<AuthMutation>(
                json!({ "verb": "enableAuth", "project": "p", "branch": "br-1", "provider": "provider_one" }),
            )
        };
        let integration = |at: &str| {
            all::<AuthIntegration>(json!([{ "auth_provider": "provider_one", "created_at": at }]))
        };
        assert_eq!(verdict(enable(), &[], integration(AFTER)), "done");
        assert_eq!(verdict(enable(), &[], integration(BEFORE)), "not done");
        let remove = |branch: Option<&str>| {
            one::<AuthMutation>(
                json!({ "verb": "removeAuth", "project": "p", "branch": branch, "provider": "other" }),
            )
        };
        for (branch, found, end) in [
            (None, integration(BEFORE), "done"),
            (Some("br-1"), integration(BEFORE), "not done"),
            (Some("br-1"), Vec::new(), "done"),
        ] {
            assert_eq!(verdict(remove(branch), &[], found), end, "{branch:?}");
        }
    }

    #[test]
    fn what_nobody_can_look_at_is_unclear() {
        for (mutation, check) in [
            (
                json!({ "verb": "deleteAuthUser", "project": "p", "user": "u-1", "email": "ada@example.com" }),
                "Delete the user again. Deleting a user twice does no harm.",
            ),
            (
                json!({ "verb": "createSdkKeys", "project": "p" }),
                "Create SDK keys again. Keys that were not shown do no harm.",
            ),
            (
                json!({ "verb": "transferAuth", "project": "p" }),
                "Request a new link. Nothing is transferred until a link is opened.",
            ),
            (
                json!({ "verb": "createAuthUser", "project": "p", "email": "a@b.example", "schema": "svc_auth" }),
                "Check for a@b.example in the table svc_auth.users_sync before you try again.",
            ),
            (
                json!({ "verb": "setAuthUserRoles", "project": "p", "branch": "br-1", "user": "u" }),
                "Refresh the users, or set the roles again. Setting them twice does no harm.",
            ),
            (
                json!({ "verb": "removeAuth", "project": "p", "provider": "provider_one" }),
                "Check on the platform whether it was done.",
            ),
        ] {
            assert_eq!(verdict_unseen(one::<AuthMutation>(mutation)), check);
        }
    }
}
