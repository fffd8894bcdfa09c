import type { ReactNode } from "react";
import { AccountDialogs } from "@/features/accounts/AccountDialogs";
import { accountActions } from "@/features/accounts/actions";
import { ActivityScreen } from "@/features/activity/ActivityScreen";
import { activityActions } from "@/features/activity/actions";
import { AuthDialogs } from "@/features/auth/AuthDialogs";
import { authActions } from "@/features/auth/actions";
import { branchActions } from "@/features/branches/actions";
import { BranchDialogs } from "@/features/branches/BranchDialogs";
import { bulkActions } from "@/features/bulk/actions";
import { BulkDialogs } from "@/features/bulk/BulkDialogs";
import { CallTextDialog } from "@/features/calls/CallText";
import { computeActions } from "@/features/computes/actions";
import { ComputeDialogs } from "@/features/computes/ComputeDialogs";
import { connectionActions } from "@/features/connect/actions";
import { PsqlDialog } from "@/features/connect/PsqlDialog";
import { databaseActions } from "@/features/databases/actions";
import { DataDialogs } from "@/features/databases/DataDialogs";
import { emailServerActions } from "@/features/emailServer/actions";
import { EmailDialogs } from "@/features/emailServer/EmailDialogs";
import { EnvDialog } from "@/features/envFile/EnvDialog";
import { keyActions } from "@/features/keys/actions";
import { KeyDialogs } from "@/features/keys/KeyDialogs";
import { KeysScreen } from "@/features/keys/KeysScreen";
import { oauthProviderActions } from "@/features/oauthProviders/actions";
import { ProviderDialogs } from "@/features/oauthProviders/ProviderDialogs";
import { operationActions } from "@/features/operations/actions";
import { OperationsScreen } from "@/features/operations/OperationsScreen";
import { ProjectScreen } from "@/features/project/ProjectScreen";
import { projectActions } from "@/features/projects/actions";
import { ProjectDialogs } from "@/features/projects/ProjectDialogs";
import { ProjectsScreen } from "@/features/projects/ProjectsScreen";
import { QuitDialog } from "@/features/quit/QuitDialog";
import { sandboxActions } from "@/features/sandbox/actions";
import { MoveClockDialog } from "@/features/sandbox/MoveClockDialog";
import { DeleteQuarantinedDialog } from "@/features/sandbox/Quarantine";
import { ResetDialog } from "@/features/sandbox/ResetDialog";
import { SandboxScreen } from "@/features/sandbox/SandboxScreen";
import { settingsActions } from "@/features/settings/actions";
import { SettingsScreen } from "@/features/settings/SettingsScreen";
import { temporaryActions } from "@/features/temporary/actions";
import { KeychainDialog } from "@/features/temporary/KeychainDialog";
import { TemporaryDialogs } from "@/features/temporary/TemporaryDialogs";
import { TemporaryScreen } from "@/features/temporary/TemporaryScreen";
import { undoActions } from "@/features/undo/actions";
import type { Action } from "@/kit/action/action";
import type { Asked } from "@/kit/overlay/asked";
import type { Place, PlaceText } from "@/kit/route/place";

export const home: Place = { screen: "projects" };

/**
 * Everything that can be done. What is about a part of something comes before what is about the whole: where both are
 * open, the same keys mean the part, and Delete on a branch must never ask about its project.
 */
export const allActions: readonly Action[] = [
  ...operationActions,
  ...authActions,
  ...computeActions,
  ...databaseActions,
  ...oauthProviderActions,
  ...emailServerActions,
  ...connectionActions,
  ...branchActions,
  ...projectActions,
  ...keyActions,
  ...bulkActions,
  ...undoActions,
  ...accountActions,
  ...temporaryActions,
  ...sandboxActions,
  ...activityActions,
  ...settingsActions,
];

/** Which of the places that an address can name exist. */
export function acceptPlace(text: PlaceText): Place | undefined {
  switch (text.screen) {
    case "temporary":
      return { screen: text.screen, ...(text.id !== undefined && { id: text.id }) };
    case "projects":
      return { screen: text.screen, ...(text.tab !== undefined && { tab: text.tab }) };
    case "project":
      return text.account !== undefined && text.id !== undefined
        ? {
            screen: text.screen,
            account: text.account,
            id: text.id,
            ...(text.tab !== undefined && { tab: text.tab }),
            ...(text.branch !== undefined && { branch: text.branch }),
            ...(text.name !== undefined && { name: text.name }),
          }
        : undefined;
    case "operations":
      return {
        screen: text.screen,
        ...(text.id !== undefined && { id: text.id }),
        ...(text.view !== undefined && { view: text.view }),
      };
    case "keys":
      return {
        screen: text.screen,
        ...(text.account !== undefined && { account: text.account }),
        ...(text.tab !== undefined && { tab: text.tab }),
        ...(text.id !== undefined && { id: text.id }),
      };
    case "sandbox":
    case "activity":
    case "settings":
      return { screen: text.screen };
    default:
      return undefined;
  }
}

