use api::Change;
use api::resource::oauth_providers::{
    OauthClient, OauthProviderId, OauthProviderType, UpdateOauthProvider,
};
use app::{SecretEdit, oauth_providers};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};

use super::auth::enabled;
use super::fixture::EndpointFixture;
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "GET /projects/{project_id}/auth/oauth_providers",
            list_raw,
            list,
            list_core
        ),
        row!(
            "POST /projects/{project_id}/auth/oauth_providers",
            add_raw,
            add,
            add_core
        ),
        row!(
            "PATCH /projects/{project_id}/auth/oauth_providers/{oauth_provider_id}",
            update_raw,
            update,
            update_core
        ),
        row!(
            "DELETE /projects/{project_id}/auth/oauth_providers/{oauth_provider_id}",
            delete_raw,
            delete,
            delete_core
        ),
    ]
}

const ALL: &str = "/projects/{p}/auth/oauth_providers";

fn own() -> Value {
    json!({"id": "github", "client_id": "shop", "client_secret": "hush"})
}

async fn with_own(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    fixture.prepare(&format!("POST {ALL}"), own()).await;
}

async fn list_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("GET {ALL}");
    fixture.refuses(404, "not found", &path, Value::Null).await;
    enabled(fixture).await;
    assert_eq!(
        fixture.answers(200, &path, Value::Null).await,
        json!({"providers": []})
    );
    fixture
        .prepare(&format!("POST {ALL}"), json!({"id": "google"}))
        .await;
    fixture.prepare(&format!("POST {ALL}"), own()).await;
    let all = fixture.answers(200, &path, Value::Null).await;
    let only = json!([
        {"id": "google", "type": "shared"},
        {"id": "github", "type": "standard"},
    ]);
    assert_eq!(
        all,
        json!({"providers": only}),
        "a list gives id and type alone"
    );
}

async fn list(fixture: &EndpointFixture<'_>) {
    with_own(fixture).await;
    let all = fixture
        .api
        .oauth_providers(&fixture.project_id())
        .list()
        .await
        .unwrap()
        .value;
    let [found] = all.as_slice() else {
        panic!("{all:?}")
    };
    assert_eq!(found.id, OauthProviderId::Github);
    assert_eq!(found.kind, Some(OauthProviderType::Standard));
}

async fn list_core(fixture: &EndpointFixture<'_>) {
    with_own(fixture).await;
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let all = oauth_providers::list(app, account, &fixture.project)
        .await
        .unwrap();
    assert_eq!(
        (all.len(), all[0].id.as_str(), all[0].is_shared),
        (1, "github", Some(false))
    );
}

async fn add_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("POST {ALL}");
    fixture
        .refuses(404, "not found", &path, json!({"id": "google"}))
        .await;
    enabled(fixture).await;
    let shared = fixture.answers(200, &path, json!({"id": "google"})).await;
    assert_eq!(shared, json!({"id": "google", "type": "shared"}));
    let standard = fixture.answers(200, &path, own()).await;
    let picture =
        json!({"id": "github", "type": "standard", "client_id": "shop", "client_secret": "hush"});
    like(&standard, &picture);
    fixture.refuses(409, "already exists", &path, own()).await;
    let none = json!({"id": "vercel"});
    let error = fixture.refuses(400, "shared", &path, none).await;
    assert_eq!(error["code"], "INVALID_SHARED_OAUTH_PROVIDER");
    fixture
        .refuses(400, "invalid request", &path, json!({"id": "elsewhere"}))
        .await;
    fixture.refuses(400, "id", &path, json!({})).await;
}

