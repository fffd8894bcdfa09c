import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { operationSpec } from "@/data/mutation";
import { power, type SandboxMutation, settleSandbox } from "@/data/sandbox";
import { call } from "@/ipc/call";
import type { FaultKind, FaultTarget, QuarantinedView } from "@/ipc/generated";
import { quarantineQuery } from "./queries";

export const stopping = operationSpec({ kind: "sandboxStop" }, () => ({}), power);
/** With the options as they are now. */
export const restarting: SandboxMutation = {
  ...power,
  async run() {
    await call({ kind: "sandboxStop" });
    return call({ kind: "sandboxStart" });
  },
};
export const resetting = operationSpec({ kind: "sandboxReset" }, () => ({}), power);

/** Deletes the deleted projects and branches with these ids for good. */
export const purging = operationSpec({ kind: "sandboxPurge" }, (ids: string[]) => ({ ids }), {
  onSuccess: (_purged, _input, client) => client.invalidateQueries({ queryKey: keys.sandbox }),
});

/** Asks what moving the clock so far would take away. */
export const weighing = operationSpec({ kind: "sandboxLostAfter" }, (seconds: number) => ({ seconds }), {
  reads: true,
});

/** Moves the clock forward by so many seconds. */
export const advancing = operationSpec({ kind: "sandboxAdvance" }, (seconds: number) => ({ seconds }), {
  onSuccess: settleSandbox,
});

export const orderingFault = operationSpec(
  { kind: "sandboxFaultOrder" },
  (order: { fault: FaultKind; target: FaultTarget; times: number }) => order,
  { onSuccess: settleSandbox },
);

export const clearingFaults = operationSpec({ kind: "sandboxFaultClear" }, () => ({}), {
  onSuccess: settleSandbox,
});

/** The mutation key of waking and sleeping: only one of them can be under way for a server. */
export const serverPowerKey = (endpointId: string) => ["sandbox", "server", endpointId];

const serverPower = (kind: "sandboxServerWake" | "sandboxServerSleep", endpointId: string) =>
  operationSpec({ kind, endpointId }, () => ({}), {
    key: serverPowerKey(endpointId),
    onSuccess: settleSandbox,
  });

export const wakingOf = (endpointId: string) => serverPower("sandboxServerWake", endpointId);
export const sleepingOf = (endpointId: string) => serverPower("sandboxServerSleep", endpointId);

const settleQuarantine = (left: QuarantinedView[], _input: unknown, client: QueryClient) => {
  client.setQueryData(quarantineQuery.queryKey, left);
};

export const puttingBackOf = (id: string) =>
  operationSpec({ kind: "sandboxQuarantinePutBack", id }, () => ({}), { onSuccess: settleQuarantine });

export const discardingOf = (id: string) =>
  operationSpec({ kind: "sandboxQuarantineDelete", id }, () => ({}), { onSuccess: settleQuarantine });
