use api::EndpointId;
use api::resource::computes::{CreateEndpoint, EndpointOptions, EndpointState, EndpointType};
use api::resource::operations::{Operation, OperationAction};
use serde_json::{Value, json};

use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::operations::on_compute;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!("GET /projects/{project_id}/endpoints", list_raw, list),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/endpoints",
            of_branch_raw,
            of_branch
        ),
        row!("POST /projects/{project_id}/endpoints", create_raw, create),
        row!(
            "GET /projects/{project_id}/endpoints/{endpoint_id}",
            get_raw,
            get
        ),
        row!(
            "PATCH /projects/{project_id}/endpoints/{endpoint_id}",
            update_raw,
            update
        ),
        row!(
            "DELETE /projects/{project_id}/endpoints/{endpoint_id}",
            delete_raw,
            delete
        ),
    ]
}

pub const UNKNOWN: &str = "ep-quiet-meadow-00000000";

/// A compute as every reply shows it.
pub fn compute(state: &str) -> Value {
    json!({
        "id": "<endpoint>", "host": "<text>", "project_id": "<project>", "branch_id": "<branch>",
        "hosts": {"read_write_host": "<text>", "read_write_pooled_host": "<text>"},
        "autoscaling_limit_min_cu": "<number>", "autoscaling_limit_max_cu": "<number>",
        "region_id": "us-east-2", "type": "read_write", "current_state": state, "settings": {},
        "pooler_enabled": "<bool>", "pooler_mode": "transaction", "disabled": "<bool>",
        "passwordless_access": "<bool>", "creation_source": "<text>",
        "created_at": "<time>", "updated_at": "<time>", "proxy_host": "<text>",
        "suspend_timeout_seconds": "<int>", "provisioner": "<text>",
    })
}

pub fn actions(operations: &[Operation]) -> Vec<OperationAction> {
    operations
        .iter()
        .filter_map(|it| it.action.clone())
        .collect()
}

async fn list_raw(fixture: &EndpointFixture<'_>) {
    let all = fixture
        .answers(200, "GET /projects/{p}/endpoints", Value::Null)
        .await;
    like(&all, &json!({"endpoints": [compute("active")]}));
    assert_eq!(all["endpoints"][0]["id"], fixture.endpoint.as_str());
    let elsewhere = "GET /projects/quiet-meadow-00000000/endpoints";
    fixture
        .refuses(404, "project not found", elsewhere, Value::Null)
        .await;
}

async fn list(fixture: &EndpointFixture<'_>) {
    let all = fixture
        .api
        .computes(&fixture.project_id())
        .list()
        .await
        .unwrap()
        .value;
    let [found] = all.as_slice() else {
        panic!("{all:?}")
    };
    assert_eq!(
        (&found.id, &found.branch_id),
        (&fixture.endpoint_id(), &fixture.branch_id())
    );
    assert_eq!(found.kind, Some(EndpointType::ReadWrite));
    assert_eq!(found.current_state, Some(EndpointState::Active));
    assert!(found.host.is_some() && found.autoscaling_limit_min_cu.is_some());
}

async fn of_branch_raw(fixture: &EndpointFixture<'_>) {
    let child = fixture.child("alpha", true).await;
    let all = fixture
        .answers(200, "GET /projects/{p}/branches/{b}/endpoints", Value::Null)
        .await;
    like(&all, &json!({"endpoints": [compute("active")]}));
    assert_eq!(all["endpoints"][0]["id"], fixture.endpoint.as_str());
    let path = format!(
        "GET /projects/{{p}}/branches/{}/endpoints",
        text(&child["branch"], "id")
    );
    let other = fixture.answers(200, &path, Value::Null).await;
    assert_eq!(other["endpoints"][0]["id"], child["endpoints"][0]["id"]);
    let unknown = "GET /projects/{p}/branches/br-quiet-meadow-00000000/endpoints";
    fixture
        .refuses(404, "branch not found", unknown, Value::Null)
        .await;
}

