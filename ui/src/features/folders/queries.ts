import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { FolderView } from "@/ipc/generated";

/** What would be done for a folder, with the change of its env file. Never kept: the file changes without an event. */
export const planQuery = (id: string, replace: boolean) =>
  queryOptions({
    queryKey: [...keys.folderPlans, id, replace],
    queryFn: () => call({ kind: "folderPlan", id, ensure: { replace, production: false } }),
    staleTime: 0,
    gcTime: 0,
  });

/** Which folders have an old connection string. It asks the platform for each source. */
export const staleQuery = queryOptions({
  queryKey: keys.folderStale,
  queryFn: () => call({ kind: "folderStale" }),
  staleTime: 0,
  gcTime: 0,
});

/** Whether the connection string of a folder can be another one since it was written: a claimed database is a project. */
export const canBeFormer = ({ state, settings }: FolderView): boolean =>
  state === "claimed" ||
  (settings.source.kind === "branch" && (state === "filled" || state === "expiring" || state === "expired"));

/** The databases in the env files of these folders. */
export const scanQuery = (paths: readonly string[]) =>
  queryOptions({
    queryKey: ["folderScan", paths],
    queryFn: () => call({ kind: "folderScan", paths: [...paths] }),
    enabled: paths.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
