//! Why something was not done: a code to branch on, words to read.

use std::fmt;

use serde::{Deserialize, Serialize};
use specta::Type;

/// A failure in words that a person can read. It never holds a secret: no key, no connection string, no body.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Error {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    pub(crate) request_id: Option<String>,
    pub(crate) about: Option<String>,
}

/// Codes exist only where the window behaves differently.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ErrorCode {
    /// Something the person typed cannot be used.
    Invalid,
    /// The address cannot be reached.
    Offline,
    /// The platform took too long.
    Timeout,
    /// Too many requests.
    RateLimited,
    /// A create whose reply was lost: it may have happened.
    MaybeCreated,
    /// The thing is gone or never was.
    NotFound,
    /// The platform refused or failed.
    Platform,
    /// The platform refused the account's key.
    Unauthorized,
    /// The account's key is not for this address: it must be typed again. Nothing was sent.
    KeyNeeded,
    /// It was made, and its secret was in a reply that was lost. The error is about what was made.
    SecretLost,
    /// There is one already. The error is about it.
    Exists,
    /// The account is locked against changes here.
    ReadOnly,
    /// The sandbox is not running.
    SandboxStopped,
    /// No keychain on this machine.
    KeychainAbsent,
    /// The keychain is locked.
    KeychainLocked,
    /// The keychain refused.
    KeychainDenied,
    /// The secrets of this row are not in the vault.
    SecretMissing,
    /// The env file changed since the preview.
    FileChanged,
    /// A variable is present and was not chosen to be replaced.
    VariablePresent,
    /// A file could not be read or written.
    File,
    /// A link that will not be opened.
    LinkRefused,
    /// A program that is needed is not installed.
    ProgramMissing,
    /// The database refused a connection or a statement.
    Database,
    /// The person stopped it.
    Cancelled,
    /// A mistake of this program.
    Internal,
}

impl Error {
    /// A failure of this kind. `message` says what failed, without a full stop.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: None,
            request_id: None,
            about: None,
        }
    }

    /// Adds what to do next; a full stop that it lacks is set.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(sentence(hint.into()));
        self
    }

    pub(crate) fn hinted(self, hint: Option<&str>) -> Self {
        match hint {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }

    /// Adds the platform's request id.
    #[must_use]
    pub fn request(mut self, request_id: Option<&str>) -> Self {
        self.request_id = request_id.map(ToOwned::to_owned);
        self
    }

    /// Adds the id of what it is about.
    #[must_use]
    pub fn about(mut self, id: impl Into<String>) -> Self {
        self.about = Some(id.into());
        self
    }

    /// Something the person typed cannot be used.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Invalid, message)
    }

    /// A mistake of this program.
    #[must_use]
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Internal, message)
    }

    /// What the window branches on.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// Whether it is about secrets that are not available, and not about the platform.
    pub(crate) fn is_about_secrets(&self) -> bool {
        matches!(
            self.code,
            ErrorCode::SecretMissing
                | ErrorCode::KeychainAbsent
                | ErrorCode::KeychainLocked
                | ErrorCode::KeychainDenied
        )
    }

    /// What failed, in plain words.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Id of what it is about, where something is to be done with that.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.about.as_deref()
    }

    /// The platform's request id, when there is one.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.request_id.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<api::Error> for Error {
    fn from(error: api::Error) -> Self {
        let code = if error.is_maybe_applied() {
            ErrorCode::MaybeCreated
        } else if error.is_cancelled() {
            ErrorCode::Cancelled
        } else if error.is_unauthorized() {
            ErrorCode::Unauthorized
        } else if error.is_read_only() {
            ErrorCode::ReadOnly
        } else if error.is_offline() || error.is_lost() {
            ErrorCode::Offline
        } else if error.is_timeout() {
            ErrorCode::Timeout
        } else if error.is_rate_limited() {
            ErrorCode::RateLimited
        } else if error.is_not_found() {
            ErrorCode::NotFound
        } else {
            ErrorCode::Platform
        };
        let view = Self::new(code, capitalized(&error.to_string())).request(error.request_id());
        view.hinted(error.hint().or_else(|| advice(&error)))
    }
}

/// What to do about a refusal that the platform gives no advice on.
fn advice(error: &api::Error) -> Option<&'static str> {
    if error.is_limit() {
        return Some(
            "You reached a limit of your plan. Delete what you don't need, or upgrade the plan.",
        );
    }
    if error.is_not_found() {
        return Some(
            "It may have been deleted, or you may not have access. Refresh and try again.",
        );
    }
    if error.is_conflict() {
        return Some("It already exists. Use the existing one, or choose another name.");
    }
    if error.is_precondition() {
        return Some("A precondition is not met. Fix what the message names, then try again.");
    }
    error
        .is_invalid()
        .then_some("Correct what the message names, then try again.")
}

impl From<vault::Error> for Error {
    fn from(error: vault::Error) -> Self {
        let code = match error.kind() {
            vault::ErrorKind::Absent | vault::ErrorKind::NotSetUp => ErrorCode::KeychainAbsent,
            vault::ErrorKind::Locked | vault::ErrorKind::TimedOut => ErrorCode::KeychainLocked,
            vault::ErrorKind::Denied | vault::ErrorKind::Corrupt | vault::ErrorKind::Failed => {
                ErrorCode::KeychainDenied
            }
            vault::ErrorKind::TooLarge => ErrorCode::Invalid,
        };
        Self::new(code, capitalized(&error.to_string())).hint(error.hint())
    }
}

impl From<envfile::Error> for Error {
    fn from(error: envfile::Error) -> Self {
        use envfile::Error as Cause;
        let code = match &error {
            Cause::Changed(_) => ErrorCode::FileChanged,
            Cause::Conflict { .. } => ErrorCode::VariablePresent,
            Cause::Block(_) => ErrorCode::Invalid,
            _ => ErrorCode::File,
        };
        Self::new(code, error.to_string()).hinted(error.hint())
    }
}

impl From<pgclient::DatabaseUrlError> for Error {
    fn from(error: pgclient::DatabaseUrlError) -> Self {
        Self::new(ErrorCode::Platform, error.to_string()).hint(error.hint())
    }
}

impl From<pgclient::ScriptError> for Error {
    fn from(error: pgclient::ScriptError) -> Self {
        let code = match &error {
            pgclient::ScriptError::Unreadable { .. } => ErrorCode::File,
            _ => ErrorCode::Invalid,
        };
        Self::new(code, error.to_string()).hint(error.hint())
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        tracing::error!(%error, "the store failed");
        let full = error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull);
        let hint = if full {
            "The disk is full. Free some space and try again."
        } else {
            "Check that the data folder is writable, then try again."
        };
        Self::new(ErrorCode::File, "Couldn't read or write Plinth's data file").hint(hint)
    }
}

pub(crate) fn sentence(mut text: String) -> String {
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// The same words with a capital at the start, as a sentence begins.
fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(rest).collect()
    })
}
