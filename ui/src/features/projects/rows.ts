import type { ProjectView } from "@/ipc/generated";
import type { Sort } from "@/kit/table/columns";
import type { ProjectSubject } from "./places";

/** A line of the list. */
export interface ProjectRow extends ProjectSubject {
  /** Others share it with the account. */
  shared: boolean;
  /** What it is found by, in lower case. */
  text: string;
}

const texts = new WeakMap<ProjectView, string>();

/** What a row is found by, in lower case; worked out once for each project, when its row is made. */
export function textOf(project: ProjectView): string {
  const known = texts.get(project);
  if (known !== undefined) return known;
  const { name, id, regionId, pgVersion, organization, organizationId } = project;
  const version = pgVersion === null ? "" : `postgres ${pgVersion}`;
  const text = plain([name, id, regionId, version, organization, organizationId].join("\n"));
  texts.set(project, text);
  return text;
}

/** Lower case, without accents. */
function plain(text: string): string {
  const lower = text.toLowerCase();
  // Most names have nothing to take apart, and taking apart is what costs.
  return PLAIN.test(lower) ? lower : lower.normalize("NFD").replace(/\p{M}/gu, "");
}

const PLAIN = /^[\n -~]*$/;

/** The rows that hold every word of the filter in name, id, region, version or organization. */
export function filtered(rows: readonly ProjectRow[], filter: string): readonly ProjectRow[] {
  const words = plain(filter).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const [only, ...more] = words;
  if (only !== undefined && more.length === 0) return rows.filter(({ text }) => text.includes(only));
  return rows.filter(({ text }) => words.every((word) => text.includes(word)));
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Rows in the order of a column; rows that have no value there come last either way. */
export function sorted(rows: readonly ProjectRow[], { column, direction }: Sort): readonly ProjectRow[] {
  const sign = direction === "ascending" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, value: valueIn(column, row) }));
  keyed.sort(({ row: a, value: one }, { row: b, value: other }) => {
    if (one === undefined || other === undefined) {
      const missing = Number(one === undefined) - Number(other === undefined);
      return missing || collator.compare(a.project.name, b.project.name);
    }
    const order =
      typeof one === "number" && typeof other === "number"
        ? one - other
        : collator.compare(String(one), String(other));
    return sign * order || collator.compare(a.project.name, b.project.name);
  });
  return keyed.map(({ row }) => row);
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
  owner: (project) => ownerOf(project) || null,
  deleted: ({ deletedAt }) => moment(deletedAt),
  until: ({ recoverableUntil }) => moment(recoverableUntil),
};

function valueIn(column: string, { project }: ProjectRow): Value {
  return VALUES[column]?.(project) ?? undefined;
}

function moment(instant: string | null): number | undefined {
  return instant === null ? undefined : new Date(instant).getTime();
}

/** Whose a project is, as far as the platform says it. */
export function ownerOf({ organization, organizationId }: ProjectView): string {
  return organization ?? organizationId ?? "";
}
