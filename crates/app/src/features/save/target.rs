//! Where a temporary database is copied to: a new database of a branch, or the one that comes with a new project.

use super::saving::{Saving, begin, stopped};
use crate::base::check::{self, LONG_NAME};
use crate::features::{Features, connection_card};
use crate::platform::{one_time_secrets, operations};
use crate::resources::projects::CreateProject;
use crate::resources::{branches, databases, projects};
use crate::tools::connect::PsqlParameters;
use crate::view::{
    ConnectSource, ConnectionRequest, ContactReason, CopyInto, CopyTarget, ErrorCode,
    NewProjectTarget,
};
use crate::{Error, accounts};

/// Begins to copy a database of the list into a project, as a new database, or into a project that is made for it.
///
/// # Errors
/// As [`super::to_file`] and as a database is created; [`ErrorCode::Exists`] when there is a database of that name.
pub async fn into_project(app: &Features, id: &str, into: CopyInto) -> Result<Saving, Error> {
    let (CopyInto::Branch(CopyTarget { account_id, .. })
    | CopyInto::NewProject(NewProjectTarget { account_id, .. })) = &into;
    accounts::ensure_writable(app, account_id)?;
    accounts::must_run(app, account_id)?;
    let to = match &into {
        CopyInto::Branch(into) => of_branch(app, into).await?,
        CopyInto::NewProject(new) => check::name(&new.name, "project", LONG_NAME)?,
    };
    begin(app, id, to, Some(into)).await
}

/// Project, branch and database, none of which has the name yet.
async fn of_branch(app: &Features, into: &CopyTarget) -> Result<String, Error> {
    check::identifier(&into.database, "database")?;
    let (account, project, branch) = (&into.account_id, &into.project_id, &into.branch_id);
    let there = databases::list(app, account, project, branch).await?;
    if there.iter().any(|it| it.name == into.database) {
        let message = format!("The branch already has a database {}", into.database);
        let refused = Error::new(ErrorCode::Exists, message).about(&into.database);
        return Err(refused.hint("Choose another name: a copy never replaces a database."));
    }
    let found = branches::get(app, account, project, branch).await?;
    let project = projects::get(app, account, project).await?;
    Ok(path(&project.name, &found.branch.name, &into.database))
}

fn path(project: &str, branch: &str, database: &str) -> String {
    format!("{project} / {branch} / {database}")
}

/// Makes the database that the copy goes into, for a server of this major version, and gives what `psql` needs to connect
/// to it.
///
/// # Errors
/// As a database or a project is created, and as its connection string is asked for.
pub async fn make_target(
    app: &Features,
    saving: &Saving,
    server: u32,
) -> Result<PsqlParameters, Error> {
    if saving.stop().is_cancelled() {
        return Err(stopped());
    }
    let state = saving.state();
    let into = match (state.into, state.new_project) {
        (Some(into), _) => make_database(app, saving, into).await?,
        (None, Some(new)) => make_project(app, saving, new, server).await?,
        (None, None) => return Err(Error::internal("This save has no project to go to")),
    };
    let source = ConnectSource::Project {
        account_id: into.account_id,
        project_id: into.project_id,
        request: ConnectionRequest {
            database: into.database,
            role: into.owner,
            branch_id: Some(into.branch_id),
            compute_id: None,
            pooled: Some(false),
        },
    };
    let target = connection_card::of(app, &source).await?;
    target.need_password()?;
    let parameters = target.psql()?;
    let reason = ContactReason::DatabaseCopy;
    app.contacts
        .begun(reason, &parameters.host, parameters.port);
    Ok(parameters)
}

async fn make_database(
    app: &Features,
    saving: &Saving,
    into: CopyTarget,
) -> Result<CopyTarget, Error> {
    let (account, project, branch) = (&into.account_id, &into.project_id, &into.branch_id);
    let made = databases::create(app, account, project, branch, &into.database, &into.owner);
    let made = made.await?;
    saving.made();
    operations::finished(app, saving.stop(), account, &made.operations).await?;
    Ok(into)
}

/// The row names the project as soon as it is there: whatever happens then, it is said what is left.
async fn make_project(
    app: &Features,
    saving: &Saving,
    new: NewProjectTarget,
    server: u32,
) -> Result<CopyTarget, Error> {
    let account = &new.account_id;
    let create = CreateProject {
        name: Some(new.name),
        organization_id: new.organization_id,
        // An older one may not take what it is given.
        pg_version: Some(server),
        ..CreateProject::default()
    };
    let made = projects::create(app, account, create).await?;
    saving.made();
    // It is connected to by what the platform says on demand.
    for secret in &made.connections {
        one_time_secrets::forget(app, &secret.id);
    }
    let project = &made.project;
    let branch = match made.branch {
        Some(branch) => Some(branch),
        // The reply was lost.
        None => {
            let all = branches::all(app, account, &project.id, false).await?;
            all.into_iter().find(|it| it.is_default)
        }
    };
    let branch = branch.ok_or_else(|| incomplete("branch"))?;
    let databases = databases::list(app, account, &project.id, &branch.id).await?;
    let database = databases
        .into_iter()
        .next()
        .ok_or_else(|| incomplete("database"))?;
    let to = path(&project.name, &branch.name, &database.name);
    let into = CopyTarget {
        account_id: account.clone(),
        project_id: project.id.clone(),
        branch_id: branch.id,
        database: database.name,
        owner: database.owner,
    };
    saving.goes_to(app, into.clone(), to).await?;
    operations::finished(app, saving.stop(), account, &made.operations).await?;
    Ok(into)
}

fn incomplete(lacks: &str) -> Error {
    let message = format!("The platform created the project without a {lacks}");
    Error::new(ErrorCode::Platform, message)
}
