//! Auth by branch. A function walks all calls on one thing, and its rows share it.

use api::resource::auth::{
    BranchAuth, CreateAuthUser, UpdateEmailAndPassword, UpdateMagicLink, UpdateOrganizationPlugin,
    UpdatePhoneNumber, VerificationMethod, WebhookEvent, Webhooks,
};
use api::resource::email_server::{EmailServerEdit, EmailServerType};
use api::resource::oauth_providers::{
    OauthClient, OauthProviderId, OauthProviderType, UpdateOauthProvider,
};
use api::{Change, Error, Reply};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};

use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/auth",
            integration_raw,
            integration
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/auth",
            integration_raw,
            integration
        ),
        row!(
            "DELETE /projects/{project_id}/branches/{branch_id}/auth",
            integration_raw,
            integration
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/auth/users",
            users_raw,
            users
        ),
        row!(
            "DELETE /projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}",
            users_raw,
            users
        ),
        row!(
            "PUT /projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}/role",
            users_raw,
            users
        ),
        row!(
            "DELETE /projects/{project_id}/auth/users/{auth_user_id}",
            users_raw,
            users
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/auth/domains",
            domains_raw,
            domains
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/auth/domains",
            domains_raw,
            domains
        ),
        row!(
            "DELETE /projects/{project_id}/branches/{branch_id}/auth/domains",
            domains_raw,
            domains
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/auth/oauth_providers",
            providers_raw,
            providers
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/auth/oauth_providers",
            providers_raw,
            providers
        ),
        row!(
            "PATCH /projects/{project_id}/branches/{branch_id}/auth/oauth_providers/{oauth_provider_id}",
            providers_raw,
            providers
        ),
        row!(
            "DELETE /projects/{project_id}/branches/{branch_id}/auth/oauth_providers/{oauth_provider_id}",
            providers_raw,
            providers
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/auth/email_provider",
            email_raw,
            email
        ),
        row!(
            "PATCH /projects/{project_id}/branches/{branch_id}/auth/email_provider",
            email_raw,
            email
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/auth/email_and_password",
            password_raw,
            password
        ),
        row!(
            "PATCH /projects/{project_id}/branches/{branch_id}/auth/email_and_password",
            password_raw,
            password
        ),
        row!(
            "PATCH /projects/{project_id}/branches/{branch_id}/auth/config",
            app_raw,
            app
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/auth/allow_localhost",
            app_raw,
            app
        ),
        row!(
            "PATCH /projects/{project_id}/branches/{branch_id}/auth/allow_localhost",
            app_raw,
            app
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/auth/plugins",
            plugins_raw,
            plugins
        ),
        row!(
            "PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/organization",
            plugins_raw,
            plugins
        ),
        row!(
            "PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/magic-link",
            plugins_raw,
            plugins
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/auth/plugins/phone-number",
            plugins_raw,
            plugins
        ),
        row!(
            "PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/phone-number",
            plugins_raw,
            plugins
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/auth/webhooks",
            webhooks_raw,
            webhooks
        ),
        row!(
            "PUT /projects/{project_id}/branches/{branch_id}/auth/webhooks",
            webhooks_raw,
            webhooks
        ),
    ]
}

const PROVIDER: &str = "provider_one";
const SHOP: &str = "https://shop.example.com";

/// A request by hand: method and what follows `…/auth`.
fn at(method: &str, rest: &str) -> String {
    format!("{method} /projects/{{p}}/branches/{{b}}/auth{rest}")
}

fn auth(fixture: &EndpointFixture<'_>) -> BranchAuth {
    let auth = fixture.api.auth(&fixture.project_id());
    auth.of_branch(&fixture.branch_id())
}

fn read<T>(reply: Result<Reply<T>, Error>) -> T {
    reply.unwrap().value
}

async fn enabled(fixture: &EndpointFixture<'_>) -> Value {
    let body = json!({ "auth_provider": PROVIDER });
    fixture.prepare(&at("POST", ""), body).await
}

