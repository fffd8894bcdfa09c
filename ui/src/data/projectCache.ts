import type { QueryClient } from "@tanstack/react-query";
import type { ProjectScope, ProjectView } from "@/ipc/generated";
import { keys } from "./keys";
import { projectQuery } from "./queries";

/** What every kept or read list of projects has in common. */
interface Items {
  items: readonly ProjectView[];
  /** What a reading that goes on has seen: the rest goes when it ends. */
  seen?: Set<string>;
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
 * Puts what a list says of projects that were opened into their records: the storage that is used grows without an event, and
 * list and project must not say two things of it. A record that waits to be read again is left to that.
 */
export function renewRecords(client: QueryClient, accountId: string, listed: readonly ProjectView[]): void {
  for (const project of listed) {
    const { queryKey } = projectQuery(accountId, project.id);
    const state = client.getQueryState(queryKey);
    if (!state?.data || state.isInvalidated || state.error) continue;
    client.setQueryData(queryKey, (record) => record && { ...record, ...said(project) });
  }
}

/** Takes a project out of the lists of what is there, or out of those of what is deleted. */
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

/** The lists of what is deleted are read again when they are looked at next: only the platform knows their deadlines. */
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
    if (items !== list.items) client.setQueryData(queryKey, { ...list, items });
  }
}

const SCOPES: readonly ProjectScope[] = ["own", "shared", "deleted"];

function scopeOf(part: unknown): ProjectScope | undefined {
  return SCOPES.find((scope) => scope === part);
}

/** What a reply says. A list says more of some things and less of others: what is left out stays. */
function said(project: ProjectView): Partial<ProjectView> {
  const usage = project.usage.periodStart === null ? {} : { usage: project.usage };
  const { usage: _usage, ...rest } = project;
  return { ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)), ...usage };
}
