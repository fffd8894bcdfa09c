use std::fmt;

use serde::Serialize;

use crate::route::body::Seconds;
use crate::shared::Shared;
use crate::state::{AuthIntegration, OwnedBy, Project, Secret, Transfer};

const TABLE: &str = "users_sync";
/// The platform's word for itself where it owns the project at the auth provider.
const PLATFORM: &str = "neon";

#[derive(Debug, Serialize)]
pub struct IntegrationBody {
    auth_provider: String,
    auth_provider_project_id: String,
    branch_id: String,
    db_name: String,
    created_at: Seconds,
    owned_by: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    transfer_status: Option<&'static str>,
    jwks_url: String,
    base_url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

impl IntegrationBody {
    pub fn of(shared: &Shared, it: &AuthIntegration) -> Self {
        Self {
            auth_provider: it.provider.clone(),
            auth_provider_project_id: it.provider_project_id.clone(),
            branch_id: it.branch_id.clone(),
            db_name: it.database.clone(),
            created_at: Seconds(it.created_at),
            owned_by: match it.owned_by {
                OwnedBy::Platform => PLATFORM,
                OwnedBy::User => "user",
            },
            transfer_status: it.transfer.map(|transfer| match transfer {
                Transfer::Initiated => "initiated",
                Transfer::Finished => "finished",
            }),
            jwks_url: jwks_url(shared, it),
            base_url: base_url(shared, it),
            name: it.settings.name.clone(),
        }
    }

    /// With the name of its project where it has none of its own.
    pub fn named(self, project: &Project) -> Self {
        Self {
            name: self.name.or_else(|| Some(project.name.clone())),
            ..self
        }
    }
}

#[derive(Serialize)]
pub struct SdkKeysBody {
    auth_provider: String,
    auth_provider_project_id: String,
    pub_client_key: String,
    secret_server_key: String,
    jwks_url: String,
    schema_name: String,
    table_name: &'static str,
    base_url: String,
}

impl fmt::Debug for SdkKeysBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SdkKeysBody")
            .field("auth_provider_project_id", &self.auth_provider_project_id)
            .finish_non_exhaustive()
    }
}

impl SdkKeysBody {
    pub fn of(shared: &Shared, it: &AuthIntegration, secret: &Secret) -> Self {
        Self {
            auth_provider: it.provider.clone(),
            auth_provider_project_id: it.provider_project_id.clone(),
            pub_client_key: it.pub_client_key.clone(),
            secret_server_key: secret.reveal().to_owned(),
            jwks_url: jwks_url(shared, it),
            schema_name: it.schema.clone(),
            table_name: TABLE,
            base_url: base_url(shared, it),
        }
    }
}

pub fn jwks_url(shared: &Shared, it: &AuthIntegration) -> String {
    format!("{}/.well-known/jwks.json", base_url(shared, it))
}

/// Where apps speak to it, which is the issuer of its tokens.
pub fn base_url(shared: &Shared, it: &AuthIntegration) -> String {
    format!("{}/auth/{}", shared.origin(), it.provider_project_id)
}
