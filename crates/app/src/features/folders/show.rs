//! A folder as the window sees it.

use std::path::Path;

use super::look::Look;
use crate::accounts;
use crate::features::{Features, temporary};
use crate::model::profile::SANDBOX;
use crate::platform::disclosure;
use crate::view::{ErrorView, FolderSource, FolderState, FolderView};

pub(super) async fn view(app: &Features, look: Look) -> FolderView {
    let env_path = look.env_path().display().to_string();
    let is_written = !matches!(look.state, FolderState::Absent | FolderState::Foreign);
    let row = look.row.map(|row| temporary::view(app, row));
    let record = look.record;
    let source_label = source(app, &record.settings.source).await;
    let database = match (&row, &record.settings.source) {
        (Some(row), _) => Some(row.name.clone()),
        (None, FolderSource::Branch { .. }) if is_written => Some(source_label.clone()),
        _ => None,
    };
    let name = Path::new(&record.path).file_name();
    let value = look.env.value;
    FolderView {
        busy: app.folders.is_busy(&record.id),
        name: name.map_or_else(|| record.path.clone(), |name| name.display().to_string()),
        source_label,
        state: look.state,
        problem: look.problem.map(ErrorView::from).or(record.problem),
        env_path,
        set_in: value.as_ref().map(|it| it.file.display().to_string()),
        line: value.and_then(|it| u32::try_from(it.line).ok()),
        database,
        expires_at: look.expires_at,
        clock_offset_ms: row.as_ref().map_or(0.0, |row| row.clock_offset_ms),
        seed: row.as_ref().and_then(|row| row.seed.clone()),
        temporary_id: row.map(|row| row.id),
        id: record.id,
        path: record.path,
        added_at: record.added_at,
        settings: record.settings,
    }
}

async fn source(app: &Features, source: &FolderSource) -> String {
    match source {
        FolderSource::Temporary { service: None } => SANDBOX.label.to_owned(),
        FolderSource::Temporary {
            service: Some(choice),
        } => accounts::of_choice(app, choice)
            .map_or_else(|error| error.message().to_owned(), |service| service.label),
        FolderSource::Branch {
            account_id,
            project_id,
            request,
        } => {
            let branch = request.branch_id.as_deref();
            let database = &request.database;
            disclosure::named(app, account_id, project_id, branch, database).await
        }
    }
}
