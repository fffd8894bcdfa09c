use serde_json::{Value, json};

use super::auth::enabled;
use super::fixture::EndpointFixture;
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!("GET /projects/{project_id}/auth/domains", list_raw, list),
        row!("POST /projects/{project_id}/auth/domains", add_raw, add),
        row!(
            "DELETE /projects/{project_id}/auth/domains",
            delete_raw,
            delete
        ),
    ]
}

const PROVIDER: &str = "provider_one";
const SHOP: &str = "https://shop.example.com";

fn body(domain: &str) -> Value {
    json!({"domain": domain, "auth_provider": PROVIDER})
}

async fn with_one(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    fixture
        .prepare("POST /projects/{p}/auth/domains", body(SHOP))
        .await;
}

async fn list_raw(fixture: &EndpointFixture<'_>) {
    let path = "GET /projects/{p}/auth/domains";
    fixture.refuses(404, "not found", path, Value::Null).await;
    with_one(fixture).await;
    let all = fixture.answers(200, path, Value::Null).await;
    like(
        &all,
        &json!({"domains": [{"domain": SHOP, "auth_provider": PROVIDER}]}),
    );
}

async fn list(fixture: &EndpointFixture<'_>) {
    with_one(fixture).await;
    let all = fixture
        .api
        .auth(&fixture.project_id())
        .domains()
        .await
        .unwrap()
        .value;
    assert_eq!((all.len(), all[0].domain.as_str()), (1, SHOP));
    assert_eq!(all[0].auth_provider.as_deref(), Some(PROVIDER));
}

async fn add_raw(fixture: &EndpointFixture<'_>) {
    let path = "POST /projects/{p}/auth/domains";
    fixture.refuses(404, "not found", path, body(SHOP)).await;
    enabled(fixture).await;
    fixture.answers(201, path, body(SHOP)).await;
    fixture
        .refuses(409, "already exists", path, body(SHOP))
        .await;
    fixture
        .refuses(400, "invalid request", path, body("no address"))
        .await;
    fixture
        .refuses(400, "invalid request", path, json!({}))
        .await;
}

async fn add(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let auth = fixture.api.auth(&fixture.project_id());
    auth.add_domain(PROVIDER, SHOP).await.unwrap();
    assert_eq!(auth.domains().await.unwrap().value[0].domain, SHOP);
    assert!(
        auth.add_domain(PROVIDER, SHOP)
            .await
            .unwrap_err()
            .is_conflict()
    );
}

async fn delete_raw(fixture: &EndpointFixture<'_>) {
    with_one(fixture).await;
    let path = "DELETE /projects/{p}/auth/domains";
    let body = json!({"auth_provider": PROVIDER, "domains": [{"domain": SHOP}]});
    fixture.answers(200, path, body.clone()).await;
    let all = fixture
        .answers(200, "GET /projects/{p}/auth/domains", Value::Null)
        .await;
    assert_eq!(all, json!({"domains": []}));
    fixture.refuses(404, "domain not found", path, body).await;
}

async fn delete(fixture: &EndpointFixture<'_>) {
    with_one(fixture).await;
    let auth = fixture.api.auth(&fixture.project_id());
    auth.delete_domains(PROVIDER, &[SHOP]).await.unwrap();
    assert!(auth.domains().await.unwrap().value.is_empty());
}
