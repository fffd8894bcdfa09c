//! Where a temporary database is copied to: a new database of a branch, or the one that comes with a new project.

use std::time::Duration;

use pgclient::{Deadlines, Restore};

use super::contents::Contents;
use super::roles;
use super::saving::{Saving, begin, stopped};
use crate::base::check::{self, LONG_NAME};
use crate::features::{Features, connection_card};
use crate::platform::{one_time_secrets, operations};
use crate::resources::projects::CreateProject;
use crate::resources::{branches, databases, projects, roles as branch_roles};
use crate::tools::connect;
use crate::view::{
    ConnectSource, ConnectionRequest, ContactReason, CopyInto, CopyTarget, ErrorCode, NamedRole,
    NewProjectTarget,
};
use crate::{Error, accounts};

/// How long a session with the new database may take to open: its compute may be suspended.
const DEADLINE: Duration = Duration::from_secs(30);

/// Begins to copy a database of the list into a project, as a new database, or into a project that is made for it. Of the
/// roles that it needs, those in `may_create` are created there.
///
/// # Errors
/// As [`super::to_file`] and as a database is created; [`ErrorCode::Exists`] when there is a database of that name.
pub async fn into_project(
    app: &Features,
    id: &str,
    into: CopyInto,
    may_create: Vec<String>,
) -> Result<Saving, Error> {
    let (CopyInto::Branch(CopyTarget { account_id, .. })
    | CopyInto::NewProject(NewProjectTarget { account_id, .. })) = &into;
    accounts::ensure_writable(app, account_id)?;
    accounts::must_run(app, account_id)?;
    let to = match &into {
        CopyInto::Branch(into) => of_branch(app, into).await?,
        CopyInto::NewProject(new) => check::name(&new.name, "project", LONG_NAME)?,
    };
    begin(app, id, to, Some(into), may_create).await
}

/// The roles that the contents need and that are missing where they go.
pub(super) async fn missing_roles(
    app: &Features,
    into: &CopyInto,
    contents: &Contents,
) -> Result<Vec<NamedRole>, Error> {
    if contents.needed.is_empty() {
        return Ok(Vec::new());
    }
    let there = match into {
        CopyInto::Branch(into) => {
            let (account, project, branch) = (&into.account_id, &into.project_id, &into.branch_id);
            let all = branch_roles::list(app, account, project, branch).await?;
            all.into_iter().map(|it| it.name).collect()
        }
        CopyInto::NewProject(new) => {
            let client = accounts::client::of(app, &new.account_id).await?;
            vec![client.profile.role.to_owned()]
        }
    };
    let is_missing = |it: &&NamedRole| !there.contains(&it.name);
    Ok(contents.needed.iter().filter(is_missing).cloned().collect())
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

/// Makes the database that the copy goes into, and begins the transaction that takes all of it.
///
/// # Errors
/// [`ErrorCode::Invalid`] for a role that is missing and may not be created, with nothing made; as a database or a project
/// is created, as its connection string is asked for, and as a session is opened.
pub async fn make_target(
    app: &Features,
    saving: &Saving,
    contents: &Contents,
) -> Result<Restore, Error> {
    if saving.stop().is_cancelled() {
        return Err(stopped());
    }
    let state = saving.state();
    let into = match (state.into, state.new_project) {
        (Some(into), _) => CopyInto::Branch(into),
        (None, Some(new)) => CopyInto::NewProject(new),
        (None, None) => return Err(Error::internal("This save has no project to go to")),
    };
    let created = missing_roles(app, &into, contents).await?;
    if let Some(role) = created.iter().find(|it| !saving.roles.contains(&it.name)) {
        return Err(roles::missing(role));
    }
    let into = match into {
        CopyInto::Branch(into) => make_database(app, saving, into).await?,
        CopyInto::NewProject(new) => make_project(app, saving, new, contents.server).await?,
    };
    let source = ConnectSource::Project {
        account_id: into.account_id.clone(),
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
    let (url, ca_file) = (target.session_url(), target.ca_file.as_deref());
    let reason = ContactReason::DatabaseCopy;
    let opened = connect::open(&app.contacts, reason, &url, ca_file, DEADLINE).await;
    if opened.is_err() {
        accounts::must_run(app, &into.account_id)?;
    }
    let session = opened?;
    let failed = |error| super::failure::refused(&error);
    let mut restore = Restore::begin(session, Deadlines::default())
        .await
        .map_err(failed)?;
    restore
        .write(roles::create_roles(&created).as_bytes())
        .await
        .map_err(failed)?;
    let mut notes = Vec::new();
    if !created.is_empty() {
        notes.push(format!("Created without login: {}.", roles::list(&created)));
    }
    notes.extend(contents.left_out(None));
    saving.note(notes);
    Ok(restore)
}

async fn make_database(
    app: &Features,
    saving: &Saving,
    into: CopyTarget,
) -> Result<CopyTarget, Error> {
    let (account, project, branch) = (&into.account_id, &into.project_id, &into.branch_id);
    let made = databases::create(app, account, project, branch, &into.database, &into.owner);
    let made = made.await?;
    saving.makes();
    operations::finished(app, saving.stop(), account, &made.operations).await?;
    saving.made();
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
    saving.makes();
    saving.made();
    // It is connected to by what the platform says on demand.
    one_time_secrets::forget_all(app, &made.connections);
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
