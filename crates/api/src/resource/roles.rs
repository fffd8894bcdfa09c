//! Roles of a branch, and their passwords.

use chrono::{DateTime, Utc};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use serde_json::json;

use super::operations::Operation;
use super::{Begin, lenient, whole};
use crate::call::Call;
use crate::{BranchId, Error, Listed, Management, ProjectId, Reply};

/// A role.
#[derive(Debug, Clone, Deserialize)]
pub struct Role {
    /// The branch it is on.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub branch_id: Option<BranchId>,
    /// Its name, exactly. Empty when the reply has none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// Its password: only in the replies that set one, which are create and reset.
    pub password: Option<SecretString>,
    /// Whether it belongs to the platform and cannot be changed.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub protected: bool,
    /// How it logs in.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub authentication_method: Option<AuthenticationMethod>,
    /// When it was made.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    #[serde(default, deserialize_with = "lenient::time")]
    pub updated_at: Option<DateTime<Utc>>,
}

open_enum! {
    /// How a role logs in.
    pub enum AuthenticationMethod {
        /// With a password.
        Password = "password",
        /// With a token.
        Oauth = "oauth",
        /// Not at all.
        NoLogin = "no_login",
    }
}

impl Listed for Role {
    const FIELD: &'static str = "roles";
}

/// A role and the operations that a change of it began.
#[derive(Debug, Clone, Deserialize)]
pub struct RoleChange {
    /// The role as it is now, with a password that was just made.
    pub role: Role,
    /// What still goes on: until these have ended the old password holds. Empty when nothing does.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub operations: Vec<Operation>,
}

/// What a new role may be asked to have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CreateRole {
    /// A role that cannot log in, to group others.
    pub no_login: bool,
}

/// The roles of one branch.
#[derive(Debug, Clone)]
pub struct Roles {
    management: Management,
    project: ProjectId,
    branch: BranchId,
}

impl Management {
    /// The roles of a branch.
    #[must_use]
    pub fn roles(&self, project: &ProjectId, branch: &BranchId) -> Roles {
        Roles {
            management: self.clone(),
            project: project.clone(),
            branch: branch.clone(),
        }
    }
}

impl Roles {
    /// All of them, without passwords (`GET /projects/{project_id}/branches/{branch_id}/roles`).
    pub async fn list(&self) -> Result<Reply<Vec<Role>>, Error> {
        let call = Call::get(
            "list the roles",
            "/projects/{project_id}/branches/{branch_id}/roles",
            &[self.project.as_str(), self.branch.as_str()],
        )
        .in_project(&self.project);
        whole(&self.management, call).await
    }

    /// Makes one, with its password in the reply (`POST /projects/{project_id}/branches/{branch_id}/roles`).
    pub async fn create(
        &self,
        name: &str,
        options: &CreateRole,
    ) -> Result<Reply<RoleChange>, Error> {
        #[derive(Serialize)]
        struct Body<'a> {
            name: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            no_login: Option<bool>,
        }
        let no_login = options.no_login.then_some(true);
        let call = Call::post(
            "create the role",
            "/projects/{project_id}/branches/{branch_id}/roles",
            &[self.project.as_str(), self.branch.as_str()],
        )
        .in_project(&self.project)
        .json(&json!({ "role": Body { name, no_login } }))
        .if_lost("the role may have been created");
        let reply = self.management.fetch(call).await?;
        Ok(reply.map(|change| named(change, name)))
    }

    /// One of them, without its password (`GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}`).
    pub async fn get(&self, name: &str) -> Result<Reply<Role>, Error> {
        #[derive(Deserialize)]
        struct Wrapped {
            role: Role,
        }
        let call = self.call_one(
            Call::get,
            "look up the role",
            "/projects/{project_id}/branches/{branch_id}/roles/{role_name}",
            name,
        );
        let reply = self.management.fetch::<Wrapped>(call).await?;
        Ok(reply.map(|wrapped| wrapped.role))
    }

    /// Deletes it (`DELETE /projects/{project_id}/branches/{branch_id}/roles/{role_name}`). `None` when it was gone
    /// already.
    pub async fn delete(&self, name: &str) -> Result<Reply<Option<RoleChange>>, Error> {
        let call = self
            .call_one(
                Call::delete,
                "delete the role",
                "/projects/{project_id}/branches/{branch_id}/roles/{role_name}",
                name,
            )
            .if_lost("the role may have been deleted");
        self.management.fetch_optional(call).await
    }

    /// Gives it a new password, which is in the reply; the old one holds until the operations have ended
    /// (`POST /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reset_password`).
    pub async fn reset_password(&self, name: &str) -> Result<Reply<RoleChange>, Error> {
        let call = self
            .call_one(
                Call::post,
                "reset the role's password",
                "/projects/{project_id}/branches/{branch_id}/roles/{role_name}/reset_password",
                name,
            )
            .if_lost("the password may have been reset");
        let reply = self.management.fetch(call).await?;
        Ok(reply.map(|change| named(change, name)))
    }

    /// Its password (`GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password`). An error with
    /// `is_precondition` when the project does not store passwords.
    pub async fn reveal_password(&self, name: &str) -> Result<Reply<SecretString>, Error> {
        #[derive(Deserialize)]
        struct Revealed {
            password: SecretString,
        }
        let call = self.call_one(
            Call::get,
            "reveal the role's password",
            "/projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password",
            name,
        );
        let reply = self.management.fetch::<Revealed>(call).await?;
        Ok(reply.map(|revealed| revealed.password))
    }

    fn call_one(
        &self,
        begin: Begin,
        purpose: &'static str,
        route: &'static str,
        name: &str,
    ) -> Call {
        begin(
            purpose,
            route,
            &[self.project.as_str(), self.branch.as_str(), name],
        )
        .in_project(&self.project)
    }
}

/// The role that was asked for, also where the reply does not say its name.
fn named(mut change: RoleChange, name: &str) -> RoleChange {
    if change.role.name.is_empty() {
        name.clone_into(&mut change.role.name);
    }
    change
}
