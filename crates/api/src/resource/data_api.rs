//! A database over HTTP, without a driver.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Begin, lenient};
use crate::call::Call;
use crate::{BranchId, Error, Management, ProjectId, Reply};

/// The Data API of a database. Only the address is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct DataApi {
    /// Where it is spoken to.
    pub url: String,
    /// How it is, such as `active`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub status: Option<String>,
    /// How it is set.
    pub settings: Option<DataApiSettings>,
    /// The schemas that it could show.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub available_schemas: Vec<String>,
}

/// How a Data API is set. What is `None` is not sent: the platform then keeps what it has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataApiSettings {
    /// Whether queries may sum up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub db_aggregates_enabled: Option<bool>,
    /// The role of requests without a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub db_anon_role: Option<String>,
    /// Schemas that are searched beside those that are shown, separated by commas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub db_extra_search_path: Option<String>,
    /// How many rows a reply has at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub db_max_rows: Option<u32>,
    /// The schemas that are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub db_schemas: Option<Vec<String>>,
    /// Where a token has its role, such as `.role`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jwt_role_claim_key: Option<String>,
    /// Seconds that a checked token is remembered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jwt_cache_max_lifetime: Option<u32>,
    /// What its description shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openapi_mode: Option<String>,
    /// The web pages that may use it, separated by commas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_cors_allowed_origins: Option<String>,
    /// Whether replies say how long they took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_timing_enabled: Option<bool>,
}

/// What a Data API is made with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CreateDataApi {
    /// Whose tokens it takes: `neon_auth` or `external`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auth_provider: Option<String>,
    /// Where the keys of their tokens are, of an external one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jwks_url: Option<String>,
    /// Who signs the tokens, of an external one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_name: Option<String>,
    /// Whom a token must be meant for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jwt_audience: Option<String>,
    /// Whether its roles get rights to what is in the schema `public`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add_default_grants: Option<bool>,
    /// Whether no schema for tokens is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_auth_schema: Option<bool>,
    /// How it is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<DataApiSettings>,
}

/// The Data API of one database.
#[derive(Debug, Clone)]
pub struct DataApis {
    management: Management,
    project: ProjectId,
    branch: BranchId,
    database: String,
}

impl Management {
    /// The Data API of a database.
    #[must_use]
    pub fn data_api(&self, project: &ProjectId, branch: &BranchId, database: &str) -> DataApis {
        DataApis {
            management: self.clone(),
            project: project.clone(),
            branch: branch.clone(),
            database: database.to_owned(),
        }
    }
}

impl DataApis {
    /// How it is (`GET /projects/{project_id}/branches/{branch_id}/data-api/{database_name}`).
    pub async fn get(&self) -> Result<Reply<DataApi>, Error> {
        let call = self.call(Call::get, "look up the Data API");
        self.management.fetch(call).await
    }

    /// Makes it, and gives its address (`POST /projects/{project_id}/branches/{branch_id}/data-api/{database_name}`).
    pub async fn create(&self, create: &CreateDataApi) -> Result<Reply<String>, Error> {
        #[derive(Deserialize)]
        struct Created {
            url: String,
        }
        let call = self
            .call(Call::post, "create the Data API")
            .json(create)
            .if_lost("the Data API may have been created");
        let reply = self.management.fetch::<Created>(call).await?;
        Ok(reply.map(|created| created.url))
    }

    /// Changes it (`PATCH /projects/{project_id}/branches/{branch_id}/data-api/{database_name}`).
    pub async fn update(&self, settings: &DataApiSettings) -> Result<Reply<()>, Error> {
        let call = self
            .call(Call::patch, "change the Data API")
            .json(&json!({ "settings": settings }))
            .if_lost("the Data API may have been changed");
        self.management.fetch_empty(call).await
    }

    /// Takes it away (`DELETE /projects/{project_id}/branches/{branch_id}/data-api/{database_name}`).
    pub async fn delete(&self) -> Result<Reply<()>, Error> {
        let call = self
            .call(Call::delete, "delete the Data API")
            .if_lost("the Data API may have been deleted");
        self.management.fetch_empty(call).await
    }

    fn call(&self, begin: Begin, purpose: &'static str) -> Call {
        let (project, branch) = (self.project.as_str(), self.branch.as_str());
        begin(
            purpose,
            "/projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
            &[project, branch, &self.database],
        )
        .in_project(&self.project)
    }
}
