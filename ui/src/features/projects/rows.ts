import { fold, nameKey } from "@/features/base/nameKey";
import type { ProjectView } from "@/ipc/generated";
import { type Sort, wordsWidth } from "@/kit/table/columns";
import { instantOf } from "@/time/clock";
import { byName, knowInOrder, precedes } from "./nameOrder";
import type { ProjectSubject } from "./subjects";

/** A line of the list. */
export interface ProjectRow extends ProjectSubject {
  /** Others share it with the account. */
  shared: boolean;
  /** What its name is compared by. */
  key: string;
  /** What it is found by: its own, and what it has in common with many. */
  text: string;
  common: string;
  /** What its name takes in a table, and what its id takes with it. Two numbers: each object more is gone over as garbage is collected. */
  nameWidth: number;
  wholeWidth: number;
}

/** Two accounts may list the same project. */
export const keyOf = ({ accountId, project }: ProjectRow): string => keyIn(accountId, project.id);

export const keyIn = (accountId: string, projectId: string): string => `${accountId}/${projectId}`;

/** Whose projects rows are of. */
export type RowsOf = Pick<ProjectRow, "accountId" | "shared"> & { isReadOnly: boolean };

const made = new WeakMap<ProjectView, ProjectRow>();

/** The row of a project; the same one for as long as all of it is the same, so that it need not be drawn anew. */
export function rowOf(of: RowsOf, project: ProjectView): ProjectRow {
  const known = made.get(project);
  if (known && isOf(known, of)) return known;
  const { accountId, isReadOnly, shared } = of;
  const { key, text, common, nameWidth, wholeWidth } = known ?? workedOut(project);
  const row = { accountId, isReadOnly, project, shared, key, text, common, nameWidth, wholeWidth };
  made.set(project, row);
  return row;
}

const isOf = (row: ProjectRow, { accountId, isReadOnly, shared }: RowsOf): boolean =>
  row.accountId === accountId && row.isReadOnly === isReadOnly && row.shared === shared;

const rowsOfLists = new WeakMap<readonly ProjectView[], readonly ProjectRow[]>();
const lastRows = new Map<string, readonly ProjectRow[]>();

/** The rows of a list. A list of which a part changed has the others where they were: nothing is looked up for those. */
export function rowsOfList(of: RowsOf, items: readonly ProjectView[]): readonly ProjectRow[] {
  const name = `${of.accountId}/${of.shared}`;
  let rows = rowsOfLists.get(items);
  const [first] = rows ?? [];
  if (!rows || (first && !isOf(first, of))) {
    const before = lastRows.get(name);
    rows = items.map((project, index) => {
      const row = before?.[index];
      return row?.project === project && isOf(row, of) ? row : rowOf(of, project);
    });
    rowsOfLists.set(items, rows);
  }
  lastRows.set(name, rows);
  return rows;
}

/** Makes the rows of a list before it is shown, a few at a time. */
export async function makeRows(of: RowsOf, items: readonly ProjectView[]): Promise<void> {
  const rows: ProjectRow[] = [];
  let isInOrder = true;
  await inSteps(items, (project) => {
    const row = rowOf(of, project);
    const last = rows.at(-1);
    isInOrder &&= last === undefined || precedes(last, row);
    rows.push(row);
  });
  if (isInOrder) knowInOrder(rows);
  rowsOfLists.set(items, rows);
}

/** So many are worked on before the window may do something else. */
const AT_ONCE = 5_000;

/** Goes over a list without stopping the window. */
export async function inSteps<Item>(items: readonly Item[], work: (item: Item) => unknown): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    for (const item of items.slice(at, at + AT_ONCE)) work(item);
  }
}

type WorkedOut = Pick<ProjectRow, "key" | "text" | "common" | "nameWidth" | "wholeWidth">;

/** Once for each project: a filter asks for it of every row with every key. */
function workedOut(project: ProjectView): WorkedOut {
  const { id, name } = project;
  const width = wordsWidth(name, id);
  return {
    key: nameKey(name),
    text: fold(`${name}\n${id}`),
    common: commonOf(project),
    nameWidth: width.name,
    wholeWidth: width.whole,
  };
}

/** Few stand for many rows, and a word is looked for once in each. */
const commons = new Map<string, string>();

