import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { projectQuery } from "@/data/queries";
import type { ErrorView, ProjectView } from "@/ipc/generated";
import { keptProjectQuery, knownFromLists } from "./known";

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
    ...keptProjectQuery(accountId, id, account?.organizationId ?? null),
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
