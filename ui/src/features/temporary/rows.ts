import { fileName, folderName } from "@/data/format";
import { isLive } from "@/data/words";
import { lockedWords } from "@/features/base/words";
import type { AccountView, SandboxView, ServerView, TemporaryView } from "@/ipc/generated";
import type { Sort } from "@/kit/table/columns";
import { instantOf } from "@/time/clock";
import type { TemporarySubject } from "./subjects";
import { FACTS } from "./words";

/** The rows with what is known of their accounts. */
export function subjectsOf(
  rows: readonly TemporaryView[],
  accounts: readonly AccountView[] | undefined,
): readonly TemporarySubject[] {
  return rows.map((row) => {
    const account = accounts?.find(({ id }) => id === row.accountId);
    return { ...row, locked: lockedWords(account), accountName: account?.name };
  });
}

/** The sandbox's server behind a row, while the sandbox runs and the row lives there. */
export function serverOf(row: TemporaryView, sandbox: SandboxView | undefined): ServerView | undefined {
  if (row.serviceKind !== "thisMachine") return undefined;
  return sandbox?.running?.servers.find(
    (server) =>
      server.temporaryId === row.id || (row.projectId !== null && server.projectId === row.projectId),
  );
}

/** The small line under a name: whose it is or where, and what it is for: the folder it was written to or what filled it. */
export function detailOf(row: TemporarySubject): string {
  const { env, seed, logicalReplication } = row;
  const use =
    (env && folderName(env.path)) ??
    (seed?.status === "done" ? fileName(seed.path) : undefined) ??
    (logicalReplication ? FACTS.logicalReplication : undefined);
  return [row.accountName ?? row.serviceLabel, use].filter(Boolean).join(" · ");
}

/** The rows that hold every word of the filter in their name, instant service, referrer, project or files. */
export function filtered(rows: readonly TemporarySubject[], filter: string): readonly TemporarySubject[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const { name, serviceLabel, reference, projectId, state, env } = row;
    const parts = [name, detailOf(row), serviceLabel, reference, projectId, state, env?.path];
    const text = parts.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Rows in the order of a column; rows that have no value there come last either way. */
export function sorted<Row extends TemporaryView>(
  rows: readonly Row[],
  sort: Sort,
  sizeOf: (row: TemporaryView) => number | undefined,
): readonly Row[] {
  const sign = sort.direction === "ascending" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, value: valueIn(sort.column, row, sizeOf) }));
  keyed.sort(({ value: one }, { value: other }) => {
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    if (typeof one === "number" && typeof other === "number") return sign * (one - other);
    return sign * String(one).localeCompare(String(other), undefined, { numeric: true });
  });
  return keyed.map(({ row }) => row);
}

function valueIn(
  column: string,
  row: TemporaryView,
  sizeOf: (row: TemporaryView) => number | undefined,
): string | number | undefined {
  switch (column) {
    case "name":
      return row.name;
    case "expires":
      return row.expiresAt && isLive(row.state) ? instantOf(row.expiresAt) : undefined;
    case "state":
      return row.state;
    case "size":
      return sizeOf(row);
    default:
      return instantOf(row.createdAt);
  }
}
