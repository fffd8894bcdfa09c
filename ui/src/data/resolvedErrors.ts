import { type DataTag, hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ErrorView } from "@/ipc/generated";
import { isKeychain, viewOf } from "./errors";
import { accountsQuery, branchesQuery, keychainQuery, sandboxQuery } from "./queries";

/** What a piece of work is about: its error is cleared when that is deleted. */
export interface About {
  accountId: string;
  projectId: string;
  branchId: string;
}

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: { about?: About; reads?: boolean };
  }
}

/** An error that is still shown somewhere. */
interface Refusal {
  error: ErrorView;
  about: About | undefined;
}

/** The data of a view, if it is the one that was read just now. */
type JustRead = <Data>(view: { queryKey: DataTag<QueryKey, Data, Error> }) => Data | undefined;

/**
 * Clears errors whose cause is over, wherever they are shown, until the returned function is called: the account is
 * unlocked, the keychain open, the sandbox running, the branch deleted.
 *
 * Only the view that was read just now counts: what was read before the error cannot say that its cause is over.
 */
export function clearResolvedErrors(client: QueryClient): () => void {
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

/** Whether the cause that an error names has ended. */
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
