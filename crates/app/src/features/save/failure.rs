//! Why a save failed whose program did, by what became of the database.

use std::time::Duration;

use pgclient::{RestoreError, RunFailure};

use super::saving::{Saving, target_account};
use crate::features::{Features, temporary};
use crate::view::{ErrorCode, TemporaryState};
use crate::{Error, accounts};

/// How long a platform is asked what became of a database whose connection was lost.
const DEADLINE: Duration = Duration::from_secs(5);

/// The error of a save whose program ended with one: `said` is in the server's words.
pub async fn failed(app: &Features, saving: &Saving, said: Option<&str>, is_lost: bool) -> Error {
    if is_lost {
        return lost(app, saving, said).await;
    }
    said_by_server(said)
}

/// The error of a copy that the database it goes into did not take.
pub async fn not_restored(app: &Features, saving: &Saving, error: &RestoreError) -> Error {
    match error {
        RestoreError::Run(RunFailure::Lost | RunFailure::Unknown) => lost(app, saving, None).await,
        error => refused(error),
    }
}

/// The same without asking what became of the database.
pub(super) fn refused(error: &RestoreError) -> Error {
    match error {
        RestoreError::Run(failure @ RunFailure::Statement { .. }) => {
            said_by_server(Some(&failure.message_without_data()))
        }
        RestoreError::Run(failure) => Error::new(ErrorCode::Database, failure.to_string())
            .hint("Check your network connection, then try again."),
        error => Error::new(ErrorCode::Database, error.to_string())
            .hint("pg_dump writes no such text by itself. Look for odd names and comments in the database."),
    }
}

fn said_by_server(said: Option<&str>) -> Error {
    let message = match said {
        Some(said) => format!("PostgreSQL said: {said}"),
        None => "PostgreSQL's program ended with an error".to_owned(),
    };
    Error::new(ErrorCode::Database, message).hint("Correct what it names, then try again.")
}

/// The place may not run any more, and the database may have expired.
async fn lost(app: &Features, saving: &Saving, said: Option<&str>) -> Error {
    let state = saving.state();
    if let Err(error) = temporary::must_take_sessions(app, &saving.row) {
        return error;
    }
    if let Some(Err(error)) = target_account(&state).map(|into| accounts::must_run(app, into)) {
        return error;
    }
    let asked = temporary::refresh(app, &saving.row.id);
    if let Ok(Ok(row)) = tokio::time::timeout(DEADLINE, asked).await
        && matches!(row.state, TemporaryState::Expired | TemporaryState::Gone)
    {
        let message = "The database expired meanwhile, and its data is gone";
        return Error::new(ErrorCode::NotFound, message).hint("Choose another database.");
    }
    let mut message = "The connection to the database was lost".to_owned();
    if let Some(said) = said {
        message.push_str(": ");
        message.push_str(said);
    }
    let hint = match accounts::sandbox(app, &saving.row) {
        Some(_) => "The sandbox is running. Try again.",
        None => "Check your network connection, then try again.",
    };
    Error::new(ErrorCode::Offline, message).hint(hint)
}