async fn of_branch(fixture: &EndpointFixture<'_>) {
    fixture.child("alpha", true).await;
    let computes = fixture.api.computes(&fixture.project_id());
    let all = computes
        .list_of_branch(&fixture.branch_id())
        .await
        .unwrap()
        .value;
    let ids: Vec<_> = all.into_iter().map(|it| it.id).collect();
    assert_eq!(ids, [fixture.endpoint_id()]);
}

async fn create_raw(fixture: &EndpointFixture<'_>) {
    let child = text(&fixture.child("alpha", false).await["branch"], "id");
    let path = "POST /projects/{p}/endpoints";
    let body = json!({"endpoint": {
        "branch_id": child, "type": "read_write", "name": "worker",
        "autoscaling_limit_min_cu": 0.5, "autoscaling_limit_max_cu": 2, "suspend_timeout_seconds": 60,
    }});
    let made = fixture.answers(201, path, body.clone()).await;
    let mut waking = compute("init");
    for (field, value) in [
        ("pending_state", json!("active")),
        ("branch_id", json!(child)),
        ("name", json!("worker")),
        ("autoscaling_limit_min_cu", json!(0.5)),
        ("autoscaling_limit_max_cu", json!(2.0)),
        ("suspend_timeout_seconds", json!(60)),
    ] {
        waking[field] = value;
    }
    like(
        &made,
        &json!({"endpoint": waking, "operations": [on_compute("start_compute", "running")]}),
    );
    fixture.rest().await;
    fixture
        .refuses(409, "read_write endpoint already exists", path, body)
        .await;
    let reads = json!({"endpoint": {"branch_id": child, "type": "read_only"}});
    let made = fixture.answers(201, path, reads).await;
    let mut idle = compute("idle");
    let host = made["endpoint"]["host"].clone();
    for (field, value) in [
        ("branch_id", json!(child)),
        ("type", json!("read_only")),
        (
            "hosts",
            json!({"read_only_host": host, "read_only_pooled_host": host}),
        ),
    ] {
        idle[field] = value;
    }
    like(&made, &json!({"endpoint": idle, "operations": []}));
    fixture
        .refuses(
            400,
            "invalid request",
            path,
            json!({"endpoint": {"branch_id": child}}),
        )
        .await;
    let nowhere =
        json!({"endpoint": {"branch_id": "br-quiet-meadow-00000000", "type": "read_write"}});
    fixture
        .refuses(404, "branch not found", path, nowhere)
        .await;
    for wrong in [
        json!({"autoscaling_limit_min_cu": 0.1}),
        json!({"suspend_timeout_seconds": 59}),
        json!({"suspend_timeout_seconds": 604_801}),
        json!({"name": "x".repeat(65)}),
    ] {
        let mut body = json!({"endpoint": {"branch_id": fixture.branch, "type": "read_write"}});
        body["endpoint"]
            .as_object_mut()
            .unwrap()
            .extend(wrong.as_object().unwrap().clone());
        fixture.refuses(400, "", path, body).await;
    }
}

async fn create(fixture: &EndpointFixture<'_>) {
    let child = fixture.child("alpha", false).await;
    let branch = api::BranchId::parse(&text(&child["branch"], "id")).unwrap();
    let options = EndpointOptions {
        name: Some("worker".into()),
        autoscaling_limit_min_cu: Some(0.5),
        autoscaling_limit_max_cu: Some(2.0),
        ..EndpointOptions::default()
    };
    let create = CreateEndpoint {
        options,
        ..CreateEndpoint::default()
    };
    let computes = fixture.api.computes(&fixture.project_id());
    let made = computes
        .create(&branch, EndpointType::ReadWrite, &create)
        .await
        .unwrap()
        .value;
    assert_eq!(made.endpoint.branch_id, branch);
    assert_eq!(made.endpoint.name.as_deref(), Some("worker"));
    assert_eq!(made.endpoint.autoscaling_limit_max_cu, Some(2.0));
    assert_eq!(made.endpoint.pending_state, Some(EndpointState::Active));
    assert_eq!(actions(&made.operations), [OperationAction::StartCompute]);
    fixture.rest().await;
    let second = computes
        .create(&branch, EndpointType::ReadWrite, &create)
        .await
        .unwrap_err();
    assert!(second.is_conflict());
}

