//! Databases of a branch.

use api::resource::databases as wire;
use api::resource::operations::Operation;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;

use crate::Error;
use crate::accounts::client;
use crate::base::{check, ids};
use crate::core::names::{self, NameUpdate, Scope, SeenName};
use crate::core::operation::{Entry, operation};
use crate::model::name::Key;
use crate::platform::Platform;
use crate::platform::mutation::{
    self, AffectedResources, Answer, Effects, Mutation, Observed, OnBranch, PlatformClient, Reader,
    ReconcileOutcome, Sent, Stop, Subject, changed,
};
use crate::view::words::Action;
use crate::view::{ChangeView, DatabaseView, page};

/// What is changed of a database; what is `None` stays.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateDatabase {
    /// A new name, at most 63 bytes. Renaming cuts its connections.
    pub name: Option<String>,
    /// A new owner.
    pub owner: Option<String>,
}

/// All databases of a branch (`GET /projects/{project_id}/branches/{branch_id}/databases`).
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
#[operation(Page, Read, database_list, text)]
pub async fn list(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<Vec<DatabaseView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let databases = account_client.click().databases(&project, &branch);
    let found = account_client.send_value(databases.list()).await?;
    let found: Vec<_> = found.iter().map(DatabaseView::from).collect();
    let key = |it: &DatabaseView| Key::database(account_id, project_id, branch_id, &it.name);
    let seen = found.iter().map(|it| SeenName::named(key(it), &it.name));
    let scope = Scope::Databases(
        account_id.to_owned(),
        project_id.to_owned(),
        branch_id.to_owned(),
    );
    names::update(app, [NameUpdate::Whole(scope, seen.collect())]);
    Ok(found)
}

/// One database (`GET /projects/{project_id}/branches/{branch_id}/databases/{database_name}`).
///
/// # Errors
/// As [`list`], and [`crate::view::ErrorCode::NotFound`] when it is not there.
pub async fn get(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) -> Result<DatabaseView, Error> {
    check::identifier(name, "database")?;
    let account_client = client::of(app, account_id).await?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let databases = account_client.click().databases(&project, &branch);
    let found = DatabaseView::from(&account_client.send_value(databases.get(name)).await?);
    let key = Key::database(account_id, project_id, branch_id, &found.name);
    let seen = SeenName::named(key, &found.name);
    names::update(app, [NameUpdate::Seen(vec![seen])]);
    Ok(found)
}

/// Makes a database that a role owns (`POST /projects/{project_id}/branches/{branch_id}/databases`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and as every mutation
/// ([`crate::view::ErrorCode::MaybeCreated`] when its end is not known).
#[operation(Page, Change, database_create, text)]
pub async fn create(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
    owner: &str,
) -> Result<ChangeView<DatabaseView>, Error> {
    check::identifier(name, "database")?;
    check::identifier(owner, "owner")?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let (name, owner) = (name.to_owned(), owner.to_owned());
    let mutation = DatabaseMutation::Create {
        at: OnBranch::new(&project, &branch, &name),
        owner: owner.clone(),
    };
    let send = async move |api: api::Management| {
        let databases = api.databases(&project, &branch);
        databases.create(&name, &owner).await
    };
    Ok(shown(
        &mutation::run(app, account_id, mutation, send).await?,
    ))
}

/// Renames a database or gives it to another role
/// (`PATCH /projects/{project_id}/branches/{branch_id}/databases/{database_name}`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, database_update, text)]
pub async fn update(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
    update: UpdateDatabase,
) -> Result<ChangeView<DatabaseView>, Error> {
    check::identifier(name, "database")?;
    for (text, of_what) in [(&update.name, "database"), (&update.owner, "owner")] {
        if let Some(text) = text {
            check::identifier(text, of_what)?;
        }
    }
    if update == UpdateDatabase::default() {
        return Err(Error::invalid("Nothing to change").hint("Change something first."));
    }
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let wanted = wire::UpdateDatabase {
        name: update.name,
        owner_name: update.owner,
    };
    let name = name.to_owned();
    let mutation = DatabaseMutation::Update {
        at: OnBranch::new(&project, &branch, &name),
        expected: mutation::expected(&wanted)?,
    };
    let send = async move |api: api::Management| {
        let databases = api.databases(&project, &branch);
        databases.update(&name, &wanted).await
    };
    Ok(shown(
        &mutation::run(app, account_id, mutation, send).await?,
    ))
}