async fn integration_raw(fixture: &EndpointFixture<'_>) {
    let (get, post) = (at("GET", ""), at("POST", ""));
    let missing = "auth integration not found";
    fixture.refuses(404, missing, &get, Value::Null).await;
    fixture
        .refuses(404, missing, &at("DELETE", ""), Value::Null)
        .await;
    fixture
        .refuses(400, "auth_provider", &post, json!({}))
        .await;
    let body = json!({"auth_provider": PROVIDER, "database_name": "svcdb"});
    let keys = fixture.answers(201, &post, body.clone()).await;
    like(
        &keys,
        &json!({
            "auth_provider": PROVIDER, "auth_provider_project_id": "<text>", "pub_client_key": "<text>",
            "secret_server_key": "<text>", "jwks_url": "<url>", "schema_name": "svc_auth",
            "table_name": "users_sync",
        }),
    );
    fixture
        .refuses(409, "already enabled for this branch", &post, body)
        .await;
    let found = fixture.answers(200, &get, Value::Null).await;
    like(
        &found,
        &json!({
            "auth_provider": PROVIDER, "auth_provider_project_id": keys["auth_provider_project_id"],
            "branch_id": fixture.branch, "db_name": "svcdb", "created_at": "<time>", "owned_by": "<text>",
            "jwks_url": keys["jwks_url"], "name": "<text>",
        }),
    );
    let delete = json!({"delete_data": true});
    fixture.answers(200, &at("DELETE", ""), delete).await;
    fixture.refuses(404, missing, &get, Value::Null).await;
}

async fn integration(fixture: &EndpointFixture<'_>) {
    let auth = auth(fixture);
    assert!(auth.get().await.unwrap_err().is_not_found());
    let keys = read(auth.enable(PROVIDER, None).await);
    assert!(keys.secret_server_key.is_some() && keys.jwks_url.is_some());
    assert!(auth.enable(PROVIDER, None).await.unwrap_err().is_conflict());
    let found = read(auth.get().await);
    assert_eq!(
        found.auth_provider_project_id,
        keys.auth_provider_project_id
    );
    assert_eq!(found.branch_id, Some(fixture.branch_id()));
    assert!(found.name.is_some());
    // The older routes speak of the same one.
    let all = read(fixture.api.auth(&fixture.project_id()).integrations().await);
    assert_eq!(
        all[0].auth_provider_project_id,
        keys.auth_provider_project_id
    );
    read(auth.disable(true).await);
    assert!(auth.disable(false).await.unwrap_err().is_not_found());
}

async fn users_raw(fixture: &EndpointFixture<'_>) {
    let post = at("POST", "/users");
    let ada = json!({"email": "ada@example.com", "name": "Ada"});
    fixture.refuses(404, "not found", &post, ada.clone()).await;
    enabled(fixture).await;
    let made = fixture.answers(201, &post, ada.clone()).await;
    like(&made, &json!({"id": "<text>"}));
    let id = text(&made, "id");
    fixture
        .refuses(409, "user already exists", &post, ada.clone())
        .await;
    fixture
        .refuses(400, "invalid request", &post, json!({"email": "ada"}))
        .await;
    let role = at("PUT", &format!("/users/{id}/role"));
    let changed = fixture
        .answers(200, &role, json!({"roles": ["admin"]}))
        .await;
    assert_eq!(changed, json!({ "id": id }));
    fixture
        .refuses(400, "at least one role", &role, json!({"roles": []}))
        .await;
    let delete = at("DELETE", &format!("/users/{id}"));
    fixture.answers(204, &delete, Value::Null).await;
    fixture
        .refuses(404, "user not found", &delete, Value::Null)
        .await;
    let again = fixture.answers(201, &post, ada).await;
    let older = format!("DELETE /projects/{{p}}/auth/users/{}", text(&again, "id"));
    fixture.answers(204, &older, Value::Null).await;
    fixture
        .refuses(404, "user not found", &older, Value::Null)
        .await;
}

async fn users(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let auth = auth(fixture);
    let options = CreateAuthUser {
        name: Some("Ada".into()),
    };
    let id = read(auth.create_user("ada@example.com", &options).await);
    let again = auth.create_user("ada@example.com", &options).await;
    assert!(again.unwrap_err().is_conflict());
    assert_eq!(read(auth.set_user_roles(&id, &["admin"]).await), id);
    let nobody = auth.set_user_roles("nobody", &["admin"]).await;
    assert!(nobody.unwrap_err().is_not_found());
    read(auth.delete_user(&id).await);
    assert!(auth.delete_user(&id).await.unwrap_err().is_not_found());
    let id = read(auth.create_user("ada@example.com", &options).await);
    read(
        fixture
            .api
            .auth(&fixture.project_id())
            .delete_user(&id)
            .await,
    );
}

