//! Failures of the sandbox in words for the window.

use app::view::{ErrorCode, ErrorView};
use sandbox::{ControlError, StartError};

pub fn start(error: &StartError) -> ErrorView {
    let code = match error {
        StartError::PostgresNotFound { .. }
        | StartError::PostgresTooOld { .. }
        | StartError::PostgresOtherMajor { .. }
        | StartError::PostgresBroken { .. } => ErrorCode::ProgramMissing,
        StartError::DataFolder { .. } => ErrorCode::File,
        _ => ErrorCode::Internal,
    };
    view(
        code,
        &format!("Couldn't start the sandbox: {error}"),
        Some(error.hint()),
    )
}

pub fn start_late() -> ErrorView {
    view(
        ErrorCode::Timeout,
        "The sandbox did not start in time",
        Some("Check the log in the data folder, then try again".to_owned()),
    )
}

pub fn start_given_up() -> ErrorView {
    view(
        ErrorCode::Cancelled,
        "The sandbox did not start because Plinth is closing",
        None,
    )
}

pub fn reset_late() -> ErrorView {
    view(
        ErrorCode::Timeout,
        "Emptying the sandbox took too long",
        Some("Restart it and try again".to_owned()),
    )
}

/// A fault that makes no sense; the sandbox says why.
pub fn objection(why: &str) -> ErrorView {
    view(
        ErrorCode::Invalid,
        "This fault can't be injected",
        Some(why.to_owned()),
    )
}

pub fn stopped() -> ErrorView {
    view(
        ErrorCode::SandboxStopped,
        "The sandbox is not running",
        Some("Start it and try again".to_owned()),
    )
}

/// A server that could not be started or stopped.
pub fn server(verb: &str, endpoint_id: &str, error: &ControlError) -> ErrorView {
    match error {
        ControlError::NoProject => view(
            ErrorCode::NotFound,
            &format!("The sandbox has no compute {endpoint_id}"),
            Some("Look at the list of its servers".to_owned()),
        ),
        error => refused(&format!("Couldn't {verb} the server"), error),
    }
}

pub fn refused(what: &str, error: &dyn std::error::Error) -> ErrorView {
    tracing::warn!(%error, what, "the sandbox refused");
    view(ErrorCode::Platform, what, Some(format!("It said: {error}")))
}

/// What was quarantined stays as it is; the sandbox says why, and what to do.
pub fn kept(code: ErrorCode, message: &str, hint: &str) -> ErrorView {
    tracing::warn!(message, "quarantined data stays in quarantine");
    view(code, message, Some(hint.to_owned()))
}

/// Deleted projects or branches whose data is still there, or that were named wrongly.
pub fn not_purged(code: ErrorCode, message: &str, hint: &str) -> ErrorView {
    tracing::warn!(message, "deleted items were not purged");
    view(code, message, Some(hint.to_owned()))
}

fn view(code: ErrorCode, message: &str, hint: Option<String>) -> ErrorView {
    ErrorView {
        code,
        message: message.to_owned(),
        hint,
        request_id: None,
        about: None,
    }
}