/// Deletes a database with its data
/// (`DELETE /projects/{project_id}/branches/{branch_id}/databases/{database_name}`).
///
/// # Errors
/// As [`create`].
#[operation(Guarded, Change, database_delete, text)]
pub async fn delete(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) -> Result<(), Error> {
    check::identifier(name, "database")?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let name = name.to_owned();
    let mutation = DatabaseMutation::Delete(OnBranch::new(&project, &branch, &name));
    let send =
        async move |api: api::Management| api.databases(&project, &branch).delete(&name).await;
    let _gone: Option<wire::DatabaseChange> =
        mutation::run(app, account_id, mutation, send).await?;
    Ok(())
}

fn shown(change: &wire::DatabaseChange) -> ChangeView<DatabaseView> {
    ChangeView {
        item: DatabaseView::from(&change.database),
        operations: page::operations(&change.operations),
    }
}

/// The mutations of databases, as they are journalled.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum DatabaseMutation {
    #[serde(rename = "createDatabase")]
    Create {
        #[serde(flatten)]
        at: OnBranch,
        owner: String,
    },
    #[serde(rename = "updateDatabase")]
    Update {
        #[serde(flatten)]
        at: OnBranch,
        expected: Value,
    },
    #[serde(rename = "deleteDatabase")]
    Delete(OnBranch),
}

impl DatabaseMutation {
    fn parts(&self) -> (Action, &OnBranch) {
        match self {
            Self::Create { at, .. } => (Action::CreateDatabase, at),
            Self::Update { at, .. } => (Action::ChangeDatabase, at),
            Self::Delete(at) => (Action::DeleteDatabase, at),
        }
    }
}

impl Mutation for DatabaseMutation {
    type Item = wire::Database;

    fn subject(&self) -> Subject<'_> {
        let (action, at) = self.parts();
        let subject = at.subject(action, "database");
        match self {
            Self::Delete(_) => subject.removes(),
            _ => subject,
        }
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<wire::Database>>, Stop> {
        let (project, branch) = self.parts().1.ids()?;
        let databases = reader.api.databases(&project, &branch);
        let seen = reader.observed_on(&project, &branch, databases.list());
        Ok(Some(seen.await?))
    }

    fn decide(
        &self,
        sent: &Sent<'_>,
        seen: Observed<wire::Database>,
    ) -> ReconcileOutcome<wire::Database> {
        let mut databases = seen.items.into_iter();
        match self {
            Self::Create { at, owner } => {
                let like_it = databases.filter(|it| it.name == at.name && &it.owner_name == owner);
                sent.made(like_it, |_| String::new(), |it| it.created_at)
            }
            Self::Delete(at) => {
                sent.removed(databases.any(|it| it.name == at.name), &seen.operations)
            }
            Self::Update { at, expected } => {
                let now = expected["name"].as_str().unwrap_or(&at.name);
                let Some(database) = databases.find(|it| it.name == now) else {
                    return ReconcileOutcome::NotDone;
                };
                let fields = json!({ "name": database.name, "owner_name": database.owner_name });
                changed(expected, &fields, database)
            }
        }
    }

    fn affected(database: &wire::Database) -> AffectedResources<'_> {
        AffectedResources::database(database)
    }

    fn effects(&self, client: &PlatformClient, affected: AffectedResources<'_>) -> Effects {
        let (_, at) = self.parts();
        let is_gone = match self {
            Self::Create { .. } => false,
            Self::Update { .. } => affected.databases.iter().any(|it| it.name != at.name),
            Self::Delete(_) => true,
        };
        let (account, name) = (&client.account.id, &at.name);
        let key = is_gone.then(|| Key::database(account, &at.project, &at.branch, name));
        Effects {
            names: key.map(NameUpdate::Gone).into_iter().collect(),
            ..Effects::default()
        }
    }
}

impl Answer<wire::Database> for wire::DatabaseChange {
    fn operations(&self) -> &[Operation] {
        &self.operations
    }

    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources::database(&self.database)
    }

    fn of(found: Option<wire::Database>) -> Option<Self> {
        Some(Self {
            database: found?,
            operations: Vec::new(),
        })
    }
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[
    DatabaseList::ENTRY,
    DatabaseCreate::ENTRY,
    DatabaseUpdate::ENTRY,
    DatabaseDelete::ENTRY,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::mutation::testing::{all, verdict};

    #[test]
    fn renamed_databases_are_looked_for_by_their_new_name() {
        let rename = DatabaseMutation::Update {
            at: OnBranch {
                project: "p".to_owned(),
                branch: "br-1".to_owned(),
                name: "old".to_owned(),
            },
            expected: json!({ "name": "new", "owner_name": "me" }),
        };
        for (found, end) in [
            (json!([{ "name": "new", "owner_name": "me" }]), "done"),
            (
                json!([{ "name": "new", "owner_name": "other" }]),
                "not done",
            ),
            (json!([{ "name": "old", "owner_name": "me" }]), "not done"),
        ] {
            assert_eq!(verdict(rename.clone(), &[], all(found)), end);
        }
    }
}
