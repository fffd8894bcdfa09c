/**
 * The order of names: as people read them, "shop 9" before "shop 10", whatever their case and accents.
 *
 * The core has the same rule, in `base/fold.rs` and `base/name_order.rs`, so that the rows it gives first are those that
 * stand first here. `tests/name_order.json` holds the cases of both.
 */

/** Without case, accents and widths: what a search compares. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most names have nothing to take apart, and taking apart is what costs.
  if (PLAIN.test(lower)) return lower;
  const bare = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[łŁøØđĐħĦŧŦ]/g, (letter) => STROKES[letter] ?? letter);
  // By way of the capitals: what has no small letter of its own becomes alike.
  return bare.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

const PLAIN = /^[\n -~]*$/;

/** Letters whose stroke is part of them and no accent by the tables. */
const STROKES: Readonly<Record<string, string>> = {
  ł: "l",
  Ł: "l",
  ø: "o",
  Ø: "o",
  đ: "d",
  Đ: "d",
  ħ: "h",
  Ħ: "h",
  ŧ: "t",
  Ŧ: "t",
};

/** What a name is compared by, with `<`. */
export function nameKey(name: string): string {
  const key = fold(name).replace(/\d+/g, numberKey);
  // The core compares code points, of which these are the last.
  return PLAIN.test(key) ? key : key.replace(/[\u{10000}-\u{10FFFF}]/gu, "\uffff$&");
}

/** A number after how many digits it has, so that the longer is the greater. Nine digits and more are counted in nines. */
function numberKey(run: string): string {
  const digits = run.replace(/^0+/, "");
  return `${"9".repeat(Math.floor(digits.length / 9))}${digits.length % 9}${digits}`;
}

/** What is in order by this: by key, then by id. */
interface Ordered {
  key: string;
  project: { id: string };
}

function precedes(one: Ordered, other: Ordered): boolean {
  return one.key < other.key || (one.key === other.key && one.project.id <= other.project.id);
}

/**
 * The rows by name; the same array where they are in order already. What comes in a few stretches that each are, as lists
 * do, takes a pass over it for each doubling of their number.
 */
export function byName<Row extends Ordered>(rows: readonly Row[]): readonly Row[] {
  let runs = runsOf(rows);
  if (runs.length < 2) return rows;
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
