use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use rcgen::KeyPair;
use serde::Deserialize;

use super::integration::{known_provider, unknown_provider};
use super::keys::SdkKeys;
use super::table::{self, TableChange, TableLocation};
use super::wire::SdkKeysBody;
use crate::access::{Caller, not_found};
use crate::operation::must_be_free;
use crate::platform_text;
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

/// The names that the platform has had for its auth provider, by the routes that name a branch.
const PUBLISHED: [&str; 3] = ["mock", "stack", "better_auth"];

#[derive(Debug, Deserialize)]
pub struct EnableRequest {
    auth_provider: String,
    database_name: Option<String>,
}

/// The same on the branch of the path. Without a database it is the usual one, or else the branch's first.
pub async fn enable(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
    JsonBody(request): JsonBody<EnableRequest>,
) -> Result<(StatusCode, Json<SdkKeysBody>), Failure> {
    let names = &shared.config.names;
    let is_published = PUBLISHED.contains(&request.auth_provider.as_str());
    if !is_published && request.auth_provider != names.auth_provider {
        return Err(unknown_provider());
    }
    let (database_name, role_name) = shared.store.read(|state| {
        let branch = find_branch(state, &caller, &project_id, &branch_id)?;
        let wanted = request.database_name.as_ref().unwrap_or(&names.database);
        let mut databases: Vec<_> = state.databases_of(&branch.id).collect();
        databases.sort_by_key(|it| (it.name != *wanted, it.id));
        let found = databases.into_iter().next();
        let found = found.filter(|it| request.database_name.is_none() || it.name == *wanted);
        let found = found.ok_or_else(|| not_found("database"))?;
        Ok::<_, Failure>((found.name.clone(), found.owner.clone()))
    })?;
    let request = CreateIntegrationRequest {
        auth_provider: request.auth_provider,
        project_id,
        branch_id,
        database_name: Some(database_name),
        role_name: Some(role_name),
    };
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
        settings: Box::default(),
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
    if state.auth.contains_key(&branch.id) {
        return Err(Failure::new(
            StatusCode::CONFLICT,
            platform_text::AUTH_IS_ENABLED,
        ));
    }
    Ok(must_be_free(state, &request.project_id)?)
}
