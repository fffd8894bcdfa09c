use api::KeyId;
use api::resource::keys::CreateOrganizationKey;
use app::keys;
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};

use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!("POST /api_keys", create_raw, create, create_core),
        row!("GET /api_keys", list_raw, list, list_core),
        row!(
            "POST /organizations/{org_id}/api_keys",
            create_of_organization_raw,
            create_of_organization,
            create_of_organization_core
        ),
        row!(
            "GET /organizations/{org_id}/api_keys",
            list_of_organization_raw,
            list_of_organization,
            list_of_organization_core
        ),
        row!("DELETE /api_keys/{key_id}", revoke_raw, revoke, revoke_core),
        row!(
            "DELETE /organizations/{org_id}/api_keys/{key_id}",
            revoke_of_organization_raw,
            revoke_of_organization
        ),
    ]
}

/// What a key's creation tells of it.
fn made(name: &str) -> Value {
    json!({
        "id": "<int>", "key": "<text>", "name": name, "created_at": "<time>", "created_by": "<uuid>",
    })
}

fn listed(name: &str) -> Value {
    json!({
        "id": "<int>", "name": name, "created_at": "<time>",
        "created_by": {"id": "<uuid>", "name": "<text>", "image": "<string>"},
        "last_used_from_addr": "<string>",
    })
}

fn revoked(name: &str) -> Value {
    json!({
        "id": "<int>", "name": name, "created_at": "<time>", "created_by": "<uuid>", "revoked": true,
        "last_used_from_addr": "<string>",
    })
}

async fn key(fixture: &EndpointFixture<'_>, path: &str, body: Value) -> (i64, String) {
    let made = fixture.prepare(path, body).await;
    (made["id"].as_i64().unwrap(), text(&made, "key"))
}

async fn create_raw(fixture: &EndpointFixture<'_>) {
    let reply = fixture
        .answers(200, "POST /api_keys", json!({"key_name": "laptop"}))
        .await;
    like(&reply, &made("laptop"));
    let jobs = fixture.with_key(&text(&reply, "key"));
    jobs.answers(200, "GET /users/me", Value::Null).await;
    fixture
        .refuses(400, "key_name", "POST /api_keys", json!({}))
        .await;
    let long = json!({"key_name": "x".repeat(65)});
    fixture
        .refuses(400, "invalid request", "POST /api_keys", long)
        .await;
    let (_, of_organization) = key(
        fixture,
        "POST /organizations/{o}/api_keys",
        json!({"key_name": "robot"}),
    )
    .await;
    let robot = fixture.with_key(&of_organization);
    let again = json!({"key_name": "more"});
    robot
        .refuses(
            404,
            "not allowed for organization API keys",
            "POST /api_keys",
            again,
        )
        .await;
}

async fn create(fixture: &EndpointFixture<'_>) {
    let made = fixture.api.keys().create("laptop").await.unwrap().value;
    assert_eq!(made.name.as_deref(), Some("laptop"));
    let jobs = fixture.walk.client(made.key.expose_secret());
    jobs.users().me().await.unwrap();
}

async fn create_core(fixture: &EndpointFixture<'_>) {
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let made = keys::create(app, account, "laptop").await.unwrap();
    assert_eq!(made.key.name, "laptop");
    fixture
        .walk
        .client(made.token.expose_secret())
        .users()
        .me()
        .await
        .unwrap();
}

async fn list_raw(fixture: &EndpointFixture<'_>) {
    let (id, token) = key(fixture, "POST /api_keys", json!({"key_name": "laptop"})).await;
    let find = |all: &Value| {
        all.as_array()
            .unwrap()
            .iter()
            .find(|it| it["id"] == id)
            .unwrap()
            .clone()
    };
    let all = fixture.answers(200, "GET /api_keys", Value::Null).await;
    like(&find(&all), &listed("laptop"));
    assert!(find(&all)["last_used_at"].is_null(), "it was never used");
    assert!(find(&all)["key"].is_null(), "the token is told again");
    fixture
        .with_key(&token)
        .answers(200, "GET /users/me", Value::Null)
        .await;
    let all = fixture.answers(200, "GET /api_keys", Value::Null).await;
    like(
        &find(&all),
        &json!({"last_used_at": "<time>", "last_used_from_addr": "127.0.0.1"}),
    );
}

