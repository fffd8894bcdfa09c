//! The quarantine of the sandbox, in the window's words. The page names an item by its id alone.

use app::view::{ErrorCode, ErrorView, EventView, count};
use sandbox::{QuarantineError, Quarantined};

use crate::host::Host;
use crate::operation::{Entry, operation};
use crate::reply::Reply;
use crate::sandbox::view::{QuarantinedKind, QuarantinedView};
use crate::sandbox::{failure, history};

pub(super) const OPERATIONS: &[Entry<Host>] = &[
    SandboxQuarantine::ENTRY,
    SandboxQuarantinePutBack::ENTRY,
    SandboxQuarantineDelete::ENTRY,
];

/// Lists the data that the sandbox found on its disk and quarantined, the latest first.
#[operation(Page, Read)]
pub async fn sandbox_quarantine(host: &Host) -> Reply<Vec<QuarantinedView>> {
    let all = host.sandbox.running()?.quarantine().await;
    Ok(all.into_iter().map(view).collect())
}

/// Makes quarantined data a branch again; returns what is still there.
#[operation(Page, Change)]
pub async fn sandbox_quarantine_put_back(host: &Host, id: &str) -> Reply<Vec<QuarantinedView>> {
    let name = quarantined_name(host, id).await?;
    let back = host.sandbox.running()?.put_back(id).await;
    host.events.publish(EventView::SandboxChanged);
    let project = back.map_err(|error| refused("Couldn't restore it", &error))?;
    history::put_back(host, &name, &project).await;
    sandbox_quarantine(host).await
}

/// Deletes quarantined data for good; returns what is still there.
#[operation(Guarded, Change)]
pub async fn sandbox_quarantine_delete(host: &Host, id: &str) -> Reply<Vec<QuarantinedView>> {
    let name = quarantined_name(host, id).await?;
    let deleted = host.sandbox.running()?.discard(id).await;
    host.events.publish(EventView::SandboxChanged);
    deleted.map_err(|error| refused("Couldn't delete it", &error))?;
    history::discarded(host, &name).await;
    sandbox_quarantine(host).await
}

/// The name of quarantined data; its id where it isn't there any more.
async fn quarantined_name(host: &Host, id: &str) -> Reply<String> {
    let all = sandbox_quarantine(host).await?.into_iter();
    let found = all.filter(|it| it.id == id).map(|it| it.name).next();
    Ok(found.unwrap_or_else(|| id.to_owned()))
}

fn refused(what: &str, error: &QuarantineError) -> ErrorView {
    let code = match error {
        QuarantineError::Unknown => ErrorCode::NotFound,
        QuarantineError::Files(_) => ErrorCode::File,
        _ => ErrorCode::Platform,
    };
    failure::kept(code, &format!("{what}: {error}"), error.hint())
}

fn view(it: Quarantined) -> QuarantinedView {
    let file = it.path.file_name().unwrap_or_default();
    let name = match (&it.project, &it.branch) {
        (Some(project), Some(branch)) => format!("{project} / {branch}"),
        _ => file.to_string_lossy().into_owned(),
    };
    QuarantinedView {
        id: it.id,
        kind: match it.kind {
            sandbox::QuarantinedKind::Store => QuarantinedKind::StateStore,
            _ => QuarantinedKind::Branch,
        },
        name,
        path: it.path.display().to_string(),
        size_bytes: count(it.size_bytes),
        quarantined_at: it.quarantined_at,
        last_used_at: it.last_used_at,
        postgres: it.postgres,
        is_whole: it.is_whole,
    }
}