async fn get_raw(fixture: &EndpointFixture<'_>) {
    let found = fixture
        .answers(200, "GET /projects/{p}/endpoints/{e}", Value::Null)
        .await;
    like(&found, &json!({"endpoint": compute("active")}));
    assert_eq!(found["endpoint"]["branch_id"], fixture.branch.as_str());
    let unknown = format!("GET /projects/{{p}}/endpoints/{UNKNOWN}");
    fixture
        .refuses(404, "endpoint not found", &unknown, Value::Null)
        .await;
}

async fn get(fixture: &EndpointFixture<'_>) {
    let computes = fixture.api.computes(&fixture.project_id());
    let found = computes.get(&fixture.endpoint_id()).await.unwrap().value;
    assert_eq!(found.id, fixture.endpoint_id());
    assert!(found.hosts.unwrap().read_write_host.is_some());
    let unknown = EndpointId::parse(UNKNOWN).unwrap();
    assert!(computes.get(&unknown).await.unwrap_err().is_not_found());
}

async fn update_raw(fixture: &EndpointFixture<'_>) {
    let path = "PATCH /projects/{p}/endpoints/{e}";
    let body = json!({"endpoint": {
        "autoscaling_limit_min_cu": 1, "autoscaling_limit_max_cu": 4, "suspend_timeout_seconds": -1,
        "name": "worker", "settings": {"pg_settings": {}},
    }});
    let changed = fixture.answers(200, path, body).await;
    let mut picture = compute("active");
    picture["autoscaling_limit_max_cu"] = json!(4.0);
    picture["suspend_timeout_seconds"] = json!(-1);
    picture["name"] = json!("worker");
    picture["settings"] = json!({"pg_settings": {}});
    like(&changed, &json!({"endpoint": picture}));
    assert!(changed["operations"].is_array(), "no list of operations");
    fixture.rest().await;
    let wrong = json!({"endpoint": {"autoscaling_limit_min_cu": 8, "autoscaling_limit_max_cu": 1}});
    fixture.refuses(400, "invalid request", path, wrong).await;
    let unknown = format!("PATCH /projects/{{p}}/endpoints/{UNKNOWN}");
    fixture
        .refuses(404, "endpoint not found", &unknown, json!({"endpoint": {}}))
        .await;
}

async fn update(fixture: &EndpointFixture<'_>) {
    let update = EndpointOptions {
        autoscaling_limit_min_cu: Some(1.0),
        autoscaling_limit_max_cu: Some(4.0),
        suspend_timeout_seconds: Some(120),
        ..EndpointOptions::default()
    };
    let computes = fixture.api.computes(&fixture.project_id());
    let changed = computes
        .update(&fixture.endpoint_id(), &update)
        .await
        .unwrap()
        .value;
    assert_eq!(changed.endpoint.autoscaling_limit_min_cu, Some(1.0));
    assert_eq!(changed.endpoint.suspend_timeout_seconds, Some(120));
}

async fn delete_raw(fixture: &EndpointFixture<'_>) {
    let path = "DELETE /projects/{p}/endpoints/{e}";
    let gone = fixture.answers(200, path, Value::Null).await;
    like(
        &gone,
        &json!({"endpoint": {"id": fixture.endpoint}, "operations": ["<each>", {"id": "<uuid>"}]}),
    );
    fixture.rest().await;
    fixture
        .refuses(
            404,
            "endpoint not found",
            "GET /projects/{p}/endpoints/{e}",
            Value::Null,
        )
        .await;
    assert!(fixture.answers(204, path, Value::Null).await.is_null());
}

async fn delete(fixture: &EndpointFixture<'_>) {
    let computes = fixture.api.computes(&fixture.project_id());
    let gone = computes.delete(&fixture.endpoint_id()).await.unwrap().value;
    assert_eq!(gone.unwrap().endpoint.id, fixture.endpoint_id());
    fixture.rest().await;
    assert!(
        computes
            .delete(&fixture.endpoint_id())
            .await
            .unwrap()
            .value
            .is_none()
    );
}
