//! What a mutation is about, by name, as the activity log says it.

use super::Mutation;
use super::client::PlatformClient;
use crate::core::names;

/// Such as `shop-prod / main`. What has no name that was seen is called by its id.
pub(super) async fn of(account_client: &PlatformClient, mutation: &Mutation) -> String {
    let (app, account) = (&account_client.app, &account_client.account.id);
    let Some(project) = mutation.project() else {
        return match mutation {
            Mutation::RevokeKey { key, .. } => {
                let name = names::key_name(app, account, &key.to_string()).await;
                name.unwrap_or_else(|| mutation.target())
            }
            _ => mutation.target(),
        };
    };
    let project_name = names::project_name(app, account, project).await;
    let mut parts = vec![project_name.unwrap_or_else(|| project.to_owned())];
    let branch = mutation.branch();
    if let Some(branch) = branch {
        let name = names::branch_name(app, account, project, branch).await;
        parts.push(name.unwrap_or_else(|| branch.to_owned()));
    }
    let target = mutation.target();
    let is_named = target == project || Some(target.as_str()) == branch;
    if !is_named {
        parts.push(target);
    }
    parts.join(" / ")
}

impl Mutation {
    /// The project that it made, when this is the id of what it made.
    pub(super) fn made(&self, id: Option<String>) -> Option<String> {
        id.filter(|_| matches!(self, Self::CreateProject { .. }))
    }

    /// The branch it is about, or that what it is about is on.
    pub(super) fn branch(&self) -> Option<&str> {
        match self {
            Self::UpdateBranch { branch, .. }
            | Self::DeleteBranch { branch, .. }
            | Self::RecoverBranch { branch, .. }
            | Self::RestoreBranch { branch, .. }
            | Self::SetDefaultBranch { branch, .. }
            | Self::CreateCompute { branch, .. }
            | Self::CreateDatabase { branch, .. }
            | Self::UpdateDatabase { branch, .. }
            | Self::DeleteDatabase { branch, .. }
            | Self::CreateRole { branch, .. }
            | Self::DeleteRole { branch, .. }
            | Self::ResetPassword { branch, .. }
            | Self::EnableAuth { branch, .. } => Some(branch),
            _ => None,
        }
    }
}
