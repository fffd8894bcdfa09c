//! Saving a temporary database before it expires: to a file, or as a new database of a project. Whoever has the programs of
//! PostgreSQL moves the data; this begins it, keeps how it stands on the row, and ends it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::base::{check, disk};
use crate::core::activity::{self, Note};
use crate::core::jobs::{self, Job};
use crate::features::{Features, connection_card, temporary};
use crate::platform::operations;
use crate::resources::{branches, databases, projects};
use crate::store::{TemporaryDatabase, table};
use crate::tools::connect::{self, DatabaseUrl, PsqlParameters};
use crate::view::words::Action;
use crate::view::{
    ConnectSource, ConnectionRequest, ContactReason, CopyTarget, ErrorCode, ErrorView, JobVerb,
    JobView, SaveStateView, SaveStatus, TemporaryState, count,
};
use crate::{Error, accounts};

const REASON: ContactReason = ContactReason::DatabaseCopy;
/// How long connecting and asking may each take: the database may be suspended.
const DEADLINE: Duration = Duration::from_secs(20);

/// A save that is under way, until [`run`] has ended it.
#[derive(Debug)]
pub struct Saving {
    row: TemporaryDatabase,
    state: SaveStateView,
    url: DatabaseUrl,
    ca_file: Option<PathBuf>,
    job: Job,
}

/// What a database is like that is about to be saved.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Inspected {
    /// The major version of its server, such as 17.
    pub server: u32,
    /// How many tables have data to save.
    pub tables: u64,
}

impl Saving {
    /// As the window sees it.
    #[must_use]
    pub fn view(&self) -> Option<JobView> {
        self.job.view()
    }

    /// Cancelled when the person asks it to stop.
    #[must_use]
    pub fn stop(&self) -> &CancellationToken {
        self.job.stop()
    }

    /// How many tables are saved.
    pub fn progress(&self, done: u64, total: u64) {
        self.job.progress(done, total, "tables");
    }

    /// The file that it goes to.
    #[must_use]
    pub fn path(&self) -> &Path {
        Path::new(&self.state.to)
    }

    /// Beside that file: what is written until all of it is there.
    #[must_use]
    pub fn partial(&self) -> PathBuf {
        partial(self.path(), &self.row.id)
    }

    fn action(&self) -> Action {
        action(&self.state)
    }
}

/// Begins to save a database of the list to a file, whose path is a full one.
///
/// # Errors
/// [`ErrorCode::ReadOnly`] while its account is locked against changes; what its place says while it does not run;
/// [`ErrorCode::NotFound`] for one that is over; [`ErrorCode::Invalid`] while it is saved already;
/// [`ErrorCode::SecretMissing`] or a keychain's code when the connection string is not available.
pub async fn to_file(app: &Features, id: &str, path: &str) -> Result<Saving, Error> {
    let path = disk::expand(path)?;
    let to = path.display().to_string();
    begin(app, id, to, None).await
}

/// Begins to copy a database of the list into a project, as a new database.
///
/// # Errors
/// As [`to_file`] and as a database is created; [`ErrorCode::Exists`] when there is a database of that name.
pub async fn into_project(app: &Features, id: &str, into: CopyTarget) -> Result<Saving, Error> {
    accounts::ensure_writable(app, &into.account_id)?;
    accounts::must_run(app, &into.account_id)?;
    check::identifier(&into.database, "database")?;
    let (account, project, branch) = (&into.account_id, &into.project_id, &into.branch_id);
    let there = databases::list(app, account, project, branch).await?;
    if there.iter().any(|it| it.name == into.database) {
        let message = format!("The branch already has a database {}", into.database);
        let refused = Error::new(ErrorCode::Exists, message).about(into.database);
        return Err(refused.hint("Choose another name: a copy never replaces a database."));
    }
    let found = branches::get(app, account, project, branch).await?;
    let project = projects::get(app, account, project).await?;
    let to = format!(
        "{} / {} / {}",
        project.name, found.branch.name, into.database
    );
    begin(app, id, to, Some(into)).await
}

