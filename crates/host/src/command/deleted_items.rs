//! Deleted projects and branches of the sandbox, as the window shows them.

use app::view::{ErrorCode, EventView, UndoView, count};
use sandbox::{DeletedItem, PurgeError};

use crate::host::Host;
use crate::opening::Core;
use crate::operation::{Entry, operation};
use crate::reply::Reply;
use crate::sandbox::view::{DeletedItemView, DeletedKind};
use crate::sandbox::{failure, history};

pub(super) const OPERATIONS: &[Entry<Host>] = &[SandboxDeletedItems::ENTRY, SandboxPurge::ENTRY];

/// Lists deleted projects and branches that can still be recovered, the first to expire first, with the disk space that they
/// hold.
#[operation(Page, Read)]
pub async fn sandbox_deleted_items(host: &Host) -> Reply<Vec<DeletedItemView>> {
    let all = host.sandbox.running()?.deleted_items().await;
    Ok(all.into_iter().map(view).collect())
}

/// Deletes the deleted projects and branches with these ids for good, with their data. Returns what was deleted.
#[operation(Guarded, Change)]
pub async fn sandbox_purge(host: &Host, ids: Vec<String>) -> Reply<Vec<DeletedItemView>> {
    let purged = host.sandbox.running()?.purge(&ids).await;
    host.events.publish(EventView::SandboxChanged);
    let purged = purged.map_err(|error| {
        let (code, hint) = match error {
            PurgeError::NotDeleted(_) => (
                ErrorCode::NotFound,
                "Nothing was deleted. It may have been recovered meanwhile",
            ),
            _ => (ErrorCode::Platform, error.hint()),
        };
        let message = format!("Couldn't purge the deleted projects and branches: {error}");
        failure::not_purged(code, &message, hint)
    })?;
    if let Some(core) = host.core.now() {
        forget_undo(&core, &purged).await;
    }
    history::purged(host, &purged).await;
    Ok(purged.into_iter().map(view).collect())
}

/// Takes what can't be recovered any more out of the undo list.
async fn forget_undo(core: &Core, purged: &[DeletedItem]) {
    let is_purged = |undo: &UndoView| {
        let undone = undo.branch_id.as_ref().unwrap_or(&undo.project_id);
        let is_gone = |item: &DeletedItem| item.id == *undone || item.id == undo.project_id;
        purged.iter().any(is_gone)
    };
    let forgotten = async {
        let offered = app::undo::list(core).await?.into_iter();
        let ids = offered.filter(is_purged).map(|it| it.id).collect();
        app::undo::dismiss(core, ids).await
    };
    if let Err(error) = forgotten.await {
        tracing::warn!(%error, "the undo list still has a purged item");
    }
}

fn view(it: DeletedItem) -> DeletedItemView {
    DeletedItemView {
        kind: match it.kind {
            sandbox::DeletedKind::Project => DeletedKind::Project,
            sandbox::DeletedKind::Branch => DeletedKind::Branch,
        },
        id: it.id,
        name: it.name,
        project_id: it.project_id,
        project_name: it.project_name,
        bytes: count(it.bytes),
        deleted_at: it.deleted_at,
        recoverable_until: it.recoverable_until,
    }
}
