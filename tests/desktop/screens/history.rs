use sandbox::{Action, FaultKind, OperationFault};
use serde_json::json;

use super::checks::escape;
use super::stage::Stage;

pub async fn after_much(stage: &Stage<'_>) {
    let window = stage.window;
    window.go("#/history").await;
    window.sees("shop-prod").await;
    stage.inspect("history-filled").await;
    window.go("#/history?view=timeline").await;
    window.text_of("timeline").await;
    stage.inspect("history-timeline").await;

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
    let failing = failing["project"]["id"].as_str().unwrap();
    window.go("#/history").await;
    window.sees("retry in").await;
    stage.inspect("history-failed").await;
    stage.finished(failing).await;

    // Another one: while pictures were taken the first may have been tried again.
    platform
        .inject_operation_fault(order(FaultKind::Fail))
        .unwrap();
    let failing = stage.create_project(json!({ "name": "refunds" })).await;
    window.go("#/history?view=timeline").await;
    window.sees("Start compute · failed, retry").await;
    stage.inspect("history-retry").await;
    let failing = failing["project"]["id"].as_str().unwrap();
    stage.finished(failing).await;

    let held = order(FaultKind::Hold { seconds: 600 });
    platform.inject_operation_fault(held).unwrap();
    stage.create_project(json!({ "name": "warehouse" })).await;
    window.go("#/history").await;
    window.sees("1 running · all accounts").await;
    stage.inspect("history-running").await;
    window.go("#/history?view=timeline").await;
    window.sees("warehouse").await;
    stage.inspect("history-growing").await;
    window.go("#/history").await;
    window.press("Start compute").await;
    window.sees("Started by").await;
    stage.inspect("history-detail").await;
    window.press("Create project").await;
    window.sees("Request ID").await;
    stage.inspect("history-action").await;

    window.go("#/history").await;
    window.fill("Filter history", "nothing like it").await;
    window.sees("No matches").await;
    stage.inspect("history-nothing").await;
    window.press("Clear filters").await;
    window.fill("Filter history", "ledger").await;
    window.no_longer_sees("returns").await;
    stage.inspect("history-filtered").await;
    window.press_keys("k", true).await;
    window.fill("Search actions and names", "ledger").await;
    window.sees("Databases found").await;
    stage.inspect("palette-found").await;
    escape(window).await;
}
