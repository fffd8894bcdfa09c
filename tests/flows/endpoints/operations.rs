use api::OperationId;
use api::resource::operations::{ListOperations, OperationAction, OperationStatus};
use app::operations;
use serde_json::{Value, json};

use super::like::like;
use super::stage::{Stage, text};
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

async fn list_raw(stage: &Stage<'_>) {
    let all = stage
        .answers(200, "GET /projects/{p}/operations", Value::Null)
        .await;
    like(
        &all,
        &json!({
            "operations": [on_compute("start_compute", "finished"), operation("create_timeline", "finished")],
            "pagination": {"cursor": "<text>"},
        }),
    );
    assert_eq!(all["operations"][0]["project_id"], stage.project.as_str());
    assert_eq!(all["operations"][0]["endpoint_id"], stage.endpoint.as_str());
    let first = stage
        .answers(200, "GET /projects/{p}/operations?limit=1", Value::Null)
        .await;
    assert_eq!(first["operations"], json!([all["operations"][0]]));
    let cursor: String =
        url::form_urlencoded::byte_serialize(text(&first["pagination"], "cursor").as_bytes())
            .collect();
    let next = format!("GET /projects/{{p}}/operations?limit=1&cursor={cursor}");
    let second = stage.answers(200, &next, Value::Null).await;
    assert_eq!(second["operations"], json!([all["operations"][1]]));
    let cursor: String =
        url::form_urlencoded::byte_serialize(text(&second["pagination"], "cursor").as_bytes())
            .collect();
    let end = format!("GET /projects/{{p}}/operations?limit=1&cursor={cursor}");
    let end = stage.answers(200, &end, Value::Null).await;
    assert_eq!(end["operations"], json!([]));
    assert!(end["pagination"].is_null(), "an empty page has a cursor");
    let too_many = "GET /projects/{p}/operations?limit=1001";
    stage
        .refuses(400, "invalid request", too_many, Value::Null)
        .await;
    let elsewhere = "GET /projects/quiet-meadow-00000000/operations";
    stage
        .refuses(404, "project not found", elsewhere, Value::Null)
        .await;
}

async fn list(stage: &Stage<'_>) {
    let operations = stage.api.operations(&stage.project_id());
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
    assert_eq!(newest.project_id, stage.project_id());
    assert_eq!(newest.endpoint_id, Some(stage.endpoint_id()));
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

async fn list_core(stage: &Stage<'_>) {
    let (app, account) = (&stage.walk.app, &stage.walk.account);
    let page = operations::list(app, account, &stage.project, Some(1), None)
        .await
        .unwrap();
    assert_eq!(page.items.len(), 1);
    assert_eq!(page.items[0].action.as_deref(), Some("start_compute"));
    assert!(page.items[0].is_over);
    let rest = operations::list(app, account, &stage.project, Some(1), page.next)
        .await
        .unwrap();
    assert_eq!(rest.items[0].action.as_deref(), Some("create_timeline"));
}

async fn newest(stage: &Stage<'_>) -> String {
    let all = stage
        .prepare("GET /projects/{p}/operations", Value::Null)
        .await;
    text(&all["operations"][0], "id")
}

async fn get_raw(stage: &Stage<'_>) {
    let id = newest(stage).await;
    let one = format!("GET /projects/{{p}}/operations/{id}");
    let found = stage.answers(200, &one, Value::Null).await;
    like(
        &found,
        &json!({"operation": on_compute("start_compute", "finished")}),
    );
    assert_eq!(found["operation"]["id"], id);
    let unknown = "GET /projects/{p}/operations/00000000-0000-4000-8000-000000000000";
    stage
        .refuses(404, "operation not found", unknown, Value::Null)
        .await;
}

async fn get(stage: &Stage<'_>) {
    let id = OperationId::parse(&newest(stage).await).unwrap();
    let operations = stage.api.operations(&stage.project_id());
    let found = operations.get(&id).await.unwrap().value;
    assert_eq!(found.id, id);
    assert_eq!(found.branch_id, Some(stage.branch_id()));
    assert!(found.status.is_terminal());
    let unknown = OperationId::parse("00000000-0000-4000-8000-000000000000").unwrap();
    assert!(operations.get(&unknown).await.unwrap_err().is_not_found());
}

async fn get_core(stage: &Stage<'_>) {
    let (app, account) = (&stage.walk.app, &stage.walk.account);
    let id = newest(stage).await;
    let found = operations::get(app, account, &stage.project, &id)
        .await
        .unwrap();
    assert_eq!((found.id, found.status.as_str()), (id, "finished"));
    assert_eq!(found.compute_id.as_deref(), Some(stage.endpoint.as_str()));
}
