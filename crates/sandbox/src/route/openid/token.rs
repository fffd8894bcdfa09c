//! Tokens for a code, or for a refresh token.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::oauth_error::OauthError;
use super::provider::Provider;
use super::{grant, jwt};
use crate::postgres::users::{Account, AccountKey};
use crate::reply::Failure;
use crate::route::auth::table::{self, TableLocation};
use crate::secret_digest::{hash, same};
use crate::shared::Shared;
use crate::sign_ins::{SignedIn, TakenCode};

/// Seconds. An access token is good until then, whatever happens to its user.
const ACCESS_LASTS: i64 = 900;
const ID_LASTS: i64 = 3600;
pub const ACCESS_TOKEN: &str = "at+jwt";

#[derive(Deserialize)]
pub struct TokenRequest {
    grant_type: Option<String>,
    code: Option<String>,
    redirect_uri: Option<String>,
    code_verifier: Option<String>,
    refresh_token: Option<String>,
    client_id: Option<String>,
    client_secret: Option<String>,
}

#[derive(Serialize)]
pub struct Tokens {
    access_token: String,
    token_type: &'static str,
    expires_in: i64,
    scope: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id_token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
}

pub async fn exchange(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    sent: Result<Form<TokenRequest>, FormRejection>,
) -> Result<Json<Tokens>, OauthError> {
    let Ok(Form(request)) = sent else {
        return Err(OauthError::new(
            "invalid_request",
            "a form is needed, with each parameter once",
        ));
    };
    let provider = Provider::find(&shared, &id).ok_or_else(|| OauthError::invalid_client(false))?;
    check_client(&provider, &headers, &request)?;
    let tokens = match request.grant_type.as_deref() {
        Some("authorization_code") => for_code(&shared, &provider, &request).await?,
        Some("refresh_token") => for_refresh_token(&shared, &provider, &request).await?,
        Some(_) => {
            return Err(OauthError::new(
                "unsupported_grant_type",
                "grant_type must be authorization_code or refresh_token",
            ));
        }
        None => return Err(OauthError::new("invalid_request", "grant_type is missing")),
    };
    Ok(Json(tokens))
}

/// An app without a secret is known by its verifier alone. One that has a secret must have the right one.
fn check_client(
    provider: &Provider,
    headers: &HeaderMap,
    request: &TokenRequest,
) -> Result<(), OauthError> {
    let (id, secret) = match headers.get(header::AUTHORIZATION) {
        Some(value) => {
            let basic = value.to_str().ok().and_then(basic);
            let (id, secret) = basic.ok_or_else(|| OauthError::invalid_client(true))?;
            (Some(id), Some(secret))
        }
        None => (request.client_id.clone(), request.client_secret.clone()),
    };
    // A client without a secret may send an empty one.
    let secret = secret.filter(|it| !it.is_empty());
    let is_known = id.as_deref() == Some(provider.client_id());
    let expected = provider.integration.secret_key_hash.as_bytes();
    let is_right = secret.is_none_or(|it| same(hash(&it).as_bytes(), expected));
    match is_known && is_right {
        true => Ok(()),
        false => Err(OauthError::invalid_client(
            headers.contains_key(header::AUTHORIZATION),
        )),
    }
}

/// Both halves are encoded as in a form.
fn basic(value: &str) -> Option<(String, String)> {
    let (scheme, rest) = value.split_once(' ')?;
    let decoded = STANDARD.decode(rest.trim()).ok();
    let decoded = decoded.filter(|_| scheme.eq_ignore_ascii_case("basic"))?;
    let decoded = String::from_utf8(decoded).ok()?;
    let (id, secret) = decoded.split_once(':')?;
    let plain = |text: &str| {
        percent_decode_str(text)
            .decode_utf8()
            .ok()
            .map(String::from)
    };
    Some((plain(id)?, plain(secret)?))
}