async fn add(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let providers = fixture.api.oauth_providers(&fixture.project_id());
    let shared = providers
        .add(&OauthProviderId::Google, None)
        .await
        .unwrap()
        .value;
    assert_eq!(shared.kind, Some(OauthProviderType::Shared));
    let client = OauthClient {
        client_id: "shop".into(),
        client_secret: "hush".into(),
        microsoft_tenant_id: None,
    };
    let own = providers
        .add(&OauthProviderId::Github, Some(&client))
        .await
        .unwrap()
        .value;
    assert_eq!(
        (own.kind, own.client_id.as_deref()),
        (Some(OauthProviderType::Standard), Some("shop"))
    );
    let none = providers
        .add(&OauthProviderId::Vercel, None)
        .await
        .unwrap_err();
    assert_eq!(none.code(), Some("INVALID_SHARED_OAUTH_PROVIDER"));
}

async fn add_core(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let add = oauth_providers::AddOauthProvider {
        provider: "github".into(),
        client_id: Some("shop".into()),
        client_secret: Some("a-long-hush".into()),
        microsoft_tenant_id: None,
    };
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let made = oauth_providers::add(app, account, &fixture.project, add)
        .await
        .unwrap();
    assert_eq!(
        (made.id.as_str(), made.client_id.as_deref()),
        ("github", Some("shop"))
    );
}

async fn update_raw(fixture: &EndpointFixture<'_>) {
    with_own(fixture).await;
    let path = format!("PATCH {ALL}/github");
    let changed = fixture
        .answers(200, &path, json!({"client_id": "store"}))
        .await;
    let picture =
        json!({"id": "github", "type": "standard", "client_id": "store", "client_secret": "hush"});
    like(&changed, &picture);
    let changed = fixture
        .answers(200, &path, json!({"client_secret": "quiet"}))
        .await;
    assert_eq!(changed["client_secret"], "quiet");
    let unknown = format!("PATCH {ALL}/google");
    fixture
        .refuses(404, "not found", &unknown, json!({"client_id": "store"}))
        .await;
}

async fn update(fixture: &EndpointFixture<'_>) {
    with_own(fixture).await;
    let providers = fixture.api.oauth_providers(&fixture.project_id());
    let update = UpdateOauthProvider {
        client_id: Change::Set("store".into()),
        ..UpdateOauthProvider::default()
    };
    let changed = providers
        .update(&OauthProviderId::Github, &update)
        .await
        .unwrap()
        .value;
    assert_eq!(changed.client_id.as_deref(), Some("store"));
    let kept = changed.client_secret.unwrap();
    assert_eq!(
        kept.expose_secret(),
        "hush",
        "a secret that was to be kept is another"
    );
}

async fn update_core(fixture: &EndpointFixture<'_>) {
    with_own(fixture).await;
    let update = oauth_providers::UpdateOauthProvider {
        client_id: Some("store".into()),
        client_secret: SecretEdit::Keep,
        microsoft_tenant_id: None,
    };
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let changed = oauth_providers::update(app, account, &fixture.project, "github", update)
        .await
        .unwrap();
    assert_eq!(changed.client_id.as_deref(), Some("store"));
}

async fn delete_raw(fixture: &EndpointFixture<'_>) {
    with_own(fixture).await;
    let path = format!("DELETE {ALL}/github");
    let nothing = fixture.answers(204, &path, Value::Null).await;
    assert!(nothing.is_null(), "204 has no body");
    let all = fixture
        .answers(200, &format!("GET {ALL}"), Value::Null)
        .await;
    assert_eq!(all, json!({"providers": []}));
    fixture.refuses(404, "not found", &path, Value::Null).await;
}

async fn delete(fixture: &EndpointFixture<'_>) {
    with_own(fixture).await;
    let providers = fixture.api.oauth_providers(&fixture.project_id());
    providers.delete(&OauthProviderId::Github).await.unwrap();
    assert!(providers.list().await.unwrap().value.is_empty());
    assert!(
        providers
            .delete(&OauthProviderId::Github)
            .await
            .unwrap_err()
            .is_not_found()
    );
}

async fn delete_core(fixture: &EndpointFixture<'_>) {
    with_own(fixture).await;
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    oauth_providers::delete(app, account, &fixture.project, "github")
        .await
        .unwrap();
    assert!(
        oauth_providers::list(app, account, &fixture.project)
            .await
            .unwrap()
            .is_empty()
    );
}
