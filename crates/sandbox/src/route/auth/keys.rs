use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;

use super::integration::{AuthPath, edit_integration, known_provider};
use super::wire::SdkKeysBody;
use crate::access::Caller;
use crate::random::Random;
use crate::reply::Failure;
use crate::route::body::JsonBody;
use crate::secret_digest::hash;
use crate::shared::Shared;
use crate::state::Secret;

/// A pair of SDK keys.
#[derive(Debug)]
pub struct SdkKeys {
    pub public: String,
    pub secret: Secret,
}

impl SdkKeys {
    pub fn generate(random: &Random) -> Self {
        Self {
            public: format!("pck_{}", random.token(40)),
            secret: Secret::new(format!("ssk_{}", random.token(52))),
        }
    }
}

#[derive(Debug, Deserialize)]
pub struct CreateKeysRequest {
    project_id: String,
    auth_provider: String,
}

/// New keys in place of the old ones. The secret one is in this reply alone.
pub async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    JsonBody(request): JsonBody<CreateKeysRequest>,
) -> Result<(StatusCode, Json<SdkKeysBody>), Failure> {
    known_provider(&shared, &request.project_id, &request.auth_provider)?;
    let SdkKeys { public, secret } = SdkKeys::generate(&shared.random);
    let secret_key_hash = hash(secret.reveal());
    let path = AuthPath::of_project(request.project_id);
    let changed = edit_integration(&shared, caller, path, |it| {
        it.pub_client_key = public;
        it.secret_key_hash = secret_key_hash;
        Ok(it.clone())
    })
    .await?;
    let body = SdkKeysBody::of(&shared, &changed, &secret);
    Ok((StatusCode::CREATED, Json(body)))
}
