import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useOrganization } from "@/features/accounts/organization";
import { IpcError } from "@/ipc/call";
import type { AccountView, ProjectView } from "@/ipc/generated";
import type { Sort } from "@/kit/table/columns";
import { filtered, type ProjectRow, sorted } from "./rows";
import type { ListSubject } from "./subjects";
import { isPending, type ShownList, useProjectList, useRows } from "./useProjectRows";
import { LIST } from "./words";

/** Whose projects are shown. */
export type Whose = "all" | "own" | "shared";

const BY_NAME: Sort = { column: "name", direction: "ascending" };
const BY_END: Sort = { column: "deleted", direction: "descending" };

/** The projects of an account as the screen shows them: read, filtered, in order. */
export function useProjects(account: AccountView, deleted: boolean) {
  const organization = useOrganization(account);
  const [whose, setWhose] = useState<Whose>("all");
  const [filter, setFilter] = useState("");
  const [sort, setSort] = useState<Sort>(deleted ? BY_END : BY_NAME);
  const { organizationId, missing } = organization;
  // The key of an organization or of one project is shared nothing with.
  const personal = account.keyKind === null || account.keyKind === "personal";
  const wantsShared = !deleted && whose !== "own" && personal;
  const wantsOwn = !missing && (deleted || whose !== "shared");
  const own = useProjectList(account, deleted ? "deleted" : "own", organizationId, wantsOwn);
  const shared = useProjectList(account, "shared", null, wantsShared);
  const rows = useRows(account, wantsOwn ? own : EMPTY, wantsShared ? shared : EMPTY);

  const inOrder = useMemo(() => sorted(rows, sort), [rows, sort]);
  // With the key and not after it: one drawing, in place of one for the field and another for the list.
  const shown = useMemo(() => filtered(inOrder, filter), [inOrder, filter]);
  const lists = [...(wantsOwn ? [own] : []), ...(wantsShared ? [shared] : [])];
  const copied = useWhole(shown, lists, `${whose}/${organizationId}`);
  const subject = useMemo(
    (): ListSubject => ({
      accountId: account.id,
      scope: deleted ? "deleted" : whose === "shared" ? "shared" : "own",
      organizationId,
      isReadOnly: account.isReadOnly,
      shown: copied,
    }),
    [account.id, account.isReadOnly, deleted, whose, organizationId, copied],
  );
  return {
    lists,
    rows: inOrder,
    shown,
    subject,
    pending: (missing && organization.pending) || isPending(lists, rows, filter, sort),
    /** The platform wants an organization named, and none is. */
    unnamed: missing && !organization.pending,
    whose,
    setWhose,
    filter,
    setFilter,
    sort,
    setSort,
  };
}

/**
 * What is shown once all of it is there. Read when it is copied, so that the list is not published anew with every key.
 * Rejects where the rest cannot be read, or another list is shown before it is.
 */
function useWhole(
  shown: readonly ProjectRow[],
  lists: readonly ShownList[],
  list: string,
): () => Promise<readonly ProjectView[]> {
  const isPart = lists.some(({ coming }) => coming > 0);
  const comes = lists.some(({ coming, reading }) => coming > 0 && reading);
  const latest = useRef({ shown, isPart, comes });
  latest.current = { shown, isPart, comes };
  const waiting = useRef<Waiting[]>([]);
  useEffect(() => {
    if (!comes) for (const { resolve } of waiting.current.splice(0)) resolve();
  }, [comes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever waits for one list gets no other
  useEffect(
    () => () => {
      for (const { reject } of waiting.current.splice(0)) reject(notWhole());
    },
    [list],
  );
  return useCallback(async () => {
    if (latest.current.comes) {
      await new Promise<void>((resolve, reject) => waiting.current.push({ resolve, reject }));
    }
    if (latest.current.isPart) throw notWhole();
    return latest.current.shown.map(({ project }) => project);
  }, []);
}

interface Waiting {
  resolve(): void;
  reject(error: Error): void;
}

const notWhole = () => new IpcError({ code: "cancelled", ...LIST.notWhole, requestId: null, about: null });

export type Projects = ReturnType<typeof useProjects>;

const EMPTY: ShownList = {
  items: [],
  coming: 0,
  loaded: undefined,
  pending: false,
  reading: false,
  asOf: undefined,
  unavailable: [],
  error: null,
  again() {},
};
