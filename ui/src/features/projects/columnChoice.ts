import { useMemo, useState } from "react";
import type { Column } from "@/kit/table/columns";
import type { ProjectRow } from "./rows";

const KEPT_AT = "plinth.projects.columns";

/** Shown until somebody chooses: what fits a window of usual width. */
const USUAL = ["region", "postgres", "compute", "storage", "computeTime", "created", "lastActive", "owner"];

/** Which columns are shown. The choice is this window's own and is remembered on this machine. */
export function useColumnChoice() {
  const [chosen, setChosen] = useState(() => remembered());
  return useMemo(() => {
    const toggle = (id: string, shown: boolean) => {
      const next = shown ? [...chosen, id] : chosen.filter((each) => each !== id);
      setChosen(next);
      remember(next);
    };
    return { chosen, toggle };
  }, [chosen]);
}

export type ColumnChoice = ReturnType<typeof useColumnChoice>;

/** The chosen columns in their own order; the name and the account are always there. */
export function chosenColumns(
  columns: ReadonlyArray<Column<ProjectRow>>,
  chosen: readonly string[],
): ReadonlyArray<Column<ProjectRow>> {
  return columns.filter(({ id }) => id === "name" || id === "account" || chosen.includes(id));
}

function remembered(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(KEPT_AT) ?? "");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : USUAL;
  } catch {
    return USUAL;
  }
}

function remember(chosen: readonly string[]): void {
  try {
    window.localStorage.setItem(KEPT_AT, JSON.stringify(chosen));
  } catch {
    // A window that may keep nothing forgets the choice when it closes; nothing else hangs on it.
  }
}
