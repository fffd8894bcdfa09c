import { fileName } from "@/data/format";
import { isLive } from "@/data/words";
import type { SandboxView, ServerView, TemporaryView } from "@/ipc/generated";
import type { Sort } from "@/kit/table/columns";
import { instantOf } from "@/time/clock";

/** The sandbox's server behind a row, while the sandbox runs and the row lives there. */
export function serverOf(row: TemporaryView, sandbox: SandboxView | undefined): ServerView | undefined {
  if (row.placeKind !== "thisMachine") return undefined;
  return sandbox?.running?.servers.find(
    (server) =>
      server.temporaryId === row.id || (row.projectId !== null && server.projectId === row.projectId),
  );
}

/** The small line under a name: where it is, how it was made, where its credentials went. */
export function detailOf(row: TemporaryView): string {
  return [
    row.placeKind === "thisMachine" ? "this machine" : row.placeLabel,
    row.reference && `ref ${row.reference}`,
    row.logicalReplication && "logical replication",
    row.seed?.status === "done" && `seeded from ${fileName(row.seed.path)}`,
    row.env?.path,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The rows that hold every word of the filter in their name, place, referrer, project or env file. */
export function filtered(rows: readonly TemporaryView[], filter: string): readonly TemporaryView[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = [row.name, detailOf(row), row.projectId, row.state].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Rows in the order of a column; rows that have no value there come last either way. */
export function sorted(
  rows: readonly TemporaryView[],
  sort: Sort,
  sizeOf: (row: TemporaryView) => number | undefined,
): readonly TemporaryView[] {
  const sign = sort.direction === "ascending" ? 1 : -1;
  const value = (row: TemporaryView) => valueIn(sort.column, row, sizeOf);
  return [...rows].sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    if (typeof one === "number" && typeof other === "number") return sign * (one - other);
    return sign * String(one).localeCompare(String(other), undefined, { numeric: true });
  });
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
