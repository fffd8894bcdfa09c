//! The OAuth providers that the users of an auth integration can sign in with.

use std::fmt;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, patch};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::auth::integration::{AuthPath, edit_integration, find_integration};
use super::body::{JsonBody, invalid};
use crate::access::{Caller, not_found};
use crate::platform_text;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::{OauthProvider, Secret};

const PROVIDERS: [&str; 4] = ["google", "github", "microsoft", "vercel"];
/// Those that the platform has credentials for.
const WITH_SHARED_KEYS: [&str; 3] = ["google", "github", "microsoft"];
const MICROSOFT: &str = "microsoft";

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route(
            "/api/v2/projects/{project_id}/auth/oauth_providers",
            get(list).post(add),
        )
        .route(
            "/api/v2/projects/{project_id}/auth/oauth_providers/{oauth_provider_id}",
            patch(change).delete(remove),
        )
        .route(
            "/api/v2/projects/{project_id}/branches/{branch_id}/auth/oauth_providers",
            get(list).post(add),
        )
        .route(
            "/api/v2/projects/{project_id}/branches/{branch_id}/auth/oauth_providers/{oauth_provider_id}",
            patch(change).delete(remove),
        )
}

#[derive(Debug, Deserialize)]
struct ProviderPath {
    project_id: String,
    branch_id: Option<String>,
    oauth_provider_id: String,
}

impl ProviderPath {
    fn split(self) -> (AuthPath, String) {
        let path = AuthPath {
            project_id: self.project_id,
            branch_id: self.branch_id,
        };
        (path, self.oauth_provider_id)
    }
}

#[derive(Serialize)]
pub struct ProviderBody {
    id: String,
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
}

impl fmt::Debug for ProviderBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderBody")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl ProviderBody {
    /// As lists have it.
    pub fn without_credentials(it: &OauthProvider) -> Self {
        Self {
            id: it.id.clone(),
            r#type: match it.client_id {
                Some(_) => "standard",
                None => "shared",
            },
            client_id: None,
            client_secret: None,
        }
    }

    fn of(it: &OauthProvider) -> Self {
        let secret = it.client_secret.as_ref();
        Self {
            client_id: it.client_id.clone(),
            client_secret: secret.map(|secret| secret.reveal().to_owned()),
            ..Self::without_credentials(it)
        }
    }
}

#[derive(Debug, Serialize)]
struct ProvidersBody {
    providers: Vec<ProviderBody>,
}

#[derive(Deserialize)]
struct Credentials {
    client_id: Option<String>,
    client_secret: Option<String>,
    microsoft_tenant_id: Option<String>,
}

#[derive(Deserialize)]
struct ProviderRequest {
    id: String,
    #[serde(flatten)]
    credentials: Credentials,
}

async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
) -> Result<Json<ProvidersBody>, Failure> {
    shared.store.read(|state| {
        let providers = find_integration(state, &caller, &path)?.providers.iter();
        Ok(Json(ProvidersBody {
            providers: providers.map(ProviderBody::without_credentials).collect(),
        }))
    })
}

async fn add(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(request): JsonBody<ProviderRequest>,
) -> Result<Json<ProviderBody>, Failure> {
    let ProviderRequest { id, credentials } = request;
    let fresh = OauthProvider {
        id,
        client_id: None,
        client_secret: None,
        microsoft_tenant_id: None,
    };
    let added = edit_integration(&shared, caller, path, |it| {
        if !PROVIDERS.contains(&fresh.id.as_str()) {
            return Err(invalid(
                "decode application/json: invalid: id (it is none of the known providers)",
            ));
        }
        if it.providers.iter().any(|known| known.id == fresh.id) {
            return Err(Failure::new(
                StatusCode::CONFLICT,
                platform_text::exists("OAuth provider"),
            ));
        }
        let added = credentials.on(fresh)?;
        it.providers.push(added.clone());
        Ok(added)
    });
    added.await.map(|it| Json(ProviderBody::of(&it)))
}

async fn change(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<ProviderPath>,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<Json<ProviderBody>, Failure> {
    let (path, id) = path.split();
    let changed = edit_integration(&shared, caller, path, move |it| {
        let mut providers = it.providers.iter_mut();
        let found = providers.find(|known| known.id == id);
        let found = found.ok_or_else(|| not_found("OAuth provider"))?;
        *found = credentials.on(found.clone())?;
        Ok(found.clone())
    });
    changed.await.map(|it| Json(ProviderBody::of(&it)))
}

/// Answered as each of the two ways promises: 204 without a branch, 200 with one.
async fn remove(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<ProviderPath>,
) -> Result<StatusCode, Failure> {
    let (path, id) = path.split();
    let done = match path.branch_id {
        None => StatusCode::NO_CONTENT,
        Some(_) => StatusCode::OK,
    };
    edit_integration(&shared, caller, path, move |it| {
        let before = it.providers.len();
        it.providers.retain(|known| known.id != id);
        match it.providers.len() == before {
            true => Err(not_found("OAuth provider")),
            false => Ok(()),
        }
    })
    .await?;
    Ok(done)
}

impl Credentials {
    /// The provider with these in place of those it has. In the end it has both or none.
    fn on(self, provider: OauthProvider) -> Result<OauthProvider, Failure> {
        let given = [
            ("client_id", &self.client_id),
            ("client_secret", &self.client_secret),
            ("microsoft_tenant_id", &self.microsoft_tenant_id),
        ];
        for (field, value) in given {
            if value.as_deref() == Some("") {
                return Err(invalid(format!("{field}: it must not be empty")));
            }
        }
        if self.microsoft_tenant_id.is_some() && provider.id != MICROSOFT {
            return Err(invalid(
                "microsoft_tenant_id: only the provider microsoft has one",
            ));
        }
        let changed = OauthProvider {
            client_id: self.client_id.or(provider.client_id),
            client_secret: self
                .client_secret
                .map(Secret::new)
                .or(provider.client_secret),
            microsoft_tenant_id: self.microsoft_tenant_id.or(provider.microsoft_tenant_id),
            id: provider.id,
        };
        match (&changed.client_id, &changed.client_secret) {
            (Some(_), Some(_)) => Ok(changed),
            (None, None) if WITH_SHARED_KEYS.contains(&changed.id.as_str()) => Ok(changed),
            (None, None) => Err(Failure::new(
                StatusCode::BAD_REQUEST,
                format!(
                    "there are no shared keys for this OAuth provider; oauth_provider_id:\"{}\"",
                    changed.id
                ),
            )
            .code("INVALID_SHARED_OAUTH_PROVIDER")
            .hint("Send a client_id and a client_secret of your own.")),
            _ => Err(invalid(
                "client_id and client_secret belong together: send both or none",
            )),
        }
    }
}
