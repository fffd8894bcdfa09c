import { outcomeLook } from "@/data/words";
import type { ActivityFilter, Outcome, TrackedOperationView } from "@/ipc/generated";
import { clickOf, standingOf, whereOf } from "./operation";
import { FILTER } from "./words";

/** `active`: what runs, and what has failed. */
export type StateFilter = "any" | "active" | "running" | Outcome;

/** Where it happened; everywhere when empty. */
export interface Where {
  accountId?: string;
  projectId?: string;
}

/** Stands for every action. */
export const ANY = "any";
const OPERATIONS = "operations";
const OWN = "own";

/** What of the history is shown. */
export interface HistoryFilter {
  state: StateFilter;
  /** The word of one, or one of the words above. */
  action: string;
  where: Where;
  text: string;
}

export const ALL: HistoryFilter = { state: "any", action: ANY, where: {}, text: "" };

const outcomeOption = (value: Outcome) => ({ value, label: outcomeLook(value).word });

export const STATE_OPTIONS: ReadonlyArray<{ value: StateFilter; label: string }> = [
  { value: "any", label: FILTER.anyState },
  { value: "active", label: FILTER.active },
  { value: "running", label: FILTER.running },
  outcomeOption("failed"),
  outcomeOption("done"),
  outcomeOption("unclear"),
  outcomeOption("cancelled"),
];

/** Whether anything but the account or project narrows it. */
export const isFiltered = ({ state, action, text }: HistoryFilter): boolean =>
  state !== "any" || action !== ANY || text.trim() !== "";

/** The filter of the activity log, which the core applies; nothing where no entry can match. */
export function logFilterOf({ state, action, where, text }: HistoryFilter): ActivityFilter | undefined {
  if (state === "running" || action === OPERATIONS) return undefined;
  const outcome = state === "active" ? "failed" : state;
  const words = text.trim();
  return {
    ...where,
    ...(outcome !== "any" && { outcome }),
    ...(action !== ANY && action !== OWN && { action }),
    ...(words !== "" && { text: words }),
  };
}

/** Whether operations can be among it at all. */
export const wantsOperations = ({ action }: HistoryFilter): boolean => action !== OWN;

export function filtered(
  rows: readonly TrackedOperationView[],
  filter: HistoryFilter,
): readonly TrackedOperationView[] {
  if (!wantsOperations(filter)) return [];
  const { state, action, where, text } = filter;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) =>
      inState(row, state) &&
      (action === ANY || action === OPERATIONS || row.operation.actionWord === action) &&
      (where.accountId === undefined || row.accountId === where.accountId) &&
      (where.projectId === undefined || row.operation.projectId === where.projectId) &&
      words.every((word) => textOf(row).includes(word)),
  );
}

/** What has failed and is tried again runs as well as it has failed. */
function inState({ operation }: TrackedOperationView, state: StateFilter): boolean {
  const standing = standingOf(operation);
  const vanished = operation.status === "vanished";
  switch (state) {
    case "any":
      return true;
    case "active":
      return !operation.isOver || standing === "failed";
    case "running":
      return !operation.isOver;
    case "unclear":
      return vanished;
    case "cancelled":
      return standing === "ended" && !vanished;
    default:
      return standing === state;
  }
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
  /** Whose project it is. */
  detail?: string;
}

const byLabel = (a: Choice, b: Choice) => a.label.localeCompare(b.label);

/** The actions to choose from: those of the operations that are known, and those that the log has. */
export function actionChoices(
  rows: readonly TrackedOperationView[],
  logged: readonly string[],
): readonly Choice[] {
  const known = new Set([...rows.map(({ operation }) => operation.actionWord), ...logged]);
  const actions = [...known].map((word) => ({ value: word, label: word })).sort(byLabel);
  return [
    { value: ANY, label: FILTER.anyAction },
    { value: OPERATIONS, label: FILTER.operations },
    { value: OWN, label: FILTER.own },
    ...actions,
  ];
}

const ACCOUNT = "account ";
const PROJECT = "project ";

/** The accounts to choose from, and the projects that something is known of. */
export function whereChoices(
  accounts: ReadonlyArray<{ id: string; name: string }>,
  rows: readonly TrackedOperationView[],
): readonly Choice[] {
  const projects = new Map<string, Choice>();
  for (const { accountId, accountName, projectName, operation } of rows) {
    const value = whereValue({ accountId, projectId: operation.projectId });
    if (projectName !== null || !projects.has(value)) {
      const label = projectName ?? operation.projectId;
      projects.set(value, { value, label, ...(accountName !== null && { detail: accountName }) });
    }
  }
  return [
    { value: ANY, label: FILTER.allAccounts },
    ...accounts.map(({ id, name }) => ({ value: whereValue({ accountId: id }), label: name })),
    ...[...projects.values()].sort(byLabel),
  ];
}

/** An account or project as the value of a choice. */
export function whereValue({ accountId, projectId }: Where): string {
  if (accountId === undefined) return ANY;
  return projectId === undefined ? `${ACCOUNT}${accountId}` : `${PROJECT}${accountId} ${projectId}`;
}

/** The account or project of such a value. */
export function whereOfValue(value: string): Where {
  if (value.startsWith(ACCOUNT)) return { accountId: value.slice(ACCOUNT.length) };
  const [accountId, projectId] = value.startsWith(PROJECT) ? value.slice(PROJECT.length).split(" ") : [];
  return accountId !== undefined && projectId !== undefined ? { accountId, projectId } : {};
}
