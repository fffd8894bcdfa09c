use api::resource::auth::{CreateAuth, CreateAuthUser, TransferStatus};
use app::auth;
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};

use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "POST /projects/auth/create",
            create_raw,
            create,
            create_core
        ),
        row!(
            "GET /projects/{project_id}/auth/integrations",
            integrations_raw,
            integrations,
            integrations_core
        ),
        row!("POST /projects/auth/keys", keys_raw, keys, keys_core),
        row!("POST /projects/auth/user", user_raw, user, user_core),
        row!(
            "POST /projects/auth/transfer_ownership",
            transfer_raw,
            transfer,
            transfer_core
        ),
        row!(
            "DELETE /projects/{project_id}/auth/integration/{auth_provider}",
            remove_raw,
            remove,
            remove_core
        ),
    ]
}

const PROVIDER: &str = "provider_one";

/// What every body of the older routes has.
fn body(fixture: &EndpointFixture<'_>) -> Value {
    json!({"auth_provider": PROVIDER, "project_id": fixture.project})
}

fn body_with(fixture: &EndpointFixture<'_>, more: &Value) -> Value {
    let mut body = body(fixture);
    let fields = body.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    body
}

fn creation(fixture: &EndpointFixture<'_>) -> Value {
    body_with(
        fixture,
        &json!({"branch_id": fixture.branch, "database_name": "svcdb", "role_name": "svcdb_owner"}),
    )
}

/// An SDK key set: the seven fields that the specification names.
fn key_set() -> Value {
    json!({
        "auth_provider": PROVIDER, "auth_provider_project_id": "<text>", "pub_client_key": "<text>",
        "secret_server_key": "<text>", "jwks_url": "<url>", "schema_name": "svc_auth", "table_name": "users_sync",
    })
}

/// An integration on the fixture's project; gives its key set.
pub async fn enabled(fixture: &EndpointFixture<'_>) -> Value {
    fixture
        .prepare("POST /projects/auth/create", creation(fixture))
        .await
}

async fn create_raw(fixture: &EndpointFixture<'_>) {
    let path = "POST /projects/auth/create";
    let keys = fixture.answers(201, path, creation(fixture)).await;
    like(&keys, &key_set());
    fixture
        .refuses(
            409,
            "already enabled for this branch",
            path,
            creation(fixture),
        )
        .await;
    fixture
        .refuses(400, "invalid request", path, json!({}))
        .await;
    let mut other = creation(fixture);
    other["auth_provider"] = json!("nobody");
    fixture.refuses(400, "invalid request", path, other).await;
    let mut nowhere = creation(fixture);
    nowhere["branch_id"] = json!("br-quiet-meadow-00000000");
    fixture
        .refuses(404, "branch not found", path, nowhere)
        .await;
}

async fn create(fixture: &EndpointFixture<'_>) {
    let options = CreateAuth {
        database_name: Some("svcdb".into()),
        role_name: Some("svcdb_owner".into()),
    };
    let auth = fixture.api.auth(&fixture.project_id());
    let keys = auth
        .create(PROVIDER, &fixture.branch_id(), &options)
        .await
        .unwrap()
        .value;
    assert_eq!(
        (keys.auth_provider.as_str(), keys.pub_client_key.is_empty()),
        (PROVIDER, false)
    );
    assert_eq!(keys.schema_name.as_deref(), Some("svc_auth"));
    assert_eq!(keys.table_name.as_deref(), Some("users_sync"));
    assert!(keys.secret_server_key.is_some() && keys.jwks_url.is_some());
    let again = auth
        .create(PROVIDER, &fixture.branch_id(), &options)
        .await
        .unwrap_err();
    assert!(again.is_conflict());
}

async fn create_core(fixture: &EndpointFixture<'_>) {
    let enable = auth::EnableAuth {
        branch_id: fixture.branch.clone(),
        database: None,
        role: None,
    };
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let keys = auth::enable(app, account, &fixture.project, enable)
        .await
        .unwrap();
    assert_eq!(
        (keys.provider.as_str(), keys.schema.as_str()),
        (PROVIDER, "svc_auth")
    );
    assert!(keys.server_key.is_some());
}

async fn integrations_raw(fixture: &EndpointFixture<'_>) {
    let path = "GET /projects/{p}/auth/integrations";
    assert_eq!(
        fixture.answers(200, path, Value::Null).await,
        json!({"data": []})
    );
    let keys = enabled(fixture).await;
    let found = fixture.answers(200, path, Value::Null).await;
    let integration = json!({
        "auth_provider": PROVIDER, "auth_provider_project_id": keys["auth_provider_project_id"],
        "branch_id": fixture.branch, "db_name": "svcdb", "created_at": "<time>", "owned_by": "<text>",
        "jwks_url": keys["jwks_url"],
    });
    like(&found, &json!({"data": [integration]}));
    let elsewhere = "GET /projects/quiet-meadow-00000000/auth/integrations";
    fixture
        .refuses(404, "project not found", elsewhere, Value::Null)
        .await;
}

async fn integrations(fixture: &EndpointFixture<'_>) {
    let auth = fixture.api.auth(&fixture.project_id());
    assert!(auth.integrations().await.unwrap().value.is_empty());
    let keys = enabled(fixture).await;
    let all = auth.integrations().await.unwrap().value;
    let [found] = all.as_slice() else {
        panic!("{all:?}")
    };
    assert_eq!(
        found.auth_provider_project_id,
        text(&keys, "auth_provider_project_id")
    );
    assert_eq!(
        (found.branch_id.clone(), found.db_name.as_deref()),
        (Some(fixture.branch_id()), Some("svcdb"))
    );
}

