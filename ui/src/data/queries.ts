import { queryOptions } from "@tanstack/react-query";
import { call } from "@/ipc/call";
import { keys } from "./keys";

/** Views that more than one feature shows. */
export const appInfoQuery = queryOptions({ queryKey: keys.app, queryFn: () => call.appInfo() });
export const settingsQuery = queryOptions({ queryKey: keys.settings, queryFn: () => call.settingsGet() });
export const keychainQuery = queryOptions({ queryKey: keys.keychain, queryFn: () => call.keychainState() });
export const instantServicesQuery = queryOptions({
  queryKey: keys.instantServices,
  queryFn: () => call.instantServiceList(),
});
export const accountsQuery = queryOptions({ queryKey: keys.accounts, queryFn: () => call.accountList() });
export const usualColourQuery = (isProduction: boolean) =>
  queryOptions({
    queryKey: keys.usualColour(isProduction ? "production" : "other"),
    queryFn: () => call.accountUsualColour(isProduction),
  });
export const jobsQuery = queryOptions({ queryKey: keys.jobs, queryFn: () => call.jobList() });
export const sandboxQuery = queryOptions({
  queryKey: keys.sandboxState,
  queryFn: () => call.sandboxState(),
});
export const temporaryListQuery = queryOptions({
  queryKey: keys.temporaryList,
  queryFn: () => call.temporaryList(),
});
/** Read again whenever it is shown: an env file changes without an event. */
export const folderListQuery = queryOptions({
  queryKey: keys.folderList,
  queryFn: () => call.folderList(),
  staleTime: 0,
});
/** Read again when a project is opened and this is older than a minute: what is used of it grows without an event. */
export const projectQuery = (account: string, project: string) =>
  queryOptions({
    queryKey: keys.projectRecord(account, project),
    queryFn: () => call.projectGet(account, project),
    staleTime: 60_000,
  });
/** `deleted`: with those that are deleted and can be brought back. */
export const branchesQuery = (account: string, project: string, deleted = false) =>
  queryOptions({
    queryKey: [...keys.branches(account, project), deleted ? "all" : "live"],
    queryFn: () => call.branchList(account, project, deleted),
  });
export const computesQuery = (account: string, project: string) =>
  queryOptions({
    queryKey: keys.computes(account, project),
    queryFn: () => call.computeList(account, project),
  });
export const databasesQuery = (account: string, project: string, branch: string) =>
  queryOptions({
    queryKey: keys.databases(account, project, branch),
    queryFn: () => call.databaseList(account, project, branch),
  });
export const rolesQuery = (account: string, project: string, branch: string) =>
  queryOptions({
    queryKey: keys.roles(account, project, branch),
    queryFn: () => call.roleList(account, project, branch),
  });
export const operationsQuery = queryOptions({
  queryKey: keys.operationList,
  queryFn: () => call.operationList(),
});
export const connectionProbesQuery = queryOptions({
  queryKey: keys.connectionProbes,
  queryFn: () => call.connectionProbeList(),
});

/** A project, and the branch whose auth integration is meant where each has one. */
export interface AuthAt {
  accountId: string;
  projectId: string;
  branchId?: string | null | undefined;
}

export const authIntegrationsQuery = ({ accountId, projectId, branchId = null }: AuthAt) =>
  queryOptions({
    queryKey: keys.authIntegrations(accountId, projectId, branchId),
    queryFn: () => call.authIntegrations(accountId, projectId, branchId),
  });

export const oauthProvidersQuery = ({ accountId, projectId, branchId = null }: AuthAt) =>
  queryOptions({
    queryKey: keys.oauthProviders(accountId, projectId, branchId),
    queryFn: () => call.oauthList(accountId, projectId, branchId),
  });
export const emailServerQuery = ({ accountId, projectId, branchId = null }: AuthAt) =>
  queryOptions({
    queryKey: keys.emailServer(accountId, projectId, branchId),
    queryFn: () => call.emailGet(accountId, projectId, branchId),
  });

/** Every change of an account's key that is under way or was not dismissed yet. */
export const rotationsQuery = queryOptions({
  queryKey: keys.rotations,
  queryFn: () => call.rotationList(),
});

/** What was deleted here and can be brought back. */
export const undoQuery = queryOptions({ queryKey: keys.undo, queryFn: () => call.undoList() });

export const organizationsQuery = (accountId: string) =>
  queryOptions({
    queryKey: keys.organizations(accountId),
    queryFn: () => call.organizationList(accountId),
  });

export const budgetQuery = (accountId: string) =>
  queryOptions({ queryKey: keys.budget(accountId), queryFn: () => call.accountBudget(accountId) });
