//! Saving a temporary database before it expires: to a file, or into a project. Whoever has the programs of
//! PostgreSQL moves the data; this begins it, keeps how it stands on the row, and ends it.

mod contents;
mod failure;
mod file;
mod roles;
mod saving;
mod target;

use std::path::Path;
use std::sync::Arc;

use self::saving::{action, begin, partial, rest_of_killed, target_account};
use crate::Error;
use crate::base::disk;
use crate::core::activity::{self, Note};
use crate::core::operation::{Entry, operation};
use crate::features::{Features, temporary};
use crate::store::table;
use crate::tools::connect::PsqlParameters;
use crate::view::{
    ContactReason, CopyInto, ErrorCode, ErrorView, JobVerb, NamedRole, SaveFormat, SaveStatus,
    count,
};

pub use self::contents::Contents;
pub use self::failure::{failed, not_restored};
pub use self::file::unwritten;
pub use self::roles::{create_roles, file_head};
pub use self::saving::{Saving, stopped};
pub use self::target::{into_project, make_target};
pub use pgclient::{Restore, RestoreError, RunFailure};

const REASON: ContactReason = ContactReason::DatabaseCopy;
/// Begins to save a database of the list to a file, whose path is a full one.
///
/// # Errors
/// [`ErrorCode::File`] for what is no plain file; [`ErrorCode::ReadOnly`] while its account is locked against changes; what its place says while it does not run;
/// [`ErrorCode::NotFound`] for one that is over; [`ErrorCode::Invalid`] while it is saved already;
/// [`ErrorCode::SecretMissing`] or a keychain's code when the connection string is not available.
pub async fn to_file(app: &Features, id: &str, path: &str) -> Result<Saving, Error> {
    let path = disk::expand(path)?;
    let path = disk::blocking(move || file::destination(path)).await?;
    let to = path.display().to_string();
    begin(app, id, to, None, Vec::new()).await
}

/// Connects to the database and sees what there is to save.
///
/// # Errors
/// As a session is opened.
pub async fn inspect(app: &Features, saving: &Saving) -> Result<Contents, Error> {
    contents::of(app, &saving.url, saving.ca_file.as_deref()).await
}

/// The roles that a copy needs and that are missing where it goes.
///
/// # Errors
/// As [`into_project`], and as a session is opened.
#[operation(Page, Read, temporary_copy_roles)]
pub async fn missing_roles(
    app: &Features,
    id: &str,
    into: &CopyInto,
) -> Result<Vec<NamedRole>, Error> {
    let row = temporary::row(app, id).await?;
    temporary::must_take_sessions(app, &row)?;
    let source = temporary::target(app, &row).await?;
    source.need_password()?;
    let contents = contents::of(app, &source.session_url(), source.ca_file.as_deref()).await?;
    target::missing_roles(app, into, &contents).await
}

/// Notes on the row what a file of this format needs, and what it leaves out.
pub fn note_file(saving: &Saving, contents: &Contents, format: SaveFormat) {
    let mut notes = roles::notes_of_file(contents, format);
    notes.extend(contents.left_out(Some(format)));
    saving.note(notes);
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
    let mut state = saving.state();
    state.ended_at = Some(app.clock.now());
    let mut note = Note::about(app, action(&state), &saving.row);
    match result {
        Ok(bytes) => {
            state.status = SaveStatus::Done;
            state.bytes = count(bytes);
            state.notes = saving.notes();
            note = note.detail(format!("{}: {bytes} bytes", state.to));
        }
        Err(error) => {
            let error = saving.with_rest(error);
            state.status = match error.code() {
                ErrorCode::Cancelled => SaveStatus::Cancelled,
                _ => SaveStatus::Failed,
            };
            note = note.failed(&error);
            let view = ErrorView::from(error);
            state.code = Some(view.code);
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
        if target_account(&state).is_none() {
            let left = partial(Path::new(&state.to), &row.id);
            disk::blocking(move || {
                drop(std::fs::remove_file(left));
                Ok(())
            })
            .await?;
        }
        let action = action(&state);
        // A file is there whole or not at all; a copy may be there, or what was made for it.
        let code = match target_account(&state) {
            None => ErrorCode::Cancelled,
            Some(_) => ErrorCode::MaybeCreated,
        };
        let error = Error::new(code, "Plinth quit while the database was being saved");
        state.status = SaveStatus::Failed;
        state.code = Some(code);
        state.error = Some(error.message().to_owned());
        state.hint = Some(rest_of_killed(&state));
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
                let into = row.saved.as_ref().and_then(target_account);
                if [row.account_id.as_deref(), into].contains(&Some(account_id)) {
                    app.jobs.stop(JobVerb::Save, &row.id);
                }
            }
        }
        Err(error) => tracing::warn!(%error, "saves of a locked account could not be stopped"),
    }
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[TemporaryCopyRoles::ENTRY];
