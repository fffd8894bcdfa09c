import type { QueryClient } from "@tanstack/react-query";
import type { ProjectScope, ProjectView } from "@/ipc/generated";
import { keys } from "./keys";
import { projectQuery } from "./queries";

/** What every kept or read list of projects has in common. */
interface Items {
  items: readonly ProjectView[];
  /** Ids seen by the read that is under way; the others are removed when it ends. */
  seen?: Set<string>;
  /** How many there are, where these may be the first of them only. */
  total?: number;
}

/** Shows a changed project in every list that has it, without asking the platform again. */
export function patchProject(client: QueryClient, accountId: string, project: ProjectView): void {
  inLists(client, accountId, (items) =>
    items.map((row) => (row.id === project.id ? { ...row, ...said(project) } : row)),
  );
  const { queryKey } = projectQuery(accountId, project.id);
  client.setQueryData(queryKey, (record) => record && { ...record, ...said(project) });
}

/**
 * Updates the cached records of opened projects from a page of a list: used storage changes without an event, and list
 * and project must show the same. A record that is about to be read again is left alone.
 */
export function renewRecords(client: QueryClient, accountId: string, listed: readonly ProjectView[]): void {
  for (const project of listed) {
    const { queryKey } = projectQuery(accountId, project.id);
    const state = client.getQueryState(queryKey);
    if (!state?.data || state.isInvalidated || state.error) continue;
    client.setQueryData(queryKey, (record) => record && { ...record, ...said(project) });
  }
}

/** Removes a project from the lists of existing projects, or from those of deleted ones. */
export function dropProject(
  client: QueryClient,
  accountId: string,
  id: string,
  from: "present" | "deleted",
): void {
  inLists(client, accountId, (items, scope) =>
    (scope === "deleted") === (from === "deleted") ? items.filter((row) => row.id !== id) : items,
  );
}

/** Puts a new or recovered project on top of the account's own. */
export function addProject(client: QueryClient, accountId: string, project: ProjectView): void {
  inLists(client, accountId, (items, scope, organization, seen) => {
    const belongs = scope === "own" && (!organization || organization === project.organizationId);
    if (!belongs) return items;
    seen?.add(project.id);
    if (items.some((row) => row.id === project.id)) return items;
    return [project, ...items];
  });
}

/** Marks the lists of deleted projects as stale: only the platform knows until when each can be recovered. */
export function outdateDeleted(client: QueryClient, accountId: string): void {
  const queryKey = [...keys.projectPages(accountId), "deleted"];
  void client.invalidateQueries({ queryKey });
}

type Change = (
  items: readonly ProjectView[],
  scope: ProjectScope,
  organization: string | null,
  seen: Set<string> | undefined,
) => readonly ProjectView[];

function inLists(client: QueryClient, accountId: string, change: Change): void {
  const lists = client.getQueriesData<Items | null>({ queryKey: keys.projectLists(accountId) });
  for (const [queryKey, list] of lists) {
    const scope = scopeOf(queryKey[3]);
    if (!list || !scope) continue;
    const organization = typeof queryKey[4] === "string" ? queryKey[4] : null;
    const items = change(list.items, scope, organization, list.seen);
    if (items === list.items) continue;
    const total = list.total !== undefined && { total: list.total + items.length - list.items.length };
    client.setQueryData(queryKey, { ...list, items, ...total });
  }
}

const SCOPES: readonly ProjectScope[] = ["own", "shared", "deleted"];

function scopeOf(part: unknown): ProjectScope | undefined {
  return SCOPES.find((scope) => scope === part);
}

/** The fields that a reply has. Lists and records have different ones: a field that is null here keeps its cached value. */
function said(project: ProjectView): Partial<ProjectView> {
  const usage = project.usage.periodStart === null ? {} : { usage: project.usage };
  const { usage: _usage, ...rest } = project;
  return { ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)), ...usage };
}
