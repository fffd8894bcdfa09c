import type { ReactNode } from "react";
import { accountActions } from "@/features/accounts/actions";
import { accountDialogs } from "@/features/accounts/dialogs";
import { authActions } from "@/features/auth/actions";
import { authDialogs } from "@/features/auth/dialogs";
import { branchActions } from "@/features/branches/actions";
import { branchDialogs } from "@/features/branches/dialogs";
import { bulkActions } from "@/features/bulk/actions";
import { BulkDialog } from "@/features/bulk/BulkDialog";
import { PlanBulkDialog } from "@/features/bulk/PlanBulkDialog";
import { CallTextDialog } from "@/features/calls/CallText";
import { computeActions } from "@/features/computes/actions";
import { computeDialogs } from "@/features/computes/dialogs";
import { connectionActions } from "@/features/connect/actions";
import { PsqlDialog } from "@/features/connect/PsqlDialog";
import { databaseActions } from "@/features/databases/actions";
import { databaseDialogs } from "@/features/databases/dialogs";
import { emailServerActions } from "@/features/emailServer/actions";
import { emailServerDialogs } from "@/features/emailServer/dialogs";
import { HistoryScreen } from "@/features/history/HistoryScreen";
import { logActions } from "@/features/history/logActions";
import { operationActions } from "@/features/history/operationActions";
import { keyActions } from "@/features/keys/actions";
import { keyDialogs } from "@/features/keys/dialogs";
import { KeysScreen } from "@/features/keys/KeysScreen";
import { oauthProviderActions } from "@/features/oauthProviders/actions";
import { oauthProviderDialogs } from "@/features/oauthProviders/dialogs";
import { permissionDialogs } from "@/features/permissions/dialogs";
import { permissionActions } from "@/features/permissions/permissions";
import { ProjectScreen } from "@/features/project/ProjectScreen";
import { projectActions } from "@/features/projects/actions";
import { projectDialogs } from "@/features/projects/dialogs";
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
import { temporaryDialogs } from "@/features/temporary/dialogs";
import { TemporaryScreen } from "@/features/temporary/TemporaryScreen";
import { undoActions } from "@/features/undo/actions";
import type { Action } from "@/kit/action/action";
import type { DialogComponents, OpenDialog } from "@/kit/overlay/dialogs";
import type { Route, RouteText } from "@/kit/route/route";

export const home: Route = { screen: "projects" };

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
  ...permissionActions,
  ...projectActions,
  ...keyActions,
  ...bulkActions,
  ...undoActions,
  ...accountActions,
  ...temporaryActions,
  ...sandboxActions,
  ...logActions,
  ...settingsActions,
];

/** Screens that older addresses name otherwise. */
const RENAMED = new Map([
  ["operations", "history"],
  ["activity", "history"],
]);

/** Which of the routes that an address can name exist. */
export function acceptRoute(text: RouteText): Route | undefined {
  const { account, id, view } = text;
  const screen = RENAMED.get(text.screen) ?? text.screen;
  switch (screen) {
    case "temporary":
      return { screen, ...picked(text, "id") };
    case "projects":
      return { screen, ...picked(text, "tab") };
    case "project":
      return account !== undefined && id !== undefined
        ? { screen, account, id, ...picked(text, "tab", "branch", "name", "page") }
        : undefined;
    case "history":
      return {
        screen,
        ...picked(text, "id", "view"),
        ...(view === "lanes" && { view: "timeline" }),
      };
    case "keys":
      return { screen, ...picked(text, "account", "tab", "id") };
    case "sandbox":
    case "settings":
      return { screen };
    default:
      return undefined;
  }
}

/** Those parameters of an address that are in it. */
function picked<Name extends string>(text: RouteText, ...names: Name[]): { [Each in Name]?: string } {
  const found: { [Each in Name]?: string } = {};
  for (const name of names) {
    const value = text[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** Draws the screen of a route. A route without a screen does not compile. */
export function showRoute(route: Route): ReactNode {
  switch (route.screen) {
    case "temporary":
      return <TemporaryScreen id={route.id} />;
    case "projects":
      return <ProjectsScreen tab={route.tab} />;
    case "project":
      return <ProjectScreen account={route.account} id={route.id} tab={route.tab} />;
    case "history":
      return <HistoryScreen id={route.id} view={route.view} />;
    case "keys":
      return <KeysScreen account={route.account} tab={route.tab} id={route.id} />;
    case "sandbox":
      return <SandboxScreen />;
    case "settings":
      return <SettingsScreen />;
  }
}

/** A dialog that cannot be drawn does not compile. */
const DIALOGS: DialogComponents = {
  ...accountDialogs,
  ...authDialogs,
  ...branchDialogs,
  ...computeDialogs,
  ...databaseDialogs,
  ...emailServerDialogs,
  ...keyDialogs,
  ...permissionDialogs,
  ...oauthProviderDialogs,
  ...projectDialogs,
  ...temporaryDialogs,
  planBulk: PlanBulkDialog,
  bulk: BulkDialog,
  callText: CallTextDialog,
  psqlWith: PsqlDialog,
  moveClock: MoveClockDialog,
  resetSandbox: ResetDialog,
  deleteQuarantined: DeleteQuarantinedDialog,
  quit: QuitDialog,
};

/** Draws the dialog that was asked for. */
export const showDialog = (dialog: OpenDialog): ReactNode => <OneOpenDialog dialog={dialog} />;

function OneOpenDialog<Name extends OpenDialog["dialog"]>({
  dialog,
}: {
  dialog: OpenDialog<Name>;
}): ReactNode {
  return DIALOGS[dialog.dialog](dialog);
}
