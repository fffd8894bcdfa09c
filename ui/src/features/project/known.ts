import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { ProjectScope, ProjectView } from "@/ipc/generated";
import { currentTime, instantOf } from "@/time/clock";

/** A project as some list had it, and when that was read. */
interface KnownProject {
  project: ProjectView;
  asOf: number;
}

/** The project's row, when a list of the account's projects is at hand. */
export function knownFromLists(client: QueryClient, accountId: string, id: string): KnownProject | undefined {
  for (const [queryKey, data] of client.getQueriesData<unknown>({ queryKey: keys.projectLists(accountId) })) {
    const project = find(data, id);
    if (!project) continue;
    const asOf = hasAge(data) ? instantOf(data.asOf) : client.getQueryState(queryKey)?.dataUpdatedAt;
    return { project, asOf: asOf ?? currentTime() };
  }
  return undefined;
}

const SCOPES: readonly ProjectScope[] = ["own", "shared", "deleted"];

/** The project's row in the lists as they were last read whole. Asked for only when the project itself cannot be read. */
export const keptProjectQuery = (accountId: string, id: string, organizationId: string | null) =>
  queryOptions({
    queryKey: [...keys.projectRecord(accountId, id), "kept", organizationId],
    async queryFn(): Promise<KnownProject | null> {
      for (const scope of SCOPES) {
        const kept = await call.projectCached(accountId, scope, organizationId);
        const project = kept?.items.find((each) => each.id === id);
        if (kept && project) return { project, asOf: instantOf(kept.asOf) };
      }
      return null;
    },
  });

/** Lists are kept as items, as pages of items, or bare. */
function find(data: unknown, id: string): ProjectView | undefined {
  if (Array.isArray(data)) {
    const row: unknown = data.find((each) => (isRow(each) ? each.id === id : false));
    if (isRow(row)) return row;
    for (const each of data) {
      const found = isHolder(each) ? find(each, id) : undefined;
      if (found) return found;
    }
    return undefined;
  }
  if (!isHolder(data)) return undefined;
  return find("items" in data ? data.items : data.pages, id);
}

function isHolder(value: unknown): value is { items?: unknown; pages?: unknown } {
  return typeof value === "object" && value !== null && ("items" in value || "pages" in value);
}

function isRow(value: unknown): value is ProjectView {
  return typeof value === "object" && value !== null && "id" in value && "computeSize" in value;
}

function hasAge(value: unknown): value is { asOf: string } {
  return typeof value === "object" && value !== null && "asOf" in value && typeof value.asOf === "string";
}
