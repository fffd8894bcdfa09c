use serde_json::{Value, json};

use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!("GET /projects/{project_id}/permissions", list_raw, list),
        row!("POST /projects/{project_id}/permissions", grant_raw, grant),
        row!(
            "DELETE /projects/{project_id}/permissions/{permission_id}",
            revoke_raw,
            revoke
        ),
    ]
}

const ALL: &str = "/projects/{p}/permissions";
const ANA: &str = "ana@b.example";

async fn with_one(fixture: &EndpointFixture<'_>) -> String {
    let granted = fixture
        .prepare(&format!("POST {ALL}"), json!({"email": ANA}))
        .await;
    text(&granted, "id")
}

async fn list_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("GET {ALL}");
    let none = fixture.answers(200, &path, Value::Null).await;
    assert_eq!(none, json!({"project_permissions": []}));
    with_one(fixture).await;
    let one = fixture.answers(200, &path, Value::Null).await;
    let only = json!({"id": "<text>", "granted_to_email": ANA, "granted_at": "<text>"});
    like(&one, &json!({"project_permissions": [only]}));
}

async fn list(fixture: &EndpointFixture<'_>) {
    with_one(fixture).await;
    let permissions = fixture.api.permissions(&fixture.project_id());
    let all = permissions.list().await.unwrap().value;
    assert_eq!((all.len(), all[0].granted_to_email.as_str()), (1, ANA));
    assert!(all[0].granted_at.is_some() && all[0].revoked_at.is_none());
}

async fn grant_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("POST {ALL}");
    let body = || json!({"email": ANA});
    let granted = fixture.answers(200, &path, body()).await;
    let again = fixture.answers(200, &path, body()).await;
    assert_eq!(granted, again);
    for wrong in [json!({}), json!({"email": "ana"}), json!({"email": ""})] {
        fixture.refuses(400, "invalid request", &path, wrong).await;
    }
}

async fn grant(fixture: &EndpointFixture<'_>) {
    let permissions = fixture.api.permissions(&fixture.project_id());
    let granted = permissions.grant(ANA).await.unwrap().value;
    assert_eq!(granted.granted_to_email, ANA);
}

async fn revoke_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("DELETE {ALL}/{}", with_one(fixture).await);
    let revoked = fixture.answers(200, &path, Value::Null).await;
    assert!(revoked["revoked_at"].is_string());
    fixture.refuses(404, "not found", &path, Value::Null).await;
}

async fn revoke(fixture: &EndpointFixture<'_>) {
    with_one(fixture).await;
    let permissions = fixture.api.permissions(&fixture.project_id());
    let all = permissions.list().await.unwrap().value;
    let revoked = permissions.revoke(&all[0].id).await.unwrap().value;
    assert!(revoked.revoked_at.is_some());
    assert!(permissions.list().await.unwrap().value.is_empty());
}
