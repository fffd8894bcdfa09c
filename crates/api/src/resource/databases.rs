//! Databases of a branch.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use serde_json::json;

use super::operations::Operation;
use super::{Begin, lenient, whole};
use crate::call::Call;
use crate::{BranchId, Error, Listed, Management, ProjectId, Reply};

/// A database. Only the name is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Database {
    /// The platform's number for it.
    pub id: Option<i64>,
    /// The branch it is on.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub branch_id: Option<BranchId>,
    /// Its name, exactly.
    pub name: String,
    /// The role that owns it. Empty when the reply has none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub owner_name: String,
    /// When it was made.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    #[serde(default, deserialize_with = "lenient::time")]
    pub updated_at: Option<DateTime<Utc>>,
}

impl Listed for Database {
    const FIELD: &'static str = "databases";
}

/// A database and the operations that a change of it began.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct DatabaseChange {
    /// The database as it is now.
    pub database: Database,
    /// What still goes on; empty when nothing does.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub operations: Vec<Operation>,
}

/// What is changed of a database; what is `None` stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct UpdateDatabase {
    /// A new name. Renaming cuts its connections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A new owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner_name: Option<String>,
}

/// The databases of one branch.
#[derive(Debug, Clone)]
pub struct Databases {
    management: Management,
    project: ProjectId,
    branch: BranchId,
}

impl Management {
    /// The databases of a branch.
    #[must_use]
    pub fn databases(&self, project: &ProjectId, branch: &BranchId) -> Databases {
        Databases {
            management: self.clone(),
            project: project.clone(),
            branch: branch.clone(),
        }
    }
}

impl Databases {
    /// All of them (`GET /projects/{project_id}/branches/{branch_id}/databases`).
    pub async fn list(&self) -> Result<Reply<Vec<Database>>, Error> {
        whole(
            &self.management,
            self.call(
                Call::get,
                "list the databases",
                "/projects/{project_id}/branches/{branch_id}/databases",
            ),
        )
        .await
    }

    /// Makes one (`POST /projects/{project_id}/branches/{branch_id}/databases`). The role must be there.
    pub async fn create(&self, name: &str, owner: &str) -> Result<Reply<DatabaseChange>, Error> {
        let call = self
            .call(
                Call::post,
                "create the database",
                "/projects/{project_id}/branches/{branch_id}/databases",
            )
            .json(&json!({ "database": { "name": name, "owner_name": owner } }))
            .known_field("database", "name", name)
            .if_lost("the database may have been created");
        self.management.fetch(call).await
    }

    /// One of them (`GET /projects/{project_id}/branches/{branch_id}/databases/{database_name}`).
    pub async fn get(&self, name: &str) -> Result<Reply<Database>, Error> {
        #[derive(Deserialize)]
        struct Wrapped {
            database: Database,
        }
        let call = self.call_one(Call::get, "look up the database", name);
        let reply = self.management.fetch::<Wrapped>(call).await?;
        Ok(reply.map(|wrapped| wrapped.database))
    }

    /// Renames it or gives it to another role
    /// (`PATCH /projects/{project_id}/branches/{branch_id}/databases/{database_name}`).
    pub async fn update(
        &self,
        name: &str,
        update: &UpdateDatabase,
    ) -> Result<Reply<DatabaseChange>, Error> {
        let call = self
            .call_one(Call::patch, "change the database", name)
            .json(&json!({ "database": update }))
            .if_lost("the database may have been changed");
        self.management.fetch(call).await
    }

    /// Deletes it with its data (`DELETE /projects/{project_id}/branches/{branch_id}/databases/{database_name}`).
    /// `None` when it was gone already.
    pub async fn delete(&self, name: &str) -> Result<Reply<Option<DatabaseChange>>, Error> {
        let call = self
            .call_one(Call::delete, "delete the database", name)
            .if_lost("the database may have been deleted");
        self.management.fetch_optional(call).await
    }

    fn call(&self, begin: Begin, purpose: &'static str, route: &'static str) -> Call {
        begin(
            purpose,
            route,
            &[self.project.as_str(), self.branch.as_str()],
        )
        .in_project(&self.project)
    }

    fn call_one(&self, begin: Begin, purpose: &'static str, name: &str) -> Call {
        begin(
            purpose,
            "/projects/{project_id}/branches/{branch_id}/databases/{database_name}",
            &[self.project.as_str(), self.branch.as_str(), name],
        )
        .in_project(&self.project)
    }
}
