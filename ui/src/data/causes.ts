import { type DataTag, hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
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
}

/** What a view holds, if it is the one that was read just now. */
type JustRead = <Data>(view: { queryKey: DataTag<QueryKey, Data, Error> }) => Data | undefined;

/**
 * Takes refusals away when what they were about is over, until the returned function is called: the account is unlocked,
 * the keychain open, the sandbox running, the branch gone. A notice has a cause and goes with it, whoever shows it.
 *
 * Only the view that was read just now is looked at: what was read before the refusal cannot say that it is over.
 */
export function followCauses(client: QueryClient): () => void {
  const refusals = client.getMutationCache();
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const { queryHash } = event.query;
    const read: JustRead = ({ queryKey }) =>
      hashKey(queryKey) === queryHash ? client.getQueryData(queryKey) : undefined;
    for (const refusal of refusals.findAll({ status: "error" })) {
      const { state, meta } = refusal;
      if (isOver({ error: viewOf(state.error), about: meta?.about }, read)) refusals.remove(refusal);
    }
  });
}

function isOver(refusal: Refusal, read: JustRead): boolean {
  return isCauseOver(refusal, read) || isSubjectGone(refusal, read);
}

/** Whether what an error names as its reason is so no more. */
function isCauseOver({ error }: Refusal, read: JustRead): boolean {
  if (isKeychain(error.code)) {
    const keychain = read(keychainQuery);
    return keychain !== undefined && (keychain.kind === "memory" || keychain.status === "ready");
  }
  switch (error.code) {
    case "sandboxStopped":
      return read(sandboxQuery)?.status === "running";
    case "readOnly": {
      const meant = read(accountsQuery)?.filter(({ id }) => error.about === null || id === error.about);
      return meant?.every(({ isReadOnly }) => !isReadOnly) ?? false;
    }
    case "unauthorized": {
      const accounts = error.about === null ? undefined : read(accountsQuery);
      const account = accounts?.find(({ id }) => id === error.about);
      return accounts !== undefined && (account === undefined || account.state === "ready");
    }
    default:
      return false;
  }
}

/** Either list may be the one on screen, and only that one is read again. */
function isSubjectGone({ about }: Refusal, read: JustRead): boolean {
  if (!about) return false;
  return [false, true].some((deleted) => {
    const branches = read(branchesQuery(about.accountId, about.projectId, deleted));
    return branches?.every(({ id, deletedAt }) => id !== about.branchId || deletedAt !== null) ?? false;
  });
}
