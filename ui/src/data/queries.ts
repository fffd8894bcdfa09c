import { queryOptions } from "@tanstack/react-query";
import { call } from "@/ipc/call";
import { keys } from "./keys";
import { operationQuery } from "./query";

/** Views that more than one feature shows. */
export const appInfoQuery = queryOptions({ queryKey: keys.app, queryFn: () => call({ kind: "appInfo" }) });
export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: () => call({ kind: "settingsGet" }),
});
export const keychainQuery = queryOptions({
  queryKey: keys.keychain,
  queryFn: () => call({ kind: "keychainState" }),
});
export const instantServicesQuery = queryOptions({
  queryKey: keys.instantServices,
  queryFn: () => call({ kind: "instantServiceList" }),
});
export const accountsQuery = queryOptions({
  queryKey: keys.accounts,
  queryFn: () => call({ kind: "accountList" }),
});
export const usualColourQuery = (isProduction: boolean) =>
  queryOptions({
    queryKey: keys.usualColour(isProduction ? "production" : "other"),
    queryFn: () => call({ kind: "accountUsualColour", isProduction }),
  });
export const jobsQuery = queryOptions({ queryKey: keys.jobs, queryFn: () => call({ kind: "jobList" }) });
export const sandboxQuery = queryOptions({
  queryKey: keys.sandboxState,
  queryFn: () => call({ kind: "sandboxState" }),
});
export const temporaryListQuery = queryOptions({
  queryKey: keys.temporaryList,
  queryFn: () => call({ kind: "temporaryList" }),
});
/** Read again whenever it is shown: an env file changes without an event. */
export const folderListQuery = queryOptions({
  queryKey: keys.folderList,
  queryFn: () => call({ kind: "folderList" }),
  staleTime: 0,
});
/** Read again when a project is opened and this is older than a minute: what is used of it grows without an event. */
export const projectQuery = (accountId: string, projectId: string) =>
  operationQuery(
    keys.projectRecord(accountId, projectId),
    { kind: "projectGet", accountId, projectId },
    { staleTime: 60_000 },
  );
/** `includeDeleted`: with those that are deleted and can be brought back. */
export const branchesQuery = (accountId: string, projectId: string, includeDeleted = false) =>
  operationQuery([...keys.branches(accountId, projectId), includeDeleted ? "all" : "live"], {
    kind: "branchList",
    accountId,
    projectId,
    includeDeleted,
  });
export const computesQuery = (accountId: string, projectId: string) =>
  operationQuery(keys.computes(accountId, projectId), { kind: "computeList", accountId, projectId });
export const databasesQuery = (accountId: string, projectId: string, branchId: string) =>
  operationQuery(keys.databases(accountId, projectId, branchId), {
    kind: "databaseList",
    accountId,
    projectId,
    branchId,
  });
export const rolesQuery = (accountId: string, projectId: string, branchId: string) =>
  operationQuery(keys.roles(accountId, projectId, branchId), {
    kind: "roleList",
    accountId,
    projectId,
    branchId,
  });
export const operationsQuery = queryOptions({
  queryKey: keys.operationList,
  queryFn: () => call({ kind: "operationList" }),
});
export const connectionProbesQuery = queryOptions({
  queryKey: keys.connectionProbes,
  queryFn: () => call({ kind: "connectionProbeList" }),
});

/** A project, and the branch whose auth integration is meant where each has one. */
export interface AuthAt {
  accountId: string;
  projectId: string;
  branchId?: string | null | undefined;
}

/** Returns the arguments that name the place in an operation. */
export const authPlace = ({ accountId, projectId, branchId = null }: AuthAt) => ({
  accountId,
  projectId,
  branchId,
});

export const authIntegrationsQuery = ({ accountId, projectId, branchId = null }: AuthAt) =>
  operationQuery(keys.authIntegrations(accountId, projectId, branchId), {
    kind: "authIntegrations",
    accountId,
    projectId,
    branchId,
  });
export const oauthProvidersQuery = ({ accountId, projectId, branchId = null }: AuthAt) =>
  operationQuery(keys.oauthProviders(accountId, projectId, branchId), {
    kind: "oauthList",
    accountId,
    projectId,
    branchId,
  });
export const emailServerQuery = ({ accountId, projectId, branchId = null }: AuthAt) =>
  operationQuery(keys.emailServer(accountId, projectId, branchId), {
    kind: "emailGet",
    accountId,
    projectId,
    branchId,
  });

/** Every change of an account's key that is under way or was not dismissed yet. */
export const rotationsQuery = queryOptions({
  queryKey: keys.rotations,
  queryFn: () => call({ kind: "rotationList" }),
});

/** Projects and branches that were deleted here and can be recovered. */
export const undoQuery = queryOptions({ queryKey: keys.undo, queryFn: () => call({ kind: "undoList" }) });

export const organizationsQuery = (accountId: string) =>
  queryOptions({
    queryKey: keys.organizations(accountId),
    queryFn: () => call({ kind: "organizationList", accountId }),
  });

export const budgetQuery = (accountId: string) =>
  queryOptions({
    queryKey: keys.budget(accountId),
    queryFn: () => call({ kind: "accountBudget", accountId }),
  });
