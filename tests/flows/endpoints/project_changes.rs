use api::resource::operations::OperationAction;
use api::resource::projects::{ConnectionUriOptions, ListProjects, UpdateProject};
use serde_json::{Value, json};

use super::branches::branch;
use super::like::like;
use super::operations::operation;
use super::projects::project;
use super::stage::{Stage, text};
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!("PATCH /projects/{project_id}", update_raw, update),
        row!("DELETE /projects/{project_id}", delete_raw, delete),
        row!("POST /projects/{project_id}/recover", recover_raw, recover),
        row!(
            "GET /projects/{project_id}/connection_uri",
            connection_raw,
            connection
        ),
    ]
}

async fn update_raw(stage: &Stage<'_>) {
    let path = "PATCH /projects/{p}";
    let renamed = stage
        .answers(200, path, json!({"project": {"name": "renamed"}}))
        .await;
    like(&renamed, &json!({"project": project(), "operations": []}));
    assert_eq!(renamed["project"]["name"], "renamed");
    let window = json!({"project": {"history_retention_seconds": 604_800}});
    let kept = stage.answers(200, path, window).await;
    let operations = json!([operation("apply_storage_config", "running")]);
    like(
        &kept,
        &json!({"project": {"history_retention_seconds": 604_800}, "operations": operations}),
    );
    stage.rest().await;
    let blocks = json!({"project": {
        "settings": {"block_public_connections": true, "hipaa": false},
        "default_endpoint_settings": {"autoscaling_limit_min_cu": 0.5, "autoscaling_limit_max_cu": 3},
    }});
    let set = stage.answers(200, path, blocks).await;
    let settings = json!({"block_public_connections": true});
    let size = json!({"autoscaling_limit_min_cu": 0.5, "autoscaling_limit_max_cu": 3.0});
    like(
        &set["project"],
        &json!({"settings": settings, "default_endpoint_settings": size}),
    );
    stage.rest().await;
    let found = stage.answers(200, "GET /projects/{p}", Value::Null).await;
    assert_eq!(found["project"]["name"], "renamed");
    stage
        .refuses(400, "project (field required)", path, json!({}))
        .await;
    let empty = json!({"project": {"name": ""}});
    stage.refuses(400, "invalid request", path, empty).await;
    let unknown = "PATCH /projects/quiet-meadow-00000000";
    stage
        .refuses(404, "project not found", unknown, json!({"project": {}}))
        .await;
}

async fn update(stage: &Stage<'_>) {
    let update = UpdateProject {
        name: Some("renamed".into()),
        history_retention_seconds: Some(604_800),
        ..UpdateProject::default()
    };
    let changed = stage
        .api
        .projects()
        .update(&stage.project_id(), &update)
        .await
        .unwrap()
        .value;
    assert_eq!(changed.project.name, "renamed");
    assert_eq!(changed.project.history_retention_seconds, Some(604_800));
    let actions: Vec<_> = changed
        .operations
        .into_iter()
        .filter_map(|it| it.action)
        .collect();
    assert_eq!(actions, [OperationAction::ApplyStorageConfig]);
}

async fn delete_raw(stage: &Stage<'_>) {
    let gone = stage
        .answers(200, "DELETE /projects/{p}", Value::Null)
        .await;
    like(&gone, &json!({"project": project()}));
    assert!(
        gone["operations"].is_null(),
        "this call tells of no operations"
    );
    stage
        .refuses(404, "project not found", "GET /projects/{p}", Value::Null)
        .await;
    stage
        .refuses(
            404,
            "project not found",
            "DELETE /projects/{p}",
            Value::Null,
        )
        .await;
    let search = "GET /projects?search={p}";
    assert_eq!(
        stage.answers(200, search, Value::Null).await["projects"],
        json!([])
    );
    let search = "GET /projects?recoverable=true&search={p}";
    let found = stage.answers(200, search, Value::Null).await;
    like(
        &found["projects"],
        &json!([{"deleted_at": "<time>", "recoverable_until": "<time>"}]),
    );
    let at = |field| {
        text(&found["projects"][0], field)
            .parse::<chrono::DateTime<chrono::Utc>>()
            .unwrap()
    };
    let days = (at("recoverable_until") - at("deleted_at")).num_days();
    assert_eq!(days, 7);
}

