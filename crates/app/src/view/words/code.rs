//! Titles of errors, and columns of the log.

use serde::Serialize;

use crate::view::ErrorCode;

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
        Invalid: "Not valid",
        Offline: "Can't connect",
        Timeout: "Timed out",
        RateLimited: "Too many requests",
        MaybeCreated: "Result unknown",
        NotFound: "Not found",
        Platform: "Request failed",
        Unauthorized: "Key rejected",
        KeyNeeded: "Enter the key again",
        SecretLost: "Created, but its secret is lost",
        Exists: "Already exists",
        ReadOnly: "Account is read-only",
        SandboxStopped: "The sandbox is stopped",
        KeychainAbsent: "No keychain found",
        KeychainLocked: "The keychain is locked",
        KeychainDenied: "Keychain access denied",
        SecretMissing: "Not in the keychain",
        FileChanged: "The file changed",
        VariablePresent: "Already in this file",
        File: "Couldn't use the file",
        LinkRefused: "Link not opened",
        ProgramMissing: "Program not found",
        Database: "Database error",
        Cancelled: "Stopped",
        Internal: "Something went wrong",
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
