import type { ProjectView } from "@/ipc/generated";
import { type Sort, type WordsWidth, wordsWidth } from "@/kit/table/columns";
import { instantOf } from "@/time/clock";
import type { ProjectSubject } from "./subjects";

/** A line of the list. */
export interface ProjectRow extends ProjectSubject {
  /** Others share it with the account. */
  shared: boolean;
  /** What it is found by, in lower case. */
  text: string;
  /** What its name and id take in a table. */
  width: WordsWidth;
}

/** Two accounts may list the same project. */
export const keyOf = ({ accountId, project }: ProjectRow): string => keyIn(accountId, project.id);

export const keyIn = (accountId: string, projectId: string): string => `${accountId}/${projectId}`;

const made = new WeakMap<ProjectView, ProjectRow>();

/** The row of a project; the same one for as long as all of it is the same, so that it need not be drawn anew. */
export function rowOf(
  accountId: string,
  isReadOnly: boolean,
  project: ProjectView,
  shared: boolean,
): ProjectRow {
  const known = made.get(project);
  if (known?.accountId === accountId && known.isReadOnly === isReadOnly && known.shared === shared) {
    return known;
  }
  // Both worked out once: a filter asks for them of every row with every key.
  const text = known?.text ?? textOf(project);
  const width = known?.width ?? wordsWidth(project.name, project.id);
  const row = { accountId, isReadOnly, project, shared, text, width };
  made.set(project, row);
  return row;
}

/** What a row is found by, in lower case. */
function textOf({ name, id, regionId, pgVersion, organization, organizationId }: ProjectView): string {
  const version = pgVersion === null ? "" : `postgres ${pgVersion}`;
  return plain([name, id, regionId, version, organization, organizationId].join("\n"));
}

/** Lower case, without accents. */
function plain(text: string): string {
  const lower = text.toLowerCase();
  // Most names have nothing to take apart, and taking apart is what costs.
  return PLAIN.test(lower) ? lower : lower.normalize("NFD").replace(/\p{M}/gu, "");
}

const PLAIN = /^[\n -~]*$/;

/** The names of accounts by id, for rows of more than one. */
export type AccountNames = ReadonlyMap<string, string>;

/** The rows that hold every word of the filter in name, id, region, version, organization or the account’s name. */
export function filtered(
  rows: readonly ProjectRow[],
  filter: string,
  names?: AccountNames,
): readonly ProjectRow[] {
  const words = plain(filter).split(/\s+/).filter(Boolean);
  const accounts = [...(names ?? [])].map(([id, name]) => ({ id, text: plain(name) }));
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
  const left: ProjectRow[] = [];
  for (const row of rows) {
    if (row.text.includes(word) || (accounts.size > 0 && accounts.has(row.accountId))) left.push(row);
  }
  return left;
}

/** Rows in the order of a column; rows that have no value there come last either way. */
export function sorted(
  rows: readonly ProjectRow[],
  { column, direction }: Sort,
  names?: AccountNames,
): readonly ProjectRow[] {
  const sign = direction === "ascending" ? 1 : -1;
  const values = rows.map((row) => (column === "account" ? names?.get(row.accountId) : valueIn(column, row)));
  const ranks = ranksOf(wordsOf(rows, values));
  const keyed = rows.map((row, index) => {
    const value = values[index];
    return {
      row,
      key: typeof value === "string" ? ranks.get(value) : value,
      name: ranks.get(row.project.name) ?? 0,
    };
  });
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) {
      return Number(a.key === undefined) - Number(b.key === undefined) || a.name - b.name;
    }
    return sign * (a.key - b.key) || a.name - b.name;
  });
  return keyed.map(({ row }) => row);
}

/** All that is compared as words: what stands in the column, and the names. */
function* wordsOf(rows: readonly ProjectRow[], values: readonly Value[]): Iterable<string> {
  for (const { project } of rows) yield project.name;
  for (const value of values) if (typeof value === "string") yield value;
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

let compare: Intl.Collator["compare"] | undefined;

/** Made when there is something to sort: the first use of `Intl` takes longer than drawing a window without projects. */
function inNaturalOrder(one: string, other: string): number {
  compare ??= new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;
  return compare(one, other);
}

/** With more words than this the cache is emptied: most belong to lists that are no longer shown. */
const MOST = 100_000;

let inOrder: readonly string[] = [];
let ranks = new Map<string, number>();

/**
 * The rank of each word in natural order: "shop 9" before "shop 10", "Café" with "cafe". Collation costs a hundred times
 * what comparing numbers does, and a list is sorted again with each page, so new words are collated once and sorted by
 * their rank from then on.
 */
export function ranksOf(words: Iterable<string>): ReadonlyMap<string, number> {
  if (ranks.size > MOST) {
    inOrder = [];
    ranks = new Map();
  }
  const fresh = new Set<string>();
  for (const word of words) if (!ranks.has(word)) fresh.add(word);
  if (fresh.size === 0) return ranks;
  inOrder = merged(inOrder, [...fresh].sort(inNaturalOrder));
  ranks = new Map();
  let rank = -1;
  let last: string | undefined;
  for (const word of inOrder) {
    // Words that differ in case or accents only share a rank.
    if (last === undefined || inNaturalOrder(last, word) !== 0) rank += 1;
    ranks.set(word, rank);
    last = word;
  }
  return ranks;
}

/** Two lists in order as one. */
function merged(one: readonly string[], other: readonly string[]): readonly string[] {
  const all: string[] = [];
  let at = 0;
  for (const word of one) {
    for (let next = other[at]; next !== undefined && inNaturalOrder(next, word) < 0; next = other[++at]) {
      all.push(next);
    }
    all.push(word);
  }
  return all.concat(other.slice(at));
}
