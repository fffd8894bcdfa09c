//! What can be done: one table per verb, one per thing, and the actions that pair them.

use serde::Serialize;

use crate::view::{BulkVerb, JobVerb};

/// What is done, with `{}` where the thing stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Verb {
    pub(super) order: &'static str,
    pub(super) doing: &'static str,
    pub(super) done: &'static str,
}

/// What it is done to, as in a sentence.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Noun {
    pub(super) one: &'static str,
    pub(super) many: &'static str,
}

const fn verb(order: &'static str, doing: &'static str, done: &'static str) -> Verb {
    Verb { order, doing, done }
}

const fn noun(one: &'static str, many: &'static str) -> Noun {
    Noun { one, many }
}

/// What has no plural, or is one.
const fn only(one: &'static str) -> Noun {
    noun(one, one)
}

const ACCEPT: Verb = verb("Accept {}", "Accepting {}", "{} accepted");
const ADD: Verb = verb("Add {}", "Adding {}", "{} added");
const CANCEL: Verb = verb("Cancel {}", "Canceling {}", "{} canceled");
const CHANGE: Verb = verb("Change {}", "Changing {}", "{} changed");
const CLAIM: Verb = verb("Claim {}", "Claiming {}", "{} claimed");
const CONNECT: Verb = verb("Connect {}", "Connecting {}", "{} connected");
const COPY: Verb = verb("Copy {}", "Copying {}", "{} copied");
const CREATE: Verb = verb("Create {}", "Creating {}", "{} created");
const DELETE: Verb = verb("Delete {}", "Deleting {}", "{} deleted");
const EDIT: Verb = verb("Edit {}", "Editing {}", "{} edited");
const END: Verb = verb("{} ended", "{} ends", "{} ended");
const EXPIRED: Verb = verb("{} expired", "{} expires", "{} expired");
const EXPIRE: Verb = verb(
    "Set expiration of {}",
    "Setting expiration of {}",
    "Expiration of {} set",
);
const FINALIZE: Verb = verb("Finalize {}", "Finalizing {}", "{} finalized");
const IMPORT: Verb = verb("Import {}", "Importing {}", "{} imported");
const INVITE: Verb = verb("Invite {}", "Inviting {}", "{} invited");
const KEEP_IN_MEMORY: Verb = verb(
    "Keep {} in memory",
    "Keeping {} in memory",
    "{} kept in memory",
);
const LOCK: Verb = verb("Lock {}", "Locking {}", "{} locked");
const MAKE_DEFAULT: Verb = verb(
    "Make {} the default",
    "Making {} the default",
    "{} made the default",
);
const MOVE: Verb = verb("Move {}", "Moving {}", "{} moved");
const OPEN: Verb = verb("Open {}", "Opening {}", "{} opened");
const OPEN_IN: Verb = verb("Open in {}", "Opening in {}", "Opened in {}");
const PREVIEW: Verb = verb("Preview {}", "Previewing {}", "{} previewed");
const PROTECT: Verb = verb("Protect {}", "Protecting {}", "{} protected");
const PURGE: Verb = verb("Purge {}", "Purging {}", "{} purged");
const READ: Verb = verb("Read {}", "Reading {}", "{} read");
const RECOVER: Verb = verb("Recover {}", "Recovering {}", "{} recovered");
const REMOVE: Verb = verb("Remove {}", "Removing {}", "{} removed");
const REMOVE_FROM: Verb = verb("Remove from {}", "Removing from {}", "Removed from {}");
const RENAME: Verb = verb("Rename {}", "Renaming {}", "{} renamed");
const REPLACE: Verb = verb("Replace {}", "Replacing {}", "{} replaced");
const RESET: Verb = verb("Reset {}", "Resetting {}", "{} reset");
const RESTART: Verb = verb("Restart {}", "Restarting {}", "{} restarted");
const RESTORE: Verb = verb("Restore {}", "Restoring {}", "{} restored");
const REVOKE: Verb = verb("Revoke {}", "Revoking {}", "{} revoked");
const ROTATE: Verb = verb("Rotate {}", "Rotating {}", "{} rotated");
const SAVE: Verb = verb("Save {}", "Saving {}", "{} saved");
const SEED: Verb = verb("Seed {}", "Seeding {}", "{} seeded");
const SEND: Verb = verb("Send {}", "Sending {}", "{} sent");
const SET: Verb = verb("Set {}", "Setting {}", "{} set");
const SET_UP: Verb = verb("Set up {}", "Setting up {}", "{} set up");
const SHARE: Verb = verb("Share {}", "Sharing {}", "{} shared");
const SHOW: Verb = verb("Show {}", "Showing {}", "{} shown");
const START: Verb = verb("Start {}", "Starting {}", "{} started");
const STOP: Verb = verb("Stop {}", "Stopping {}", "{} stopped");
const STOP_SHARING: Verb = verb(
    "Stop sharing {}",
    "Stopping the sharing of {}",
    "{} no longer shared",
);
const SUSPEND: Verb = verb("Suspend {}", "Suspending {}", "{} suspended");
const TAKE: Verb = verb("Take {}", "Taking {}", "{} taken");
const TRANSFER: Verb = verb("Transfer {}", "Transferring {}", "{} transferred");
const TRY: Verb = verb("Try {}", "Trying {}", "{} tried");
const UNLOCK: Verb = verb("Unlock {}", "Unlocking {}", "{} unlocked");
const UNPROTECT: Verb = verb("Unprotect {}", "Unprotecting {}", "{} unprotected");
const WRITE: Verb = verb("Write {}", "Writing {}", "{} written");

