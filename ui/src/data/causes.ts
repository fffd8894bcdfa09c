import type { QueryClient, QueryState } from "@tanstack/react-query";
import type { ErrorView } from "@/ipc/generated";
import { isKeychain, viewOf } from "./errors";
import { accountsQuery, branchesQuery, keychainQuery, sandboxQuery } from "./queries";

/** What a piece of work is about: a refusal of it goes when that does. */
export interface About {
  accountId: string;
  projectId: string;
  branchId: string;
}

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: { about?: About };
  }
}

/** A refusal that is still told somewhere. */
interface Refusal {
  error: ErrorView;
  about: About | undefined;
  /** When it was asked for, in milliseconds since 1970. Only what was read later can say that it is over. */
  at: number;
}

/**
 * Takes refusals away when what they were about is over, until the returned function is called: the account is unlocked,
 * the keychain open, the sandbox running, the branch gone. A notice has a cause and goes with it, whoever shows it.
 */
export function followCauses(client: QueryClient): () => void {
  const refusals = client.getMutationCache();
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    for (const refusal of refusals.findAll({ status: "error" })) {
      const { error, submittedAt: at } = refusal.state;
      const about = refusal.meta?.about;
      if (isOver({ error: viewOf(error), about, at }, client)) refusals.remove(refusal);
    }
  });
}

function isOver(refusal: Refusal, client: QueryClient): boolean {
  return isCauseOver(refusal, client) || isSubjectGone(refusal, client);
}

/** Whether what an error names as its reason is so no more. */
function isCauseOver({ error, at }: Refusal, client: QueryClient): boolean {
  if (isKeychain(error.code)) {
    const keychain = readSince(client.getQueryState(keychainQuery.queryKey), at);
    return keychain !== undefined && (keychain.kind === "memory" || keychain.status === "ready");
  }
  switch (error.code) {
    case "sandboxStopped":
      return readSince(client.getQueryState(sandboxQuery.queryKey), at)?.status === "running";
    case "readOnly": {
      const accounts = readSince(client.getQueryState(accountsQuery.queryKey), at);
      const meant = accounts?.filter(({ id }) => error.about === null || id === error.about);
      return meant?.every(({ isReadOnly }) => !isReadOnly) ?? false;
    }
    case "unauthorized": {
      const accounts =
        error.about === null ? undefined : readSince(client.getQueryState(accountsQuery.queryKey), at);
      const account = accounts?.find(({ id }) => id === error.about);
      return accounts !== undefined && (account === undefined || account.state === "ready");
    }
    default:
      return false;
  }
}

function isSubjectGone({ about, at }: Refusal, client: QueryClient): boolean {
  if (!about) return false;
  const { queryKey } = branchesQuery(about.accountId, about.projectId);
  const branches = readSince(client.getQueryState(queryKey), at);
  return branches?.every(({ id }) => id !== about.branchId) ?? false;
}

/** What a view holds, where it was read later than that. */
function readSince<Data>(state: QueryState<Data> | undefined, at: number): Data | undefined {
  return state !== undefined && state.dataUpdatedAt > at ? state.data : undefined;
}
