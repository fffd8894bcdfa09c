//! What else a project has. A function walks all calls on one thing, and its rows share it.

use std::time::Duration;

use api::resource::advisors::{AdvisorCategory, AdvisorLevel, ListIssues};
use api::resource::jwks::AddJwks;
use serde_json::{Value, json};

use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "GET /projects/{project_id}/available_preload_libraries",
            libraries_raw,
            libraries
        ),
        row!(
            "GET /projects/{project_id}/advisors",
            advisors_raw,
            advisors
        ),
        row!("GET /projects/{project_id}/jwks", jwks_raw, jwks),
        row!("POST /projects/{project_id}/jwks", jwks_raw, jwks),
        row!(
            "DELETE /projects/{project_id}/jwks/{jwks_id}",
            jwks_raw,
            jwks
        ),
        row!(
            "POST /projects/{project_id}/transfer_requests",
            transfer_raw,
            transfer
        ),
        row!(
            "PUT /projects/{project_id}/transfer_requests/{request_id}",
            transfer_raw,
            transfer
        ),
    ]
}

async fn libraries_raw(fixture: &EndpointFixture<'_>) {
    let path = "GET /projects/{p}/available_preload_libraries";
    let found = fixture.answers(200, path, Value::Null).await;
    let library = json!({
        "library_name": "<text>", "description": "<text>", "is_default": "<bool>",
        "is_experimental": false, "version": "<text>",
    });
    like(&found, &json!({"libraries": ["<each>", library]}));
    let elsewhere = "GET /projects/quiet-meadow-00000000/available_preload_libraries";
    fixture
        .refuses(404, "project not found", elsewhere, Value::Null)
        .await;
}

async fn libraries(fixture: &EndpointFixture<'_>) {
    let projects = fixture.api.projects();
    let found = projects.preload_libraries(&fixture.project_id()).await;
    let found = found.unwrap().value;
    let mut defaults = found.iter().filter(|it| it.is_default);
    assert_eq!(defaults.next().unwrap().library_name, "pg_stat_statements");
    assert!(
        found
            .iter()
            .all(|it| it.description.is_some() && it.version.is_some())
    );
}

async fn advisors_raw(fixture: &EndpointFixture<'_>) {
    let path = "GET /projects/{p}/advisors";
    let found = fixture.answers(200, path, Value::Null).await;
    assert_eq!(found, json!({"issues": []}));
    let wrong = format!("{path}?min_severity=FATAL");
    fixture.refuses(400, "query", &wrong, Value::Null).await;
    let missing = format!("{path}?database_name=none");
    fixture
        .refuses(404, "database not found", &missing, Value::Null)
        .await;
}

async fn advisors(fixture: &EndpointFixture<'_>) {
    let advisors = fixture.api.advisors(&fixture.project_id());
    let list = ListIssues {
        branch_id: Some(fixture.branch_id()),
        database_name: Some("svcdb".into()),
        category: Some(AdvisorCategory::Security),
        min_severity: Some(AdvisorLevel::Warn),
    };
    assert!(advisors.issues(&list).await.unwrap().value.is_empty());
    let missing = ListIssues {
        database_name: Some("none".into()),
        ..ListIssues::default()
    };
    assert!(advisors.issues(&missing).await.unwrap_err().is_not_found());
}

const KEYS: &str = "https://keys.example.com/jwks.json";