const ACCOUNT: Noun = noun("account", "accounts");
const API_KEY: Noun = noun("API key", "API keys");
const AUTH: Noun = noun("auth integration", "auth integrations");
const AUTH_PROJECT: Noun = noun("auth project", "auth projects");
const BRANCH: Noun = noun("branch", "branches");
const CLAIM_LINK: Noun = noun("claim link", "claim links");
const COMPUTE: Noun = noun("compute", "computes");
const CONNECTION: Noun = noun("connection", "connections");
const DATABASE: Noun = noun("database", "databases");
const DATABASE_ID: Noun = noun("database ID", "database IDs");
const DBEAVER: Noun = only("DBeaver");
const DOMAIN: Noun = noun("trusted domain", "trusted domains");
const DOMAINS: Noun = only("trusted domains");
const EMAIL_SERVER: Noun = noun("email server", "email servers");
const ENV_FILE: Noun = noun("env file", "env files");
const SQL: Noun = only("SQL");
const FOLDER: Noun = noun("project folder", "project folders");
const JWKS_URL: Noun = noun("JWKS URL", "JWKS URLs");
const KEY: Noun = noun("key", "keys");
const KEYS: Noun = only("keys");
const LIST: Noun = only("list");
const LOCALHOST: Noun = only("localhost access");
const MAGIC_LINK: Noun = noun("magic link", "magic links");
const MEMBER: Noun = noun("member", "members");
const MEMBER_ROLE: Noun = noun("member role", "member roles");
const OAUTH_PROVIDER: Noun = noun("OAuth provider", "OAuth providers");
const ORGANIZATION_SETTINGS: Noun = only("organization settings");
const PASSWORD: Noun = noun("password", "passwords");
const PERSON: Noun = noun("person", "people");
const PHONE_SIGN_IN: Noun = only("phone sign-in");
const PROJECT: Noun = noun("project", "projects");
pub(super) const PSQL: Noun = only("psql");
const QUARANTINED: Noun = only("quarantined data");
const ROLE: Noun = noun("role", "roles");
const ROTATION: Noun = noun("key rotation", "key rotations");
const RESTORE_ITSELF: Noun = noun("restore", "restores");
const SANDBOX: Noun = only("the sandbox");
const SANDBOX_CLOCK: Noun = only("the sandbox's clock");
const SDK_KEYS: Noun = only("SDK keys");
const SECRETS: Noun = only("secrets");
const SERVER_KEY: Noun = noun("server key", "server keys");
const SETTINGS: Noun = only("settings");
const SNAPSHOT: Noun = noun("snapshot", "snapshots");
const SNAPSHOT_RESTORE: Noun = noun("restore", "restores");
const SNAPSHOT_SCHEDULE: Noun = noun("snapshot schedule", "snapshot schedules");
const SIGN_IN: Noun = only("sign-in");
const SPENDING_LIMIT: Noun = noun("spending limit", "spending limits");
const TABLE_PLUS: Noun = only("TablePlus");
const TEMPORARY: Noun = noun("temporary database", "temporary databases");
const TEST_EMAIL: Noun = noun("test email", "test emails");
const TRANSFERRED_PROJECT: Noun = noun("transferred project", "transferred projects");
const TRANSFER_LINK: Noun = noun("transfer link", "transfer links");
const TRANSFER_REQUEST: Noun = noun("transfer request", "transfer requests");
const USER: Noun = noun("user", "users");
const USER_ROLES: Noun = only("user roles");
const WEBHOOKS: Noun = only("webhooks");