async fn list(fixture: &EndpointFixture<'_>) {
    let (id, _) = key(fixture, "POST /api_keys", json!({"key_name": "laptop"})).await;
    let all = fixture.api.keys().list().await.unwrap().value;
    let found = all.iter().find(|it| it.id == KeyId(id)).unwrap();
    assert_eq!((found.name.as_str(), found.last_used_at), ("laptop", None));
    assert!(found.created_by.as_ref().unwrap().name.is_some());
}

async fn list_core(fixture: &EndpointFixture<'_>) {
    let (id, _) = key(fixture, "POST /api_keys", json!({"key_name": "laptop"})).await;
    let all = keys::list(&fixture.walk.app, &fixture.walk.account)
        .await
        .unwrap();
    assert!(
        all.iter()
            .any(|it| it.id == id.to_string() && it.name == "laptop")
    );
}

const OF_ORGANIZATION: &str = "POST /organizations/{o}/api_keys";

async fn create_of_organization_raw(fixture: &EndpointFixture<'_>) {
    let whole = fixture
        .answers(200, OF_ORGANIZATION, json!({"key_name": "robot"}))
        .await;
    like(&whole, &made("robot"));
    assert!(whole["project_id"].is_null(), "it is for no one project");
    let one = json!({"key_name": "deploy", "project_id": fixture.project});
    let one = fixture.answers(200, OF_ORGANIZATION, one).await;
    let mut picture = made("deploy");
    picture["project_id"] = json!(fixture.project);
    like(&one, &picture);
    let scoped = fixture.with_key(&text(&one, "key"));
    scoped.answers(200, "GET /projects/{p}", Value::Null).await;
    let outside = format!(
        "not allowed to perform actions outside the project this key is scoped to; subject_project_id:\"{}\"",
        fixture.project
    );
    for denied in [
        "DELETE /projects/{p}",
        "POST /projects",
        "GET /organizations/{o}/api_keys",
    ] {
        scoped
            .refuses(404, &outside, denied, json!({"project": {}}))
            .await;
    }
    let robot = fixture.with_key(&text(&whole, "key"));
    let denied = "not allowed for organization API keys";
    robot
        .refuses(404, denied, OF_ORGANIZATION, json!({"key_name": "more"}))
        .await;
    fixture
        .refuses(400, "key_name", OF_ORGANIZATION, json!({}))
        .await;
    let (_, stranger) = fixture
        .walk
        .person(&format!("stranger-{}", fixture.project))
        .await;
    let stranger = fixture.with_key(&stranger);
    stranger
        .refuses(
            404,
            "organization not found",
            OF_ORGANIZATION,
            json!({"key_name": "more"}),
        )
        .await;
}

async fn create_of_organization(fixture: &EndpointFixture<'_>) {
    let keys = fixture.api.organization_keys(&fixture.org_id());
    let whole = keys
        .create("robot", &CreateOrganizationKey::default())
        .await
        .unwrap()
        .value;
    assert_eq!(
        (whole.name.as_deref(), whole.project_id),
        (Some("robot"), None)
    );
    assert!(whole.created_at.is_some() && whole.created_by.is_some());
    let options = CreateOrganizationKey {
        project_id: Some(fixture.project_id()),
    };
    let one = keys.create("deploy", &options).await.unwrap().value;
    assert_eq!(one.project_id, Some(fixture.project_id()));
    let scoped = fixture.walk.client(one.key.expose_secret());
    scoped.projects().get(&fixture.project_id()).await.unwrap();
    assert!(
        scoped
            .projects()
            .delete(&fixture.project_id())
            .await
            .unwrap_err()
            .is_not_found()
    );
}

async fn create_of_organization_core(fixture: &EndpointFixture<'_>) {
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let project = Some(fixture.project.as_str());
    let made =
        keys::create_for_organization(app, account, &fixture.organization, "deploy", project)
            .await
            .unwrap();
    assert_eq!(made.key.project_id.as_deref(), project);
    let scoped = fixture.walk.client(made.token.expose_secret());
    scoped.projects().get(&fixture.project_id()).await.unwrap();
}

async fn list_of_organization_raw(fixture: &EndpointFixture<'_>) {
    let body = json!({"key_name": "deploy", "project_id": fixture.project});
    let (id, _) = key(fixture, OF_ORGANIZATION, body).await;
    let all = fixture
        .answers(200, "GET /organizations/{o}/api_keys", Value::Null)
        .await;
    let found = all
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["id"] == id)
        .unwrap();
    let mut picture = listed("deploy");
    picture["project_id"] = json!(fixture.project);
    like(found, &picture);
    let elsewhere = "GET /organizations/org-quiet-meadow-00000000/api_keys";
    fixture
        .refuses(404, "organization not found", elsewhere, Value::Null)
        .await;
}

