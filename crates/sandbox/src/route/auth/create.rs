use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rcgen::KeyPair;
use serde::Deserialize;

use super::integration::{active_integration, known_provider};
use super::keys::SdkKeys;
use super::table::{self, TableChange, TableLocation};
use super::wire::SdkKeysBody;
use crate::access::{Caller, not_found};
use crate::operation::must_be_free;
use crate::reply::Failure;
use crate::route::body::JsonBody;
use crate::route::branches::lookup::find_branch;
use crate::route::call::commit;
use crate::secret_digest::hash;
use crate::shared::Shared;
use crate::state::{AuthIntegration, EmailServer, OwnedBy, PlatformState, Record, Secret};

#[derive(Debug, Clone, Deserialize)]
pub struct CreateIntegrationRequest {
    auth_provider: String,
    project_id: String,
    branch_id: String,
    database_name: Option<String>,
    role_name: Option<String>,
}

pub async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    JsonBody(request): JsonBody<CreateIntegrationRequest>,
) -> Result<(StatusCode, Json<SdkKeysBody>), Failure> {
    known_provider(&shared, &request.project_id, &request.auth_provider)?;
    let made = make(&shared, caller, request).await;
    made.map(|body| (StatusCode::CREATED, Json(body)))
}

/// The table first, so that an integration that is there has one.
async fn make(
    shared: &Arc<Shared>,
    caller: Caller,
    request: CreateIntegrationRequest,
) -> Result<SdkKeysBody, Failure> {
    let keys = SdkKeys::generate(&shared.random);
    let integration = draft(shared, &request, &keys)?;
    let _alone = shared.auth_locks.lock(request.project_id.clone()).await;
    shared
        .store
        .read(|state| check_allowed(state, &caller, &request, &integration))?;
    let location = TableLocation::of(&integration);
    table::change(shared, &location, TableChange::Create).await?;
    let body = SdkKeysBody::of(shared, &integration, &keys.secret);
    commit(shared, move |state| {
        check_allowed(state, &caller, &request, &integration)?;
        Ok((vec![Record::AuthIntegration(integration)], ()))
    })
    .await?;
    Ok(body)
}

fn draft(
    shared: &Shared,
    request: &CreateIntegrationRequest,
    keys: &SdkKeys,
) -> Result<AuthIntegration, Failure> {
    let names = &shared.config.names;
    let database = request.database_name.as_ref().unwrap_or(&names.database);
    let role = request.role_name.as_ref().unwrap_or(&names.role);
    let signing_key = KeyPair::generate().map_err(|error| {
        tracing::error!(%error, "no signing key was made");
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "couldn't create the signing key",
        )
    })?;
    Ok(AuthIntegration {
        project_id: request.project_id.clone(),
        branch_id: request.branch_id.clone(),
        provider: request.auth_provider.clone(),
        schema: names.auth_schema.clone(),
        provider_project_id: shared.random.uuid(),
        database: database.clone(),
        role: role.clone(),
        owned_by: OwnedBy::Platform,
        transfer: None,
        transfer_token: Secret::new(shared.random.token(40)),
        transferred_to: None,
        signing_key_pem: Secret::new(signing_key.serialize_pem()),
        secret_key_hash: hash(keys.secret.reveal()),
        pub_client_key: keys.public.clone(),
        providers: Vec::new(),
        email_server: EmailServer::Shared,
        domains: Vec::new(),
        created_at: shared.now(),
    })
}

fn check_allowed(
    state: &PlatformState,
    caller: &Caller,
    request: &CreateIntegrationRequest,
    integration: &AuthIntegration,
) -> Result<(), Failure> {
    let branch = find_branch(state, caller, &request.project_id, &request.branch_id)?;
    let named = |name: &String| (branch.id.clone(), name.clone());
    if !state.databases.contains_key(&named(&integration.database)) {
        return Err(not_found("database"));
    }
    if !state.roles.contains_key(&named(&integration.role)) {
        return Err(not_found("role"));
    }
    if active_integration(state, &request.project_id).is_some() {
        return Err(Failure::new(
            StatusCode::CONFLICT,
            "auth is already enabled for this branch",
        ));
    }
    Ok(must_be_free(state, &request.project_id)?)
}
