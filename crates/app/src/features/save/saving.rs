//! A save that is under way: of which database, where it goes, and how it stands.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio_util::sync::CancellationToken;

use crate::Error;
use crate::base::guard::lock;
use crate::core::jobs::{self, Job};
use crate::features::{Features, temporary};
use crate::store::TemporaryDatabase;
use crate::tools::connect::DatabaseUrl;
use crate::view::words::Action;
use crate::view::{
    CopyInto, CopyTarget, ErrorCode, JobVerb, JobView, SaveStateView, SaveStatus, TemporaryState,
};

/// A save that is under way, until [`super::run`] has ended it.
#[derive(Debug)]
pub struct Saving {
    pub(super) row: TemporaryDatabase,
    pub(super) url: DatabaseUrl,
    pub(super) ca_file: Option<PathBuf>,
    /// As it is on the row.
    state: Mutex<SaveStateView>,
    /// A database or a project was asked for, which stays also when the copy fails.
    has_made: AtomicBool,
    /// The platform finished making it.
    is_made: AtomicBool,
    /// All of it was sent, and whether it is kept is the server's answer.
    is_committing: AtomicBool,
    /// Roles that the copy may create where it goes.
    pub(super) roles: Vec<String>,
    /// Sentences for the row once all of it is saved.
    notes: Mutex<Vec<String>>,
    job: Job,
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
    pub fn path(&self) -> PathBuf {
        self.state().to.into()
    }

    /// Beside that file: what is written until all of it is there.
    #[must_use]
    pub fn partial(&self) -> PathBuf {
        partial(&self.path(), &self.row.id)
    }

    pub(super) fn state(&self) -> SaveStateView {
        lock(&self.state).clone()
    }

    /// Keeps sentences for the row once all of it is saved.
    pub(super) fn note(&self, notes: Vec<String>) {
        *lock(&self.notes) = notes;
    }

    pub(super) fn notes(&self) -> Vec<String> {
        lock(&self.notes).clone()
    }

    /// From here on nobody knows what is kept until the server says so.
    pub fn commits(&self) {
        self.is_committing.store(true, Ordering::Relaxed);
    }

    /// The server undid all of it.
    pub fn keeps_nothing(&self) {
        self.is_committing.store(false, Ordering::Relaxed);
    }

    /// Ends when the person asks it to stop, unless it is too late for that.
    pub async fn stopped(&self) {
        self.stop().cancelled().await;
        if self.is_committing.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    }

    /// The platform took the request for what the copy goes into.
    pub(super) fn makes(&self) {
        self.has_made.store(true, Ordering::Relaxed);
    }

    /// The copy's target exists.
    pub(super) fn made(&self) {
        self.is_made.store(true, Ordering::Relaxed);
    }

    /// The project is there that is made for it.
    pub(super) async fn goes_to(
        &self,
        app: &Features,
        into: CopyTarget,
        to: String,
    ) -> Result<(), Error> {
        let state = {
            let mut state = lock(&self.state);
            state.into = Some(into);
            state.to = to;
            state.clone()
        };
        temporary::change(app, &self.row.id, move |row| row.saved = Some(state)).await?;
        Ok(())
    }

    /// The error of a save that failed, with what it leaves.
    pub(super) fn with_rest(&self, mut error: Error) -> Error {
        if self.is_committing.load(Ordering::Relaxed) {
            error.code = ErrorCode::MaybeCreated;
            return error.hint(rest_of_killed(&self.state()));
        }
        if !self.has_made.load(Ordering::Relaxed) {
            return error;
        }
        let is_there = match self.is_made.load(Ordering::Relaxed) {
            true => "is there and empty",
            false => "may be there, and is empty",
        };
        error.hint(match self.state().new_project {
            Some(new) => format!(
                "The new project {} {is_there}. Delete it, or copy into it.",
                new.name
            ),
            None => format!("The new database {is_there}. Delete it before you copy again."),
        })
    }
}

pub(super) async fn begin(
    app: &Features,
    id: &str,
    to: String,
    into: Option<CopyInto>,
    roles: Vec<String>,
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
    let (into, new_project) = match into {
        Some(CopyInto::Branch(into)) => (Some(into), None),
        Some(CopyInto::NewProject(new)) => (None, Some(new)),
        None => (None, None),
    };
    let state = SaveStateView {
        into,
        new_project,
        to,
        status: SaveStatus::Running,
        bytes: 0.0,
        code: None,
        error: None,
        hint: None,
        notes: Vec::new(),
        ended_at: None,
    };
    let running = state.clone();
    let row = temporary::change(app, &row.id, move |row| row.saved = Some(running)).await?;
    Ok(Saving {
        url: target.session_url(),
        ca_file: target.ca_file,
        row,
        state: Mutex::new(state),
        has_made: AtomicBool::new(false),
        is_made: AtomicBool::new(false),
        is_committing: AtomicBool::new(false),
        roles,
        notes: Mutex::default(),
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

/// The person stopped it.
#[must_use]
pub fn stopped() -> Error {
    Error::new(ErrorCode::Cancelled, "Stopped").hint("Start it again if you still need it.")
}

/// What a save may have left whose end nobody saw.
pub(super) fn rest_of_killed(state: &SaveStateView) -> String {
    match (&state.new_project, &state.into) {
        (Some(new), Some(_)) => format!(
            "The new project {} is there. Its database has all of the copy, or nothing.",
            new.name
        ),
        (Some(new), None) => format!(
            "If there is a new project {}, it is empty. Delete it, then copy again.",
            new.name
        ),
        (None, Some(_)) => "If the new database is there, it has all of the copy, or nothing. \
            If it is empty, delete it, then copy again."
            .into(),
        (None, None) => "The file was not changed. Save it again.".into(),
    }
}

pub(super) fn action(state: &SaveStateView) -> Action {
    match target_account(state) {
        None => Action::SaveTemporary,
        Some(_) => Action::CopyTemporary,
    }
}

/// The account that it is copied into; `None` for a file.
pub(super) fn target_account(state: &SaveStateView) -> Option<&str> {
    let into = state.into.as_ref().map(|it| &*it.account_id);
    into.or(state.new_project.as_ref().map(|it| &*it.account_id))
}

pub(super) fn partial(path: &Path, row_id: &str) -> PathBuf {
    path.with_file_name(format!(".plinth-save-{row_id}"))
}
