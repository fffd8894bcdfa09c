//! What states and steps are called.

use crate::view::{
    AccountState, BulkItemState, BulkState, ContactReason, DiagnosticsSection, ExpiryWarning,
    FolderState, FolderStep, IssueLevel, KeyKind, KeychainStatus, Outcome, RotationStep, SmtpStep,
    SmtpStepState, TemporaryState,
};

/// A branch, by the platform's state or by what it is about to be.
pub(super) const BRANCH: &[(&str, &str)] = &[
    ("init", "Creating"),
    ("ready", "Ready"),
    ("updating", "Updating"),
    ("resetting", "Resetting"),
    ("archiving", "Archiving"),
    ("archived", "Archived"),
    ("storage_deleted", "Deleting"),
    ("deleted", "Deleted"),
];

/// Whether git would pick an env file up, where that is to be said.
pub(super) const GIT: &[(&str, &str)] = &[
    (
        "tracked",
        "Git tracks this file, so the next commit would include the password. Untrack the file first.",
    ),
    (
        "untracked",
        "Git doesn’t ignore this file, so the password could be committed. Add it to .gitignore.",
    ),
];

/// A compute, by the platform's state or by what it is about to be.
pub(super) const COMPUTE: &[(&str, &str)] = &[
    ("init", "Starting"),
    ("active", "Active"),
    ("suspending", "Suspending"),
    ("idle", "Suspended"),
    ("disabled", "Disabled"),
];

/// What a member of an organization may do.
pub(super) const MEMBER_ROLE: &[(&str, &str)] = &[
    ("admin", "Admin"),
    ("member", "Member"),
    ("editor", "Editor"),
    ("viewer", "Viewer"),
    ("collaborator", "Collaborator"),
];

crate::words! {
    Outcome {
        Done: "Done",
        Failed: "Failed",
        Unclear: "Unclear",
        Cancelled: "Stopped",
    }
    TemporaryState {
        Creating: "Creating",
        Unclaimed: "Unclaimed",
        Claiming: "Claiming",
        Claimed: "Claimed",
        Expired: "Expired",
        Gone: "Gone",
        Unclear: "May exist",
        Failed: "Not created",
        Unknown: "Unknown",
    }
    ContactReason {
        ManagementApi: "Management API" => "Requests of an account, with its key.",
        InstantService: "Instant service" => "Requests for temporary databases.",
        ConnectionTest: "Connection test" => "Connection tests, on a click or after a compute changes.",
        AuthUsers: "Auth users" => "The table of users that an auth integration keeps in a database.",
        SqlFile: "SQL file" => "An SQL file that you ran on a database.",
        Sql: "SQL" => "Statements that you ran, and the tables of a database that you looked at.",
        DatabaseCopy: "Save or copy" => "A temporary database that you saved to a file, or copied into a project.",
        RestorePreview: "Restore preview" => "The rows of a branch that were counted before a restore, when you asked for that.",
        MailServerTest: "Mail server test" => "Tests of a mail server from this machine.",
        SandboxMail: "Sandbox mail" => "A test message that the sandbox sent.",
        OtherProgram: "Other program" => "A connection that was handed to psql or another program. What it contacts besides is not counted.",
        Browser: "Browser" => "A page that was opened in the browser. What the browser loads is not counted.",
        Updates: "Updates" => "Checks for new versions, and downloads.",
        Proxy: "System proxy" => "Connections that go through the proxy of this system.",
    }
    DiagnosticsSection {
        Versions: "Versions",
        Settings: "Settings",
        Counts: "Counts",
        Sandbox: "Sandbox",
        Failures: "Failures",
        Network: "Network",
        Log: "Log",
    }
    FolderState {
        Absent: "No database" => "Set up a database for the folder.",
        Filled: "Has a database" => "Nothing to do.",
        Foreign: "Set elsewhere" => "Plinth didn’t write this value and won’t change it.",
        Expiring: "Expires soon" => "Claim the database to keep it, or replace it once it has expired.",
        Expired: "Expired" => "Replace it: a new database gets the same seed.",
        Claimed: "Claimed" => "Nothing to do: the database is in your account.",
        Unfinished: "Not written" => "Continue: the database exists and has to be written to the env file.",
        Unseeded: "Not seeded" => "Correct the SQL file, then continue: it runs on the same database.",
        Unclear: "May exist" => "Replace it to create another database. The first one expires by itself.",
        EnvUnusable: "Env file not usable" => "Correct the env file, or choose another one.",
        Gone: "Folder not found" => "Put the folder back, or remove it from the list.",
    }
    FolderStep {
        Nothing: "Nothing to do",
        Create: "Create database",
        Replace: "Replace database",
        Write: "Write env file",
        Seed: "Run SQL file",
    }
    ExpiryWarning {
        Day: "Expires soon",
        FourHours: "Expires soon",
        HalfHour: "Expiring",
    }
    AccountState {
        Ready: "Ready",
        Unavailable: "Unavailable",
        Unauthorized: "Key rejected",
        KeyMissing: "No key",
    }
    KeyKind {
        Personal: "Personal key",
        Organization: "Organization key",
        Project: "Project key",
    }
    IssueLevel {
        Error: "Error",
        Warning: "Warning",
        Info: "Suggestion",
        Other: "Other",
    }
    KeychainStatus {
        Checking: "Checking the keychain",
        Ready: "Keychain ready",
        Absent: "No keychain found",
        Locked: "The keychain is locked",
        Denied: "Keychain access denied",
        Failed: "The keychain isn't responding",
    }
    RotationStep {
        Create: "Create new key" => "The platform creates a key beside the current one.",
        Verify: "Test new key" => "Plinth signs in to the platform with the new key.",
        Swap: "Switch to new key" => "The new key is saved to the keychain, and the account uses it.",
        Revoke: "Revoke old key" => "Last, so that the account always has a working key.",
        Done: "Done" => "The account uses the new key, and the old one is revoked.",
        Undone: "Canceled" => "The account keeps the old key, and the new one is revoked.",
    }
    BulkState {
        Running: "Running",
        Paused: "Paused",
        Done: "Completed",
        Stopped: "Stopped",
    }
    BulkItemState {
        Waiting: "Waiting",
        Running: "Running",
        Done: "Done",
        Failed: "Failed",
        Skipped: "Skipped",
    }
    SmtpStep {
        Connect: "Connection",
        Greet: "Greeting",
        Tls: "Encryption (TLS)",
        Login: "Login",
    }
    SmtpStepState {
        Passed: "Passed",
        Warned: "Warning",
        Failed: "Failed",
        Skipped: "Not tested",
    }
}