fn domain() -> Value {
    json!({"domain": SHOP, "auth_provider": PROVIDER})
}

async fn domains_raw(fixture: &EndpointFixture<'_>) {
    let (get, post) = (at("GET", "/domains"), at("POST", "/domains"));
    fixture.refuses(404, "not found", &get, Value::Null).await;
    enabled(fixture).await;
    fixture.answers(201, &post, domain()).await;
    fixture
        .refuses(409, "already exists", &post, domain())
        .await;
    let all = fixture.answers(200, &get, Value::Null).await;
    like(&all, &json!({"domains": [domain()]}));
    let delete = at("DELETE", "/domains");
    let body = json!({"auth_provider": PROVIDER, "domains": [{"domain": SHOP}]});
    fixture.answers(200, &delete, body.clone()).await;
    fixture
        .refuses(404, "domain not found", &delete, body)
        .await;
}

async fn domains(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let auth = auth(fixture);
    read(auth.add_domain(PROVIDER, SHOP).await);
    assert_eq!(read(auth.domains().await)[0].domain, SHOP);
    read(auth.delete_domains(PROVIDER, &[SHOP]).await);
    assert!(read(auth.domains().await).is_empty());
}

async fn providers_raw(fixture: &EndpointFixture<'_>) {
    let all = "/oauth_providers";
    let (get, post) = (at("GET", all), at("POST", all));
    fixture.refuses(404, "not found", &get, Value::Null).await;
    enabled(fixture).await;
    let own = json!({"id": "github", "client_id": "shop", "client_secret": "hush"});
    let added = fixture.answers(200, &post, own.clone()).await;
    like(
        &added,
        &json!({"id": "github", "type": "standard", "client_id": "shop", "client_secret": "hush"}),
    );
    fixture.refuses(409, "already exists", &post, own).await;
    fixture
        .refuses(400, "invalid request", &post, json!({}))
        .await;
    let listed = fixture.answers(200, &get, Value::Null).await;
    assert_eq!(
        listed,
        json!({"providers": [{"id": "github", "type": "standard"}]})
    );
    let one = |method: &str| at(method, &format!("{all}/github"));
    let changed = fixture
        .answers(200, &one("PATCH"), json!({"client_id": "shop2"}))
        .await;
    assert_eq!(changed["client_id"], "shop2");
    let gone = fixture.answers(200, &one("DELETE"), Value::Null).await;
    assert_eq!(gone, Value::Null);
    fixture
        .refuses(404, "not found", &one("DELETE"), Value::Null)
        .await;
}

async fn providers(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let providers = fixture.api.oauth_providers(&fixture.project_id());
    let providers = providers.of_branch(&fixture.branch_id());
    let client = OauthClient {
        client_id: "shop".into(),
        client_secret: "hush".into(),
        microsoft_tenant_id: None,
    };
    let github = OauthProviderId::Github;
    read(providers.add(&github, Some(&client)).await);
    let all = read(providers.list().await);
    assert_eq!((&all[0].id, all.len()), (&github, 1));
    assert_eq!(all[0].kind, Some(OauthProviderType::Standard));
    let update = UpdateOauthProvider {
        client_id: Change::Set("shop2".into()),
        ..UpdateOauthProvider::default()
    };
    let changed = read(providers.update(&github, &update).await);
    assert_eq!(changed.client_id.as_deref(), Some("shop2"));
    assert_eq!(changed.client_secret.unwrap().expose_secret(), "hush");
    read(providers.delete(&github).await);
    assert!(read(providers.list().await).is_empty());
}

