//! What follows from a change that was done, whoever waited for it: lists that were read before stay true, names are
//! learned, what was deleted is offered to be brought back, and whoever shows it is told.

use chrono::{DateTime, Utc};

use super::answer::AffectedResources;
use super::client::PlatformClient;
use super::record::Mutation;
use crate::base::clock::local_id;
use crate::core::fact::Fact;
use crate::core::names::{self, NameUpdate, SeenName};
use crate::model::name::Key;
use crate::model::project::Change;
use crate::platform::undo::{KEPT_FOR, platform_now};
use crate::platform::{Platform, bulk_jobs, project_lists};
use crate::store::table;
use crate::view::{BranchView, BulkVerb, ComputeView, DatabaseView, ProjectView, UndoView};
use crate::{Error, accounts};

/// What a reply, or a look, says that has to be kept.
pub(super) struct PostCommitEffects {
    change: Option<Change>,
    undo: Undo,
    updates: Vec<NameUpdate>,
}

/// What becomes of an offer to bring something back.
enum Undo {
    None,
    Offer(Box<UndoView>),
    Forget {
        project: String,
        branch: Option<String>,
    },
}

/// Something was changed, or may have been: what shows it has to be read again.
pub(super) fn tell(app: &Platform, account: &str, mutation: &Mutation) {
    if let Mutation::CreateProject { .. }
    | Mutation::UpdateProject { .. }
    | Mutation::DeleteProject { .. }
    | Mutation::RecoverProject { .. } = mutation
    {
        app.facts.tell(Fact::ProjectsChanged {
            account_id: account.to_owned(),
        });
    }
    if let Mutation::CreateKey { .. } | Mutation::RevokeKey { .. } = mutation {
        // Accounts of one owner have one list of keys.
        for account in accounts::all_at_address_of(app, account) {
            app.facts.tell(Fact::KeysChanged {
                account_id: account.id,
            });
        }
    }
    if let Some(project) = mutation.project() {
        project_changed(app, account, project);
        if mutation.is_of_auth() {
            auth_changed(app, account, project);
        }
    }
}

/// Something of a project's auth integration is not as it was.
pub(crate) fn auth_changed(app: &Platform, account: &str, project: &str) {
    app.facts.tell(Fact::AuthChanged {
        account_id: account.to_owned(),
        project_id: project.to_owned(),
    });
}

/// Something in a project is not as it was.
pub(crate) fn project_changed(app: &Platform, account: &str, project: &str) {
    app.facts.tell(Fact::ProjectChanged {
        account_id: account.to_owned(),
        project_id: project.to_owned(),
    });
}

/// The platform says that what was to be changed is not there: it is not to be shown any longer as if it were.
pub(super) async fn not_there(account_client: &PlatformClient, mutation: &Mutation) {
    let account = account_client.account.id.as_str();
    let (mut change, mut updates, mut undo) = (None, Vec::new(), Undo::None);
    match mutation {
        Mutation::UpdateProject { project, .. } | Mutation::DeleteProject { project } => {
            change = Some(Change::Gone(project.clone()));
            updates.push(NameUpdate::Gone(Key::project(account, project)));
        }
        Mutation::RecoverProject { project } => {
            undo = Undo::Forget {
                project: project.clone(),
                branch: None,
            };
        }
        Mutation::RecoverBranch { project, branch } => {
            undo = Undo::Forget {
                project: project.clone(),
                branch: Some(branch.clone()),
            };
        }
        // Whoever shows it looks again.
        _ => return tell(&account_client.app, account, mutation),
    }
    let after = PostCommitEffects {
        change,
        undo,
        updates,
    };
    after.keep(account_client, mutation).await;
}

impl PostCommitEffects {
    pub(super) fn of(
        account_client: &PlatformClient,
        mutation: &Mutation,
        affected: AffectedResources<'_>,
    ) -> Self {
        let (app, account) = (&account_client.app, account_client.account.id.as_str());
        let now = platform_now(app, account);
        let project = affected.project.map(|it| Box::new(ProjectView::from(it)));
        let branch = affected.branch.map(BranchView::from);
        let (mut change, mut undo) = (None, Undo::None);
        match mutation {
            Mutation::CreateProject { .. } => change = project.map(Change::Came),
            Mutation::UpdateProject { .. } => change = project.map(Change::Seen),
            Mutation::RecoverProject { project: id } => {
                change = project.map(Change::Came);
                undo = Undo::Forget {
                    project: id.clone(),
                    branch: None,
                };
            }
            Mutation::DeleteProject { project: id } => {
                let at = project.as_ref().and_then(|it| it.deleted_at).unwrap_or(now);
                let until = project.as_ref().and_then(|it| it.recoverable_until);
                let until = until.unwrap_or(at + KEPT_FOR);
                let name = project.as_ref().map(|it| it.name.clone());
                undo = offer(account_client, id, None, name, at, until);
                change = Some(Change::Deleted {
                    id: id.clone(),
                    record: project,
                    at,
                    until,
                });
            }
            Mutation::DeleteBranch {
                project,
                branch: id,
                for_good: false,
            } => {
                let at = branch.as_ref().and_then(|it| it.deleted_at).unwrap_or(now);
                let until = branch.as_ref().and_then(|it| it.recoverable_until);
                let name = branch.as_ref().map(|it| it.name.clone());
                let until = until.unwrap_or(at + KEPT_FOR);
                undo = offer(account_client, project, Some(id), name, at, until);
            }
            Mutation::DeleteBranch {
                project,
                branch: id,
                ..
            }
            | Mutation::RecoverBranch {
                project,
                branch: id,
            } => {
                undo = Undo::Forget {
                    project: project.clone(),
                    branch: Some(id.clone()),
                };
            }
            _ => {}
        }
        Self {
            change,
            undo,
            updates: updates(account, mutation, affected),
        }
    }

