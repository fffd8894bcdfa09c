//! How a click ended, for a notification to somebody who clicked and does not look at the window.

use serde::{Deserialize, Serialize};

use crate::core::event::Event;
use crate::core::operation::operation;
use crate::platform::Platform;
use crate::store::{Tracked, table};
use crate::view::status_word;

/// How something ended that somebody clicked, in words without secrets.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ClickResult {
    /// Local id of the account.
    pub account_id: String,
    /// The project.
    pub project_id: String,
    /// The operation that ended last, or that failed.
    pub operation_id: String,
    /// What was clicked, such as `Create branch`.
    pub action: String,
    /// On what, such as `shop-prod / import`.
    pub target: String,
    /// How it ended.
    pub end: ClickEnd,
}

/// How something ended that somebody clicked.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum ClickEnd {
    /// Well.
    Finished,
    /// Something of it failed, and may be tried again.
    Failed,
    /// Neither; the platform's word, such as `Cancelled`.
    Other(String),
}

/// What an event says of a click. One that began several operations has ended when the last of them has; an event about
/// what nobody clicked gives nothing.
#[operation(Program, Read, operation_click_result)]
pub async fn click_result(app: &Platform, event: &Event) -> Option<ClickResult> {
    let (account_id, project_id, operation_id, has_ended) = match event {
        Event::OperationFailed {
            account_id,
            project_id,
            operation_id,
            ..
        } => (account_id, project_id, operation_id, false),
        Event::OperationEnded {
            account_id,
            project_id,
            operation_id,
            ..
        } => (account_id, project_id, operation_id, true),
        _ => return None,
    };
    let (account, project, id) = (account_id.clone(), project_id.clone(), operation_id.clone());
    let of_click = app
        .store
        .read(move |store| table::operations::of_click(store, &account, &project, &id))
        .await;
    let of_click = match of_click {
        Ok(rows) => rows,
        Err(error) => {
            tracing::warn!(%error, "the operations of a click could not be read");
            return None;
        }
    };
    let row = of_click.iter().find(|row| row.id == *operation_id)?;
    let click = row.clicked.clone()?;
    let end = if has_ended {
        if of_click.iter().any(|row| row.ended_at.is_none()) {
            return None;
        }
        let last = of_click.iter().max_by_key(|row| (row.ended_at, &row.id))?;
        if last.id != row.id {
            return None;
        }
        of_all(&of_click)
    } else {
        ClickEnd::Failed
    };
    Some(ClickResult {
        account_id: account_id.clone(),
        project_id: project_id.clone(),
        operation_id: operation_id.clone(),
        action: click.action,
        target: click.target,
        end,
    })
}

fn of_all(rows: &[Tracked]) -> ClickEnd {
    let is_well = |status: &str| matches!(status, "finished" | "skipped");
    let mut statuses = rows.iter().map(|row| row.state.status.as_str());
    match statuses.find(|status| !is_well(status)) {
        None => ClickEnd::Finished,
        Some(status) => ClickEnd::Other(status_word(status).to_owned()),
    }
}
