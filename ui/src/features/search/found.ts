import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { FoundKind, FoundView } from "@/ipc/generated";
import type { IconName } from "@/kit/icon/paths";
import type { Route } from "@/kit/route/route";
import { FOUND } from "./words";

const LOOKS: Record<FoundKind, { group: string; icon: IconName }> = {
  project: { group: FOUND.projects, icon: "folder" },
  branch: { group: FOUND.branches, icon: "branch" },
  compute: { group: FOUND.computes, icon: "server" },
  database: { group: FOUND.databases, icon: "database" },
  temporary: { group: FOUND.temporary, icon: "database" },
  key: { group: FOUND.keys, icon: "key" },
};

export const foundLook = (kind: FoundKind) => LOOKS[kind];

const TABS: Partial<Record<FoundKind, string>> = {
  branch: "branches",
  compute: "computes",
  database: "data",
};

/** Where something that was found is shown. A project shows whose it is, and switches to that account. */
export function routeOf({ kind, id, accountId, projectId, branchId, organizationId }: FoundView): Route {
  if (kind === "temporary") return { screen: "temporary", id };
  if (kind === "key" && accountId !== null) {
    return {
      screen: "keys",
      account: accountId,
      ...(organizationId !== null && { tab: organizationId }),
      id,
    };
  }
  if (accountId === null || projectId === null) return { screen: "settings" };
  const tab = TABS[kind];
  return {
    screen: "project",
    account: accountId,
    id: projectId,
    ...(tab !== undefined && { tab }),
    ...(kind === "database" && { name: id }),
    ...(tab !== undefined && branchId !== null && { branch: branchId }),
  };
}

const NOTHING: readonly FoundView[] = [];

/** What was seen and is called so, as it is typed: nothing is asked of any platform for it. */
export function useFound(typed: string) {
  const text = useDeferredValue(typed).trim();
  const found = useQuery({
    queryKey: [...keys.search, text],
    queryFn: () => call({ kind: "searchFind", text }),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (text === "") return { found: NOTHING, error: null, isLate: typed.trim() !== "" };
  // What is shown until then was found for something else that was typed.
  const isLate = text !== typed.trim() || found.isPlaceholderData || found.isPending;
  return { found: found.data ?? NOTHING, error: found.error, isLate };
}
