//! Running an SQL file against a database of the list, as work that is seen and can be stopped.

use std::path::PathBuf;

use pgclient::{Deadlines, Mode, Progress, Report, RunError, RunFailure, Script};

use crate::base::disk;
use crate::core::activity::{self, Note};
use crate::core::jobs::{self, Job};
use crate::core::operation::operation;
use crate::features::{Features, temporary};
use crate::store::{TemporaryDatabase, table};
use crate::tools::connect::{self, DatabaseUrl};
use crate::tools::contacts;
use crate::view::words::Action;
use crate::view::{
    ContactReason, ErrorCode, ErrorView, JobVerb, JobView, SeedPlanView, SeedStateView, SeedStatus,
    count, small,
};
use crate::{Error, accounts};

const ACTION: Action = Action::SeedTemporary;

/// Reads an SQL file and says what it would do, or why it is refused. Nothing runs.
///
/// # Errors
/// [`ErrorCode::File`] when it cannot be read, [`ErrorCode::Invalid`] with the line for what cannot be run.
#[operation(Guarded, Read, seed_inspect)]
pub async fn inspect(_app: &Features, path: &str) -> Result<SeedPlanView, Error> {
    let (path, script) = read(path).await?;
    Ok(SeedPlanView {
        path: path.display().to_string(),
        bytes: size(script.size()),
        statements: small(script.statements().len()),
        transaction: script.mode() == Mode::Whole,
        transaction_note: script.mode().note(),
    })
}

/// Refuses what [`start`] would refuse whatever the file is.
///
/// # Errors
/// [`ErrorCode::ReadOnly`] while the database's account is locked against changes.
#[operation(Program, Read, seed_must_be_possible)]
pub async fn ensure_can_start(app: &Features, id: &str) -> Result<(), Error> {
    let row = temporary::row(app, id).await?;
    temporary::must_be_writable(app, &row)
}

/// Runs an SQL file against a database of the list. It goes on in the background; how it ended is kept on the row.
///
/// # Errors
/// As [`inspect`]; [`ErrorCode::ReadOnly`] while its account is locked against changes; what its place says while it does
/// not run; [`ErrorCode::Invalid`] while another file runs on this row; [`ErrorCode::SecretMissing`] or a keychain's code when the connection string is not available.
#[operation(Guarded, Change, seed_start)]
pub async fn start(app: &Features, id: &str, path: &str) -> Result<JobView, Error> {
    let (view, work) = begin(app, id, path).await?;
    app.tasks.spawn(work);
    Ok(view)
}

/// As [`start`], and waits for the end.
///
/// # Errors
/// As [`start`]. How it ended is on the row.
pub(crate) async fn run_to_end(app: &Features, id: &str, path: &str) -> Result<(), Error> {
    let (_, work) = begin(app, id, path).await?;
    let ended = async {
        work.await;
        Ok(())
    };
    app.tasks.run(ended).await
}

async fn begin(
    app: &Features,
    id: &str,
    path: &str,
) -> Result<(JobView, impl Future<Output = ()> + Send + 'static), Error> {
    let row = temporary::row(app, id).await?;
    temporary::must_take_sessions(app, &row)?;
    let (path, script) = read(path).await?;
    let url = temporary::target(app, &row).await?.session_url();
    let job = jobs::begin_alone(app, JobVerb::Seed, &row.name, &row.id).ok_or_else(|| {
        Error::invalid("An SQL file is already running on this database")
            .hint("Wait until it finishes, or stop it.")
    })?;
    let view = job
        .view()
        .ok_or_else(|| Error::internal("The task stopped before it started"))?;
    let shown = path.display().to_string();
    let running = state(&shown, SeedStatus::Running);
    let row = temporary::change(app, &row.id, move |row| row.seed = Some(running)).await?;
    Ok((view, run(app.clone(), row, url, shown, script, job)))
}

/// Stops what runs on the databases of an account.
pub(crate) async fn stop_of_account(app: &Features, account_id: &str) {
    match app.store.read(table::temporary::all).await {
        Ok(rows) => {
            for row in rows {
                if row.account_id.as_deref() == Some(account_id) {
                    app.jobs.stop(JobVerb::Seed, &row.id);
                }
            }
        }
        Err(error) => tracing::warn!(%error, "seedings of a locked account could not be stopped"),
    }
}

