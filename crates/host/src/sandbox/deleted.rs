//! Deleted projects of the sandbox, as the window shows them.

use app::view::{ErrorCode, EventView, UndoView, count};
use sandbox::{DeletedProject, PurgeError};

use super::control::Control;
use super::failure;
use super::view::DeletedProjectView;
use crate::opening::Core;
use crate::reply::Reply;
use crate::shared::Shared;

impl Control {
    pub async fn deleted_projects(&self) -> Reply<Vec<DeletedProjectView>> {
        let all = self.running()?.deleted_projects().await;
        Ok(all.into_iter().map(view).collect())
    }

    /// Deletes deleted projects for good. Returns what was deleted.
    pub async fn purge(&self, shared: &Shared, ids: &[String]) -> Reply<Vec<DeletedProjectView>> {
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
            let message = format!("Couldn't purge the deleted projects: {error}");
            failure::not_purged(code, &message, hint)
        })?;
        if let Some(core) = shared.core.now() {
            forget_undo(&core, &purged).await;
        }
        Ok(purged.into_iter().map(view).collect())
    }
}

/// Takes what can't be recovered any more out of the undo list.
async fn forget_undo(core: &Core, purged: &[DeletedProject]) {
    let is_purged = |it: &UndoView| purged.iter().any(|project| project.id == it.project_id);
    let forgotten = async {
        let offered = app::undo::list(core).await?.into_iter();
        let ids = offered.filter(is_purged).map(|it| it.id).collect();
        app::undo::dismiss(core, ids).await
    };
    if let Err(error) = forgotten.await {
        tracing::warn!(%error, "the undo list still has a purged project");
    }
}

fn view(it: DeletedProject) -> DeletedProjectView {
    DeletedProjectView {
        id: it.id,
        name: it.name,
        bytes: count(it.bytes),
        deleted_at: it.deleted_at,
        recoverable_until: it.recoverable_until,
    }
}