async fn begin(
    app: &Features,
    id: &str,
    to: String,
    into: Option<CopyTarget>,
) -> Result<Saving, Error> {
    let row = temporary::row(app, id).await?;
    must_be_there(&row)?;
    temporary::must_take_sessions(app, &row)?;
    let target = temporary::target(app, &row).await?;
    target.need_password()?;
    let job = jobs::begin_alone(app, JobVerb::Save, &row.name, &row.id).ok_or_else(|| {
        Error::invalid("This database is being saved already")
            .hint("Wait until that finishes, or stop it.")
    })?;
    let state = SaveStateView {
        into,
        to,
        status: SaveStatus::Running,
        bytes: 0.0,
        error: None,
        hint: None,
        ended_at: None,
    };
    let running = state.clone();
    let row = temporary::change(app, &row.id, move |row| row.saved = Some(running)).await?;
    Ok(Saving {
        url: target.session_url(),
        ca_file: target.ca_file,
        row,
        state,
        job,
    })
}

/// Its data is there to be saved.
fn must_be_there(row: &TemporaryDatabase) -> Result<(), Error> {
    let message = match row.state {
        TemporaryState::Expired | TemporaryState::Gone => {
            "This database has expired, and its data is gone"
        }
        TemporaryState::Creating => "This database is still being created",
        TemporaryState::Failed | TemporaryState::Unclear => "This database was not created",
        _ => return Ok(()),
    };
    Err(Error::new(ErrorCode::NotFound, message).hint("Choose another database."))
}

/// Connects to the database and sees what there is to save.
///
/// # Errors
/// As a session is opened.
pub async fn inspect(app: &Features, saving: &Saving) -> Result<Inspected, Error> {
    const TABLES: &str = "SELECT current_setting('server_version_num')::int / 10000, count(*)
        FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
        WHERE relkind = 'r' AND relpersistence <> 't' AND nspname !~ '^pg_' AND nspname <> 'information_schema'
            AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')";
    let (url, ca_file) = (&saving.url, saving.ca_file.as_deref());
    let session = connect::open(&app.contacts, REASON, url, ca_file, DEADLINE).await?;
    let asked = tokio::time::timeout(DEADLINE, session.client().query_one(TABLES, &[])).await;
    let unread = || {
        Error::new(
            ErrorCode::Database,
            "Couldn't read what the database contains",
        )
        .hint("Test the connection, then try again.")
    };
    let row = asked.map_err(|_| unread())?.map_err(|_| unread())?;
    let (server, tables) = (row.get::<_, i32>(0), row.get::<_, i64>(1));
    Ok(Inspected {
        server: u32::try_from(server).unwrap_or_default(),
        tables: u64::try_from(tables).unwrap_or_default(),
    })
}

/// What `pg_dump` needs to connect. Whether it does is not seen here.
///
/// # Errors
/// [`ErrorCode::Invalid`] for a string that asks for no TLS.
pub fn source(app: &Features, saving: &Saving) -> Result<PsqlParameters, Error> {
    let source = PsqlParameters::of(&saving.url, saving.ca_file.clone())?;
    app.contacts.begun(REASON, &source.host, source.port);
    Ok(source)
}

/// Makes the database that the copy goes into, and gives what `psql` needs to connect to it.
///
/// # Errors
/// As a database is created, and as its connection string is asked for.
pub async fn make_target(app: &Features, saving: &Saving) -> Result<PsqlParameters, Error> {
    let Some(into) = saving.state.into.clone() else {
        return Err(Error::internal("This save has no project to go to"));
    };
    let (account, project, branch) = (&into.account_id, &into.project_id, &into.branch_id);
    let made = databases::create(app, account, project, branch, &into.database, &into.owner);
    let made = made.await?;
    operations::finished(app, saving.stop(), &made.operations).await?;
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
    app.contacts
        .begun(REASON, &parameters.host, parameters.port);
    Ok(parameters)
}

