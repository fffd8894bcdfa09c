use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::jwt;
use super::provider::Provider;
use super::token::{ACCESS_TOKEN, account_of, add_claims};
use crate::reply::Failure;
use crate::shared::Shared;

/// As the table has the user now.
pub async fn show(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let claims = Provider::find(&shared, &id).and_then(|provider| {
        let claims = jwt::verified(
            &provider.integration.signing_key_pem,
            ACCESS_TOKEN,
            bearer(&headers)?,
        )?;
        let is_good =
            claims["iss"] == *provider.issuer && claims["exp"].as_i64()? > shared.now().timestamp();
        let user_id = claims["sub"].as_str()?.to_owned();
        let scope = claims["scope"].as_str()?.to_owned();
        is_good.then_some((provider, user_id, scope))
    });
    let Some((provider, user_id, scope)) = claims else {
        return Ok(refused());
    };
    let Some(account) = account_of(&shared, &provider, &user_id).await? else {
        return Ok(refused());
    };
    let mut body = json!({ "sub": account.id });
    add_claims(&mut body, &account, &scope);
    Ok(Json(body).into_response())
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// As RFC 6750 says it.
fn refused() -> Response {
    let mut response = StatusCode::UNAUTHORIZED.into_response();
    let how = HeaderValue::from_static("Bearer error=\"invalid_token\"");
    response.headers_mut().insert(header::WWW_AUTHENTICATE, how);
    response
}
