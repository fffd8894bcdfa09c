use api::resource::computes::EndpointState;
use api::resource::operations::OperationAction;
use serde_json::{Value, json};

use super::computes::{UNKNOWN, actions, compute};
use super::fixture::EndpointFixture;
use super::like::like;
use super::operations::on_compute;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "POST /projects/{project_id}/endpoints/{endpoint_id}/start",
            start_raw,
            start
        ),
        row!(
            "POST /projects/{project_id}/endpoints/{endpoint_id}/suspend",
            suspend_raw,
            suspend
        ),
        row!(
            "POST /projects/{project_id}/endpoints/{endpoint_id}/restart",
            restart_raw,
            restart
        ),
    ]
}

async fn asleep(fixture: &EndpointFixture<'_>) {
    fixture
        .prepare("POST /projects/{p}/endpoints/{e}/suspend", Value::Null)
        .await;
}

async fn start_raw(fixture: &EndpointFixture<'_>) {
    let path = "POST /projects/{p}/endpoints/{e}/start";
    asleep(fixture).await;
    let waking = fixture.answers(200, path, Value::Null).await;
    let mut picture = compute("idle");
    picture["pending_state"] = json!("active");
    like(
        &waking,
        &json!({"endpoint": picture, "operations": [on_compute("start_compute", "running")]}),
    );
    fixture.rest().await;
    let awake = fixture.answers(200, path, Value::Null).await;
    like(
        &awake,
        &json!({"endpoint": compute("active"), "operations": []}),
    );
    let unknown = format!("POST /projects/{{p}}/endpoints/{UNKNOWN}/start");
    fixture
        .refuses(404, "endpoint not found", &unknown, Value::Null)
        .await;
}

async fn start(fixture: &EndpointFixture<'_>) {
    asleep(fixture).await;
    let computes = fixture.api.computes(&fixture.project_id());
    let waking = computes.start(&fixture.endpoint_id()).await.unwrap().value;
    assert_eq!(waking.endpoint.pending_state, Some(EndpointState::Active));
    assert_eq!(actions(&waking.operations), [OperationAction::StartCompute]);
}

async fn suspend_raw(fixture: &EndpointFixture<'_>) {
    let path = "POST /projects/{p}/endpoints/{e}/suspend";
    let going = fixture.answers(200, path, Value::Null).await;
    let mut picture = compute("active");
    picture["pending_state"] = json!("idle");
    like(
        &going,
        &json!({"endpoint": picture, "operations": [on_compute("suspend_compute", "running")]}),
    );
    fixture.rest().await;
    let idle = fixture.answers(200, path, Value::Null).await;
    like(
        &idle,
        &json!({"endpoint": compute("idle"), "operations": []}),
    );
    let unknown = format!("POST /projects/{{p}}/endpoints/{UNKNOWN}/suspend");
    fixture
        .refuses(404, "endpoint not found", &unknown, Value::Null)
        .await;
}

async fn suspend(fixture: &EndpointFixture<'_>) {
    let computes = fixture.api.computes(&fixture.project_id());
    let going = computes
        .suspend(&fixture.endpoint_id())
        .await
        .unwrap()
        .value;
    assert_eq!(
        actions(&going.operations),
        [OperationAction::SuspendCompute]
    );
    fixture.rest().await;
    let idle = computes
        .suspend(&fixture.endpoint_id())
        .await
        .unwrap()
        .value;
    assert_eq!(idle.endpoint.current_state, Some(EndpointState::Idle));
    assert!(idle.operations.is_empty());
}

async fn restart_raw(fixture: &EndpointFixture<'_>) {
    let path = "POST /projects/{p}/endpoints/{e}/restart";
    let again = fixture.answers(200, path, Value::Null).await;
    let begun = json!([
        on_compute("suspend_compute", "running"),
        on_compute("start_compute", "scheduling")
    ]);
    like(
        &again,
        &json!({"endpoint": {"id": fixture.endpoint}, "operations": begun}),
    );
    let unknown = format!("POST /projects/{{p}}/endpoints/{UNKNOWN}/restart");
    fixture
        .refuses(404, "endpoint not found", &unknown, Value::Null)
        .await;
    fixture.rest().await;
}

async fn restart(fixture: &EndpointFixture<'_>) {
    let computes = fixture.api.computes(&fixture.project_id());
    let again = computes
        .restart(&fixture.endpoint_id())
        .await
        .unwrap()
        .value;
    assert_eq!(
        actions(&again.operations),
        [
            OperationAction::SuspendCompute,
            OperationAction::StartCompute
        ]
    );
    fixture.rest().await;
}