macro_rules! actions {
    ($($action:ident: $verb:ident $noun:ident,)+) => {
        /// Something that is done on a click, as menus, the log and notifications call it.
        #[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
        #[serde(rename_all = "camelCase")]
        #[expect(missing_docs, reason = "each is its own name")]
        pub enum Action {
            $($action,)+
        }

        impl Action {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$action),+];

            pub(super) const fn parts(self) -> (Verb, Noun) {
                match self {
                    $(Self::$action => ($verb, $noun),)+
                }
            }
        }
    };
}

actions! {
    CreateProject: CREATE PROJECT,
    ChangeProject: CHANGE PROJECT,
    DeleteProject: DELETE PROJECT,
    RecoverProject: RECOVER PROJECT,
    ShareProject: SHARE PROJECT,
    StopSharingProject: STOP_SHARING PROJECT,
    TransferProject: TRANSFER PROJECT,
    CreateTransferRequest: CREATE TRANSFER_REQUEST,
    AcceptProject: ACCEPT TRANSFERRED_PROJECT,
    AddJwks: ADD JWKS_URL,
    RemoveJwks: REMOVE JWKS_URL,
    InvitePerson: INVITE PERSON,
    ChangeMemberRole: CHANGE MEMBER_ROLE,
    RemoveMember: REMOVE MEMBER,
    SetSpendingLimit: SET SPENDING_LIMIT,
    RemoveSpendingLimit: REMOVE SPENDING_LIMIT,
    CreateBranch: CREATE BRANCH,
    ChangeBranch: CHANGE BRANCH,
    DeleteBranch: DELETE BRANCH,
    RecoverBranch: RECOVER BRANCH,
    RestoreBranch: RESTORE BRANCH,
    TakeSnapshot: TAKE SNAPSHOT,
    RenameSnapshot: RENAME SNAPSHOT,
    DeleteSnapshot: DELETE SNAPSHOT,
    RestoreSnapshot: RESTORE SNAPSHOT,
    FinalizeRestore: FINALIZE SNAPSHOT_RESTORE,
    ChangeSnapshotSchedule: CHANGE SNAPSHOT_SCHEDULE,
    PreviewRestore: PREVIEW RESTORE_ITSELF,
    TrySql: TRY SQL,
    MakeBranchDefault: MAKE_DEFAULT BRANCH,
    ProtectBranch: PROTECT BRANCH,
    UnprotectBranch: UNPROTECT BRANCH,
    ExpireBranch: EXPIRE BRANCH,
    EndBranch: EXPIRED BRANCH,
    CreateCompute: CREATE COMPUTE,
    ChangeCompute: CHANGE COMPUTE,
    DeleteCompute: DELETE COMPUTE,
    StartCompute: START COMPUTE,
    SuspendCompute: SUSPEND COMPUTE,
    RestartCompute: RESTART COMPUTE,
    CreateDatabase: CREATE DATABASE,
    ChangeDatabase: CHANGE DATABASE,
    DeleteDatabase: DELETE DATABASE,
    CreateRole: CREATE ROLE,
    DeleteRole: DELETE ROLE,
    ResetPassword: RESET PASSWORD,
    CreateKey: CREATE API_KEY,
    RevokeKey: REVOKE KEY,
    RotateKey: ROTATE KEY,
    CancelRotation: CANCEL ROTATION,
    SetUpAuth: SET_UP AUTH,
    RemoveAuth: REMOVE AUTH,
    CreateSdkKeys: CREATE SDK_KEYS,
    CreateUser: CREATE USER,
    DeleteUser: DELETE USER,
    TransferAuth: TRANSFER AUTH_PROJECT,
    OpenTransferLink: OPEN TRANSFER_LINK,
    AddDomain: ADD DOMAIN,
    RemoveDomains: REMOVE DOMAINS,
    AddOauthProvider: ADD OAUTH_PROVIDER,
    ChangeOauthProvider: CHANGE OAUTH_PROVIDER,
    DeleteOauthProvider: DELETE OAUTH_PROVIDER,
    ChangeEmailServer: CHANGE EMAIL_SERVER,
    ChangeSignIn: CHANGE SIGN_IN,
    ChangeLocalhost: CHANGE LOCALHOST,
    ChangeMagicLink: CHANGE MAGIC_LINK,
    ChangePhoneSignIn: CHANGE PHONE_SIGN_IN,
    ChangeOrganizations: CHANGE ORGANIZATION_SETTINGS,
    ChangeWebhooks: CHANGE WEBHOOKS,
    ChangeUserRoles: CHANGE USER_ROLES,
    SendTestEmail: SEND TEST_EMAIL,
    CreateTemporary: CREATE TEMPORARY,
    RenameTemporary: RENAME TEMPORARY,
    SeedTemporary: SEED TEMPORARY,
    SaveTemporary: SAVE TEMPORARY,
    CopyTemporary: COPY TEMPORARY,
    ClaimTemporary: CLAIM TEMPORARY,
    ImportTemporary: IMPORT TEMPORARY,
    EndTemporary: END TEMPORARY,
    OpenClaimLink: OPEN CLAIM_LINK,
    DeleteTemporary: DELETE TEMPORARY,
    RemoveFromList: REMOVE_FROM LIST,
    ShowConnection: SHOW CONNECTION,
    CopyConnection: COPY CONNECTION,
    ShowClaimLink: SHOW CLAIM_LINK,
    CopyClaimLink: COPY CLAIM_LINK,
    ShowDatabaseId: SHOW DATABASE_ID,
    CopyDatabaseId: COPY DATABASE_ID,
    ShowPassword: SHOW PASSWORD,
    CopyPassword: COPY PASSWORD,
    ShowApiKey: SHOW API_KEY,
    CopyApiKey: COPY API_KEY,
    ShowServerKey: SHOW SERVER_KEY,
    CopyServerKey: COPY SERVER_KEY,
    ShowTransferLink: SHOW TRANSFER_LINK,
    CopyTransferLink: COPY TRANSFER_LINK,
    ShowKeys: SHOW KEYS,
    CopyKeys: COPY KEYS,
    OpenPsql: OPEN PSQL,
    OpenInTablePlus: OPEN_IN TABLE_PLUS,
    OpenInDbeaver: OPEN_IN DBEAVER,
    WriteEnvFile: WRITE ENV_FILE,
    RestoreEnvFile: RESTORE ENV_FILE,
    AddFolder: ADD FOLDER,
    ChangeFolder: CHANGE FOLDER,
    RemoveFolder: REMOVE FOLDER,
    AddAccount: ADD ACCOUNT,
    ConnectAccount: CONNECT ACCOUNT,
    EditAccount: EDIT ACCOUNT,
    LockAccount: LOCK ACCOUNT,
    UnlockAccount: UNLOCK ACCOUNT,
    RemoveAccount: REMOVE ACCOUNT,
    ReplaceKey: REPLACE KEY,
    KeepSecretsInMemory: KEEP_IN_MEMORY SECRETS,
    ChangeSettings: CHANGE SETTINGS,
    ReadSettings: READ SETTINGS,
    StartSandbox: START SANDBOX,
    StopSandbox: STOP SANDBOX,
    ResetSandbox: RESET SANDBOX,
    MoveClock: MOVE SANDBOX_CLOCK,
    PurgeProject: PURGE PROJECT,
    PurgeBranch: PURGE BRANCH,
    RecoverQuarantined: RECOVER QUARANTINED,
    DeleteQuarantined: DELETE QUARANTINED,
}

