import type { TrackedOperationView } from "@/ipc/generated";
import { clickOf, standingOf, whereOf } from "./words";

type StateFilter = "all" | "running" | "failed" | "ended";

/** Stands for every action, account or project. */
const ANY = "any";

/** Which operations are shown. */
export interface OperationFilter {
  state: StateFilter;
  /** The platform's word of an action. */
  action: string;
  account: string;
  /** Account and project as one word: two accounts may have a project of the same id. */
  project: string;
  text: string;
}

export const ALL: OperationFilter = {
  state: "all",
  action: ANY,
  account: ANY,
  project: ANY,
  text: "",
};

export const STATE_OPTIONS: ReadonlyArray<{ value: StateFilter; label: string }> = [
  { value: "all", label: "All" },
  { value: "running", label: "Running" },
  { value: "failed", label: "Failed" },
  { value: "ended", label: "Ended" },
];

export const isFiltered = (filter: OperationFilter) =>
  filter.state !== "all" ||
  filter.text.trim() !== "" ||
  [filter.action, filter.account, filter.project].some((word) => word !== ANY);

const projectKey = ({ accountId, operation }: TrackedOperationView) => `${accountId}/${operation.projectId}`;

export function filtered(
  rows: readonly TrackedOperationView[],
  filter: OperationFilter,
): readonly TrackedOperationView[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) =>
      inState(row, filter.state) &&
      (filter.action === ANY || row.operation.action === filter.action) &&
      (filter.account === ANY || row.accountId === filter.account) &&
      (filter.project === ANY || projectKey(row) === filter.project) &&
      words.every((word) => textOf(row).includes(word)),
  );
}

/** What has failed and is tried again runs as well as it has failed. */
function inState({ operation }: TrackedOperationView, state: StateFilter): boolean {
  const failed = standingOf(operation) === "failed";
  if (state === "running") return !operation.isOver;
  if (state === "failed") return failed;
  return state === "all" || operation.isOver;
}

function textOf(row: TrackedOperationView): string {
  const { operation, accountName } = row;
  const { id, actionWord, action, statusWord, computeId, branchId, projectId, error } = operation;
  return [
    whereOf(row),
    clickOf(row),
    accountName,
    id,
    actionWord,
    action,
    statusWord,
    computeId,
    branchId,
    projectId,
    error,
  ]
    .join("\n")
    .toLowerCase();
}

interface Choice {
  value: string;
  label: string;
}

const byLabel = (a: Choice, b: Choice) => a.label.localeCompare(b.label);

/** What there is to choose from among the operations that are known, each list with its "any" first. */
export function choicesOf(rows: readonly TrackedOperationView[]) {
  return {
    actions: choices(rows, "Any action", (row) => ({
      value: row.operation.action ?? "",
      label: row.operation.actionWord,
    })),
    accounts: choices(rows, "Any account", (row) => ({
      value: row.accountId,
      label: row.accountName ?? row.accountId,
    })),
    projects: choices(rows, "Any project", (row) => ({
      value: projectKey(row),
      label: row.projectName ?? row.operation.projectId,
    })),
  };
}

function choices(
  rows: readonly TrackedOperationView[],
  any: string,
  choiceOf: (row: TrackedOperationView) => Choice,
): readonly Choice[] {
  const found = new Map<string, Choice>();
  for (const row of rows) {
    const choice = choiceOf(row);
    if (choice.value !== "") found.set(choice.value, choice);
  }
  return [{ value: ANY, label: any }, ...[...found.values()].sort(byLabel)];
}
