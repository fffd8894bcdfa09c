import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { keys } from "@/data/keys";
import { projectQuery } from "@/data/queries";
import { cachedQuery } from "@/features/projects/lists";
import type { ErrorView, ProjectScope, ProjectView } from "@/ipc/generated";
import { currentTime, instantOf } from "@/time/clock";

export interface ShownProject {
  /** The record, or what a list knew of it. */
  project: ProjectView | undefined;
  /** When what is shown was read, where it is not the record as it is now. */
  asOf: number | undefined;
  /** Why there is nothing newer. */
  error: ErrorView | undefined;
  loading: boolean;
  again(): void;
}

/** A project: at once as a list knew it, then its record; the last of them while the platform cannot be asked. */
export function useProject(accountId: string, id: string): ShownProject {
  const client = useQueryClient();
  const account = useAccount(accountId);
  const record = useQuery(projectQuery(accountId, id));
  const [known] = useState(() => knownFromLists(client, accountId, id));
  const kept = useQuery({
    ...cachedProjectQuery(accountId, id, account?.organizationId ?? null),
    enabled: record.isError && record.data === undefined && known === undefined,
  });
  const error = record.error ? viewOf(record.error) : undefined;
  const again = () => void record.refetch();
  if (record.data) {
    const asOf = error && record.dataUpdatedAt;
    return { project: record.data, asOf, error, loading: false, again };
  }
  const last = known ?? kept.data ?? undefined;
  const loading = record.isFetching || (error !== undefined && last === undefined && kept.isFetching);
  return { project: last?.project, asOf: error && last?.asOf, error, loading, again };
}

/** A project as some list had it, and when that was read. */
interface KnownProject {
  project: ProjectView;
  asOf: number;
}

/** The project's row, when a list of the account's projects is in the cache. */
function knownFromLists(client: QueryClient, accountId: string, id: string): KnownProject | undefined {
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
const cachedProjectQuery = (accountId: string, id: string, organizationId: string | null) =>
  queryOptions({
    queryKey: [...keys.projectRecord(accountId, id), "kept", organizationId],
    async queryFn({ client }): Promise<KnownProject | null> {
      for (const scope of SCOPES) {
        const kept = await client.fetchQuery({
          ...cachedQuery({ accountId, scope, organizationId }),
          staleTime: 0,
        });
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
