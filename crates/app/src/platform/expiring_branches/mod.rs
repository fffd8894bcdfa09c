//! Branches with an expiration: the platform deletes them by itself, so nobody's click puts that into the log.

mod kept;

use self::kept::Expiring;
pub(crate) use self::kept::ExpiringBranches;
use crate::base::clock::CLOCK_TOLERANCE;
use crate::core::activity::{self, Note};
use crate::core::names;
use crate::platform::{Platform, undo};
use crate::view::BranchView;
use crate::view::words::Action;

/// After a complete read of a project's branches: puts those into the log that are gone since the read before and whose time
/// has come.
pub(crate) fn saw_all(app: &Platform, account: &str, project: &str, branches: &[BranchView]) {
    let there: Vec<&BranchView> = branches
        .iter()
        .filter(|it| it.deleted_at.is_none())
        .collect();
    let expiring = there.iter().filter_map(|it| {
        it.expires_at.map(|at| Expiring {
            id: it.id.clone(),
            name: it.name.clone(),
            at,
        })
    });
    let before = app.expiring.replace(account, project, expiring.collect());
    let now = undo::platform_now(app, account) + CLOCK_TOLERANCE;
    let gone: Vec<Expiring> = before
        .into_iter()
        .filter(|it| it.at <= now && there.iter().all(|branch| branch.id != it.id))
        .collect();
    if gone.is_empty() {
        return;
    }
    let (this, account, project) = (app.clone(), account.to_owned(), project.to_owned());
    app.tasks
        .spawn(async move { log(&this, &account, &project, gone).await });
}

async fn log(app: &Platform, account: &str, project: &str, gone: Vec<Expiring>) {
    let place = app.accounts.find(account).map(|it| it.name);
    let place = place.unwrap_or_default();
    let project_name = names::project_name(app, account, project).await;
    let project_name = project_name.unwrap_or_else(|| project.to_owned());
    for branch in gone {
        let subject = format!("{project_name} / {}", branch.name);
        let note = Note::new(app, Action::EndBranch, &subject, &place)
            .on(account, Some(project))
            .detail("The platform deleted it at its expiration");
        activity::record(app, note).await;
    }
}
