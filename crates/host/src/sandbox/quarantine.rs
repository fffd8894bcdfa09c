//! What the sandbox quarantined, in the window's words. The page names one by its id alone.

use app::view::{ErrorCode, ErrorView, EventView, count};
use sandbox::{QuarantineError, Quarantined};

use super::control::Control;
use super::view::{QuarantinedKind, QuarantinedView};
use super::{failure, history};
use crate::reply::Reply;
use crate::shared::Shared;

impl Control {
    pub async fn quarantine(&self) -> Reply<Vec<QuarantinedView>> {
        let all = self.running()?.quarantine().await;
        Ok(all.into_iter().map(view).collect())
    }

    /// Makes quarantined data a branch again.
    pub async fn put_back(&self, shared: &Shared, id: &str) -> Reply<Vec<QuarantinedView>> {
        let name = self.quarantined_name(id).await?;
        let back = self.running()?.put_back(id).await;
        shared.events.publish(EventView::SandboxChanged);
        let project = back.map_err(|error| refused("Couldn't restore it", &error))?;
        history::put_back(shared, &name, &project).await;
        self.quarantine().await
    }

    /// Deletes for good what was quarantined.
    pub async fn discard(&self, shared: &Shared, id: &str) -> Reply<Vec<QuarantinedView>> {
        let name = self.quarantined_name(id).await?;
        let gone = self.running()?.discard(id).await;
        shared.events.publish(EventView::SandboxChanged);
        gone.map_err(|error| refused("Couldn't delete it", &error))?;
        history::discarded(shared, &name).await;
        self.quarantine().await
    }

    /// The name of quarantined data; its id where it isn't there any more.
    async fn quarantined_name(&self, id: &str) -> Reply<String> {
        let all = self.quarantine().await?.into_iter();
        let found = all.filter(|it| it.id == id).map(|it| it.name).next();
        Ok(found.unwrap_or_else(|| id.to_owned()))
    }
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
