//! Deleted projects and branches of the sandbox, as the window shows them.

use app::view::{ErrorCode, EventView, UndoView, count};
use sandbox::{DeletedItem, PurgeError};

use super::control::Control;
use super::view::{DeletedItemView, DeletedKind};
use super::{failure, history};
use crate::opening::Core;
use crate::reply::Reply;
use crate::shared::Shared;

impl Control {
    pub async fn deleted_items(&self) -> Reply<Vec<DeletedItemView>> {
        let all = self.running()?.deleted_items().await;
        Ok(all.into_iter().map(view).collect())
    }

    /// Deletes deleted projects and branches for good. Returns what was deleted.
    pub async fn purge(&self, shared: &Shared, ids: &[String]) -> Reply<Vec<DeletedItemView>> {
        let purged = self.running()?.purge(ids).await;
        shared.events.publish(EventView::SandboxChanged);
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
        if let Some(core) = shared.core.now() {
            forget_undo(&core, &purged).await;
        }
        history::purged(shared, &purged).await;
        Ok(purged.into_iter().map(view).collect())
    }
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
