//! Acts that destroy for good, in the words that the window's dialogs and the dialogs of the system share. The window has them
//! from `ui/src/ipc/words.ts`.

use serde::Serialize;

/// An act that a person confirms in the window and again in a dialog of the system.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Destruction {
    RemoveAccount,
    DeleteProject,
    DeleteDatabase,
    DeleteSnapshot,
    DeleteUser,
    RemoveAuth,
    RevokeKey,
    DeleteTemporary,
    ForgetTemporary,
    ResetSandbox,
    PurgeSandbox,
    DeleteQuarantined,
    MoveClock,
}

// The button that agrees, and what the act means.
app::words! {
    Destruction {
        RemoveAccount: "Remove account" => "Projects, branches and data stay there, and the key stays valid until you revoke it there.",
        DeleteProject: "Delete project" => "Open connections are closed.",
        DeleteDatabase: "Delete database" => "Deletes all its tables and data and closes its connections. Other branches keep theirs. You can only get it back by restoring the whole branch to an earlier point in its restore window.",
        DeleteSnapshot: "Delete snapshot" => "Its data is lost. A snapshot can't be recovered. Branches restored from it stay.",
        DeleteUser: "Delete user" => "The user can no longer sign in, and the user's row is deleted from the table of users. This can't be undone.",
        RemoveAuth: "Remove auth and users" => "Users can no longer sign in. The SDK keys, OAuth providers, email server and trusted domains are deleted. Enabling auth again creates a new project at the auth provider.",
        RevokeKey: "Revoke key" => "Requests with this key are refused right away. This can't be undone: a revoked key can only be replaced by a new one.",
        DeleteTemporary: "Delete" => "The database is deleted now with all its data. This can't be undone.",
        ForgetTemporary: "Remove from list" => "Its connection string and claim link are deleted from the keychain and can't be recovered.",
        ResetSandbox: "Reset and delete all data" => "Connection strings in your env files stop working. This can't be undone.",
        PurgeSandbox: "Purge" => "A purge deletes all data permanently. You can't recover it after that.",
        DeleteQuarantined: "Delete permanently" => "This can't be undone.",
        MoveClock: "Move and delete" => "You can't move the clock back.",
    }
}
