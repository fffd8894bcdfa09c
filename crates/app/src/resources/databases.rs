//! Databases of a branch.

use api::resource::databases as wire;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::accounts::client;
use crate::base::{check, ids};
use crate::core::names::{self, NameUpdate, Scope, SeenName};
use crate::platform::Platform;
use crate::platform::mutation::{self, Mutation};
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
/// As every look at an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
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
    let seen = found.iter();
    let seen = seen.map(|it| SeenName::database(account_id, project_id, branch_id, it));
    let scope = Scope::Databases(
        account_id.to_owned(),
        project_id.to_owned(),
        branch_id.to_owned(),
    );
    names::learn(app, [NameUpdate::Whole(scope, seen.collect())]);
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
    let seen = SeenName::database(account_id, project_id, branch_id, &found);
    names::learn(app, [NameUpdate::Seen(vec![seen])]);
    Ok(found)
}

/// Makes a database that a role owns (`POST /projects/{project_id}/branches/{branch_id}/databases`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and as every mutation
/// ([`crate::view::ErrorCode::MaybeCreated`] when its end is not known).
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
    let mutation = Mutation::CreateDatabase {
        project: project.to_string(),
        branch: branch.to_string(),
        name: name.clone(),
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
        return Err(Error::invalid("Nothing is to be changed").hint("Change something first."));
    }
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let wanted = wire::UpdateDatabase {
        name: update.name,
        owner_name: update.owner,
    };
    let name = name.to_owned();
    let mutation = Mutation::UpdateDatabase {
        project: project.to_string(),
        branch: branch.to_string(),
        name: name.clone(),
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
/// (`DELETE /projects/{project_id}/branches/{branch_id}/databases/{database_name}`). `None` when nothing is left to show
/// of it.
///
/// # Errors
/// As [`create`].
pub async fn delete(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) -> Result<Option<ChangeView<DatabaseView>>, Error> {
    check::identifier(name, "database")?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let name = name.to_owned();
    let mutation = Mutation::DeleteDatabase {
        project: project.to_string(),
        branch: branch.to_string(),
        name: name.clone(),
    };
    let send =
        async move |api: api::Management| api.databases(&project, &branch).delete(&name).await;
    let gone: Option<wire::DatabaseChange> = mutation::run(app, account_id, mutation, send).await?;
    Ok(gone.as_ref().map(shown))
}

fn shown(change: &wire::DatabaseChange) -> ChangeView<DatabaseView> {
    ChangeView {
        item: DatabaseView::from(&change.database),
        operations: page::operations(&change.operations),
    }
}
