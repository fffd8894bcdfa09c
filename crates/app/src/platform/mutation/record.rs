//! What is written down of a mutation before it leaves: enough to recognise what it did, and never a secret.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A mutation that may have to be looked for.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    pub(crate) account: String,
    pub(crate) mutation: Mutation,
    /// Ids of what earlier mutations of the same thing made: this one did not make them.
    pub(crate) known: Vec<String>,
    /// The distance of the platform's clock when it left, in milliseconds.
    pub(crate) offset_ms: Option<i64>,
}

/// Every change that the Management API is asked for. `expected` is the part of the request that can be seen afterwards.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(
    tag = "verb",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Mutation {
    CreateProject {
        name: Option<String>,
        organization: Option<String>,
    },
    UpdateProject {
        project: String,
        expected: Value,
    },
    DeleteProject {
        project: String,
    },
    RecoverProject {
        project: String,
    },
    CreateBranch {
        project: String,
        name: Option<String>,
        parent: Option<String>,
    },
    UpdateBranch {
        project: String,
        branch: String,
        expected: Value,
    },
    DeleteBranch {
        project: String,
        branch: String,
        /// It cannot be brought back.
        #[serde(default)]
        for_good: bool,
    },
    RecoverBranch {
        project: String,
        branch: String,
    },
    RestoreBranch {
        project: String,
        branch: String,
    },
    SetDefaultBranch {
        project: String,
        branch: String,
    },
    CreateCompute {
        project: String,
        branch: String,
        kind: String,
        name: Option<String>,
    },
    UpdateCompute {
        project: String,
        compute: String,
        expected: Value,
    },
    DeleteCompute {
        project: String,
        compute: String,
    },
    StartCompute {
        project: String,
        compute: String,
    },
    SuspendCompute {
        project: String,
        compute: String,
    },
    RestartCompute {
        project: String,
        compute: String,
    },
    CreateDatabase {
        project: String,
        branch: String,
        name: String,
        owner: String,
    },
    UpdateDatabase {
        project: String,
        branch: String,
        name: String,
        expected: Value,
    },
    DeleteDatabase {
        project: String,
        branch: String,
        name: String,
    },
    CreateRole {
        project: String,
        branch: String,
        name: String,
    },
    DeleteRole {
        project: String,
        branch: String,
        name: String,
    },
    ResetPassword {
        project: String,
        branch: String,
        name: String,
    },
    CreateKey {
        organization: Option<String>,
        name: String,
        project: Option<String>,
    },
    RevokeKey {
        organization: Option<String>,
        key: i64,
    },
    EnableAuth {
        project: String,
        branch: String,
        provider: String,
    },
    CreateSdkKeys {
        project: String,
    },
    CreateAuthUser {
        project: String,
        email: String,
        /// Schema of the table in which the user can be seen.
        schema: String,
    },
    TransferAuth {
        project: String,
    },
    RemoveAuth {
        project: String,
        provider: String,
    },
    AddDomain {
        project: String,
        domain: String,
    },
    DeleteDomains {
        project: String,
        domains: Vec<String>,
    },
    SendTestEmail {
        project: String,
        recipient: String,
    },
    AddOauthProvider {
        project: String,
        provider: String,
        own_client: bool,
    },
    UpdateOauthProvider {
        project: String,
        provider: String,
        expected: Value,
        has_secret: bool,
    },
    DeleteOauthProvider {
        project: String,
        provider: String,
    },
    UpdateEmailServer {
        project: String,
        expected: Value,
        has_secret: bool,
    },
}