/** Draws the screen of a place. A place without a screen does not compile. */
export function showPlace(place: Place): ReactNode {
  switch (place.screen) {
    case "temporary":
      return <TemporaryScreen id={place.id} />;
    case "projects":
      return <ProjectsScreen tab={place.tab} />;
    case "project":
      return <ProjectScreen account={place.account} id={place.id} tab={place.tab} />;
    case "operations":
      return <OperationsScreen id={place.id} view={place.view} />;
    case "keys":
      return <KeysScreen account={place.account} tab={place.tab} id={place.id} />;
    case "sandbox":
      return <SandboxScreen />;
    case "activity":
      return <ActivityScreen />;
    case "settings":
      return <SettingsScreen />;
  }
}

/** Draws the dialog that was asked for. A dialog that cannot be drawn does not compile. */
export function showDialog(asked: Asked): ReactNode {
  switch (asked.dialog) {
    case "temporaryOptions":
    case "importTemporary":
    case "forgetTemporary":
    case "renameTemporary":
    case "claimTemporary":
    case "writeEnv":
    case "seedTemporary":
      return <TemporaryDialogs asked={asked} />;
    case "writeConnection": {
      const { source, name, isSet } = asked;
      return <EnvDialog subject={{ source, name, envKey: undefined, isSet }} path={null} />;
    }
    case "createProject":
    case "renameProject":
    case "deleteProject":
      return <ProjectDialogs asked={asked} />;
    case "planBulk":
    case "bulk":
      return <BulkDialogs asked={asked} />;
    case "psqlWith":
      return <PsqlDialog source={asked.source} name={asked.name} />;
    case "keychain":
      return <KeychainDialog options={asked.options} />;
    case "resetSandbox":
      return <ResetDialog />;
    case "deleteQuarantined":
      return <DeleteQuarantinedDialog item={asked.item} />;
    case "moveClock":
      return <MoveClockDialog seconds={asked.seconds} lost={asked.lost} />;
    case "connectAccount":
    case "editAccount":
    case "replaceAccountKey":
    case "unlockAccount":
    case "removeAccount":
      return <AccountDialogs asked={asked} />;
    case "callText":
      return <CallTextDialog accountId={asked.accountId} call={asked.call} title={asked.title} />;
    case "quit":
      return <QuitDialog />;
    default:
      return showOfProject(asked);
  }
}

/** What is asked about a part of a project. */
type OfProject = Parameters<
  | typeof DataDialogs
  | typeof BranchDialogs
  | typeof ComputeDialogs
  | typeof AuthDialogs
  | typeof ProviderDialogs
  | typeof EmailDialogs
  | typeof KeyDialogs
>[0]["asked"];

function showOfProject(asked: OfProject): ReactNode {
  switch (asked.dialog) {
    case "createDatabase":
    case "renameDatabase":
    case "databaseOwner":
    case "deleteDatabase":
    case "createRole":
    case "rolePassword":
    case "resetPassword":
    case "deleteRole":
      return <DataDialogs asked={asked} />;
    case "addOauthProvider":
    case "oauthCredentials":
    case "deleteOauthProvider":
      return <ProviderDialogs asked={asked} />;
    case "ownEmailServer":
    case "sharedEmailServer":
    case "tryEmailServer":
    case "testEmail":
      return <EmailDialogs asked={asked} />;
    case "createBranch":
    case "renameBranch":
    case "branchExpiry":
    case "restoreBranch":
    case "resetBranch":
    case "defaultBranch":
    case "deleteBranch":
      return <BranchDialogs asked={asked} />;
    case "createCompute":
    case "renameCompute":
    case "resizeCompute":
    case "computeTimeout":
    case "suspendCompute":
    case "restartCompute":
    case "disableCompute":
    case "deleteCompute":
      return <ComputeDialogs asked={asked} />;
    case "enableAuth":
    case "createSdkKeys":
    case "createAuthUser":
    case "addAuthDomain":
    case "deleteAuthDomain":
    case "transferAuth":
    case "removeAuth":
      return <AuthDialogs asked={asked} />;
    case "createKey":
    case "saveKey":
    case "lostKey":
    case "revokeKey":
    case "rotateKey":
    case "rotation":
      return <KeyDialogs asked={asked} />;
  }
}
