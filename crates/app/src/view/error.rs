use serde::{Deserialize, Serialize};
use specta::Type;

/// Why a command failed: a code to branch on, words to read.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ErrorView {
    /// What the window branches on.
    pub code: ErrorCode,
    /// What failed, in plain words, no full stop.
    pub message: String,
    /// What to do next.
    pub hint: Option<String>,
    /// The platform's request id, to quote to its support.
    pub request_id: Option<String>,
    /// Id of what it is about, where something is to be done with that: what exists already, or what was made.
    pub about: Option<String>,
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