/// Runs an SQL file that belongs to a create. Why it could not begin is kept on the row, as nobody waits for it.
pub(crate) async fn start_or_note(app: &Features, id: &str, path: &str) {
    let Err(error) = start(app, id, path).await else {
        return;
    };
    let view = ErrorView::from(error.clone());
    let ended = SeedStateView {
        error: Some(view.message),
        hint: view.hint,
        ended_at: Some(app.clock.now()),
        ..state(path, SeedStatus::RolledBack)
    };
    match temporary::change(app, id, move |row| row.seed = Some(ended)).await {
        Ok(row) => activity::record(app, Note::about(app, ACTION, &row).failed(&error)).await,
        Err(error) => tracing::warn!(%error, "the error of a seeding could not be stored"),
    }
}

async fn run(
    app: Features,
    row: TemporaryDatabase,
    url: DatabaseUrl,
    path: String,
    script: Script,
    job: Job,
) {
    let ca_file = accounts::ca_file(&app, &row);
    let target = connect::target(&url, ca_file.as_deref());
    let mut done = 0;
    let progress = |progress: Progress| {
        done = progress.statements_done;
        job.progress(
            progress.statements_done as u64,
            progress.statements_total as u64,
            "statements",
        );
    };
    // Where a run connects: a pooled string is made direct for it.
    let direct = url.direct();
    let to = (ContactReason::SqlFile, direct.host(), direct.port());
    let (stop, deadlines) = (job.stop().clone(), Deadlines::default());
    let running = pgclient::run(&script, target, progress, stop, deadlines);
    let is_silent = |ended: &Result<_, pgclient::RunError>| match ended {
        Err(error) => {
            matches!(&error.failure, RunFailure::Connect(error) if contacts::is_silence(error))
        }
        Ok(_) => false,
    };
    let result = app.contacts.of(to, running, is_silent).await;
    let mut ended = match &result {
        Ok(report) => done_state(&path, report),
        Err(error) => SeedStateView {
            statements: small(done),
            ..failed_state(&path, error)
        },
    };
    ended.ended_at = Some(app.clock.now());
    let note = note(&app, &row, &path, &result, &ended);
    // The work ends first, so that whoever receives the event of the row can start the next.
    drop(job);
    if let Err(error) = temporary::change(&app, &row.id, move |row| row.seed = Some(ended)).await {
        tracing::warn!(%error, "the end of a seeding could not be stored");
    }
    activity::record(&app, note).await;
}

fn note(
    app: &Features,
    row: &TemporaryDatabase,
    path: &str,
    result: &Result<Report, RunError>,
    ended: &SeedStateView,
) -> Note {
    let note = Note::about(app, ACTION, row);
    let Err(error) = result else {
        let rows = ended.rows_copied;
        return note.detail(format!(
            "{path}: {} statements, {rows} rows copied",
            ended.statements
        ));
    };
    let code = match error.failure {
        RunFailure::Cancelled => ErrorCode::Cancelled,
        _ => ErrorCode::Database,
    };
    note.failed(&Error::new(code, words(error)))
}

async fn read(path: &str) -> Result<(PathBuf, Script), Error> {
    let path = disk::expand(path)?;
    disk::blocking(move || {
        let path = disk::real_path(&path).unwrap_or(path);
        let script = Script::read(&path)?;
        Ok((path, script))
    })
    .await
}

fn state(path: &str, status: SeedStatus) -> SeedStateView {
    SeedStateView {
        path: path.to_owned(),
        status,
        statements: 0,
        rows_copied: 0.0,
        error: None,
        hint: None,
        ended_at: None,
    }
}

fn done_state(path: &str, report: &Report) -> SeedStateView {
    SeedStateView {
        statements: small(report.statements),
        rows_copied: count(report.rows_copied),
        ..state(path, SeedStatus::Done)
    }
}

fn failed_state(path: &str, error: &RunError) -> SeedStateView {
    let status = match (&error.failure, error.rolled_back) {
        (RunFailure::Cancelled, true) => SeedStatus::Cancelled,
        (_, true) => SeedStatus::RolledBack,
        (_, false) => SeedStatus::Partial,
    };
    SeedStateView {
        error: Some(words(error)),
        hint: hint(error),
        ..state(path, status)
    }
}

/// What the person can do next, if anything is known.
fn hint(error: &RunError) -> Option<String> {
    match &error.failure {
        RunFailure::Connect(error) => connect::hint(error).map(str::to_owned),
        _ => error.hint(),
    }
}

/// What failed, with its instant service in the file.
fn words(error: &RunError) -> String {
    match error.position {
        Some(at) => format!("At {at}: {}", error.message_without_data()),
        None => error.message_without_data(),
    }
}

fn size(value: usize) -> f64 {
    count(value as u64)
}