/// The person stopped it.
#[must_use]
pub fn stopped() -> Error {
    Error::new(ErrorCode::Cancelled, "Stopped").hint("Start it again if you still need it.")
}

/// Runs what saves it, which gives how many bytes were saved, and ends it by that.
pub fn run(
    app: &Features,
    saving: Arc<Saving>,
    work: impl Future<Output = Result<u64, Error>> + Send + 'static,
) {
    let features = app.clone();
    app.tasks.spawn(async move {
        let result = work.await;
        end(&features, saving, result).await;
    });
}

async fn end(app: &Features, saving: Arc<Saving>, result: Result<u64, Error>) {
    let mut state = saving.state.clone();
    state.ended_at = Some(app.clock.now());
    let mut note = Note::about(app, saving.action(), &saving.row);
    match result {
        Ok(bytes) => {
            state.status = SaveStatus::Done;
            state.bytes = count(bytes);
            note = note.detail(format!("{}: {bytes} bytes", state.to));
        }
        Err(error) => {
            state.status = match error.code() {
                ErrorCode::Cancelled => SaveStatus::Cancelled,
                _ => SaveStatus::Failed,
            };
            note = note.failed(&error);
            let view = ErrorView::from(error);
            state.error = Some(view.message);
            state.hint = view.hint;
        }
    }
    let id = saving.row.id.clone();
    // The work ends first, so that whoever receives the event of the row can start the next.
    drop(saving);
    if let Err(error) = temporary::change(app, &id, move |row| row.saved = Some(state)).await {
        tracing::warn!(%error, "the end of a save could not be stored");
    }
    activity::record(app, note).await;
}

/// Marks the saves of an earlier run as ended, and removes what they had written: they ended with it.
pub(crate) async fn end_of_earlier_run(app: &Features) -> Result<(), Error> {
    let rows = app.store.read(table::temporary::all).await?;
    for row in rows {
        let Some(mut state) = row.saved.filter(|it| it.status == SaveStatus::Running) else {
            continue;
        };
        if app.jobs.runs(JobVerb::Save, &row.id) {
            continue;
        }
        let hint = if state.into.is_some() {
            "If the new database is there, it is empty. Delete it, then copy again."
        } else {
            let left = partial(Path::new(&state.to), &row.id);
            disk::blocking(move || {
                drop(std::fs::remove_file(left));
                Ok(())
            })
            .await?;
            "The file was not changed. Save it again."
        };
        let action = action(&state);
        let error = Error::new(
            ErrorCode::Cancelled,
            "Plinth quit while the database was being saved",
        );
        state.status = SaveStatus::Failed;
        state.error = Some(error.message().to_owned());
        state.hint = Some(hint.to_owned());
        state.ended_at = Some(app.clock.now());
        let row = temporary::change(app, &row.id, move |row| row.saved = Some(state)).await?;
        activity::record(app, Note::about(app, action, &row).failed(&error)).await;
    }
    Ok(())
}

/// Stops what is saved of the databases of an account, or into its projects.
pub(crate) async fn stop_of_account(app: &Features, account_id: &str) {
    match app.store.read(table::temporary::all).await {
        Ok(rows) => {
            for row in rows {
                let into = row.saved.and_then(|it| it.into).map(|it| it.account_id);
                if [row.account_id, into].contains(&Some(account_id.to_owned())) {
                    app.jobs.stop(JobVerb::Save, &row.id);
                }
            }
        }
        Err(error) => tracing::warn!(%error, "saves of a locked account could not be stopped"),
    }
}

fn action(state: &SaveStateView) -> Action {
    match state.into {
        None => Action::SaveTemporary,
        Some(_) => Action::CopyTemporary,
    }
}

fn partial(path: &Path, row_id: &str) -> PathBuf {
    path.with_file_name(format!(".plinth-save-{row_id}"))
}
