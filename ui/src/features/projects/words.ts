import { counted, grouped } from "@/data/format";
import type { Projects } from "./useProjects";

/** How many projects there are, as far as is known. */
export function countWords({ rows, shown, filter, lists }: Projects): string {
  const soFar = loadedSoFar(lists);
  if (soFar !== undefined && grows(lists)) return `${grouped(soFar)} loaded so far…`;
  if (rows.length === 0) return "";
  if (filter.trim() !== "") return `${grouped(shown.length)} of ${counted(rows.length, "project")}`;
  return counted(rows.length, "project");
}

/** From when what is shown is, while it is being read anew. For what stays old there is a notice. */
export function ageOf({ lists }: Projects): number | undefined {
  return lists.find(({ reading, asOf }) => reading && asOf !== undefined)?.asOf;
}

/** How many were read of lists that are not read whole; nothing when all are. */
export function loadedSoFar(lists: Projects["lists"]): number | undefined {
  const partial = lists.filter(({ loaded }) => loaded !== undefined);
  if (partial.length === 0) return undefined;
  return lists.reduce((sum, { loaded, items }) => sum + (loaded ?? items.length), 0);
}

/** Whether rows are still to come. A list that is read over rows that were kept shows those, with their age, until it is whole. */
function grows(lists: Projects["lists"]): boolean {
  return lists.some(({ reading, loaded, asOf }) => reading && loaded !== undefined && asOf === undefined);
}

/** What stands below the last row: how far the reading is, and what could not be looked up. */
export function footerWords({ lists }: Projects): readonly string[] {
  const soFar = loadedSoFar(lists);
  const late = lists.flatMap(({ unavailable }) => unavailable);
  return [
    ...(soFar !== undefined && grows(lists) ? [`${grouped(soFar)} loaded, more to come.`] : []),
    ...(late.length > 0 ? [lateWords(late)] : []),
  ];
}

const NAMED = 5;

function lateWords(ids: readonly string[]): string {
  const more = ids.length > NAMED ? ` and ${grouped(ids.length - NAMED)} more` : "";
  const named = `${ids.slice(0, NAMED).join(", ")}${more}`;
  return `The platform could not look up ${counted(ids.length, "project")} in time: ${named}. Refresh later to see them.`;
}

/** After the connection string of a project that keeps no passwords was copied. */
export const NO_PASSWORD = {
  title: "Copied without a password",
  detail: "This project stores no passwords. Reset the role’s password to get a new one, shown once.",
  action: "Databases & roles",
} as const;