async fn email_raw(fixture: &EndpointFixture<'_>) {
    let (get, patch) = (at("GET", "/email_provider"), at("PATCH", "/email_provider"));
    fixture.refuses(404, "not found", &get, Value::Null).await;
    enabled(fixture).await;
    let shared = fixture.answers(200, &get, Value::Null).await;
    assert_eq!(shared, json!({"type": "shared"}));
    let standard = json!({
        "type": "standard", "host": "mail.example.com", "port": 587, "username": "shop", "password": "hush",
        "sender_email": "shop@example.com", "sender_name": "The shop",
    });
    let changed = fixture.answers(200, &patch, standard.clone()).await;
    like(&changed, &standard);
    let half = json!({"type": "standard", "host": "mail.example.com"});
    fixture
        .refuses(400, "port (field required)", &patch, half)
        .await;
}

async fn email(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let server = fixture.api.email_server(&fixture.project_id());
    let server = server.of_branch(&fixture.branch_id());
    let edit = |host: &str, password| EmailServerEdit::Standard {
        host: host.into(),
        port: 587,
        username: "shop".into(),
        password,
        sender_email: "shop@example.com".into(),
        sender_name: "The shop".into(),
    };
    let first = edit("mail.example.com", Change::Set("hush".into()));
    read(server.update(&first).await);
    let kept = edit("smtp.example.com", Change::Keep);
    read(server.update(&kept).await);
    let found = read(server.get().await);
    assert_eq!(found.kind, EmailServerType::Standard);
    assert_eq!(found.host.as_deref(), Some("smtp.example.com"));
    assert_eq!(found.password.unwrap().expose_secret(), "hush");
}

async fn password_raw(fixture: &EndpointFixture<'_>) {
    let path = "/email_and_password";
    fixture
        .refuses(404, "not found", &at("GET", path), Value::Null)
        .await;
    enabled(fixture).await;
    let found = fixture.answers(200, &at("GET", path), Value::Null).await;
    let mut expected = json!({
        "enabled": true, "email_verification_method": "otp", "require_email_verification": false,
        "auto_sign_in_after_verification": true, "send_verification_email_on_sign_up": false,
        "send_verification_email_on_sign_in": false, "disable_sign_up": false,
    });
    assert_eq!(found, expected);
    expected["disable_sign_up"] = json!(true);
    let sent = json!({"disable_sign_up": true});
    assert_eq!(
        fixture.answers(200, &at("PATCH", path), sent).await,
        expected
    );
    let wrong = json!({"email_verification_method": "pigeon"});
    fixture
        .refuses(400, "neither link nor otp", &at("PATCH", path), wrong)
        .await;
}

async fn password(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let auth = auth(fixture);
    let before = read(auth.email_and_password().await);
    assert!(before.enabled);
    let update = UpdateEmailAndPassword {
        email_verification_method: Some(VerificationMethod::Link),
        ..UpdateEmailAndPassword::default()
    };
    let changed = read(auth.update_email_and_password(&update).await);
    assert_eq!(
        changed.email_verification_method,
        Some(VerificationMethod::Link)
    );
    assert_eq!(read(auth.email_and_password().await), changed);
}

async fn app_raw(fixture: &EndpointFixture<'_>) {
    let (localhost, config) = ("/allow_localhost", at("PATCH", "/config"));
    let shop = json!({"name": "Shop"});
    fixture
        .refuses(404, "not found", &config, shop.clone())
        .await;
    enabled(fixture).await;
    assert_eq!(fixture.answers(200, &config, shop.clone()).await, shop);
    fixture
        .refuses(400, "1 to 256", &config, json!({"name": ""}))
        .await;
    let allowed = fixture
        .answers(200, &at("GET", localhost), Value::Null)
        .await;
    assert_eq!(allowed, json!({"allow_localhost": true}));
    let not = json!({"allow_localhost": false});
    let changed = fixture
        .answers(200, &at("PATCH", localhost), not.clone())
        .await;
    assert_eq!(changed, not);
    let wrong = json!({"allow_localhost": "no"});
    fixture
        .refuses(400, "invalid", &at("PATCH", localhost), wrong)
        .await;
}

async fn app(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let auth = auth(fixture);
    assert_eq!(read(auth.rename("Shop").await), "Shop");
    assert_eq!(read(auth.get().await).name.as_deref(), Some("Shop"));
    assert!(auth.rename("").await.unwrap_err().is_invalid());
    assert!(read(auth.allows_localhost().await));
    assert!(!read(auth.allow_localhost(false).await));
    assert!(!read(auth.allows_localhost().await));
}

