import type { Elsewhere } from "./ending";

/** Notices and toasts whose end another test sees: a notice is gone before that test is over, a toast goes by its time. */
export const ELSEWHERE: readonly Elsewhere[] = [
  {
    file: "accounts/AccountBanner",
    notice: "account-mark",
    shown: "account-mark",
    by: [
      "features/branches/branches.test.tsx",
      "what a lock refused is shown once, and no longer than the lock",
    ],
  },
  {
    file: "accounts/ConnectAccountDialog",
    notice: "CONNECT.connected",
    by: [
      "features/accounts/connect.test.tsx",
      "custom addresses are asked for, and nothing is sent while something cannot be",
    ],
  },
  {
    file: "accounts/RemoveAccountDialog",
    notice: "under-rotation",
    shown: "under-rotation",
    by: [
      "features/keys/rotation.test.tsx",
      "who removes an account whose key is being changed is told what may be left",
    ],
  },
  {
    file: "accounts/enter",
    notice: "WELCOME_AGAIN.title",
    by: [
      "features/welcome/WelcomeScreen.test.tsx",
      "a welcome that could not be noted is reported, and the choice opens all the same",
    ],
  },
  {
    file: "auth/CreateKeysDialog",
    notice: "words.lost",
    shown: "The server key was lost",
    by: ["features/auth/auth.test.tsx", "a reply without the secret says what to do"],
  },
  {
    file: "auth/OwnershipPage",
    notice: "transfer-waits",
    shown: "transfer-waits",
    by: [
      "features/auth/auth.test.tsx",
      "explains, shows the host, opens the browser and waits for another owner",
    ],
  },
  {
    file: "auth/RemoveAuthDialog",
    notice: "words.removed",
    by: ["features/auth/auth.test.tsx", "asks for the typed name where the users go with it"],
  },
  {
    file: "auth/SdkKeysSection",
    notice: "words.lost",
    shown: "The server key was lost",
    by: ["features/auth/auth.test.tsx", "a reply without the secret says what to do"],
  },
  {
    file: "auth/TransferDialog",
    notice: "transfer-done",
    shown: "transfer-done",
    by: [
      "features/auth/auth.test.tsx",
      "explains, shows the host, opens the browser and waits for another owner",
    ],
  },
  {
    file: "auth/UsersPage",
    notice: "user-missing",
    shown: "user-missing",
    by: ["features/auth/auth.test.tsx", "one who has not arrived is looked for once more"],
  },
  {
    file: "base/Failure",
    notice: "{actions}",
    shown: "Couldn’t load the snapshots",
    by: ["notices.test.tsx", "a list that can’t be read, by another try"],
  },
  {
    file: "base/Failure",
    notice: "failure={failure}",
    shown: "Couldn’t change the protection",
    by: ["notices.test.tsx", "a refused click, by its dismissal and by the next try"],
  },
  {
    file: "base/FailureNotice",
    notice: "FAILURE.tryAgain",
    shown: "Couldn’t load the snapshots",
    by: ["notices.test.tsx", "a list that can’t be read, by another try"],
  },
  {
    file: "base/MutationDialogs",
    notice: "<FailureNotice {...notice} />;",
    shown: "Couldn’t save the account",
    by: ["features/keys/create.test.tsx", "a refused saving keeps the form, and the token stays held"],
  },
  { file: "base/actions", notice: "toast({ title: copied })", by: ["actions.test.tsx", "does something"] },
  {
    file: "base/useForm",
    notice: "toast(goneAlready",
    by: ["features/base/goneAlready.test.tsx", "closes the dialog and says so, until the message is closed"],
  },
  {
    file: "base/useForm",
    notice: "toast(words)",
    by: [
      "features/auth/auth.test.tsx",
      "keeps the users unless they are chosen to go, and leads back to the beginning",
    ],
  },
  {
    file: "branches/BranchDetail",
    notice: "DETAIL.noCompute",
    shown: "This branch has no compute",
    by: [
      "features/branches/branches.test.tsx",
      "where there is no restore window a branch is restored from another one, and not at all where it is alone",
    ],
  },
  {
    file: "branches/CreateBranchDialog",
    notice: "CREATE.taken",
    shown: "A branch with this name already exists.",
    by: [
      "features/branches/branches.test.tsx",
      "a name that is taken keeps what was typed and offers the branch that has it",
    ],
  },
  {
    file: "branches/RestoredNotices",
    notice: "restored-notice",
    shown: "restored-notice",
    by: [
      "features/branches/branches.test.tsx",
      "where there is no restore window a branch is restored from another one, and not at all where it is alone",
    ],
  },
  {
    file: "branches/schema/ReadText",
    notice: "words.changed",
    shown: "changed since they were read",
    by: [
      "features/branches/schema/schema.test.tsx",
      "a schema is read once, whatever is told meanwhile, and said to be old when its branch was reset",
    ],
  },
  {
    file: "bulk/BulkNotices",
    notice: "bulk-notice",
    shown: "bulk-notice",
    by: ["features/bulk/bulk.test.tsx", "the notice of a task that has ended goes with %s"],
  },
  {
    file: "calls/JsonItem",
    notice: "toast({ title: copied }),",
    by: ["features/history/log.test.tsx", "of a project, what is shown is copied and exported from one menu"],
  },
  {
    file: "calls/copying",
    notice: "ACTIONS.curlCopied",
    by: ["features/calls/calls.test.tsx", "an action says that it copied, and never the key"],
  },
  {
    file: "computes/ComputeDetail",
    notice: "DETAIL.disabled",
    shown: "This compute is disabled.",
    by: [
      "features/computes/computes.test.tsx",
      "a disabled compute says so, cannot be started and is enabled with one click",
    ],
  },
  {
    file: "connect/OneTimeSecretGroupDialog",
    notice: "secret-notice",
    shown: "secret-notice",
    by: [
      "features/branches/branches.test.tsx",
      "a new branch is asked for once, and its connection is shown until it is put away",
    ],
  },
  {
    file: "databases/CreateRoleDialog",
    notice: "CREATE_ROLE.lost",
    shown: "The password was lost",
    by: ["features/databases/data.test.tsx", "a password that was lost on the way leads to a reset"],
  },
  {
    file: "databases/NameField",
    notice: "TAKEN.title",
    shown: "svcdb already exists",
    by: [
      "features/databases/data.test.tsx",
      "a name that is taken leads to the one that has it, and nothing is sent",
    ],
  },
  {
    file: "databases/useRoleFolders",
    notice: "FOLDERS.former",
    by: [
      "features/databases/data.test.tsx",
      "a reset names the project folders that have the old password, and offers to write the new one",
    ],
  },
  {
    file: "diagnostics/DiagnosticsDialog",
    notice: "DIAGNOSTICS.saved",
    shown: "Saved to /home/me/diagnostics.md",
    by: [
      "features/diagnostics/diagnostics.test.tsx",
      "what is read is what is saved, without what was left out",
    ],
  },
  {
    file: "drop/drop",
    notice: 'toast({ title, detail: text, tone: "danger" })',
    by: ["features/drop/drop.test.tsx", "%s is refused in words, over the window and once it was dropped"],
  },
  {
    file: "emailServer/OwnServerDialog",
    notice: "words.saved",
    by: [
      "features/emailServer/email.test.tsx",
      "that is refused keeps everything typed, and the next try goes through",
    ],
  },
  {
    file: "emailServer/SharedServerDialog",
    notice: "words.sharedDone",
    by: ["features/emailServer/email.test.tsx", "says what is lost, asks, and sends nothing of it"],
  },
  {
    file: "emailServer/TestEmailDialog",
    notice: "words.accepted",
    shown: "The server accepted the message",
    by: [
      "features/emailServer/tryEmail.test.tsx",
      "goes through what is typed and not saved yet, with the password typed there",
    ],
  },
  {
    file: "emailServer/TestEmailDialog",
    notice: "words.notSent",
    shown: "The message wasn’t sent",
    by: [
      "features/emailServer/tryEmail.test.tsx",
      "that the server refuses says so in its words, and stays to be sent again",
    ],
  },
  {
    file: "envFile/EnvChange",
    notice: "present-variables",
    shown: "present-variables",
    by: [
      "features/envFile/EnvDialog.test.tsx",
      "a variable that is there is replaced only when that was chosen",
    ],
  },
  {
    file: "envFile/undo",
    notice: "ENV.restored",
    by: [
      "features/envFile/EnvDialog.test.tsx",
      "what is shown once is kept nowhere any more when the file that it was written to is taken back",
    ],
  },
  {
    file: "folders/EnsureDialog",
    notice: "ENSURE.unseeded",
    shown: "but its seed failed",
    by: [
      "features/folders/ensure.test.tsx",
      "after a seed that failed it alone runs again, on the same database",
    ],
  },
  {
    file: "folders/FolderDetail",
    notice: "folder-state",
    shown: "folder-state",
    by: [
      "features/folders/folders.test.tsx",
      "is left out of the list after a question that says what stays",
    ],
  },
  {
    file: "folders/ImportFoldersDialog",
    notice: "IMPORT.unreadable",
    shown: "Couldn’t read /code/shop/.env.big",
    by: [
      "features/folders/many.test.tsx",
      "what is in the env files is listed masked, and what is ticked is brought in",
    ],
  },
  {
    file: "folders/WriteFoldersDialog",
    notice: "FORMER.notCompared",
    shown: "Couldn’t compare wiki",
    by: [
      "features/folders/many.test.tsx",
      "folders with a former connection string are named, compared and written together",
    ],
  },
  {
    file: "folders/adding",
    notice: "ADDED.known",
    by: [
      "features/folders/folders.test.tsx",
      "folders are dropped on any screen, which says so while they are over it",
    ],
  },
  {
    file: "folders/ensuring",
    notice: "toast({ title })",
    by: [
      "features/folders/ensure.test.tsx",
      "after a seed that failed it alone runs again, on the same database",
    ],
  },
  {
    file: "history/ExportNotice",
    notice: "DETAIL.dismiss",
    shown: "actions exported to",
    by: ["features/history/log.test.tsx", "what fits is exported, and how many entries are where is said"],
  },
  { file: "history/logActions", notice: "toast({ title })", by: ["actions.test.tsx", "does something"] },
  {
    file: "keys/KeysBody",
    notice: "rotation-notice",
    shown: "rotation-notice",
    by: [
      "features/keys/rotation.test.tsx",
      "after it the keys are on the new key of the account, wherever it stands in the list",
    ],
  },
  {
    file: "keys/LostKeyDialog",
    notice: "LOST.lost",
    shown: "The token was lost",
    by: ["features/keys/create.test.tsx", "a lost reply is the same: the key is named by its id"],
  },
  {
    file: "keys/RevokeKeyDialog",
    notice: "REVOKE.done",
    by: ["features/keys/create.test.tsx", "a lost reply is the same: the key is named by its id"],
  },
  {
    file: "keys/RevokeKeyDialog",
    notice: "used-here",
    shown: "used-here",
    by: [
      "features/keys/keys.test.tsx",
      "a key that this app works with warns, and rotating is offered instead",
    ],
  },
  {
    file: "keys/RotateKeyDialog",
    notice: "ROTATE.oldKey",
    shown: "The old key is laptop",
    by: [
      "features/keys/rotation.test.tsx",
      "after it the keys are on the new key of the account, wherever it stands in the list",
    ],
  },
  {
    file: "keys/SaveKeyDialog",
    notice: "SAVE.done",
    by: [
      "features/keys/create.test.tsx",
      "becomes an account of this app, and is told of where it was shown",
    ],
  },
  { file: "keys/actions", notice: "ACTIONS.idCopied", by: ["actions.test.tsx", "does something"] },
  { file: "keys/actions", notice: "ACTIONS.keysCopied", by: ["actions.test.tsx", "does something"] },
  {
    file: "oauthProviders/AddProviderDialog",
    notice: "words.exists",
    shown: "Google already exists",
    by: [
      "features/oauthProviders/providers.test.tsx",
      "one that is there already is offered for a change, and nothing is sent",
    ],
  },
  {
    file: "oauthProviders/AddProviderDialog",
    notice: "words.added",
    by: [
      "features/oauthProviders/providers.test.tsx",
      "takes the id of another one, and refuses what cannot be one",
    ],
  },
  {
    file: "oauthProviders/CredentialsDialog",
    notice: "words.changedWord",
    by: ["features/oauthProviders/providers.test.tsx", "that is refused keeps what was typed"],
  },
  {
    file: "oauthProviders/DeleteProviderDialog",
    notice: "words.deleted",
    by: ["features/oauthProviders/providers.test.tsx", "of a production account asks for the provider's id"],
  },
  {
    file: "oauthProviders/DeleteProviderDialog",
    notice: "words.remains",
    shown: "GitHub still exists",
    by: ["features/oauthProviders/providers.test.tsx", "is not believed while the list still has it"],
  },
  {
    file: "oauthProviders/ProvidersPage",
    notice: "words.yourOwn",
    shown: "Google uses the platform’s shared credentials",
    by: ["features/oauthProviders/providers.test.tsx", "to own credentials needs both halves"],
  },
  {
    file: "project/ConnectCard",
    notice: "CONNECT.dataTab",
    shown: "This branch has no database yet.",
    by: [
      "features/project/ProjectScreen.test.tsx",
      "the tabs are places: each is in the address and the way back leads to the list",
    ],
  },
  {
    file: "project/GoneProject",
    notice: "GONE.deleted",
    shown: "shop-prod is deleted",
    by: [
      "features/project/ProjectScreen.test.tsx",
      "a project that was deleted here is recovered in place, once",
    ],
  },
  {
    file: "projects/ListNotices",
    notice: "LIST.failed",
    shown: "The platform cannot be reached",
    by: [
      "features/projects/projects.test.tsx",
      "why a list could not be read stays above its rows while it is tried again",
    ],
  },
  {
    file: "projects/actions",
    notice: "ACTIONS.projectsCopied",
    by: [
      "features/projects/kept.test.tsx",
      "all that are ticked are all, also those that are still to come, and a copy has them too",
    ],
  },
  {
    file: "projects/actions",
    notice: "ACTIONS.recovered",
    by: [
      "features/projects/delete.test.tsx",
      "a deleted project shows its deadline, and comes back from its row",
    ],
  },
  {
    file: "projects/actions",
    notice: "NO_PASSWORD.action",
    by: [
      "features/project/ProjectScreen.test.tsx",
      "Connect says what to do where the project keeps no passwords",
    ],
  },
  { file: "projects/actions", notice: "ACTIONS.jsonCopied", by: ["actions.test.tsx", "does something"] },
  {
    file: "projects/useCreateProject",
    notice: "CREATED.title",
    by: [
      "features/projects/create.test.tsx",
      "after a lost reply the project is opened, and how to get a password is explained",
    ],
  },
  {
    file: "sandbox/SandboxBanner",
    notice: "sandbox-banner",
    shown: "sandbox-banner",
    by: [
      "features/sandbox/SandboxBanner.test.tsx",
      "a stopped sandbox says so once on $screen, with the way to start it",
    ],
  },
  {
    file: "sandbox/Servers",
    notice: "SERVERS.refused",
    shown: "Couldn’t start or suspend quiet-harbour",
    by: [
      "features/sandbox/SandboxScreen.test.tsx",
      "a server that would not go to sleep says why, until that is put away",
    ],
  },
  {
    file: "save/CopyDialog",
    notice: "missing-roles",
    shown: "missing-roles",
    by: ["features/save/save.test.tsx", "a copy creates roles that the target lacks once the person agreed"],
  },
  {
    file: "seed/SeedPlanNotice",
    notice: "seed-plan",
    shown: "seed-plan",
    by: [
      "features/seed/SeedDialog.test.tsx",
      "how a file ended is not shown beside another one that is chosen next",
    ],
  },
  {
    file: "temporary/ClaimDialog",
    notice: "DETAIL.claimFailed",
    shown: "Couldn’t open the claim page",
    by: [
      "features/temporary/Detail.test.tsx",
      "without a browser the claim link is copied from where that is advised",
    ],
  },
  {
    file: "temporary/Detail",
    notice: "env-offer",
    shown: "env-offer",
    by: ["features/temporary/create.test.tsx", "an env file that is not wanted now is not offered again"],
  },
  {
    file: "temporary/Detail",
    notice: '<Notice tone="plain" icon="timer" testId="expiry-notice" actions={ways} stacked>',
    shown: "expiry-notice",
    by: [
      "features/temporary/Detail.test.tsx",
      "forgetting with $hours h left names the database and says what stays",
    ],
  },
  {
    file: "temporary/Detail",
    notice: "DETAIL.expired",
    shown: "expiry-notice",
    by: [
      "features/temporary/Detail.test.tsx",
      "forgetting with $hours h left names the database and says what stays",
    ],
  },
  {
    file: "temporary/Detail",
    notice: "claim-notice",
    shown: "The claim page is open in your browser",
    by: [
      "features/temporary/Detail.test.tsx",
      "the claim shows its host, opens exactly that, and is followed live",
    ],
  },
  {
    file: "temporary/OptionsDialog",
    notice: "OPTIONS.review",
    shown: "Review what the SQL file does",
    by: [
      "features/temporary/OptionsDialog.test.tsx",
      "a seed file that is typed and confirmed at once is shown before anything is created",
    ],
  },
  {
    file: "temporary/StateNotice",
    notice: "STATE.claiming",
    shown: "Claim in progress",
    by: [
      "features/temporary/Detail.test.tsx",
      "the claim shows its host, opens exactly that, and is followed live",
    ],
  },
  {
    file: "temporary/StateNotice",
    notice: "unclear-notice",
    shown: "unclear-notice",
    by: ["notices.test.tsx", "an unclear database, by its removal"],
  },
  {
    file: "temporary/copying",
    notice: "READY.copied",
    by: [
      "features/temporary/OptionsDialog.test.tsx",
      "this machine can be chosen before its sandbox was ever started",
    ],
  },
  {
    file: "temporary/create",
    notice: "READY.copy",
    by: [
      "features/temporary/create.test.tsx",
      "who has gone elsewhere is not fetched back when the database is ready",
    ],
  },
  {
    file: "transfers/dialogs",
    notice: "MOVE.done",
    by: [
      "features/transfers/transfers.test.tsx",
      "a project is moved to an organization, and not without one",
    ],
  },
  {
    file: "transfers/dialogs",
    notice: "ACCEPT.done",
    by: [
      "features/transfers/transfers.test.tsx",
      "a code is taken from the palette, and one that is over is said at its field",
    ],
  },
  {
    file: "undo/UndoNotices",
    notice: "undo-notice",
    shown: "undo-notice",
    by: ["notices.test.tsx", "a deletion, by its undo"],
  },
  {
    file: "kit/layout/SplitView",
    notice: "LIST.close",
    shown: "No longer available.",
    by: [
      "features/refresh/refresh.test.tsx",
      "keeps the open pane, which says when its item was deleted elsewhere",
    ],
  },
  {
    file: "kit/overlay/toasts",
    notice: "TOAST.copied",
    by: [
      "features/branches/branches.test.tsx",
      "a copied connection string, which changes nothing, lets no row move under the pointer",
    ],
  },
  {
    file: "kit/state/Boundary",
    notice: "BROKEN.title",
    shown: "The dialog failed",
    by: [
      "kit/state/Boundary.test.tsx",
      "a part that breaks leaves what is beside it, says so and can be shown again",
    ],
  },
  {
    file: "shell/Shell",
    notice: "ACTIONS.unavailable",
    by: ["shell/Shell.test.tsx", "a key that does nothing now says why"],
  },
  {
    file: "shell/reportFailure",
    notice: "ACTIONS.failed",
    by: ["features/branches/branches.test.tsx", "what was refused of a branch goes with the branch"],
  },
];
