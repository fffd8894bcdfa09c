import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { ConnectSource } from "@/ipc/generated";
import { sourceKey } from "./source";

/** The forms of a connection, masked. Those of a project are looked at again when something in the project changed. */
export const connectionQuery = (source: ConnectSource) =>
  queryOptions({ queryKey: keyOf(source), queryFn: () => call.connectForms(source) });

function keyOf(source: ConnectSource) {
  return source.kind === "project"
    ? [...keys.project(source.accountId, source.projectId), "connection", sourceKey(source)]
    : ["connection", sourceKey(source)];
}
