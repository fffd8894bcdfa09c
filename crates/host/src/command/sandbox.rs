use crate::host::Host;
use crate::reply::Reply;
use crate::sandbox::view::{
    DeletedItemView, FaultKind, FaultTarget, LossView, QuarantinedView, RequestView, SandboxView,
};

/// The sandbox as it stands.
#[specta::specta]
pub async fn sandbox_state(host: &Host) -> Reply<SandboxView> {
    Ok(host.sandbox.view(host).await)
}

/// Starts the sandbox and adds it to the accounts; waits until it answers.
#[specta::specta]
pub async fn sandbox_start(host: &Host) -> Reply<SandboxView> {
    host.sandbox.start_by_hand(host).await?;
    Ok(host.sandbox.view(host).await)
}

/// Stops the sandbox and every server of it.
#[specta::specta]
pub async fn sandbox_stop(host: &Host) -> Reply<SandboxView> {
    host.sandbox.stop_by_hand(host).await?;
    Ok(host.sandbox.view(host).await)
}

/// Removes every database and setting of the sandbox and starts it anew.
#[specta::specta]
pub async fn sandbox_reset(host: &Host) -> Reply<SandboxView> {
    host.sandbox.reset(host).await?;
    Ok(host.sandbox.view(host).await)
}

/// What moving the sandbox's clock forward by so many seconds would take away with its data. Nothing moves.
#[specta::specta]
pub async fn sandbox_lost_after(host: &Host, seconds: u32) -> Reply<Vec<LossView>> {
    host.sandbox.lost_after(host, seconds).await
}

/// Moves the sandbox's clock forward by so many seconds.
#[specta::specta]
pub async fn sandbox_advance(host: &Host, seconds: u32) -> Reply<SandboxView> {
    host.sandbox.advance(host, seconds).await?;
    Ok(host.sandbox.view(host).await)
}

/// Injects a fault for the next requests.
#[specta::specta]
pub async fn sandbox_fault_order(
    host: &Host,
    kind: FaultKind,
    target: FaultTarget,
    times: u32,
) -> Reply<SandboxView> {
    host.sandbox.inject_fault(host, kind, target, times)?;
    Ok(host.sandbox.view(host).await)
}

/// Clears all injected faults.
#[specta::specta]
pub async fn sandbox_fault_clear(host: &Host) -> Reply<SandboxView> {
    host.sandbox.clear_faults(host)?;
    Ok(host.sandbox.view(host).await)
}

/// Starts a server.
#[specta::specta]
pub async fn sandbox_server_wake(host: &Host, endpoint_id: String) -> Reply<SandboxView> {
    host.sandbox.wake(&endpoint_id).await?;
    Ok(host.sandbox.view(host).await)
}

/// Lets a server sleep.
#[specta::specta]
pub async fn sandbox_server_sleep(host: &Host, endpoint_id: String) -> Reply<SandboxView> {
    host.sandbox.suspend(&endpoint_id).await?;
    Ok(host.sandbox.view(host).await)
}

/// Deleted projects and branches that can still be recovered, the first to expire first, with the disk space that they hold.
#[specta::specta]
pub async fn sandbox_deleted_items(host: &Host) -> Reply<Vec<DeletedItemView>> {
    host.sandbox.deleted_items().await
}

/// Deletes the deleted projects and branches with these ids for good, with their data. Returns what was deleted.
#[specta::specta]
pub async fn sandbox_purge(host: &Host, ids: Vec<String>) -> Reply<Vec<DeletedItemView>> {
    host.sandbox.purge(host, &ids).await
}

/// The last requests, newest first.
#[specta::specta]
pub async fn sandbox_requests(host: &Host) -> Reply<Vec<RequestView>> {
    host.sandbox.requests()
}

/// What the sandbox found on its disk and quarantined, the latest first.
#[specta::specta]
pub async fn sandbox_quarantine(host: &Host) -> Reply<Vec<QuarantinedView>> {
    host.sandbox.quarantine().await
}

/// Makes quarantined data a branch again; returns what is still there.
#[specta::specta]
pub async fn sandbox_quarantine_put_back(host: &Host, id: String) -> Reply<Vec<QuarantinedView>> {
    host.sandbox.put_back(host, &id).await
}

/// Deletes quarantined data for good; returns what is still there.
#[specta::specta]
pub async fn sandbox_quarantine_delete(host: &Host, id: String) -> Reply<Vec<QuarantinedView>> {
    host.sandbox.discard(host, &id).await
}