function commonOf({ regionId, pgVersion, organization, organizationId }: ProjectView): string {
  const version = pgVersion === null ? "" : `postgres ${pgVersion}`;
  const words = `${regionId ?? ""}\n${version}\n${organization ?? ""}\n${organizationId ?? ""}`;
  const known = commons.get(words);
  if (known !== undefined) return known;
  const folded = fold(words);
  commons.set(words, folded);
  return folded;
}

/** The names of accounts by id, for rows of more than one. */
export type AccountNames = ReadonlyMap<string, string>;

/** The rows that hold every word of the filter in name, id, region, version, organization or the account’s name. */
export function filtered(
  rows: readonly ProjectRow[],
  filter: string,
  names?: AccountNames,
): readonly ProjectRow[] {
  const words = fold(filter).split(/\s+/).filter(Boolean);
  const accounts = [...(names ?? [])].map(([id, name]) => ({ id, text: fold(name) }));
  return words.reduce((left, word) => {
    const named = accounts.filter(({ text }) => text.includes(word)).map(({ id }) => id);
    return withWord(left, word, new Set(named));
  }, rows);
}

/** The rows that hold the word, and all rows of the accounts that do. A loop: it goes over every row with every key. */
function withWord(
  rows: readonly ProjectRow[],
  word: string,
  accounts: ReadonlySet<string>,
): readonly ProjectRow[] {
  const fitting = new Set([...commons.values()].filter((common) => common.includes(word)));
  const left: ProjectRow[] = [];
  for (const row of rows) {
    const fits =
      row.text.includes(word) ||
      (fitting.size > 0 && fitting.has(row.common)) ||
      (accounts.size > 0 && accounts.has(row.accountId));
    if (fits) left.push(row);
  }
  return left;
}

/** Rows in the order of a column, those that are alike there by name; rows that have no value there come last either way. */
export function sorted(
  rows: readonly ProjectRow[],
  { column, direction }: Sort,
  names?: AccountNames,
): readonly ProjectRow[] {
  const named = byName(rows);
  if (column === "name" && direction === "ascending") return named;
  const sign = direction === "ascending" ? 1 : -1;
  const values = named.map((row) =>
    column === "account" ? names?.get(row.accountId) : valueIn(column, row),
  );
  const ranks = ranksOf(values);
  const keyed = named.map((row, index) => {
    const value = values[index];
    return { row, key: typeof value === "string" ? ranks.get(value) : value };
  });
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined)
      return Number(a.key === undefined) - Number(b.key === undefined);
    return sign * (a.key - b.key);
  });
  return keyed.map(({ row }) => row);
}

/** The place of each word among all: what differs in case and accents only shares one. */
function ranksOf(values: readonly Value[]): ReadonlyMap<string, number> {
  const words = new Map<string, string>();
  for (const value of values) {
    if (typeof value === "string" && !words.has(value)) words.set(value, nameKey(value));
  }
  const ordered = [...new Set(words.values())].sort((a, b) => Number(a > b) - Number(a < b));
  const places = new Map(ordered.map((key, place) => [key, place]));
  return new Map([...words].map(([word, key]) => [word, places.get(key) ?? 0]));
}

type Value = string | number | undefined;

const VALUES: Record<string, (project: ProjectView) => string | number | null | undefined> = {
  name: ({ name }) => name,
  region: ({ regionId }) => regionId,
  postgres: ({ pgVersion }) => pgVersion,
  compute: ({ computeSize }) => computeSize.maxCu ?? computeSize.minCu,
  storage: ({ usage }) => usage.storageBytes,
  active: ({ usage }) => usage.activeTimeSeconds,
  computeTime: ({ usage }) => usage.computeTimeSeconds,
  created: ({ createdAt }) => moment(createdAt),
  lastActive: ({ lastActiveAt }) => moment(lastActiveAt),
  updated: ({ updatedAt }) => moment(updatedAt),
  retention: ({ historyRetentionSeconds }) => historyRetentionSeconds,
  branchLimit: ({ branchSizeLimitBytes }) => branchSizeLimitBytes,
  permission: ({ permission }) => permission,
  owner: (project) => ownerOf(project) || null,
  deleted: ({ deletedAt }) => moment(deletedAt),
  until: ({ recoverableUntil }) => moment(recoverableUntil),
};

function valueIn(column: string, { project }: ProjectRow): Value {
  return VALUES[column]?.(project) ?? undefined;
}

function moment(instant: string | null): number | undefined {
  return instant === null ? undefined : instantOf(instant);
}

/** Whose a project is, as far as the platform says it. */
export function ownerOf({ organization }: ProjectView): string {
  return organization ?? "";
}