async fn delete(stage: &Stage<'_>) {
    let projects = stage.api.projects();
    let gone = projects.delete(&stage.project_id()).await.unwrap().value;
    assert_eq!(gone.unwrap().id, stage.project_id());
    assert!(
        projects
            .get(&stage.project_id())
            .await
            .unwrap_err()
            .is_not_found()
    );
    let list = ListProjects {
        recoverable: true,
        search: Some(stage.project.clone()),
        ..ListProjects::default()
    };
    let found = projects.list(list).await.unwrap().value.items;
    assert_eq!(found.len(), 1);
    assert!(found[0].deleted_at.is_some() && found[0].recoverable_until.is_some());
}

async fn recover_raw(stage: &Stage<'_>) {
    stage.prepare("DELETE /projects/{p}", Value::Null).await;
    let back = stage
        .answers(200, "POST /projects/{p}/recover", Value::Null)
        .await;
    like(
        &back,
        &json!({"project": project(), "branches": [branch("main", "ready")]}),
    );
    stage.rest().await;
    stage.answers(200, "GET /projects/{p}", Value::Null).await;
    let unknown = "POST /projects/quiet-meadow-00000000/recover";
    stage
        .refuses(404, "project not found", unknown, Value::Null)
        .await;
}

async fn recover(stage: &Stage<'_>) {
    stage.prepare("DELETE /projects/{p}", Value::Null).await;
    let back = stage
        .api
        .projects()
        .recover(&stage.project_id())
        .await
        .unwrap()
        .value;
    assert_eq!(back.project.id, stage.project_id());
    assert_eq!(back.branches[0].id, stage.branch_id());
    stage.rest().await;
}

async fn connection_raw(stage: &Stage<'_>) {
    let path = "GET /projects/{p}/connection_uri?database_name=svcdb&role_name=svcdb_owner";
    let told = stage.answers(200, path, Value::Null).await;
    like(&told, &json!({"uri": "<url>"}));
    let uri = text(&told, "uri");
    assert!(
        uri.starts_with("postgresql://svcdb_owner:") && uri.contains("/svcdb?"),
        "{uri}"
    );
    let same = format!("{path}&branch_id={{b}}&endpoint_id={{e}}&pooled=True");
    stage.answers(200, &same, Value::Null).await;
    let without = "GET /projects/{p}/connection_uri?database_name=svcdb";
    stage
        .refuses(400, "invalid request", without, Value::Null)
        .await;
    let nobody = "GET /projects/{p}/connection_uri?database_name=svcdb&role_name=nobody";
    stage
        .refuses(404, "role not found", nobody, Value::Null)
        .await;
    let nowhere = "GET /projects/{p}/connection_uri?database_name=nothing&role_name=svcdb_owner";
    stage
        .refuses(404, "database not found", nowhere, Value::Null)
        .await;
}

async fn connection(stage: &Stage<'_>) {
    let projects = stage.api.projects();
    let options = ConnectionUriOptions {
        branch_id: Some(stage.branch_id()),
        endpoint_id: Some(stage.endpoint_id()),
        pooled: Some(true),
    };
    let id = stage.project_id();
    let told = projects
        .connection_uri(&id, "svcdb", "svcdb_owner", &options)
        .await
        .unwrap();
    let uri = told.value.expose();
    assert!(
        uri.starts_with("postgresql://svcdb_owner:") && uri.contains("/svcdb?"),
        "{uri}"
    );
    let usual = ConnectionUriOptions::default();
    let nobody = projects.connection_uri(&id, "svcdb", "nobody", &usual);
    assert!(nobody.await.unwrap_err().is_not_found());
}
