import type { BranchView } from "@/ipc/generated";
import { nameFault } from "./createDraft";

/** A name for what a branch held, such as `main_before_2026-11-20_14-30`. */
export function keptName(name: string, now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const end = `_before_${day}_${two(now.getHours())}-${two(now.getMinutes())}`;
  return `${[...name].slice(0, 256 - end.length).join("")}${end}`;
}

/** Why this name cannot keep what a branch holds. */
export function keepFault(keep: boolean, name: string, branches: readonly BranchView[]): string | undefined {
  if (!keep) return undefined;
  if (name.trim() === "") return "Type a name.";
  if (branches.some((each) => each.name === name.trim())) return "There is a branch of this name already.";
  return nameFault(name);
}
