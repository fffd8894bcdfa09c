import { counted, grouped } from "@/data/format";
import type { ProjectRow } from "./rows";
import type { ShownList } from "./useProjectRows";

/** What is shown of lists, of one account or of all. */
interface Shown {
  rows: readonly ProjectRow[];
  shown: readonly ProjectRow[];
  filter: string;
  lists: readonly ShownList[];
}

/** What the list of all accounts says. */
export const words = {
  allAccounts: "All accounts",
  account: "Account",
  locked: "Read-only",
  readOnly: (name: string) => `${name} is read-only: all changes are blocked`,
  refresh: "Refresh projects",
  noProjects: "No projects yet",
  noProjectsAnywhere: "Projects of all connected accounts appear here.",
  notLoaded: (account: string) => `Couldn’t load the projects of ${account}`,
  partly: (account: string) => `Couldn’t load all projects of ${account}`,
  stale: (account: string, reason: string) => `${account}: ${reason}`,
  unnamed: (account: string) =>
    `${account} lists projects by organization. Switch to the account and choose one.`,
};

/** How many projects there are, as far as is known. */
export function countWords({ rows, shown, filter, lists }: Shown): string {
  const soFar = loadedSoFar(lists);
  if (soFar !== undefined && grows(lists)) return `${grouped(soFar)} loaded so far…`;
  if (rows.length === 0) return "";
  if (filter.trim() !== "") return `${grouped(shown.length)} of ${counted(rows.length, "project")}`;
  return counted(rows.length, "project");
}

/** From when what is shown is, while it is being read anew. For what stays old there is a notice. */
export function ageOf({ lists }: Pick<Shown, "lists">): number | undefined {
  return lists.find(({ reading, asOf }) => reading && asOf !== undefined)?.asOf;
}

/** How many were read of lists that are not read whole; nothing when all are. */
export function loadedSoFar(lists: Shown["lists"]): number | undefined {
  const partial = lists.filter(({ loaded }) => loaded !== undefined);
  if (partial.length === 0) return undefined;
  return lists.reduce((sum, { loaded, items }) => sum + (loaded ?? items.length), 0);
}

/** Whether rows are still to come. A list that is read over rows that were kept shows those, with their age, until it is whole. */
function grows(lists: Shown["lists"]): boolean {
  return lists.some(({ reading, loaded, asOf }) => reading && loaded !== undefined && asOf === undefined);
}

/** What stands below the last row: how far the reading is, and what could not be looked up. */
export function footerWords({ lists }: Pick<Shown, "lists">): readonly string[] {
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
