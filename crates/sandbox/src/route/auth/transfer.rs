use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use super::integration::{AuthPath, edit_integration, known_provider};
use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::JsonBody;
use crate::shared::Shared;
use crate::state::{OwnedBy, Transfer};

#[derive(Debug, Deserialize)]
pub struct TransferRequest {
    project_id: String,
    auth_provider: String,
}

#[derive(Serialize)]
pub struct LinkBody {
    url: String,
}

/// A link that is not used yet stays the same.
pub async fn begin(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    JsonBody(request): JsonBody<TransferRequest>,
) -> Result<Json<LinkBody>, Failure> {
    known_provider(&shared, &request.project_id, &request.auth_provider)?;
    let (origin, path) = (shared.origin(), AuthPath::of_project(request.project_id));
    let url = edit_integration(&shared, caller, path, move |it| {
        if it.owned_by == OwnedBy::User {
            return Err(Failure::new(
                StatusCode::CONFLICT,
                "the auth project was already transferred",
            ));
        }
        it.transfer = Some(Transfer::Initiated);
        let (id, token) = (&it.provider_project_id, it.transfer_token.reveal());
        Ok(format!("{origin}/auth/transfer/{id}?token={token}"))
    });
    url.await.map(|url| Json(LinkBody { url }))
}
