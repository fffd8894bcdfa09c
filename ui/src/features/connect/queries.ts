import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { ConnectSource } from "@/ipc/generated";

/** The forms of a connection, masked. Those of a project are looked at again when something in the project changed. */
export const connectionQuery = (source: ConnectSource) =>
  queryOptions({ queryKey: keyOf(source), queryFn: () => call({ kind: "connectForms", source }) });

/** The programs of this machine that take a connection. Looked for once: they rarely come or go while Plinth runs. */
export const databaseAppsQuery = queryOptions({
  queryKey: ["databaseApps"],
  queryFn: () => call({ kind: "connectApps" }),
  staleTime: Number.POSITIVE_INFINITY,
});

function keyOf(source: ConnectSource) {
  if (source.kind === "temporary") return keys.temporaryConnect(source.id);
  return "accountId" in source
    ? [...keys.project(source.accountId, source.projectId), "connection", sourceKey(source)]
    : ["connection", sourceKey(source)];
}

/** A name for a source, so that work on one connection is not taken for work on another. */
export function sourceKey(source: ConnectSource): string {
  if (source.kind !== "project") return `${source.kind}/${source.id}`;
  const { branchId, computeId, database, role, pooled } = source.request;
  const how = pooled == null ? "" : pooled ? "pooled" : "direct";
  return ["project", source.accountId, source.projectId, branchId, computeId, database, role, how].join("/");
}
