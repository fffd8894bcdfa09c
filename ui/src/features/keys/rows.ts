import type { KeyRowView } from "@/ipc/generated";
import type { Sort } from "@/kit/table/columns";
import { instantOf } from "@/time/clock";

const texts = new WeakMap<KeyRowView, string>();

/** What a key is found by, in lower case; worked out once for each. */
function textOf(row: KeyRowView): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const { name, id, createdBy, projectId, lastUsedFrom } = row.key;
  const users = row.usedBy.map((user) => user.name);
  const marks = row.isUnused ? ["never used", "unused"] : [];
  const text = [name, id, createdBy, projectId, lastUsedFrom, ...users, ...marks].join("\n").toLowerCase();
  texts.set(row, text);
  return text;
}

/** The keys that hold every word of the filter in name, id, creator, project, address or mark. */
export function filtered(rows: readonly KeyRowView[], filter: string): readonly KeyRowView[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = textOf(row);
    return words.every((word) => text.includes(word));
  });
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

type Value = string | number | undefined;

const VALUES: Record<string, (row: KeyRowView) => Value> = {
  name: ({ key }) => key.name,
  kind: ({ key }) => key.projectId ?? "",
  creator: ({ key }) => key.createdBy ?? undefined,
  created: ({ key }) => moment(key.createdAt),
  used: ({ key }) => moment(key.lastUsedAt),
};

/** Keys in the order of a column. Those without a value there come last either way. */
export function sorted(rows: readonly KeyRowView[], { column, direction }: Sort): readonly KeyRowView[] {
  const sign = direction === "ascending" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, value: VALUES[column]?.(row) }));
  keyed.sort(({ row: a, value: one }, { row: b, value: other }) => {
    const byName = () => collator.compare(a.key.name, b.key.name);
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined) || byName();
    }
    return sign * compared(one, other) || byName();
  });
  return keyed.map(({ row }) => row);
}

function compared(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : collator.compare(String(one), String(other));
}

function moment(instant: string | null): number | undefined {
  return instant === null ? undefined : instantOf(instant);
}
