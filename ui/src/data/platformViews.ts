import type { Query, QueryClient, QueryFilters, QueryKey } from "@tanstack/react-query";
import type { ShownPart, ShownView } from "@/ipc/generated";
import { currentTime } from "@/time/clock";

/** A list or record of a platform, which the core says when to read again. */
export type PlatformView = Pick<ShownView, "accountId" | "projectId" | "part">;

/** The part of a project that a query shows, by the word after the project. `null`: nothing that the core refreshes. */
const OF_PROJECT: Record<string, ShownPart | null> = {
  record: "project",
  branches: "branches",
  computes: "computes",
  databases: "databases",
  roles: "roles",
  operations: "operations",
  snapshots: "snapshots",
  snapshotSchedule: "snapshots",
  permissions: "permissions",
  jwks: "jwks",
  // Counted by the hour: read when it is shown and older than a minute.
  history: null,
  // Read again with the project, as every change of a role, a branch or a compute may change it.
  connection: null,
  // The same list for all projects of a PostgreSQL version.
  preloadLibraries: null,
};

/** The same for the auth integration of a project. */
const OF_AUTH: Record<string, ShownPart | null> = {
  integrations: "auth",
  domains: "auth",
  providers: "auth",
  email: "auth",
  signIn: "auth",
  webhooks: "auth",
  // Read by a click alone, as it wakes a compute.
  users: null,
  // Known to this window alone.
  lastKeys: null,
  handover: null,
};

/** The part of an account that a query shows, by its first word. */
const OF_ACCOUNT: Record<string, ShownPart> = {
  apiKeys: "apiKeys",
  organization: "organization",
  organizations: "organizations",
};

/** First words of queries that show nothing of a platform, or nothing that the core refreshes. */
const OTHERS: ReadonlySet<string> = new Set([
  // Kept or followed by the core itself.
  "accounts",
  "activity",
  "app",
  "budget",
  "bulk",
  "bulkEarlier",
  "connectionProbes",
  "databaseApps",
  "diagnostics",
  "folders",
  "instantServices",
  "jobs",
  "keychain",
  "network",
  "oneTimeSecrets",
  "operations",
  "quitPlan",
  "restoredBranches",
  "rotations",
  "sandbox",
  "settings",
  "sqlTabs",
  "temporary",
  "temporaryEnvOffer",
  "undo",
  "updates",
  // Worked out for an open dialog or a search.
  "bulkPlan",
  "callText",
  "envPreview",
  "folderPlan",
  "folderScan",
  "importScan",
  "rotationPlan",
  "search",
  "seedPlan",
  // The same for as long as the window is open.
  "regions",
  "user",
  // Read by a click alone, as it may wake a compute.
  "advisors",
  "schemas",
  // Read after a run, which has woken the compute.
  "sqlCatalog",
]);

/** Returns the view of a platform that a query shows; `null` where the core doesn't refresh it, nothing for a query unknown here. */
export function platformViewOf(queryKey: QueryKey): PlatformView | null | undefined {
  const [word, accountId, ...rest] = queryKey;
  if (typeof word === "string" && OTHERS.has(word)) return null;
  if (typeof word !== "string" || typeof accountId !== "string") return undefined;
  if (word !== "project") {
    const part = word === "projects" ? partOfLists(rest) : OF_ACCOUNT[word];
    return part && { accountId, projectId: null, part };
  }
  const [projectId, ...words] = rest;
  const part = partOfProject(words);
  return typeof projectId === "string" ? part && { accountId, projectId, part } : undefined;
}

/** A list as it is read from the platform; the one that the core keeps follows by itself. */
const partOfLists = ([word]: readonly unknown[]) => (word === "pages" ? "projects" : null);

function partOfProject([word, next]: readonly unknown[]): ShownPart | null | undefined {
  if (word === "auth") return OF_AUTH[String(next)];
  // A record as some list knew it.
  if (word === "record" && next !== undefined) return null;
  return OF_PROJECT[String(word)];
}

/** The queries that show this view. */
export const queriesOf = (view: PlatformView): QueryFilters => ({
  predicate({ queryKey }) {
    const own = platformViewOf(queryKey);
    return own != null && nameOf(own) === nameOf(view);
  },
});

/** Returns the views of platforms that the window shows now, each once. */
export function shownViews(client: QueryClient): readonly ShownView[] {
  const views = new Map<string, ShownView>();
  for (const query of client.getQueryCache().getAll()) {
    const view = query.isActive() ? platformViewOf(query.queryKey) : null;
    if (!view) continue;
    const before = views.get(nameOf(view));
    const own = { ...view, requests: requestsOf(query), ageMs: ageOf(query) };
    views.set(nameOf(view), before ? together(before, own) : own);
  }
  return [...views.values()];
}

const nameOf = ({ accountId, projectId, part }: PlatformView) => `${accountId}/${projectId ?? ""}/${part}`;

const together = (one: ShownView, other: ShownView): ShownView => ({
  ...one,
  requests: one.requests + other.requests,
  ageMs: one.ageMs === null || other.ageMs === null ? null : Math.max(one.ageMs, other.ageMs),
});

/** A list that is read page by page takes a request for each. */
function requestsOf({ state: { data } }: Query): number {
  const pages: unknown =
    typeof data === "object" && data !== null && "pages" in data ? data.pages : undefined;
  return Array.isArray(pages) ? Math.max(1, pages.length) : 1;
}

/** How long ago it was read or could not be, in milliseconds; `null` while it is read. */
function ageOf({ state }: Query): number | null {
  if (state.fetchStatus !== "idle") return null;
  const readAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
  return readAt === 0 ? null : Math.max(0, currentTime() - readAt);
}

/** When what a query shows was read, in milliseconds since 1970; 0 where nothing was. Some lists say how old a part is. */
export function readAtOf({ state: { data, dataUpdatedAt } }: Query): number {
  const asOf = typeof data === "object" && data !== null && "asOf" in data ? data.asOf : undefined;
  return typeof asOf === "number" ? asOf : dataUpdatedAt;
}