impl Mutation {
    /// What is done, as the activity log says it.
    pub(crate) fn action(&self) -> &'static str {
        match self {
            Self::CreateProject { .. } => "Create project",
            Self::UpdateProject { .. } => "Change project",
            Self::DeleteProject { .. } => "Delete project",
            Self::RecoverProject { .. } => "Recover project",
            Self::CreateBranch { .. } => "Create branch",
            Self::UpdateBranch { .. } => "Change branch",
            Self::DeleteBranch { .. } => "Delete branch",
            Self::RecoverBranch { .. } => "Recover branch",
            Self::RestoreBranch { .. } => "Restore branch",
            Self::SetDefaultBranch { .. } => "Make branch the default",
            Self::CreateCompute { .. } => "Create compute",
            Self::UpdateCompute { .. } => "Change compute",
            Self::DeleteCompute { .. } => "Delete compute",
            Self::StartCompute { .. } => "Start compute",
            Self::SuspendCompute { .. } => "Suspend compute",
            Self::RestartCompute { .. } => "Restart compute",
            Self::CreateDatabase { .. } => "Create database",
            Self::UpdateDatabase { .. } => "Change database",
            Self::DeleteDatabase { .. } => "Delete database",
            Self::CreateRole { .. } => "Create role",
            Self::DeleteRole { .. } => "Delete role",
            Self::ResetPassword { .. } => "Reset password",
            Self::CreateKey { .. } => "Create API key",
            Self::RevokeKey { .. } => "Revoke API key",
            Self::EnableAuth { .. } => "Set up auth integration",
            Self::CreateSdkKeys { .. } => "Create SDK keys",
            Self::CreateAuthUser { .. } => "Create user",
            Self::TransferAuth { .. } => "Transfer auth project",
            Self::RemoveAuth { .. } => "Remove auth integration",
            Self::AddDomain { .. } => "Add trusted domain",
            Self::DeleteDomains { .. } => "Delete trusted domains",
            Self::SendTestEmail { .. } => "Send test email",
            Self::AddOauthProvider { .. } => "Add OAuth provider",
            Self::UpdateOauthProvider { .. } => "Change OAuth provider",
            Self::DeleteOauthProvider { .. } => "Delete OAuth provider",
            Self::UpdateEmailServer { .. } => "Change email server",
        }
    }

    /// To what it is done, as the activity log says it.
    pub(crate) fn target(&self) -> String {
        match self {
            Self::CreateProject { name, .. } => or_unnamed(name.as_deref(), "New project"),
            Self::CreateBranch { name, .. } => or_unnamed(name.as_deref(), "New branch"),
            Self::CreateCompute { name, branch, .. } => or_unnamed(name.as_deref(), branch),
            Self::UpdateBranch { branch, .. }
            | Self::DeleteBranch { branch, .. }
            | Self::RecoverBranch { branch, .. }
            | Self::RestoreBranch { branch, .. }
            | Self::SetDefaultBranch { branch, .. } => branch.clone(),
            Self::UpdateCompute { compute, .. }
            | Self::DeleteCompute { compute, .. }
            | Self::StartCompute { compute, .. }
            | Self::SuspendCompute { compute, .. }
            | Self::RestartCompute { compute, .. } => compute.clone(),
            Self::CreateDatabase { name, .. }
            | Self::UpdateDatabase { name, .. }
            | Self::DeleteDatabase { name, .. }
            | Self::CreateRole { name, .. }
            | Self::DeleteRole { name, .. }
            | Self::ResetPassword { name, .. }
            | Self::CreateKey { name, .. } => name.clone(),
            Self::RevokeKey { key, .. } => format!("Key {key}"),
            Self::CreateAuthUser { email, .. } => email.clone(),
            Self::AddDomain { domain, .. } => domain.clone(),
            Self::DeleteDomains { domains, .. } => domains.join(", "),
            Self::SendTestEmail { recipient, .. } => recipient.clone(),
            Self::AddOauthProvider { provider, .. }
            | Self::UpdateOauthProvider { provider, .. }
            | Self::DeleteOauthProvider { provider, .. } => provider.clone(),
            Self::UpdateProject { project, .. }
            | Self::DeleteProject { project }
            | Self::RecoverProject { project }
            | Self::EnableAuth { project, .. }
            | Self::CreateSdkKeys { project }
            | Self::TransferAuth { project }
            | Self::RemoveAuth { project, .. }
            | Self::UpdateEmailServer { project, .. } => project.clone(),
        }
    }

    /// The project it is about, when there is one already.
    pub(crate) fn project(&self) -> Option<&str> {
        match self {
            Self::CreateProject { .. } | Self::RevokeKey { .. } => None,
            Self::CreateKey { project, .. } => project.as_deref(),
            Self::UpdateProject { project, .. }
            | Self::DeleteProject { project }
            | Self::RecoverProject { project }
            | Self::CreateBranch { project, .. }
            | Self::UpdateBranch { project, .. }
            | Self::DeleteBranch { project, .. }
            | Self::RecoverBranch { project, .. }
            | Self::RestoreBranch { project, .. }
            | Self::SetDefaultBranch { project, .. }
            | Self::CreateCompute { project, .. }
            | Self::UpdateCompute { project, .. }
            | Self::DeleteCompute { project, .. }
            | Self::StartCompute { project, .. }
            | Self::SuspendCompute { project, .. }
            | Self::RestartCompute { project, .. }
            | Self::CreateDatabase { project, .. }
            | Self::UpdateDatabase { project, .. }
            | Self::DeleteDatabase { project, .. }
            | Self::CreateRole { project, .. }
            | Self::DeleteRole { project, .. }
            | Self::ResetPassword { project, .. }
            | Self::EnableAuth { project, .. }
            | Self::CreateSdkKeys { project }
            | Self::CreateAuthUser { project, .. }
            | Self::TransferAuth { project }
            | Self::RemoveAuth { project, .. }
            | Self::AddDomain { project, .. }
            | Self::DeleteDomains { project, .. }
            | Self::SendTestEmail { project, .. }
            | Self::AddOauthProvider { project, .. }
            | Self::UpdateOauthProvider { project, .. }
            | Self::DeleteOauthProvider { project, .. }
            | Self::UpdateEmailServer { project, .. } => Some(project),
        }
    }

    /// Whether the auth settings of a project show it.
    pub(crate) fn is_of_auth(&self) -> bool {
        matches!(
            self,
            Self::EnableAuth { .. }
                | Self::CreateSdkKeys { .. }
                | Self::CreateAuthUser { .. }
                | Self::TransferAuth { .. }
                | Self::RemoveAuth { .. }
                | Self::AddDomain { .. }
                | Self::DeleteDomains { .. }
                | Self::SendTestEmail { .. }
                | Self::AddOauthProvider { .. }
                | Self::UpdateOauthProvider { .. }
                | Self::DeleteOauthProvider { .. }
                | Self::UpdateEmailServer { .. }
        )
    }

    /// Names the thing that it is about. Mutations of one thing take turns, so that what one did is never taken for what
    /// another did. Everything that is made takes turns with what could be taken for it.
    pub(crate) fn thing(&self) -> String {
        let parts: Vec<&str> = match self {
            Self::CreateProject { organization, .. } => {
                vec!["projects", organization.as_deref().unwrap_or_default()]
            }
            Self::CreateBranch { project, .. } => vec!["branches", project],
            Self::CreateCompute { branch, .. } => vec!["computes", branch],
            Self::CreateDatabase { branch, name, .. }
            | Self::UpdateDatabase { branch, name, .. }
            | Self::DeleteDatabase { branch, name, .. } => vec!["database", branch, name],
            Self::CreateRole { branch, name, .. }
            | Self::DeleteRole { branch, name, .. }
            | Self::ResetPassword { branch, name, .. } => vec!["role", branch, name],
            Self::CreateKey {
                organization, name, ..
            } => vec!["keys", organization.as_deref().unwrap_or_default(), name],
            Self::RevokeKey { key, .. } => return format!("key/{key}"),
            Self::UpdateBranch { branch, .. }
            | Self::DeleteBranch { branch, .. }
            | Self::RecoverBranch { branch, .. }
            | Self::RestoreBranch { branch, .. }
            | Self::SetDefaultBranch { branch, .. } => vec!["branch", branch],
            Self::UpdateCompute { compute, .. }
            | Self::DeleteCompute { compute, .. }
            | Self::StartCompute { compute, .. }
            | Self::SuspendCompute { compute, .. }
            | Self::RestartCompute { compute, .. } => vec!["compute", compute],
            Self::UpdateProject { project, .. }
            | Self::DeleteProject { project }
            | Self::RecoverProject { project } => vec!["project", project],
            Self::EnableAuth { project, .. }
            | Self::CreateSdkKeys { project }
            | Self::TransferAuth { project }
            | Self::RemoveAuth { project, .. } => vec!["auth", project],
            Self::CreateAuthUser { project, email, .. } => vec!["user", project, email],
            Self::AddDomain { project, .. } | Self::DeleteDomains { project, .. } => {
                vec!["domains", project]
            }
            Self::SendTestEmail { project, .. } | Self::UpdateEmailServer { project, .. } => {
                vec!["email", project]
            }
            Self::AddOauthProvider {
                project, provider, ..
            }
            | Self::UpdateOauthProvider {
                project, provider, ..
            }
            | Self::DeleteOauthProvider { project, provider } => vec!["oauth", project, provider],
        };
        parts.join("/")
    }
}

fn or_unnamed(name: Option<&str>, unnamed: &str) -> String {
    name.unwrap_or(unnamed).to_owned()
}
