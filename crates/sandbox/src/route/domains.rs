//! The domains that an auth integration may send people back to.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::auth::integration::{AuthPath, edit_integration, find_integration, known_provider};
use super::body::{JsonBody, invalid};
use super::openid::can_be_trusted;
use crate::access::{Caller, not_found};
use crate::platform_text;
use crate::reply::Failure;
use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    let methods = get(list).post(add).delete(remove);
    Router::new()
        .route(
            "/api/v2/projects/{project_id}/auth/domains",
            methods.clone(),
        )
        .route(
            "/api/v2/projects/{project_id}/branches/{branch_id}/auth/domains",
            methods,
        )
}

#[derive(Debug, Serialize)]
struct DomainBody {
    domain: String,
    auth_provider: String,
}

#[derive(Debug, Serialize)]
struct DomainsBody {
    domains: Vec<DomainBody>,
}

#[derive(Debug, Deserialize)]
struct AddDomainRequest {
    domain: String,
    auth_provider: String,
}

#[derive(Debug, Deserialize)]
struct RemoveDomainsRequest {
    auth_provider: String,
    domains: Vec<RemovedDomain>,
}

#[derive(Debug, Deserialize)]
struct RemovedDomain {
    domain: String,
}

async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
) -> Result<Json<DomainsBody>, Failure> {
    shared.store.read(|state| {
        let found = find_integration(state, &caller, &path)?;
        let domains = found.domains.iter().map(|domain| DomainBody {
            domain: domain.clone(),
            auth_provider: found.provider.clone(),
        });
        Ok(Json(DomainsBody {
            domains: domains.collect(),
        }))
    })
}

async fn add(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(request): JsonBody<AddDomainRequest>,
) -> Result<StatusCode, Failure> {
    known_provider(&shared, &path.project_id, &request.auth_provider)?;
    let domain = origin(&request.domain)?;
    if !can_be_trusted(&domain) {
        return Err(invalid(
            "domain: no address has this host; * can only stand for the first part of one, such as https://*.example.com",
        ));
    }
    edit_integration(&shared, caller, path, move |it| {
        if it.domains.contains(&domain) {
            return Err(Failure::new(
                StatusCode::CONFLICT,
                platform_text::exists("domain"),
            ));
        }
        it.domains.push(domain);
        Ok(())
    })
    .await?;
    Ok(StatusCode::CREATED)
}

/// All of them or, when one is not there, none.
async fn remove(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(request): JsonBody<RemoveDomainsRequest>,
) -> Result<StatusCode, Failure> {
    known_provider(&shared, &path.project_id, &request.auth_provider)?;
    edit_integration(&shared, caller, path, move |it| {
        for RemovedDomain { domain } in &request.domains {
            let domain = origin(domain)?;
            let at = it.domains.iter().position(|known| *known == domain);
            it.domains.remove(at.ok_or_else(|| not_found("domain"))?);
        }
        Ok(())
    })
    .await?;
    Ok(StatusCode::OK)
}

/// Scheme and host, written in one way.
fn origin(text: &str) -> Result<String, Failure> {
    let uri = text.parse::<Uri>().ok();
    uri.as_ref()
        .and_then(|uri| {
            let scheme = uri
                .scheme_str()
                .filter(|it| matches!(*it, "http" | "https"))?;
            let authority = uri.authority().filter(|it| !it.as_str().contains('@'))?;
            let is_bare = uri.path_and_query().is_none_or(|rest| rest.as_str() == "/");
            is_bare.then(|| format!("{scheme}://{}", authority.as_str().to_ascii_lowercase()))
        })
        .ok_or_else(|| {
            invalid("domain: an address of scheme and host is needed, such as https://example.com")
        })
}
