//! Whose tokens a project takes in place of passwords, as addresses of their public keys.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::operations::Operation;
use super::{lenient, whole};
use crate::call::Call;
use crate::{BranchId, Error, Listed, Management, ProjectId, Reply};

id! {
    /// Id of an address of keys. Not a secret.
    plain JwksId
}

/// An address of keys. Only the id is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Jwks {
    /// Which one.
    pub id: JwksId,
    /// The branch it is for; all of them when `None`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub branch_id: Option<BranchId>,
    /// The address.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub jwks_url: String,
    /// Who signs the tokens, such as `Clerk`.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub provider_name: String,
    /// Whom a token must be meant for.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub jwt_audience: Option<String>,
    /// The roles that tokens log in as.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub role_names: Vec<String>,
    /// When it was added.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// When it last changed.
    #[serde(default, deserialize_with = "lenient::time")]
    pub updated_at: Option<DateTime<Utc>>,
}

impl Listed for Jwks {
    const FIELD: &'static str = "jwks";
}

/// An address of keys that was added, and what tells the computes.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct AddedJwks {
    /// The address.
    pub jwks: Jwks,
    /// What still goes on; empty when nothing does.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub operations: Vec<Operation>,
}

/// An address of keys to add.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct AddJwks {
    /// The address, with https.
    pub jwks_url: String,
    /// Who signs the tokens, such as `Clerk`.
    pub provider_name: String,
    /// The branch it is for; all of them when `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch_id: Option<BranchId>,
    /// Whom a token must be meant for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jwt_audience: Option<String>,
    /// The roles that tokens log in as, at most 10. The platform has deprecated it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role_names: Option<Vec<String>>,
    /// Whether no roles are made for it. The platform has deprecated it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_role_creation: Option<bool>,
}

/// The addresses of keys of one project.
#[derive(Debug, Clone)]
pub struct ProjectJwks {
    management: Management,
    project: ProjectId,
}

impl Management {
    /// The addresses of keys of a project.
    #[must_use]
    pub fn jwks(&self, project: &ProjectId) -> ProjectJwks {
        ProjectJwks {
            management: self.clone(),
            project: project.clone(),
        }
    }
}

impl ProjectJwks {
    /// All of them (`GET /projects/{project_id}/jwks`).
    pub async fn list(&self) -> Result<Reply<Vec<Jwks>>, Error> {
        let call = Call::get(
            "list the JWKS URLs",
            "/projects/{project_id}/jwks",
            &[self.project.as_str()],
        )
        .in_project(&self.project);
        whole(&self.management, call).await
    }

    /// Adds one (`POST /projects/{project_id}/jwks`).
    pub async fn add(&self, add: &AddJwks) -> Result<Reply<AddedJwks>, Error> {
        let call = Call::post(
            "add the JWKS URL",
            "/projects/{project_id}/jwks",
            &[self.project.as_str()],
        )
        .in_project(&self.project)
        .json(add)
        .if_lost("the JWKS URL may have been added");
        self.management.fetch(call).await
    }

    /// Deletes one, and returns it as it last was (`DELETE /projects/{project_id}/jwks/{jwks_id}`).
    pub async fn delete(&self, id: &JwksId) -> Result<Reply<Jwks>, Error> {
        let call = Call::delete(
            "delete the JWKS URL",
            "/projects/{project_id}/jwks/{jwks_id}",
            &[self.project.as_str(), id.as_str()],
        )
        .in_project(&self.project)
        .known_field("", "id", id.as_str())
        .if_lost("the JWKS URL may have been deleted");
        self.management.fetch(call).await
    }
}
