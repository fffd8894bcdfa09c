use tauri::{AppHandle, State};

use crate::reply::Reply;
use crate::sandbox::Control;
use crate::sandbox::view::{
    FaultKind, FaultTarget, LossView, QuarantinedView, RequestView, SandboxView,
};

/// The sandbox as it stands.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_state(app: AppHandle, control: State<'_, Control>) -> Reply<SandboxView> {
    Ok(control.view(&app).await)
}

/// Starts the sandbox and adds it to the accounts; waits until it answers.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_start(app: AppHandle, control: State<'_, Control>) -> Reply<SandboxView> {
    control.start_by_hand(&app).await?;
    Ok(control.view(&app).await)
}

/// Stops the sandbox and every server of it.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_stop(app: AppHandle, control: State<'_, Control>) -> Reply<SandboxView> {
    control.stop_by_hand(&app).await?;
    Ok(control.view(&app).await)
}

/// Removes every database and setting of the sandbox and starts it anew.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_reset(app: AppHandle, control: State<'_, Control>) -> Reply<SandboxView> {
    control.reset(&app).await?;
    Ok(control.view(&app).await)
}

/// What moving the sandbox's clock forward by so many seconds would take away with its data. Nothing moves.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_lost_after(
    app: AppHandle,
    control: State<'_, Control>,
    seconds: u32,
) -> Reply<Vec<LossView>> {
    control.lost_after(&app, seconds).await
}

/// Moves the sandbox's clock forward by so many seconds.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_advance(
    app: AppHandle,
    control: State<'_, Control>,
    seconds: u32,
) -> Reply<SandboxView> {
    control.advance(&app, seconds).await?;
    Ok(control.view(&app).await)
}

/// Injects a fault for the next requests.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_fault_order(
    app: AppHandle,
    control: State<'_, Control>,
    kind: FaultKind,
    target: FaultTarget,
    times: u32,
) -> Reply<SandboxView> {
    control.inject_fault(&app, kind, target, times)?;
    Ok(control.view(&app).await)
}

/// Clears all injected faults.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_fault_clear(
    app: AppHandle,
    control: State<'_, Control>,
) -> Reply<SandboxView> {
    control.clear_faults(&app)?;
    Ok(control.view(&app).await)
}

/// Starts a server.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_server_wake(
    app: AppHandle,
    control: State<'_, Control>,
    endpoint_id: String,
) -> Reply<SandboxView> {
    control.wake(&endpoint_id).await?;
    Ok(control.view(&app).await)
}

/// Lets a server sleep.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_server_sleep(
    app: AppHandle,
    control: State<'_, Control>,
    endpoint_id: String,
) -> Reply<SandboxView> {
    control.suspend(&endpoint_id).await?;
    Ok(control.view(&app).await)
}

/// The last requests, newest first.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_requests(control: State<'_, Control>) -> Reply<Vec<RequestView>> {
    control.requests()
}

/// What the sandbox found on its disk and quarantined, the latest first.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_quarantine(control: State<'_, Control>) -> Reply<Vec<QuarantinedView>> {
    control.quarantine().await
}

/// Makes quarantined data a branch again; returns what is still there.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_quarantine_put_back(
    app: AppHandle,
    control: State<'_, Control>,
    id: String,
) -> Reply<Vec<QuarantinedView>> {
    control.put_back(&app, &id).await
}

/// Deletes quarantined data for good; returns what is still there.
#[tauri::command]
#[specta::specta]
pub async fn sandbox_quarantine_delete(
    app: AppHandle,
    control: State<'_, Control>,
    id: String,
) -> Reply<Vec<QuarantinedView>> {
    control.discard(&app, &id).await
}