async fn integrations_core(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let all = auth::integrations(app, account, &fixture.project)
        .await
        .unwrap();
    assert_eq!((all.len(), all[0].provider.as_str()), (1, PROVIDER));
    assert_eq!(all[0].branch_id.as_deref(), Some(fixture.branch.as_str()));
}

async fn keys_raw(fixture: &EndpointFixture<'_>) {
    let path = "POST /projects/auth/keys";
    fixture.refuses(404, "not found", path, body(fixture)).await;
    let first = enabled(fixture).await;
    let second = fixture.answers(201, path, body(fixture)).await;
    like(&second, &key_set());
    assert_eq!(
        second["auth_provider_project_id"],
        first["auth_provider_project_id"]
    );
    assert_ne!(second["secret_server_key"], first["secret_server_key"]);
    fixture
        .refuses(400, "project_id", path, json!({"auth_provider": PROVIDER}))
        .await;
}

async fn keys(fixture: &EndpointFixture<'_>) {
    let first = enabled(fixture).await;
    let keys = fixture
        .api
        .auth(&fixture.project_id())
        .keys(PROVIDER)
        .await
        .unwrap()
        .value;
    let secret = keys.secret_server_key.unwrap();
    assert_ne!(secret.expose_secret(), text(&first, "secret_server_key"));
}

async fn keys_core(fixture: &EndpointFixture<'_>) {
    let first = enabled(fixture).await;
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let keys = auth::create_keys(app, account, &fixture.project, Some(PROVIDER))
        .await
        .unwrap();
    assert_eq!(
        keys.provider_project_id,
        text(&first, "auth_provider_project_id")
    );
    let secret = keys.server_key.unwrap();
    assert_ne!(secret.expose_secret(), text(&first, "secret_server_key"));
}

async fn user_raw(fixture: &EndpointFixture<'_>) {
    let path = "POST /projects/auth/user";
    let ada = body_with(fixture, &json!({"email": "ada@example.com", "name": "Ada"}));
    fixture.refuses(404, "not found", path, ada.clone()).await;
    enabled(fixture).await;
    let made = fixture.answers(201, path, ada).await;
    like(&made, &json!({"id": "<text>"}));
    let nameless = body_with(fixture, &json!({"email": "bob@example.com"}));
    fixture.answers(201, path, nameless).await;
    let longest = body_with(
        fixture,
        &json!({"email": "cyd@example.com", "name": "x".repeat(255)}),
    );
    fixture.answers(201, path, longest).await;
    for wrong in [
        json!({}),
        json!({"email": "nobody"}),
        json!({"email": "eve@example.com", "name": ""}),
        json!({"email": "eve@example.com", "name": "x".repeat(256)}),
    ] {
        fixture
            .refuses(400, "invalid request", path, body_with(fixture, &wrong))
            .await;
    }
}

async fn user(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let auth = fixture.api.auth(&fixture.project_id());
    let options = CreateAuthUser {
        name: Some("Ada".into()),
    };
    let id = auth
        .create_user(PROVIDER, "ada@example.com", &options)
        .await
        .unwrap()
        .value;
    assert!(!id.is_empty());
    let wrong = auth
        .create_user(PROVIDER, "nobody", &options)
        .await
        .unwrap_err();
    assert!(wrong.is_invalid());
}

async fn user_core(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let made = auth::create_user(
        app,
        account,
        &fixture.project,
        Some(PROVIDER),
        "ada@example.com",
        Some("Ada"),
    );
    assert!(!made.await.unwrap().id.is_empty());
}

async fn transfer_raw(fixture: &EndpointFixture<'_>) {
    let path = "POST /projects/auth/transfer_ownership";
    fixture.refuses(404, "not found", path, body(fixture)).await;
    enabled(fixture).await;
    let link = fixture.answers(200, path, body(fixture)).await;
    like(&link, &json!({"url": "<url>"}));
    let all = fixture
        .answers(200, "GET /projects/{p}/auth/integrations", Value::Null)
        .await;
    assert_eq!(all["data"][0]["transfer_status"], "initiated");
}

async fn transfer(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let auth = fixture.api.auth(&fixture.project_id());
    let link = auth.transfer_ownership(PROVIDER).await.unwrap().value;
    assert!(link.expose_secret().starts_with("http"));
    let all = auth.integrations().await.unwrap().value;
    assert_eq!(all[0].transfer_status, Some(TransferStatus::Initiated));
}

async fn transfer_core(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let link = auth::transfer_ownership(app, account, &fixture.project, Some(PROVIDER))
        .await
        .unwrap();
    assert!(link.expose_secret().starts_with("http"));
}

async fn remove_raw(fixture: &EndpointFixture<'_>) {
    let path = "DELETE /projects/{p}/auth/integration/provider_one";
    fixture.refuses(404, "not found", path, Value::Null).await;
    enabled(fixture).await;
    fixture.answers(200, path, Value::Null).await;
    let all = fixture
        .answers(200, "GET /projects/{p}/auth/integrations", Value::Null)
        .await;
    assert_eq!(all, json!({"data": []}));
    enabled(fixture).await;
    fixture
        .answers(200, path, json!({"delete_data": true}))
        .await;
}

async fn remove(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let auth = fixture.api.auth(&fixture.project_id());
    auth.remove(PROVIDER, true).await.unwrap();
    assert!(auth.integrations().await.unwrap().value.is_empty());
    assert!(
        auth.remove(PROVIDER, false)
            .await
            .unwrap_err()
            .is_not_found()
    );
}

async fn remove_core(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    auth::remove(app, account, &fixture.project, PROVIDER, false)
        .await
        .unwrap();
    assert!(
        auth::integrations(app, account, &fixture.project)
            .await
            .unwrap()
            .is_empty()
    );
}