async fn jwks_raw(fixture: &EndpointFixture<'_>) {
    fixture.rest().await;
    let (get, post) = ("GET /projects/{p}/jwks", "POST /projects/{p}/jwks");
    let body = json!({"jwks_url": KEYS, "provider_name": "Clerk", "branch_id": fixture.branch});
    let added = fixture.answers(201, post, body.clone()).await;
    let keys = json!({
        "id": "<text>", "project_id": fixture.project, "branch_id": fixture.branch, "jwks_url": KEYS,
        "provider_name": "Clerk", "created_at": "<time>", "updated_at": "<time>",
    });
    like(&added["jwks"], &keys);
    assert_eq!(added["operations"][0]["action"], "apply_config");
    fixture.rest().await;
    fixture.refuses(409, "already exists", post, body).await;
    let plain = json!({"jwks_url": "http://keys.example.com", "provider_name": "Clerk"});
    fixture
        .refuses(400, "an https address is needed", post, plain)
        .await;
    let all = fixture.answers(200, get, Value::Null).await;
    assert_eq!(all["jwks"][0], added["jwks"]);
    let delete = format!("DELETE /projects/{{p}}/jwks/{}", text(&added["jwks"], "id"));
    let gone = fixture.answers(200, &delete, Value::Null).await;
    assert_eq!(gone, added["jwks"]);
    fixture
        .refuses(404, "JWKS not found", &delete, Value::Null)
        .await;
}

async fn jwks(fixture: &EndpointFixture<'_>) {
    fixture.rest().await;
    let jwks = fixture.api.jwks(&fixture.project_id());
    let add = AddJwks {
        jwks_url: KEYS.into(),
        provider_name: "Clerk".into(),
        jwt_audience: Some("shop".into()),
        ..AddJwks::default()
    };
    let added = jwks.add(&add).await.unwrap().value;
    assert_eq!(added.operations.len(), 1);
    assert_eq!(added.jwks.jwt_audience.as_deref(), Some("shop"));
    fixture.rest().await;
    assert!(jwks.add(&add).await.unwrap_err().is_conflict());
    let all = jwks.list().await.unwrap().value;
    assert_eq!((all.len(), &all[0]), (1, &added.jwks));
    let gone = jwks.delete(&added.jwks.id).await.unwrap().value;
    assert_eq!(gone, added.jwks);
    assert!(jwks.list().await.unwrap().value.is_empty());
}

async fn transfer_raw(fixture: &EndpointFixture<'_>) {
    fixture.rest().await;
    let post = "POST /projects/{p}/transfer_requests";
    let body = json!({"ttl_seconds": 60});
    let made = fixture.answers(201, post, body).await;
    like(
        &made,
        &json!({
            "id": "<text>", "project_id": fixture.project, "created_at": "<time>", "expires_at": "<time>",
        }),
    );
    fixture
        .refuses(400, "must be between", post, json!({"ttl_seconds": 0}))
        .await;
    let (_, key) = fixture.walk.person(&uuid::Uuid::new_v4().to_string()).await;
    let other = fixture.with_key(&key);
    let put = format!(
        "PUT /projects/{{p}}/transfer_requests/{}",
        text(&made, "id")
    );
    other.answers(204, &put, Value::Null).await;
    other
        .refuses(404, "transfer request not found", &put, Value::Null)
        .await;
    let found = "GET /projects/{p}";
    other.answers(200, found, Value::Null).await;
    fixture
        .refuses(404, "project not found", found, Value::Null)
        .await;
}

async fn transfer(fixture: &EndpointFixture<'_>) {
    fixture.rest().await;
    let project = fixture.project_id();
    let requests = fixture.api.transfer_requests(&project);
    let request = requests.create(Some(Duration::from_secs(60))).await;
    let request = request.unwrap().value;
    assert!(request.expires_at > request.created_at);
    let (_, key) = fixture.walk.person(&uuid::Uuid::new_v4().to_string()).await;
    let other = fixture.walk.client(&key);
    let accept = other.transfer_requests(&project);
    let elsewhere = accept.accept(&request.id, Some(&fixture.org_id())).await;
    assert!(elsewhere.unwrap_err().is_not_found());
    accept.accept(&request.id, None).await.unwrap();
    other.projects().get(&project).await.unwrap();
    let gone = fixture.api.projects().get(&project).await;
    assert!(gone.unwrap_err().is_not_found());
}
