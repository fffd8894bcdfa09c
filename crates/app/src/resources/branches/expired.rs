//! The line in the log for a branch that expired.

use crate::base::clock::CLOCK_TOLERANCE;
use crate::core::activity::{self, Note};
use crate::core::names;
use crate::platform::{Platform, undo};
use crate::view::BranchView;
use crate::view::words::Action;

/// After a complete read of a project's branches: puts those that expired since the read before into the log.
pub(super) fn saw_all(app: &Platform, account: &str, project: &str, branches: &[BranchView]) {
    let now = undo::platform_now(app, account) + CLOCK_TOLERANCE;
    let expired = app.expiring.expired(account, project, branches, now);
    if expired.is_empty() {
        return;
    }
    let (this, account, project) = (app.clone(), account.to_owned(), project.to_owned());
    app.tasks.spawn(async move {
        for branch in expired {
            log(&this, &account, &project, &branch.name).await;
        }
    });
}

async fn log(app: &Platform, account: &str, project: &str, branch: &str) {
    let place = app.accounts.find(account).map(|it| it.name);
    let place = place.unwrap_or_default();
    let project_name = names::project_name(app, account, project).await;
    let project_name = project_name.unwrap_or_else(|| project.to_owned());
    let subject = format!("{project_name} / {branch}");
    let note = Note::new(app, Action::EndBranch, &subject, &place)
        .on(account, Some(project))
        .detail("The platform deleted it at its expiration");
    activity::record(app, note).await;
}
