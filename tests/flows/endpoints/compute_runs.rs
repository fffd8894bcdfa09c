use api::resource::computes::EndpointState;
use api::resource::operations::OperationAction;
use serde_json::{Value, json};

use super::computes::{UNKNOWN, actions, compute};
use super::like::like;
use super::operations::on_compute;
use super::stage::Stage;
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

async fn asleep(stage: &Stage<'_>) {
    stage
        .prepare("POST /projects/{p}/endpoints/{e}/suspend", Value::Null)
        .await;
}

async fn start_raw(stage: &Stage<'_>) {
    let path = "POST /projects/{p}/endpoints/{e}/start";
    asleep(stage).await;
    let waking = stage.answers(200, path, Value::Null).await;
    let mut picture = compute("idle");
    picture["pending_state"] = json!("active");
    like(
        &waking,
        &json!({"endpoint": picture, "operations": [on_compute("start_compute", "running")]}),
    );
    stage.rest().await;
    let awake = stage.answers(200, path, Value::Null).await;
    like(
        &awake,
        &json!({"endpoint": compute("active"), "operations": []}),
    );
    let unknown = format!("POST /projects/{{p}}/endpoints/{UNKNOWN}/start");
    stage
        .refuses(404, "endpoint not found", &unknown, Value::Null)
        .await;
}

async fn start(stage: &Stage<'_>) {
    asleep(stage).await;
    let computes = stage.api.computes(&stage.project_id());
    let waking = computes.start(&stage.endpoint_id()).await.unwrap().value;
    assert_eq!(waking.endpoint.pending_state, Some(EndpointState::Active));
    assert_eq!(actions(&waking.operations), [OperationAction::StartCompute]);
}

async fn suspend_raw(stage: &Stage<'_>) {
    let path = "POST /projects/{p}/endpoints/{e}/suspend";
    let going = stage.answers(200, path, Value::Null).await;
    let mut picture = compute("active");
    picture["pending_state"] = json!("idle");
    like(
        &going,
        &json!({"endpoint": picture, "operations": [on_compute("suspend_compute", "running")]}),
    );
    stage.rest().await;
    let idle = stage.answers(200, path, Value::Null).await;
    like(
        &idle,
        &json!({"endpoint": compute("idle"), "operations": []}),
    );
    let unknown = format!("POST /projects/{{p}}/endpoints/{UNKNOWN}/suspend");
    stage
        .refuses(404, "endpoint not found", &unknown, Value::Null)
        .await;
}

async fn suspend(stage: &Stage<'_>) {
    let computes = stage.api.computes(&stage.project_id());
    let going = computes.suspend(&stage.endpoint_id()).await.unwrap().value;
    assert_eq!(
        actions(&going.operations),
        [OperationAction::SuspendCompute]
    );
    stage.rest().await;
    let idle = computes.suspend(&stage.endpoint_id()).await.unwrap().value;
    assert_eq!(idle.endpoint.current_state, Some(EndpointState::Idle));
    assert!(idle.operations.is_empty());
}

async fn restart_raw(stage: &Stage<'_>) {
    let path = "POST /projects/{p}/endpoints/{e}/restart";
    let again = stage.answers(200, path, Value::Null).await;
    let begun = json!([
        on_compute("suspend_compute", "running"),
        on_compute("start_compute", "scheduling")
    ]);
    like(
        &again,
        &json!({"endpoint": {"id": stage.endpoint}, "operations": begun}),
    );
    let unknown = format!("POST /projects/{{p}}/endpoints/{UNKNOWN}/restart");
    stage
        .refuses(404, "endpoint not found", &unknown, Value::Null)
        .await;
    stage.rest().await;
}

async fn restart(stage: &Stage<'_>) {
    let computes = stage.api.computes(&stage.project_id());
    let again = computes.restart(&stage.endpoint_id()).await.unwrap().value;
    assert_eq!(
        actions(&again.operations),
        [
            OperationAction::SuspendCompute,
            OperationAction::StartCompute
        ]
    );
    stage.rest().await;
}
