use std::time::Duration;

use crate::host::Host;
use crate::operation::{Entry, operation};
use crate::reply::Reply;
use crate::sandbox::view::{FaultKind, FaultTarget, LossView, RequestView, SandboxView};
use crate::sandbox::{request, show, temporary_databases};

pub(super) const OPERATIONS: &[Entry<Host>] = &[
    SandboxState::ENTRY,
    SandboxStart::ENTRY,
    SandboxStop::ENTRY,
    SandboxReset::ENTRY,
    SandboxLostAfter::ENTRY,
    SandboxAdvance::ENTRY,
    SandboxFaultOrder::ENTRY,
    SandboxFaultClear::ENTRY,
    SandboxServerWake::ENTRY,
    SandboxServerSleep::ENTRY,
    SandboxRequests::ENTRY,
];

/// The sandbox as it stands.
#[operation(Page, Read)]
pub async fn sandbox_state(host: &Host) -> Reply<SandboxView> {
    Ok(host.sandbox.view(host).await)
}

/// Starts the sandbox and adds it to the accounts; waits until it answers.
#[operation(Page, Change)]
pub async fn sandbox_start(host: &Host) -> Reply<SandboxView> {
    host.sandbox.start_by_hand(host).await?;
    Ok(host.sandbox.view(host).await)
}

/// Stops the sandbox and every server of it.
#[operation(Page, Change)]
pub async fn sandbox_stop(host: &Host) -> Reply<SandboxView> {
    host.sandbox.stop_by_hand(host).await?;
    Ok(host.sandbox.view(host).await)
}

/// Removes every database and setting of the sandbox and starts it anew.
#[operation(Guarded, Change)]
pub async fn sandbox_reset(host: &Host) -> Reply<SandboxView> {
    host.sandbox.reset(host).await?;
    Ok(host.sandbox.view(host).await)
}

/// What moving the sandbox's clock forward by so many seconds would take away with its data. Nothing moves.
#[operation(Page, Read)]
pub async fn sandbox_lost_after(host: &Host, seconds: u32) -> Reply<Vec<LossView>> {
    let by = Duration::from_secs(seconds.into());
    let lost = host.sandbox.running()?.lost_after(by).into_iter();
    let databases = temporary_databases(host).await;
    Ok(lost.map(|it| show::loss(it, &databases)).collect())
}

/// Moves the sandbox's clock forward by so many seconds.
#[operation(Guarded, Change)]
pub async fn sandbox_advance(host: &Host, seconds: u32) -> Reply<SandboxView> {
    host.sandbox.advance(host, seconds).await?;
    Ok(host.sandbox.view(host).await)
}

/// Injects a fault for the next requests.
#[operation(Page, Change)]
pub async fn sandbox_fault_order(
    host: &Host,
    fault: FaultKind,
    target: FaultTarget,
    times: u32,
) -> Reply<SandboxView> {
    host.sandbox.inject_fault(host, fault, target, times)?;
    Ok(host.sandbox.view(host).await)
}

/// Clears all injected faults.
#[operation(Page, Change)]
pub async fn sandbox_fault_clear(host: &Host) -> Reply<SandboxView> {
    host.sandbox.clear_faults(host)?;
    Ok(host.sandbox.view(host).await)
}

/// Starts a server.
#[operation(Page, Change)]
pub async fn sandbox_server_wake(host: &Host, endpoint_id: String) -> Reply<SandboxView> {
    host.sandbox.wake(&endpoint_id).await?;
    Ok(host.sandbox.view(host).await)
}

/// Lets a server sleep.
#[operation(Page, Change)]
pub async fn sandbox_server_sleep(host: &Host, endpoint_id: String) -> Reply<SandboxView> {
    host.sandbox.suspend(&endpoint_id).await?;
    Ok(host.sandbox.view(host).await)
}

/// The last requests, newest first.
#[operation(Page, Read)]
pub async fn sandbox_requests(host: &Host) -> Reply<Vec<RequestView>> {
    Ok(request::show(host.sandbox.running()?.requests()))
}
