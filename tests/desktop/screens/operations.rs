use sandbox::{Action, FaultKind, OperationFault};
use serde_json::json;

use super::checks::escape;
use super::stage::Stage;

pub async fn before_anything(stage: &Stage<'_>) {
    let window = stage.window;
    window.go("#/operations").await;
    window.sees("No operations yet").await;
    stage.inspect("operations-empty").await;
    window.go("#/projects").await;
    window.sees("No project").await;
    stage.inspect("projects-empty").await;
}

pub async fn after_much(stage: &Stage<'_>) {
    let window = stage.window;
    window.go("#/operations").await;
    window.sees("shop-prod").await;
    stage.inspect("operations-filled").await;
    window.go("#/operations?view=lanes").await;
    window.sees("shop-prod").await;
    stage.inspect("operations-lanes").await;

    let order = |kind| OperationFault {
        action: Some(Action::StartCompute),
        project_id: None,
        times: Some(1),
        kind,
    };
    let platform = stage.platform;
    platform
        .inject_operation_fault(order(FaultKind::Fail))
        .unwrap();
    let failing = stage.create_project(json!({ "name": "returns" })).await;
    window.go("#/operations").await;
    window.sees("retry in").await;
    stage.inspect("operations-failed").await;
    stage
        .finished(failing["project"]["id"].as_str().unwrap())
        .await;

    let held = order(FaultKind::Hold { seconds: 600 });
    platform.inject_operation_fault(held).unwrap();
    stage.create_project(json!({ "name": "warehouse" })).await;
    window.sees("1 running").await;
    stage.inspect("operations-running").await;
    window.press("Start compute").await;
    window.sees("Started by").await;
    stage.inspect("operations-detail").await;

    window.go("#/activity").await;
    window.sees("Create project").await;
    window.fill("Filter by text or ID", "branch").await;
    window.no_longer_sees("Create project").await;
    stage.inspect("activity-filtered").await;
    window.press_keys("k", true).await;
    window.fill("Search actions and names", "ledger").await;
    window.sees("Databases found").await;
    stage.inspect("palette-found").await;
    escape(window).await;
}