macro_rules! bulk_verbs {
    ($($code:ident: $action:ident,)+) => {
        impl BulkVerb {
            /// All of them.
            pub(super) const ALL: &'static [Self] = &[$(Self::$code),+];

            /// What is done to each.
            #[must_use]
            pub const fn action(self) -> Action {
                match self {
                    $(Self::$code => Action::$action,)+
                }
            }
        }
    };
}

bulk_verbs! {
    DeleteProjects: DeleteProject,
    RecoverProjects: RecoverProject,
    RevokeKeys: RevokeKey,
    DeleteBranches: DeleteBranch,
    RecoverBranches: RecoverBranch,
    ProtectBranches: ProtectBranch,
    UnprotectBranches: UnprotectBranch,
    ExpireBranches: ExpireBranch,
    StartComputes: StartCompute,
    SuspendComputes: SuspendCompute,
}

macro_rules! job_verbs {
    ($($code:ident: $action:ident $form:ident,)+) => {
        impl JobVerb {
            /// All of them.
            pub(super) fn all() -> impl Iterator<Item = Self> {
                let bulk = BulkVerb::ALL.iter().copied().map(Self::Bulk);
                [$(Self::$code),+].into_iter().chain(bulk)
            }

            /// What is being done, as it stands before what it is done to: "Creating temporary database", "Deleting".
            #[must_use]
            pub fn doing(self) -> String {
                match self {
                    $(Self::$code => Action::$action.$form(),)+
                    Self::Bulk(verb) => verb.action().doing_alone(),
                }
            }
        }
    };
}

