//! What follows from a change that was done, whoever waited for it: lists that were read before stay true, names are
//! learned, what was deleted is offered to be brought back, and whoever shows it is told.

use chrono::{DateTime, Utc};

use super::answer::AffectedResources;
use super::client::PlatformClient;
use super::describe::{Mutation, Subject};
use crate::Error;
use crate::base::clock::local_id;
use crate::core::event::Event;
use crate::core::names::{self, NameUpdate, SeenName};
use crate::model::project::Change;
use crate::platform::undo::{KEPT_FOR, platform_now};
use crate::platform::{Platform, bulk_jobs, project_lists};
use crate::store::table;
use crate::view::{BranchView, BulkVerb, ComputeView, DatabaseView, ProjectView, UndoView};

/// What has to be kept of a mutation.
#[derive(Default)]
pub(crate) struct Effects {
    /// What it changed in the lists of projects.
    pub(crate) projects: Option<Change>,
    pub(crate) undo: Undo,
    pub(crate) names: Vec<NameUpdate>,
    /// The item of a bulk change that is done by it, whoever did it.
    pub(crate) bulk: Option<(BulkVerb, String)>,
}

/// What becomes of an offer to bring something back.
#[derive(Default)]
pub(crate) enum Undo {
    #[default]
    None,
    Offer(Box<UndoView>),
    Forget {
        project: String,
        branch: Option<String>,
    },
}

/// Something was changed, or may have been: what shows it has to be read again.
pub(super) fn publish(app: &Platform, account: &str, mutation: &impl Mutation) {
    mutation.publish(app, account);
    if let Some(project) = mutation.subject().project {
        project_changed(app, account, project);
    }
}

/// Something of a project's auth integration is not as it was.
pub(crate) fn auth_changed(app: &Platform, account: &str, project: &str) {
    app.events.publish(Event::AuthChanged {
        account_id: account.to_owned(),
        project_id: project.to_owned(),
    });
}

/// Something in a project is not as it was.
pub(crate) fn project_changed(app: &Platform, account: &str, project: &str) {
    app.events.publish(Event::ProjectChanged {
        account_id: account.to_owned(),
        project_id: project.to_owned(),
    });
}

/// The platform says that what was to be changed is not there: it is not to be shown any longer as if it were.
pub(super) async fn not_there(client: &PlatformClient, mutation: &impl Mutation) {
    let account = client.account.id.as_str();
    match mutation.not_there(account) {
        Some(effects) => keep(client, mutation, effects).await,
        None => publish(&client.app, account, mutation),
    }
}

/// Keeps what follows from a mutation that was done.
pub(super) async fn done<M: Mutation>(
    client: &PlatformClient,
    mutation: &M,
    affected: AffectedResources<'_>,
) {
    let mut effects = mutation.effects(client, affected);
    let subject = mutation.subject();
    if !subject.removes {
        let seen = seen(&client.account.id, &subject, affected);
        effects.names.push(NameUpdate::Seen(seen));
    }
    keep(client, mutation, effects).await;
}

/// Before the change counts as ended: a crash in between has it kept at the next start.
async fn keep(client: &PlatformClient, mutation: &impl Mutation, effects: Effects) {
    let (app, account) = (&client.app, client.account.id.as_str());
    let Effects {
        projects,
        mut undo,
        names,
        bulk,
    } = effects;
    if let Undo::Offer(offer) = &mut undo
        && offer.name.is_empty()
    {
        offer.name = name(app, offer).await;
    }
    names::learn(app, names);
    let (list_loads, owner) = (app.list_loads.clone(), account.to_owned());
    let write = move |store: &rusqlite::Transaction<'_>| {
        if let Some(change) = projects {
            project_lists::change(store, &list_loads, &owner, change)?;
        }
        undo.keep(store, &owner)
    };
    match app.store.write(write).await {
        Ok(true) => app.events.publish(Event::UndoChanged),
        Ok(false) => {}
        Err(error) => tracing::warn!(%error, "what follows from a change was not kept"),
    }
    if let Some((verb, item)) = bulk {
        bulk_jobs::found_done(app, account, verb, &item).await;
    }
    publish(app, account, mutation);
}

impl Undo {
    /// An offer to bring back a project, or a branch of it. `name` and the times are what the reply says.
    pub(crate) fn offer(
        client: &PlatformClient,
        project: &str,
        branch: Option<&str>,
        name: Option<String>,
        deleted_at: Option<DateTime<Utc>>,
        until: Option<DateTime<Utc>>,
    ) -> Box<UndoView> {
        let deleted_at =
            deleted_at.unwrap_or_else(|| platform_now(&client.app, &client.account.id));
        Box::new(UndoView {
            id: local_id(client.app.clock.as_ref()),
            account_id: client.account.id.clone(),
            project_id: project.to_owned(),
            branch_id: branch.map(ToOwned::to_owned),
            name: name.unwrap_or_default(),
            deleted_at,
            until: until.unwrap_or(deleted_at + KEPT_FOR),
        })
    }

    /// It cannot be brought back any more.
    pub(crate) fn forget(project: &str, branch: Option<&str>) -> Self {
        Self::Forget {
            project: project.to_owned(),
            branch: branch.map(ToOwned::to_owned),
        }
    }

    /// True when what is offered changed.
    fn keep(self, store: &rusqlite::Connection, account: &str) -> Result<bool, Error> {
        match self {
            Self::None => Ok(false),
            Self::Offer(offer) => {
                if offer.branch_id.is_none() {
                    table::undo::forget_branches(store, account, &offer.project_id)?;
                }
                table::undo::save(store, &offer)?;
                Ok(true)
            }
            Self::Forget { project, branch } => {
                table::undo::forget(store, account, &project, branch.as_deref())
            }
        }
    }
}

/// What a deleted thing was called, as far as it was seen.
async fn name(app: &Platform, offer: &UndoView) -> String {
    let (account, project) = (&offer.account_id, &offer.project_id);
    let (known, id) = match &offer.branch_id {
        Some(branch) => (
            names::branch_name(app, account, project, branch).await,
            branch,
        ),
        None => (names::project_name(app, account, project).await, project),
    };
    known.unwrap_or_else(|| id.clone())
}

fn seen(account: &str, subject: &Subject<'_>, affected: AffectedResources<'_>) -> Vec<SeenName> {
    let mut all = Vec::new();
    let project = affected.project.map(ProjectView::from);
    all.extend(project.iter().map(|it| SeenName::project(account, it)));
    let made = project.map(|it| it.id);
    let Some(project) = subject.project.map(ToOwned::to_owned).or(made) else {
        return all;
    };
    let branch = affected.branch.map(BranchView::from);
    all.extend(
        branch
            .iter()
            .map(|it| SeenName::branch(account, &project, it)),
    );
    let computes = affected.computes.iter().map(ComputeView::from);
    all.extend(computes.map(|it| SeenName::compute(account, &project, &it)));
    let around = branch.as_ref().map(|it| it.id.as_str()).or(subject.branch);
    for database in affected.databases {
        let of = database.branch_id.as_ref().map(api::BranchId::as_str);
        if let Some(branch) = of.or(around) {
            let database = DatabaseView::from(database);
            all.push(SeenName::database(account, &project, branch, &database));
        }
    }
    all
}