async fn for_code(
    shared: &Arc<Shared>,
    provider: &Provider,
    request: &TokenRequest,
) -> Result<Tokens, OauthError> {
    let (Some(code), Some(verifier)) = (&request.code, &request.code_verifier) else {
        let why = "code and code_verifier are needed";
        return Err(OauthError::new("invalid_request", why));
    };
    let signed_in = match shared.sign_ins.take_code(code, shared.now()) {
        TakenCode::Fresh(signed_in) => *signed_in,
        TakenCode::Used(grant_id) => {
            grant::end(shared, provider, grant_id)
                .await
                .map_err(failed)?;
            return Err(OauthError::invalid_grant("the code was used before"));
        }
        TakenCode::Unknown => {
            let why = "the code is unknown or has expired";
            return Err(OauthError::invalid_grant(why));
        }
    };
    let asked = &signed_in.authorization;
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    if asked.client_id != provider.client_id() {
        return Err(OauthError::invalid_grant("the code is another client's"));
    }
    if request.redirect_uri.as_ref() != Some(&asked.redirect_uri) {
        let why = "redirect_uri is not the one that the code was sent to";
        return Err(OauthError::invalid_grant(why));
    }
    if !same(challenge.as_bytes(), asked.code_challenge.as_bytes()) {
        let why = "code_verifier does not fit code_challenge";
        return Err(OauthError::invalid_grant(why));
    }
    let refresh_token = match has(&asked.scope, "offline_access") {
        true => Some(
            grant::begin(shared, provider, &signed_in)
                .await
                .map_err(failed)?,
        ),
        false => None,
    };
    let SignedIn {
        authorization,
        account,
        at,
        ..
    } = &signed_in;
    let nonce = authorization.nonce.as_deref();
    Issued {
        provider,
        account,
        scope: &authorization.scope,
        signed_in_at: *at,
        nonce,
        refresh_token,
    }
    .tokens(shared)
}

async fn for_refresh_token(
    shared: &Arc<Shared>,
    provider: &Provider,
    request: &TokenRequest,
) -> Result<Tokens, OauthError> {
    let Some(token) = &request.refresh_token else {
        let why = "refresh_token is missing";
        return Err(OauthError::new("invalid_request", why));
    };
    let renewed = grant::renew(shared, provider, token)
        .await
        .map_err(failed)?;
    let Some((grant, refresh_token)) = renewed else {
        let why = "the refresh token is unknown, was used before or has expired";
        return Err(OauthError::invalid_grant(why));
    };
    let account = account_of(shared, provider, &grant.user_id)
        .await
        .map_err(failed)?;
    let Some(account) = account else {
        return Err(OauthError::invalid_grant("the user no longer exists"));
    };
    Issued {
        provider,
        account: &account,
        scope: &grant.scope,
        signed_in_at: grant.signed_in_at,
        nonce: None,
        refresh_token: Some(refresh_token),
    }
    .tokens(shared)
}

/// The user as the table has them now.
pub async fn account_of(
    shared: &Arc<Shared>,
    provider: &Provider,
    user_id: &str,
) -> Result<Option<Account>, Failure> {
    let location = TableLocation::of(&provider.integration);
    let project_id = provider.integration.project_id.clone();
    let _alone = shared.auth_locks.lock(project_id).await;
    table::find(shared, &location, AccountKey::Id(user_id.to_owned())).await
}

struct Issued<'a> {
    provider: &'a Provider,
    account: &'a Account,
    scope: &'a str,
    signed_in_at: DateTime<Utc>,
    nonce: Option<&'a str>,
    refresh_token: Option<String>,
}

impl Issued<'_> {
    fn tokens(self, shared: &Shared) -> Result<Tokens, OauthError> {
        let key = &self.provider.integration.signing_key_pem;
        let now = shared.now().timestamp();
        let (issuer, client_id) = (&self.provider.issuer, self.provider.client_id());
        let access = json!({
            "iss": issuer, "sub": self.account.id, "aud": client_id, "client_id": client_id,
            "iat": now, "exp": now + ACCESS_LASTS, "jti": shared.random.uuid(),
            "scope": self.scope, "roles": self.account.roles,
        });
        let id_token = has(self.scope, "openid").then(|| {
            let mut claims = json!({
                "iss": issuer, "sub": self.account.id, "aud": client_id,
                "iat": now, "exp": now + ID_LASTS, "auth_time": self.signed_in_at.timestamp(),
            });
            if let Some(nonce) = self.nonce {
                claims["nonce"] = json!(nonce);
            }
            add_claims(&mut claims, self.account, self.scope);
            jwt::sign(key, "JWT", &claims)
        });
        let id_token = id_token.transpose().map_err(failed)?;
        Ok(Tokens {
            access_token: jwt::sign(key, ACCESS_TOKEN, &access).map_err(failed)?,
            token_type: "Bearer",
            expires_in: ACCESS_LASTS,
            scope: self.scope.to_owned(),
            id_token,
            refresh_token: self.refresh_token,
        })
    }
}

/// What the scopes open of a user.
pub fn add_claims(claims: &mut serde_json::Value, account: &Account, scope: &str) {
    if has(scope, "email") {
        claims["email"] = json!(account.email);
        claims["email_verified"] = json!(account.is_verified);
    }
    if let Some(name) = account.name.as_ref().filter(|_| has(scope, "profile")) {
        claims["name"] = json!(name);
    }
}

fn has(scope: &str, wanted: &str) -> bool {
    scope.split(' ').any(|it| it == wanted)
}

fn failed(error: impl std::fmt::Debug) -> OauthError {
    tracing::warn!(?error, "no token was issued");
    OauthError::failed()
}
