use api::resource::operations::OperationAction;
use api::resource::projects::{ConnectionUriOptions, ListProjects, UpdateProject};
use serde_json::{Value, json};

use super::branches::branch;
use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::operations::operation;
use super::projects::project;
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

async fn update_raw(fixture: &EndpointFixture<'_>) {
    let path = "PATCH /projects/{p}";
    let renamed = fixture
        .answers(200, path, json!({"project": {"name": "renamed"}}))
        .await;
    like(&renamed, &json!({"project": project(), "operations": []}));
    assert_eq!(renamed["project"]["name"], "renamed");
    let window = json!({"project": {"history_retention_seconds": 604_800}});
    let kept = fixture.answers(200, path, window).await;
    let operations = json!([operation("apply_storage_config", "running")]);
    like(
        &kept,
        &json!({"project": {"history_retention_seconds": 604_800}, "operations": operations}),
    );
    fixture.rest().await;
    let blocks = json!({"project": {
        "settings": {"block_public_connections": true, "hipaa": false},
        "default_endpoint_settings": {"autoscaling_limit_min_cu": 0.5, "autoscaling_limit_max_cu": 3},
    }});
    let set = fixture.answers(200, path, blocks).await;
    let settings = json!({"block_public_connections": true});
    let size = json!({"autoscaling_limit_min_cu": 0.5, "autoscaling_limit_max_cu": 3.0});
    like(
        &set["project"],
        &json!({"settings": settings, "default_endpoint_settings": size}),
    );
    fixture.rest().await;
    let found = fixture.answers(200, "GET /projects/{p}", Value::Null).await;
    assert_eq!(found["project"]["name"], "renamed");
    fixture
        .refuses(400, "project (field required)", path, json!({}))
        .await;
    let empty = json!({"project": {"name": ""}});
    fixture.refuses(400, "invalid request", path, empty).await;
    let unknown = "PATCH /projects/quiet-meadow-00000000";
    fixture
        .refuses(404, "project not found", unknown, json!({"project": {}}))
        .await;
}

async fn update(fixture: &EndpointFixture<'_>) {
    let update = UpdateProject {
        name: Some("renamed".into()),
        history_retention_seconds: Some(604_800),
        ..UpdateProject::default()
    };
    let changed = fixture
        .api
        .projects()
        .update(&fixture.project_id(), &update)
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

async fn delete_raw(fixture: &EndpointFixture<'_>) {
    let gone = fixture
        .answers(200, "DELETE /projects/{p}", Value::Null)
        .await;
    like(&gone, &json!({"project": project()}));
    assert!(
        gone["operations"].is_null(),
        "this call tells of no operations"
    );
    fixture
        .refuses(404, "project not found", "GET /projects/{p}", Value::Null)
        .await;
    fixture
        .refuses(
            404,
            "project not found",
            "DELETE /projects/{p}",
            Value::Null,
        )
        .await;
    let search = "GET /projects?search={p}";
    assert_eq!(
        fixture.answers(200, search, Value::Null).await["projects"],
        json!([])
    );
    let search = "GET /projects?recoverable=true&search={p}";
    let found = fixture.answers(200, search, Value::Null).await;
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

async fn delete(fixture: &EndpointFixture<'_>) {
    let projects = fixture.api.projects();
    let gone = projects.delete(&fixture.project_id()).await.unwrap().value;
    assert_eq!(gone.unwrap().id, fixture.project_id());
    assert!(
        projects
            .get(&fixture.project_id())
            .await
            .unwrap_err()
            .is_not_found()
    );
    let list = ListProjects {
        recoverable: true,
        search: Some(fixture.project.clone()),
        ..ListProjects::default()
    };
    let found = projects.list(list).await.unwrap().value.items;
    assert_eq!(found.len(), 1);
    assert!(found[0].deleted_at.is_some() && found[0].recoverable_until.is_some());
}

async fn recover_raw(fixture: &EndpointFixture<'_>) {
    fixture.prepare("DELETE /projects/{p}", Value::Null).await;
    let back = fixture
        .answers(200, "POST /projects/{p}/recover", Value::Null)
        .await;
    like(
        &back,
        &json!({"project": project(), "branches": [branch("main", "ready")]}),
    );
    fixture.rest().await;
    fixture.answers(200, "GET /projects/{p}", Value::Null).await;
    let unknown = "POST /projects/quiet-meadow-00000000/recover";
    fixture
        .refuses(404, "project not found", unknown, Value::Null)
        .await;
}

async fn recover(fixture: &EndpointFixture<'_>) {
    fixture.prepare("DELETE /projects/{p}", Value::Null).await;
    let back = fixture
        .api
        .projects()
        .recover(&fixture.project_id())
        .await
        .unwrap()
        .value;
    assert_eq!(back.project.id, fixture.project_id());
    assert_eq!(back.branches[0].id, fixture.branch_id());
    fixture.rest().await;
}

async fn connection_raw(fixture: &EndpointFixture<'_>) {
    let path = "GET /projects/{p}/connection_uri?database_name=svcdb&role_name=svcdb_owner";
    let reported = fixture.answers(200, path, Value::Null).await;
    like(&reported, &json!({"uri": "<url>"}));
    let uri = text(&reported, "uri");
    assert!(
        uri.starts_with("postgresql://svcdb_owner:") && uri.contains("/svcdb?"),
        "{uri}"
    );
    let same = format!("{path}&branch_id={{b}}&endpoint_id={{e}}&pooled=True");
    fixture.answers(200, &same, Value::Null).await;
    let without = "GET /projects/{p}/connection_uri?database_name=svcdb";
    fixture
        .refuses(400, "invalid request", without, Value::Null)
        .await;
    let nobody = "GET /projects/{p}/connection_uri?database_name=svcdb&role_name=nobody";
    fixture
        .refuses(404, "role not found", nobody, Value::Null)
        .await;
    let nowhere = "GET /projects/{p}/connection_uri?database_name=nothing&role_name=svcdb_owner";
    fixture
        .refuses(404, "database not found", nowhere, Value::Null)
        .await;
}

async fn connection(fixture: &EndpointFixture<'_>) {
    let projects = fixture.api.projects();
    let options = ConnectionUriOptions {
        branch_id: Some(fixture.branch_id()),
        endpoint_id: Some(fixture.endpoint_id()),
        pooled: Some(true),
    };
    let id = fixture.project_id();
    let reported = projects
        .connection_uri(&id, "svcdb", "svcdb_owner", &options)
        .await
        .unwrap();
    let uri = reported.value.expose();
    assert!(
        uri.starts_with("postgresql://svcdb_owner:") && uri.contains("/svcdb?"),
        "{uri}"
    );
    let usual = ConnectionUriOptions::default();
    let nobody = projects.connection_uri(&id, "svcdb", "nobody", &usual);
    assert!(nobody.await.unwrap_err().is_not_found());
}
