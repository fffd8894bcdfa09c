import type { ReactNode } from "react";
import { accountActions } from "@/features/accounts/actions";
import { advisorActions } from "@/features/advisors/advisors";
import { authActions } from "@/features/auth/actions";
import { branchActions } from "@/features/branches/actions";
import { bulkActions } from "@/features/bulk/actions";
import { computeActions } from "@/features/computes/actions";
import { connectionActions } from "@/features/connect/actions";
import { databaseActions } from "@/features/databases/actions";
import { diagnosticsActions } from "@/features/diagnostics/actions";
import { emailServerActions } from "@/features/emailServer/actions";
import { folderActions } from "@/features/folders/actions";
import { logActions } from "@/features/history/logActions";
import { operationActions } from "@/features/history/operationActions";
import { jwksActions } from "@/features/jwks/jwks";
import { keyActions } from "@/features/keys/actions";
import { networkActions } from "@/features/network/actions";
import { oauthProviderActions } from "@/features/oauthProviders/actions";
import { organizationActions } from "@/features/organization/actions";
import { permissionActions } from "@/features/permissions/permissions";
import { projectActions, projectEndActions } from "@/features/projects/actions";
import { ProjectsScreen } from "@/features/projects/ProjectsScreen";
import { refreshActions } from "@/features/refresh/refresh";
import { sandboxActions } from "@/features/sandbox/actions";
import { settingsActions } from "@/features/settings/actions";
import { signInActions } from "@/features/signIn/actions";
import { snapshotActions } from "@/features/snapshots/actions";
import { temporaryActions } from "@/features/temporary/actions";
import { transferActions } from "@/features/transfers/transfers";
import { undoActions } from "@/features/undo/actions";
import { updateActions } from "@/features/updates/actions";
import { webhookActions } from "@/features/webhooks/actions";
import type { Action } from "@/kit/action/action";
import { deferred } from "@/kit/deferred";
import type { OpenDialog } from "@/kit/overlay/dialogs";
import type { Route, RouteText } from "@/kit/route/route";
import { Skeleton } from "@/kit/state/Skeleton";
import { PARTS } from "@/shell/words";

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
  ...signInActions,
  ...webhookActions,
  ...emailServerActions,
  ...connectionActions,
  ...snapshotActions,
  ...branchActions,
  ...advisorActions,
  ...jwksActions,
  ...permissionActions,
  ...projectActions,
  ...transferActions,
  ...projectEndActions,
  ...organizationActions,
  ...keyActions,
  ...bulkActions,
  ...undoActions,
  ...accountActions,
  ...temporaryActions,
  ...folderActions,
  ...sandboxActions,
  ...logActions,
  ...settingsActions,
  ...networkActions,
  ...refreshActions,
  ...diagnosticsActions,
  ...updateActions,
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
    case "folders":
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
    case "organization":
      return { screen, ...picked(text, "account", "id", "tab") };
    case "sandbox":
    case "settings":
    case "network":
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

const waiting = <Skeleton label={PARTS.loadingScreen} shape="tall-rows" />;
const TemporaryScreen = deferred(
  async () => (await import("@/features/temporary/TemporaryScreen")).TemporaryScreen,
  waiting,
);
const FoldersScreen = deferred(
  async () => (await import("@/features/folders/FoldersScreen")).FoldersScreen,
  waiting,
);
const ProjectScreen = deferred(
  async () => (await import("@/features/project/ProjectScreen")).ProjectScreen,
  waiting,
);
const HistoryScreen = deferred(
  async () => (await import("@/features/history/HistoryScreen")).HistoryScreen,
  waiting,
);
const KeysScreen = deferred(async () => (await import("@/features/keys/KeysScreen")).KeysScreen, waiting);
const OrganizationScreen = deferred(
  async () => (await import("@/features/organization/OrganizationScreen")).OrganizationScreen,
  waiting,
);
const SandboxScreen = deferred(
  async () => (await import("@/features/sandbox/SandboxScreen")).SandboxScreen,
  waiting,
);
const SettingsScreen = deferred(
  async () => (await import("@/features/settings/SettingsScreen")).SettingsScreen,
  waiting,
);
const NetworkScreen = deferred(
  async () => (await import("@/features/network/NetworkScreen")).NetworkScreen,
  waiting,
);
const ShownDialog = deferred(async () => (await import("./dialogs")).ShownDialog);

/** Draws the screen of a route. A route without a screen does not compile. */
export function showRoute(route: Route): ReactNode {
  switch (route.screen) {
    case "temporary":
      return <TemporaryScreen id={route.id} />;
    case "folders":
      return <FoldersScreen id={route.id} />;
    case "projects":
      return <ProjectsScreen tab={route.tab} />;
    case "project":
      return <ProjectScreen account={route.account} id={route.id} tab={route.tab} />;
    case "history":
      return <HistoryScreen id={route.id} view={route.view} />;
    case "keys":
      return <KeysScreen account={route.account} tab={route.tab} id={route.id} />;
    case "organization":
      return <OrganizationScreen account={route.account} id={route.id} tab={route.tab} />;
    case "sandbox":
      return <SandboxScreen />;
    case "settings":
      return <SettingsScreen />;
    case "network":
      return <NetworkScreen />;
  }
}

/** Draws the dialog that was asked for. */
export const showDialog = (dialog: OpenDialog): ReactNode => <ShownDialog dialog={dialog} />;
