//! Branches with an expiration: the platform deletes them by itself, so nobody's click puts that into the log.

use std::collections::HashMap;
use std::sync::Mutex;

use chrono::{DateTime, Utc};

use crate::base::clock::CLOCK_TOLERANCE;
use crate::base::guard::lock;
use crate::core::activity::{self, Note};
use crate::core::names;
use crate::platform::{Platform, undo};
use crate::view::BranchView;
use crate::view::words::Action;

/// The branches that expire, by account and project, as the last complete list of a project's branches had them.
#[derive(Debug, Default)]
pub(crate) struct ExpiringBranches(Mutex<HashMap<(String, String), Vec<Expiring>>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Expiring {
    id: String,
    name: String,
    at: DateTime<Utc>,
}

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
    let key = (account.to_owned(), project.to_owned());
    let before = lock(&app.expiring.0).insert(key, expiring.collect());
    let now = undo::platform_now(app, account) + CLOCK_TOLERANCE;
    let gone = before.unwrap_or_default().into_iter();
    let gone: Vec<Expiring> = gone
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