async fn plugins_raw(fixture: &EndpointFixture<'_>) {
    let all = at("GET", "/plugins");
    let change = |name: &str| at("PATCH", &format!("/plugins/{name}"));
    fixture.refuses(404, "not found", &all, Value::Null).await;
    enabled(fixture).await;
    let organization = json!({
        "enabled": true, "organization_limit": 3, "membership_limit": 100, "creator_role": "owner",
        "send_invitation_email": false,
    });
    let sent = json!({"organization_limit": 3});
    let changed = fixture.answers(200, &change("organization"), sent).await;
    assert_eq!(changed, organization);
    let magic_link = json!({"enabled": true, "expires_in": 5, "disable_sign_up": false});
    let sent = json!({"enabled": true});
    let changed = fixture.answers(200, &change("magic-link"), sent).await;
    assert_eq!(changed, magic_link);
    let phone_number = json!({"enabled": false, "otp_expires_in": 600});
    let sent = json!({"otp_expires_in": 600});
    let changed = fixture.answers(200, &change("phone-number"), sent).await;
    assert_eq!(changed, phone_number);
    let phone = at("GET", "/plugins/phone-number");
    assert_eq!(
        fixture.answers(200, &phone, Value::Null).await,
        phone_number
    );
    let found = fixture.answers(200, &all, Value::Null).await;
    like(
        &found,
        &json!({
            "organization": organization, "magic_link": magic_link, "phone_number": phone_number,
            "email_provider": {"type": "shared"}, "email_and_password": {"enabled": true},
            "oauth_providers": [], "allow_localhost": true,
        }),
    );
    for (name, wrong) in [
        ("organization", json!({"membership_limit": 0})),
        ("magic-link", json!({"expires_in": 4})),
        ("phone-number", json!({"otp_expires_in": 601})),
    ] {
        fixture
            .refuses(400, "must be between", &change(name), wrong)
            .await;
    }
}

async fn plugins(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let auth = auth(fixture);
    let update = UpdateOrganizationPlugin {
        creator_role: Some("admin".into()),
        ..UpdateOrganizationPlugin::default()
    };
    let organization = read(auth.update_organization(&update).await);
    assert_eq!(organization.creator_role.as_deref(), Some("admin"));
    let update = UpdateMagicLink {
        expires_in: Some(1440),
        ..UpdateMagicLink::default()
    };
    let magic_link = read(auth.update_magic_link(&update).await);
    assert_eq!(magic_link.expires_in, Some(1440));
    let update = UpdatePhoneNumber {
        enabled: Some(true),
        ..UpdatePhoneNumber::default()
    };
    let phone_number = read(auth.update_phone_number(&update).await);
    assert_eq!(read(auth.phone_number().await), phone_number);
    let all = read(auth.plugins().await);
    assert_eq!(all.organization, Some(organization));
    assert_eq!(all.magic_link, Some(magic_link));
    assert_eq!(all.phone_number, Some(phone_number));
    assert_eq!(all.allow_localhost, Some(true));
}

async fn webhooks_raw(fixture: &EndpointFixture<'_>) {
    let (get, put) = (at("GET", "/webhooks"), at("PUT", "/webhooks"));
    fixture.refuses(404, "not found", &get, Value::Null).await;
    enabled(fixture).await;
    let off = fixture.answers(200, &get, Value::Null).await;
    assert_eq!(off["enabled"], false);
    let on = json!({
        "enabled": true, "webhook_url": SHOP, "enabled_events": ["user.created"], "timeout_seconds": 5,
    });
    assert_eq!(fixture.answers(200, &put, on.clone()).await, on);
    let without = json!({"enabled": true});
    fixture.refuses(400, "need an address", &put, without).await;
}

async fn webhooks(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let auth = auth(fixture);
    let webhooks = Webhooks {
        enabled: true,
        webhook_url: Some(SHOP.into()),
        enabled_events: vec![WebhookEvent::UserCreated],
        timeout_seconds: Some(3),
    };
    assert_eq!(read(auth.set_webhooks(&webhooks).await), webhooks);
    assert_eq!(read(auth.webhooks().await), webhooks);
}