async fn list_of_organization(fixture: &EndpointFixture<'_>) {
    let body = json!({"key_name": "deploy", "project_id": fixture.project});
    let (id, _) = key(fixture, OF_ORGANIZATION, body).await;
    let all = fixture
        .api
        .organization_keys(&fixture.org_id())
        .list()
        .await
        .unwrap()
        .value;
    let found = all.iter().find(|it| it.id == KeyId(id)).unwrap();
    assert_eq!(found.project_id, Some(fixture.project_id()));
}

async fn list_of_organization_core(fixture: &EndpointFixture<'_>) {
    let (id, _) = key(fixture, OF_ORGANIZATION, json!({"key_name": "robot"})).await;
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let all = keys::list_of_organization(app, account, &fixture.organization)
        .await
        .unwrap();
    assert!(all.iter().any(|it| it.id == id.to_string()));
}

async fn revoke_raw(fixture: &EndpointFixture<'_>) {
    let (id, token) = key(fixture, "POST /api_keys", json!({"key_name": "laptop"})).await;
    let path = format!("DELETE /api_keys/{id}");
    let gone = fixture.answers(200, &path, Value::Null).await;
    like(&gone, &revoked("laptop"));
    assert!(
        gone.as_object().unwrap().contains_key("last_used_at"),
        "{gone}"
    );
    let denied = "supplied credentials do not pass authentication";
    fixture
        .with_key(&token)
        .refuses(401, denied, "GET /auth", Value::Null)
        .await;
    fixture.refuses(404, "not found", &path, Value::Null).await;
    let (id, token) = key(fixture, OF_ORGANIZATION, json!({"key_name": "robot"})).await;
    let also = fixture
        .answers(200, &format!("DELETE /api_keys/{id}"), Value::Null)
        .await;
    like(&also, &revoked("robot"));
    fixture
        .with_key(&token)
        .refuses(401, denied, "GET /auth", Value::Null)
        .await;
}

/// The platform refuses this key.
async fn is_refused(fixture: &EndpointFixture<'_>, token: &str) {
    let identity = fixture.walk.client(token).identity().await;
    assert!(identity.unwrap_err().is_unauthorized());
}

async fn revoke(fixture: &EndpointFixture<'_>) {
    let (id, token) = key(fixture, "POST /api_keys", json!({"key_name": "laptop"})).await;
    let gone = fixture.api.keys().revoke(KeyId(id)).await.unwrap().value;
    assert_eq!(
        (gone.key.id, gone.key.name.as_str(), gone.revoked),
        (KeyId(id), "laptop", true)
    );
    is_refused(fixture, &token).await;
}

async fn revoke_core(fixture: &EndpointFixture<'_>) {
    let (id, token) = key(fixture, "POST /api_keys", json!({"key_name": "laptop"})).await;
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let gone = keys::revoke(app, account, &id.to_string()).await.unwrap();
    assert!(gone.revoked && gone.key.name == "laptop");
    is_refused(fixture, &token).await;
}

async fn revoke_of_organization_raw(fixture: &EndpointFixture<'_>) {
    let body = json!({"key_name": "deploy", "project_id": fixture.project});
    let (id, token) = key(fixture, OF_ORGANIZATION, body).await;
    let path = format!("DELETE /organizations/{{o}}/api_keys/{id}");
    let gone = fixture.answers(200, &path, Value::Null).await;
    let mut picture = revoked("deploy");
    picture["project_id"] = json!(fixture.project);
    like(&gone, &picture);
    let denied = "supplied credentials do not pass authentication";
    fixture
        .with_key(&token)
        .refuses(401, denied, "GET /auth", Value::Null)
        .await;
    fixture.refuses(404, "not found", &path, Value::Null).await;
}

async fn revoke_of_organization(fixture: &EndpointFixture<'_>) {
    let (id, token) = key(fixture, OF_ORGANIZATION, json!({"key_name": "robot"})).await;
    let keys = fixture.api.organization_keys(&fixture.org_id());
    let gone = keys.revoke(KeyId(id)).await.unwrap().value;
    assert!(gone.revoked);
    is_refused(fixture, &token).await;
}
