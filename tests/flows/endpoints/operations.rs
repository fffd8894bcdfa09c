use api::OperationId;
use api::resource::operations::{ListOperations, OperationAction, OperationStatus};
use app::operations;
use serde_json::{Value, json};

use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "GET /projects/{project_id}/operations",
            list_raw,
            list,
            list_core
        ),
        row!(
            "GET /projects/{project_id}/operations/{operation_id}",
            get_raw,
            get,
            get_core
        ),
    ]
}

/// An operation as every reply shows it.
pub fn operation(action: &str, status: &str) -> Value {
    json!({
        "id": "<uuid>", "project_id": "<project>", "branch_id": "<branch>", "endpoint_id?": "<endpoint>",
        "action": action, "status": status, "failures_count": 0,
        "created_at": "<time>", "updated_at": "<time>", "total_duration_ms": "<int>",
    })
}

/// One that is about a compute.
pub fn on_compute(action: &str, status: &str) -> Value {
    let mut picture = operation(action, status);
    picture["endpoint_id"] = json!("<endpoint>");
    picture
}

async fn list_raw(fixture: &EndpointFixture<'_>) {
    let all = fixture
        .answers(200, "GET /projects/{p}/operations", Value::Null)
        .await;
    like(
        &all,
        &json!({
            "operations": [on_compute("start_compute", "finished"), operation("create_timeline", "finished")],
            "pagination": {"cursor": "<text>"},
        }),
    );
    assert_eq!(all["operations"][0]["project_id"], fixture.project.as_str());
    assert_eq!(
        all["operations"][0]["endpoint_id"],
        fixture.endpoint.as_str()
    );
    let first = fixture
        .answers(200, "GET /projects/{p}/operations?limit=1", Value::Null)
        .await;
    assert_eq!(first["operations"], json!([all["operations"][0]]));
    let cursor: String =
        url::form_urlencoded::byte_serialize(text(&first["pagination"], "cursor").as_bytes())
            .collect();
    let next = format!("GET /projects/{{p}}/operations?limit=1&cursor={cursor}");
    let second = fixture.answers(200, &next, Value::Null).await;
    assert_eq!(second["operations"], json!([all["operations"][1]]));
    let cursor: String =
        url::form_urlencoded::byte_serialize(text(&second["pagination"], "cursor").as_bytes())
            .collect();
    let end = format!("GET /projects/{{p}}/operations?limit=1&cursor={cursor}");
    let end = fixture.answers(200, &end, Value::Null).await;
    assert_eq!(end["operations"], json!([]));
    assert!(end["pagination"].is_null(), "an empty page has a cursor");
    let too_many = "GET /projects/{p}/operations?limit=1001";
    fixture
        .refuses(400, "invalid request", too_many, Value::Null)
        .await;
    let elsewhere = "GET /projects/quiet-meadow-00000000/operations";
    fixture
        .refuses(404, "project not found", elsewhere, Value::Null)
        .await;
}

async fn list(fixture: &EndpointFixture<'_>) {
    let operations = fixture.api.operations(&fixture.project_id());
    let one = ListOperations {
        page_size: Some(1),
        cursor: None,
    };
    let page = operations.list(one).await.unwrap().value;
    let [newest] = page.items.as_slice() else {
        panic!("{page:?}")
    };
    assert_eq!(newest.action, Some(OperationAction::StartCompute));
    assert_eq!(newest.status, OperationStatus::Finished);
    assert_eq!(newest.project_id, fixture.project_id());
    assert_eq!(newest.endpoint_id, Some(fixture.endpoint_id()));
    assert_eq!(newest.failures_count, 0);
    assert!(newest.created_at.is_some() && newest.updated_at.is_some());
    let cursor = page.next.unwrap().as_str().to_owned();
    let rest = ListOperations {
        page_size: Some(1),
        cursor: Some(cursor),
    };
    let page = operations.list(rest).await.unwrap().value;
    let action = page.items.first().and_then(|it| it.action.clone());
    assert_eq!(action, Some(OperationAction::CreateTimeline));
}

async fn list_core(fixture: &EndpointFixture<'_>) {
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let page = operations::list(app, account, &fixture.project, Some(1), None)
        .await
        .unwrap();
    assert_eq!(page.items.len(), 1);
    assert_eq!(page.items[0].action.as_deref(), Some("start_compute"));
    assert!(page.items[0].is_over);
    let rest = operations::list(app, account, &fixture.project, Some(1), page.next)
        .await
        .unwrap();
    assert_eq!(rest.items[0].action.as_deref(), Some("create_timeline"));
}

async fn newest(fixture: &EndpointFixture<'_>) -> String {
    let all = fixture
        .prepare("GET /projects/{p}/operations", Value::Null)
        .await;
    text(&all["operations"][0], "id")
}

async fn get_raw(fixture: &EndpointFixture<'_>) {
    let id = newest(fixture).await;
    let one = format!("GET /projects/{{p}}/operations/{id}");
    let found = fixture.answers(200, &one, Value::Null).await;
    like(
        &found,
        &json!({"operation": on_compute("start_compute", "finished")}),
    );
    assert_eq!(found["operation"]["id"], id);
    let unknown = "GET /projects/{p}/operations/00000000-0000-4000-8000-000000000000";
    fixture
        .refuses(404, "operation not found", unknown, Value::Null)
        .await;
}

async fn get(fixture: &EndpointFixture<'_>) {
    let id = OperationId::parse(&newest(fixture).await).unwrap();
    let operations = fixture.api.operations(&fixture.project_id());
    let found = operations.get(&id).await.unwrap().value;
    assert_eq!(found.id, id);
    assert_eq!(found.branch_id, Some(fixture.branch_id()));
    assert!(found.status.is_terminal());
    let unknown = OperationId::parse("00000000-0000-4000-8000-000000000000").unwrap();
    assert!(operations.get(&unknown).await.unwrap_err().is_not_found());
}

async fn get_core(fixture: &EndpointFixture<'_>) {
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let id = newest(fixture).await;
    let found = operations::get(app, account, &fixture.project, &id)
        .await
        .unwrap();
    assert_eq!((found.id, found.status.as_str()), (id, "finished"));
    assert_eq!(found.compute_id.as_deref(), Some(fixture.endpoint.as_str()));
}
