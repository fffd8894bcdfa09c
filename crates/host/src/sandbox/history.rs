//! Entries of the history about the sandbox as a whole. No request of an account leaves for these, so the core can't note them.

use app::activity::{self, Note};
use app::view::PlatformKind;
use app::view::words::Action;
use sandbox::{DeletedItem, DeletedKind};

use crate::shared::Shared;

/// The clock was moved forward, and this many things expired by then.
pub async fn moved(shared: &Shared, seconds: u32, expired: usize) {
    let expired = match expired {
        0 => String::new(),
        1 => ". 1 item expired by then".to_owned(),
        count => format!(". {count} items expired by then"),
    };
    let detail = format!("Forward by {}{expired}", span(seconds));
    note(shared, Action::MoveClock, None, None, Some(detail)).await;
}

/// Everything of the sandbox was deleted.
pub async fn reset(shared: &Shared) {
    note(shared, Action::ResetSandbox, None, None, None).await;
}

/// These deleted projects and branches were deleted for good.
pub async fn purged(shared: &Shared, purged: &[DeletedItem]) {
    for item in purged {
        let (action, subject) = match item.kind {
            DeletedKind::Project => (Action::PurgeProject, item.name.clone()),
            DeletedKind::Branch => (
                Action::PurgeBranch,
                format!("{} / {}", item.project_name, item.name),
            ),
        };
        note(shared, action, Some(&subject), Some(&item.project_id), None).await;
    }
}

/// Quarantined data is a branch of this project again.
pub async fn put_back(shared: &Shared, name: &str, project_id: &str) {
    let action = Action::RecoverQuarantined;
    note(shared, action, Some(name), Some(project_id), None).await;
}

/// Quarantined data was deleted for good.
pub async fn discarded(shared: &Shared, name: &str) {
    note(shared, Action::DeleteQuarantined, Some(name), None, None).await;
}

/// Adds an entry to the history; without a subject it is about the sandbox's account.
async fn note(
    shared: &Shared,
    action: Action,
    subject: Option<&str>,
    project_id: Option<&str>,
    detail: Option<String>,
) {
    let Some(core) = shared.core.now() else {
        return;
    };
    let accounts = app::accounts::list(&core);
    let account = accounts
        .iter()
        .find(|it| it.platform == PlatformKind::Sandbox);
    let Some(account) = account else {
        return;
    };
    let subject = subject.unwrap_or(&account.name);
    let mut note = Note::new(&core, action, subject, &account.name).on(&account.id, project_id);
    if let Some(detail) = detail {
        note = note.detail(detail);
    }
    activity::record(&core, note).await;
}

/// "3 days 8 h", "45 min".
fn span(seconds: u32) -> String {
    let mut left = seconds;
    let mut parts = Vec::new();
    for (unit_seconds, one, many) in [
        (86_400, "day", "days"),
        (3_600, "h", "h"),
        (60, "min", "min"),
        (1, "s", "s"),
    ] {
        let count = left / unit_seconds;
        left %= unit_seconds;
        if count > 0 {
            let unit = if count == 1 { one } else { many };
            parts.push(format!("{count} {unit}"));
        }
    }
    match parts.is_empty() {
        true => "0 s".to_owned(),
        false => parts.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_written_with_the_units_that_it_has() {
        for (seconds, written) in [
            (0, "0 s"),
            (45, "45 s"),
            (2_700, "45 min"),
            (288_000, "3 days 8 h"),
            (90_061, "1 day 1 h 1 min 1 s"),
        ] {
            assert_eq!(span(seconds), written);
        }
    }
}
