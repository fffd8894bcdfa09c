use sandbox::{Action, FaultKind, OperationFault};
use serde_json::json;

use super::account_screens::AccountScreens;
use super::checks::escape;
use crate::harness::Window;

pub async fn after_much(screens: &AccountScreens<'_>) {
    let window = screens.window;
    window.go("#/history").await;
    window.sees("shop-prod").await;
    nothing_runs(window).await;
    screens.inspect("history-filled").await;
    window.go("#/history?view=timeline").await;
    window.text_of("timeline").await;
    screens.inspect("history-timeline").await;

    let order = |kind| OperationFault::once(Action::StartCompute, kind);
    let platform = &screens.platform.running;
    // Until the pictures are taken, so that no try succeeds before.
    let fail = || {
        let fault = OperationFault {
            times: None,
            ..order(FaultKind::Fail)
        };
        platform.inject_operation_fault(fault).unwrap();
    };
    fail();
    let failing = screens.create_project(json!({ "name": "returns" })).await;
    let failing = failing["project"]["id"].as_str().unwrap();
    window.go("#/history").await;
    window.sees("retry in").await;
    screens.inspect("history-failed").await;
    platform.clear_operation_faults();
    screens.finished(failing).await;

    fail();
    let failing = screens.create_project(json!({ "name": "refunds" })).await;
    window.go("#/history?view=timeline").await;
    window.sees("Start compute · failed, retry").await;
    screens.inspect("history-retry").await;
    platform.clear_operation_faults();
    let failing = failing["project"]["id"].as_str().unwrap();
    screens.finished(failing).await;

    let slow = order(FaultKind::Hold { seconds: 600 });
    platform.inject_operation_fault(slow).unwrap();
    nothing_runs(window).await;
    screens.create_project(json!({ "name": "warehouse" })).await;
    window.go("#/history").await;
    window.sees("1 running · all accounts").await;
    screens.inspect("history-running").await;
    window.go("#/history?view=timeline").await;
    window.sees("warehouse").await;
    screens.inspect("history-growing").await;
    window.go("#/history").await;
    window.press("Start compute").await;
    window.sees("Started by").await;
    screens.inspect("history-detail").await;
    window.press("Create project").await;
    window.sees("Request ID").await;
    screens.inspect("history-action").await;

    window.go("#/history").await;
    window.fill("Filter history", "nothing like it").await;
    window.sees("No matches").await;
    screens.inspect("history-nothing").await;
    window.press("Clear filters").await;
    window.fill("Filter history", "ledger").await;
    window.no_longer_sees("returns").await;
    screens.inspect("history-filtered").await;
    window.press_keys("k", true).await;
    window.fill("Search actions and names", "ledger").await;
    window.sees("Databases found").await;
    screens.inspect("palette-found").await;
    escape(window).await;
}

/// Waits until the window has seen each operation end.
async fn nothing_runs(window: &Window) {
    let script = "return !/\\d+ running/.test(document.body.innerText) && !document.body.innerText.includes('In progress')";
    window
        .until("nothing is shown as running", || async {
            window.script(script, Vec::new()).await == true
        })
        .await;
}
