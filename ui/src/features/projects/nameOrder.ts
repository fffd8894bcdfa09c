/** What is in order by this: by key, then by id. */
interface Ordered {
  key: string;
  project: { id: string };
}

export function precedes(one: Ordered, other: Ordered): boolean {
  return one.key < other.key || (one.key === other.key && one.project.id <= other.project.id);
}

/** Lists that are in order. */
const ordered = new WeakSet<readonly Ordered[]>();

/** Says that rows are in order by name, so that nobody goes over them for it. */
export function knowInOrder(rows: readonly Ordered[]): void {
  ordered.add(rows);
}

/**
 * The rows by name; the same array where they are in order already. What comes in a few stretches that each are, as lists
 * do, takes a pass over it for each doubling of their number.
 */
export function byName<Row extends Ordered>(rows: readonly Row[]): readonly Row[] {
  if (ordered.has(rows)) return rows;
  let runs = runsOf(rows);
  if (runs.length < 2) {
    ordered.add(rows);
    return rows;
  }
  while (runs.length > 1) {
    const merged: Array<readonly Row[]> = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [one, other] = [runs[at], runs[at + 1]];
      if (one) merged.push(other ? merge(one, other) : one);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function runsOf<Row extends Ordered>(rows: readonly Row[]): Array<readonly Row[]> {
  const runs: Array<readonly Row[]> = [];
  let first = 0;
  let last: Row | undefined;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (!row) continue;
    if (last && !precedes(last, row)) {
      runs.push(rows.slice(first, at));
      first = at;
    }
    last = row;
  }
  if (first < rows.length) runs.push(first === 0 ? rows : rows.slice(first));
  return runs;
}

function merge<Row extends Ordered>(one: readonly Row[], other: readonly Row[]): readonly Row[] {
  const all: Row[] = [];
  let at = 0;
  for (const row of one) {
    for (let next = other[at]; next && !precedes(row, next); next = other[++at]) all.push(next);
    all.push(row);
  }
  for (; at < other.length; at++) {
    const row = other[at];
    if (row) all.push(row);
  }
  return all;
}
