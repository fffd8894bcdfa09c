import type { BranchView } from "@/ipc/generated";
import { TAB } from "./words";

/** The branch that is asked for as long as it is there, else the default one. */
export function chosenBranch(
  branches: readonly BranchView[] | undefined,
  wanted: string | undefined,
): BranchView | undefined {
  const byName = branches && [...branches].sort(defaultFirst);
  return byName?.find(({ id }) => id === wanted) ?? byName?.[0];
}

/** The default branch, then the others by name. */
function defaultFirst(one: BranchView, other: BranchView): number {
  if (one.isDefault !== other.isDefault) return one.isDefault ? -1 : 1;
  return one.name.localeCompare(other.name);
}

/** As options of a select. */
export function branchOptions(branches: readonly BranchView[]) {
  return [...branches].sort(defaultFirst).map(({ id, name, isDefault }) => ({
    value: id,
    label: isDefault ? TAB.defaultBranch(name) : name,
    detail: id,
  }));
}