job_verbs! {
    CreateTemporary: CreateTemporary doing,
    Seed: SeedTemporary doing,
    Save: SaveTemporary doing,
    PreviewRestore: PreviewRestore doing,
    TrySql: TrySql doing,
    StartSandbox: StartSandbox doing_alone,
    StopSandbox: StopSandbox doing_alone,
    RotateKey: RotateKey doing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_has_one_word_in_every_form() {
        let forms = |it: Action| [it.order(), it.doing(), it.done()];
        assert_eq!(
            forms(Action::DeleteBranch),
            ["Delete branch", "Deleting branch", "Branch deleted"]
        );
        assert_eq!(
            forms(Action::StartSandbox),
            [
                "Start the sandbox",
                "Starting the sandbox",
                "The sandbox started"
            ]
        );
        let deleting = JobVerb::Bulk(BulkVerb::DeleteProjects);
        assert_eq!(deleting.doing(), "Deleting");
        let expiring = JobVerb::Bulk(BulkVerb::ExpireBranches);
        assert_eq!(expiring.doing(), "Setting expiration of");
        assert_eq!(JobVerb::StartSandbox.doing(), "Starting");
        assert_eq!(JobVerb::RotateKey.doing(), "Rotating key");
        assert_eq!(Action::DeleteBranch.things(1), "1 branch");
        assert_eq!(Action::DeleteBranch.things(3), "3 branches");
    }

    #[test]
    fn an_action_is_found_by_what_the_log_calls_it() {
        for action in Action::ALL {
            assert_eq!(Action::called(&action.order()), Some(*action));
        }
        assert_eq!(Action::called("Forget"), None);
        assert_eq!(Action::called("Delete branches"), None);
    }
}
