//! Secrets that somebody had shown or copied: what it was, not the secret.

use crate::core::activity::{Note, record};
use crate::core::names;
use crate::platform::Platform;
use crate::view::words::Action;

/// What was done with a secret.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Disclosure {
    /// It was shown on the screen.
    Shown,
    /// It was put on the clipboard.
    Copied,
}

impl Disclosure {
    pub(crate) fn of(self, shown: Action, copied: Action) -> Action {
        match self {
            Self::Shown => shown,
            Self::Copied => copied,
        }
    }
}

/// Such as `shop-prod / main / svcdb as svcdb_owner`.
pub(crate) async fn named(
    app: &Platform,
    account: &str,
    project: &str,
    branch: Option<&str>,
    what: &str,
) -> String {
    let mut parts = path(app, account, project, branch).await;
    parts.push(what.to_owned());
    parts.join(" / ")
}

/// The names of a project and its branch, as far as they are known.
pub(crate) async fn path(
    app: &Platform,
    account: &str,
    project: &str,
    branch: Option<&str>,
) -> Vec<String> {
    let project_name = names::project_name(app, account, project).await;
    let mut parts = vec![project_name.unwrap_or_else(|| project.to_owned())];
    if let Some(branch) = branch {
        let name = names::branch_name(app, account, project, branch).await;
        parts.push(name.unwrap_or_else(|| branch.to_owned()));
    }
    parts
}

/// Notes what was done with a secret of an account.
pub(crate) async fn on_account(
    app: &Platform,
    action: Action,
    subject: &str,
    account_id: &str,
    project_id: Option<&str>,
    detail: Option<String>,
) {
    let account = app.accounts.find(account_id);
    let place = account.map(|account| account.name).unwrap_or_default();
    let note = Note::new(app, action, subject, &place).on(account_id, project_id);
    record(app, detailed(note, detail)).await;
}

pub(crate) fn detailed(note: Note, detail: Option<String>) -> Note {
    match detail {
        Some(detail) => note.detail(detail),
        None => note,
    }
}
