//! Who a project is shared with, by address.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::json;

use super::{lenient, whole};
use crate::call::Call;
use crate::{Error, Listed, Management, ProjectId, Reply};

id! {
    /// Id of a permission. Not a secret.
    plain PermissionId
}

/// That the account of an address may use a project. Only the id is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ProjectPermission {
    /// Which one.
    pub id: PermissionId,
    /// The address. Empty when the reply has none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub granted_to_email: String,
    /// Since when.
    #[serde(default, deserialize_with = "lenient::time")]
    pub granted_at: Option<DateTime<Utc>>,
    /// Since when no more.
    #[serde(default, deserialize_with = "lenient::time")]
    pub revoked_at: Option<DateTime<Utc>>,
}

impl Listed for ProjectPermission {
    const FIELD: &'static str = "project_permissions";
}

/// The permissions of one project.
#[derive(Debug, Clone)]
pub struct Permissions {
    management: Management,
    project: ProjectId,
}

impl Management {
    /// The permissions of a project.
    #[must_use]
    pub fn permissions(&self, project: &ProjectId) -> Permissions {
        Permissions {
            management: self.clone(),
            project: project.clone(),
        }
    }
}

impl Permissions {
    /// All of them (`GET /projects/{project_id}/permissions`).
    pub async fn list(&self) -> Result<Reply<Vec<ProjectPermission>>, Error> {
        let call = Call::get(
            "list who the project is shared with",
            "/projects/{project_id}/permissions",
            &[self.project.as_str()],
        )
        .in_project(&self.project);
        whole(&self.management, call).await
    }

    /// Shares the project with the account of an address (`POST /projects/{project_id}/permissions`). The address has 1
    /// to 256 characters.
    pub async fn grant(&self, email: &str) -> Result<Reply<ProjectPermission>, Error> {
        let call = Call::post(
            "share the project",
            "/projects/{project_id}/permissions",
            &[self.project.as_str()],
        )
        .in_project(&self.project)
        .json(&json!({ "email": email }))
        .if_lost("the project may have been shared");
        self.management.fetch(call).await
    }

    /// Ends one, and returns it as it last was (`DELETE /projects/{project_id}/permissions/{permission_id}`).
    pub async fn revoke(
        &self,
        permission: &PermissionId,
    ) -> Result<Reply<ProjectPermission>, Error> {
        let call = Call::delete(
            "stop sharing the project",
            "/projects/{project_id}/permissions/{permission_id}",
            &[self.project.as_str(), permission.as_str()],
        )
        .in_project(&self.project)
        .known_field("", "id", permission.as_str())
        .if_lost("the project may no longer be shared");
        self.management.fetch(call).await
    }
}
