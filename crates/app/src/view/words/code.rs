//! Titles of errors with what to do about them, and columns of the log.

use serde::Serialize;

use crate::view::ErrorCode;
use crate::view::words::Worded as _;

impl ErrorCode {
    /// What to do about it where nothing better is known, a sentence.
    #[must_use]
    pub fn hint(self) -> &'static str {
        self.detail()
    }
}

/// A column of the log of actions, in the order in which an export has them.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "each is its own name")]
pub enum ActivityColumn {
    Time,
    Action,
    Subject,
    Place,
    Outcome,
    Detail,
    RequestId,
    ProjectId,
    OperationIds,
    AccountId,
    TemporaryId,
    Curl,
}

crate::words! {
    ErrorCode {
        Invalid: "Not valid" => "Correct it, then try again.",
        Offline: "Can't connect" => "Check the address and your network connection, then try again.",
        Timeout: "Timed out" => "Try again in a moment.",
        RateLimited: "Too many requests" => "Wait a minute, then try again.",
        MaybeCreated: "Result unknown" => "Check whether it was done before you try again.",
        NotFound: "Not found" => "It may have been deleted. Refresh and try again.",
        Platform: "Request failed" => "Try again in a moment.",
        Unauthorized: "Key rejected" => "Replace the account's key.",
        KeyNeeded: "Enter the key again" => "Enter the key for the new address.",
        SecretLost: "Created, but its secret is lost" => "Delete it and create it again.",
        Exists: "Already exists" => "Use the existing one, or choose another name.",
        ReadOnly: "Account is read-only" => "Unlock the account, then try again.",
        SandboxStopped: "The sandbox is stopped" => "Start the sandbox, then try again.",
        KeychainAbsent: "No keychain found" => "Start a keychain service, or keep secrets in memory until you quit.",
        KeychainLocked: "The keychain is locked" => "Unlock it, then try again.",
        KeychainDenied: "Keychain access denied" => "Allow Plinth to use the keychain, then try again.",
        SecretMissing: "Not in the keychain" => "If you have it elsewhere, enter or import it again.",
        FileChanged: "The file changed" => "Review the change again.",
        VariablePresent: "Already in this file" => "Choose what to replace, or enter another name.",
        File: "Couldn't use the file" => "Check its permissions and the free disk space.",
        LinkRefused: "Link not opened" => "Check where the link comes from.",
        ProgramMissing: "Program not found" => "Install it, then try again.",
        Database: "Database error" => "Check the database, then try again.",
        Cancelled: "Stopped" => "Start it again if you still need it.",
        Internal: "Something went wrong" => "Try again. If it fails again, restart Plinth.",
    }
    ActivityColumn {
        Time: "Time",
        Action: "Action",
        Subject: "Subject",
        Place: "Where",
        Outcome: "State",
        Detail: "Detail",
        RequestId: "Request ID",
        ProjectId: "Project ID",
        OperationIds: "Operations",
        AccountId: "Account ID",
        TemporaryId: "Temporary database ID",
        Curl: "curl",
    }
}