    /// Keeps it, before the change counts as ended: a crash in between has it kept at the next start.
    pub(super) async fn keep(self, account_client: &PlatformClient, mutation: &Mutation) {
        let (app, account) = (&account_client.app, account_client.account.id.as_str());
        let Self {
            change,
            mut undo,
            updates,
        } = self;
        if let Undo::Offer(offer) = &mut undo
            && offer.name.is_empty()
        {
            offer.name = name(app, offer).await;
        }
        names::learn(app, updates);
        let (list_loads, owner) = (app.list_loads.clone(), account.to_owned());
        let write = move |store: &rusqlite::Transaction<'_>| {
            if let Some(change) = change {
                project_lists::change(store, &list_loads, &owner, change)?;
            }
            undo.keep(store, &owner)
        };
        match app.store.write(write).await {
            Ok(true) => app.facts.tell(Fact::UndoChanged),
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "what follows from a change was not kept"),
        }
        let of_bulk = match mutation {
            Mutation::DeleteProject { project } => {
                Some((BulkVerb::DeleteProjects, project.clone()))
            }
            Mutation::RecoverProject { project } => {
                Some((BulkVerb::RecoverProjects, project.clone()))
            }
            Mutation::RevokeKey { key, .. } => Some((BulkVerb::RevokeKeys, key.to_string())),
            _ => None,
        };
        if let Some((verb, item)) = of_bulk {
            bulk_jobs::found_done(app, account, verb, &item).await;
        }
        tell(app, account, mutation);
    }
}

impl Undo {
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

fn offer(
    account_client: &PlatformClient,
    project: &str,
    branch: Option<&str>,
    name: Option<String>,
    deleted_at: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Undo {
    Undo::Offer(Box::new(UndoView {
        id: local_id(account_client.app.clock.as_ref()),
        account_id: account_client.account.id.clone(),
        project_id: project.to_owned(),
        branch_id: branch.map(ToOwned::to_owned),
        name: name.unwrap_or_default(),
        deleted_at,
        until,
    }))
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

fn updates(account: &str, mutation: &Mutation, affected: AffectedResources<'_>) -> Vec<NameUpdate> {
    let mut updates = Vec::new();
    match mutation {
        Mutation::DeleteProject { project } => {
            return vec![NameUpdate::Gone(Key::project(account, project))];
        }
        Mutation::DeleteBranch {
            project, branch, ..
        } => return vec![NameUpdate::Gone(Key::branch(account, project, branch))],
        Mutation::DeleteCompute { project, compute } => {
            return vec![NameUpdate::Gone(Key::compute(
                account, project, "", compute,
            ))];
        }
        Mutation::DeleteDatabase {
            project,
            branch,
            name,
        } => {
            return vec![NameUpdate::Gone(Key::database(
                account, project, branch, name,
            ))];
        }
        Mutation::RevokeKey { key, .. } => {
            return vec![NameUpdate::Gone(Key::api_key(
                account,
                None,
                &key.to_string(),
            ))];
        }
        Mutation::UpdateDatabase {
            project,
            branch,
            name,
            ..
        } if affected.databases.iter().any(|it| it.name != *name) => {
            updates.push(NameUpdate::Gone(Key::database(
                account, project, branch, name,
            )));
        }
        Mutation::CreateKey {
            organization,
            name,
            project,
        } => {
            if let Some((id, named)) = affected.key {
                let key = Key::api_key(account, project.as_deref(), &id.to_string());
                let name = named.unwrap_or(name).to_owned();
                updates.push(NameUpdate::Seen(vec![SeenName::of(
                    key,
                    name,
                    organization.clone(),
                )]));
            }
            return updates;
        }
        _ => {}
    }
    updates.push(NameUpdate::Seen(seen(account, mutation, affected)));
    updates
}

fn seen(account: &str, mutation: &Mutation, affected: AffectedResources<'_>) -> Vec<SeenName> {
    let mut all = Vec::new();
    let project = affected.project.map(ProjectView::from);
    all.extend(project.iter().map(|it| SeenName::project(account, it)));
    let made = project.map(|it| it.id);
    let Some(project) = mutation.project().map(ToOwned::to_owned).or(made) else {
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
    let of_branch = branch.map(|it| it.id).or(match mutation {
        Mutation::CreateDatabase { branch, .. } | Mutation::UpdateDatabase { branch, .. } => {
            Some(branch.clone())
        }
        _ => None,
    });
    for database in affected.databases {
        let branch = database.branch_id.as_ref().map(ToString::to_string);
        if let Some(branch) = branch.or_else(|| of_branch.clone()) {
            let database = DatabaseView::from(database);
            all.push(SeenName::database(account, &project, &branch, &database));
        }
    }
    all
}
