import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { organizationsQuery } from "@/data/queries";
import { chosenOrganization } from "@/features/accounts/organization";
import type { AccountView, ProjectScope, ProjectView } from "@/ipc/generated";
import type { Sort } from "@/kit/table/columns";
import { useSame } from "@/kit/useSame";
import { cachedQuery, pagesQuery } from "./lists";
import { filtered, sorted } from "./rows";
import { isPending, rowsOf, type ShownList, shownList } from "./useProjectRows";

/** The lists of one account. */
export interface AccountLists {
  account: AccountView;
  own: ShownList | undefined;
  shared: ShownList | undefined;
  /** Its platform wants an organization named, and none is. */
  unnamed: boolean;
}

const BY_NAME: Sort = { column: "name", direction: "ascending" };
const NONE: readonly ProjectView[] = [];

/** The projects of all accounts as the screen shows them: each account’s own lists, filtered and in order as one. */
export function useAllProjects(accounts: readonly AccountView[]) {
  const [filter, setFilter] = useState("");
  const [sort, setSort] = useState<Sort>(BY_NAME);
  const all = useAccountLists(accounts);
  const items = useSame(all.flatMap(({ own, shared }) => [own?.items ?? NONE, shared?.items ?? NONE]));
  const rows = useMemo(
    () =>
      accounts.flatMap((account, index) =>
        rowsOf(account, items[2 * index] ?? NONE, items[2 * index + 1] ?? NONE),
      ),
    [accounts, items],
  );
  const names = useMemo(() => new Map(accounts.map(({ id, name }) => [id, name])), [accounts]);
  const inOrder = useMemo(() => sorted(rows, sort, names), [rows, sort, names]);
  const shown = useMemo(() => filtered(inOrder, filter, names), [inOrder, filter, names]);
  const lists = all.flatMap(listsOf);
  return {
    accounts: all,
    lists,
    rows,
    shown,
    pending: isPending(lists, rows, filter, sort),
    filter,
    setFilter,
    sort,
    setSort,
  };
}

export const listsOf = ({ own, shared }: AccountLists): readonly ShownList[] =>
  [own, shared].filter((list) => list !== undefined);

/** Only a personal key is shared something with, and reaches more than one organization. */
const isPersonal = ({ keyKind }: AccountView) => keyKind === null || keyKind === "personal";

/** The lists of each account, asked for as its own screen asks for them. */
function useAccountLists(accounts: readonly AccountView[]): readonly AccountLists[] {
  const organizations = useQueries({
    queries: accounts.map((account) => ({ ...organizationsQuery(account.id), enabled: isPersonal(account) })),
  });
  const chosen = accounts.map((account, index) => chosenOrganization(account, organizations[index]?.data));
  const own = useLists(
    accounts.map((account, index) => ({
      account,
      scope: "own",
      organizationId: chosen[index]?.organizationId ?? null,
      wanted: chosen[index]?.missing === false,
    })),
  );
  const shared = useLists(
    accounts.map((account) => ({
      account,
      scope: "shared",
      organizationId: null,
      wanted: isPersonal(account),
    })),
  );
  return accounts.map((account, index) => ({
    account,
    own: own[index],
    shared: shared[index],
    unnamed: chosen[index]?.missing === true && organizations[index]?.isPending === false,
  }));
}

interface ListOrder {
  account: AccountView;
  scope: ProjectScope;
  organizationId: string | null;
  wanted: boolean;
}

/** Each list as it can be shown now; nothing for one that is not wanted. */
function useLists(all: readonly ListOrder[]): ReadonlyArray<ShownList | undefined> {
  const queried = all.map(({ account, scope, organizationId, wanted }) => ({
    list: { accountId: account.id, scope, organizationId },
    wanted,
    isReady: account.state === "ready",
  }));
  const kept = useQueries({
    queries: queried.map(({ list, wanted }) => ({ ...cachedQuery(list), enabled: wanted })),
  });
  const pages = useQueries({
    queries: queried.map(({ list, wanted, isReady }) => ({
      ...pagesQuery(list),
      enabled: wanted && isReady,
    })),
  });
  return all.map(({ wanted }, index) => {
    const [one, other] = [kept[index], pages[index]];
    return wanted && one && other ? shownList(wanted, one, other) : undefined;
  });
}
