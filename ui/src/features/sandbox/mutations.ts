import type { QueryClient } from "@tanstack/react-query";
import { keys, mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { type SandboxMutation, settleSandbox } from "@/data/sandbox";
import { call } from "@/ipc/call";
import type { DeletedItemView, FaultKind, FaultTarget, LossView, QuarantinedView } from "@/ipc/generated";
import { quarantineQuery } from "./queries";

export const stopping: SandboxMutation = {
  key: mutationKeys.sandbox,
  run: () => call.sandboxStop(),
  onSuccess: settleSandbox,
};
/** With the options as they are now. */
export const restarting: SandboxMutation = {
  key: mutationKeys.sandbox,
  async run() {
    await call.sandboxStop();
    return call.sandboxStart();
  },
  onSuccess: settleSandbox,
};
export const resetting: SandboxMutation = {
  key: mutationKeys.sandbox,
  run: () => call.sandboxReset(),
  onSuccess: settleSandbox,
};

/** Deletes the deleted projects and branches with these ids for good. */
export const purging: MutationSpec<DeletedItemView[], string[]> = {
  key: [...mutationKeys.sandboxPlay, "purge"],
  run: (ids) => call.sandboxPurge(ids),
  onSuccess: (_purged, _input, client) => client.invalidateQueries({ queryKey: keys.sandbox }),
};

/** Asks what moving the clock so far would take away. */
export const weighing: MutationSpec<LossView[], number> = {
  key: [...mutationKeys.sandboxPlay, "weigh"],
  reads: true,
  run: (seconds) => call.sandboxLostAfter(seconds),
};

/** Moves the clock forward by so many seconds. */
export const advancing: SandboxMutation<number> = {
  key: [...mutationKeys.sandboxPlay, "clock"],
  run: (seconds) => call.sandboxAdvance(seconds),
  onSuccess: settleSandbox,
};

export const orderingFault: SandboxMutation<{ kind: FaultKind; target: FaultTarget; times: number }> = {
  key: [...mutationKeys.sandboxPlay, "fault"],
  run: ({ kind, target, times }) => call.sandboxFaultOrder(kind, target, times),
  onSuccess: settleSandbox,
};

export const clearingFaults: SandboxMutation = {
  key: [...mutationKeys.sandboxPlay, "clear"],
  run: () => call.sandboxFaultClear(),
  onSuccess: settleSandbox,
};

/** One name for waking and sleeping: only one of them can be under way for a server. */
export const serverPowerKey = (endpointId: string) => [...mutationKeys.sandboxPlay, "server", endpointId];

export const wakingOf = (endpointId: string): SandboxMutation => ({
  key: serverPowerKey(endpointId),
  run: () => call.sandboxServerWake(endpointId),
  onSuccess: settleSandbox,
});

export const sleepingOf = (endpointId: string): SandboxMutation => ({
  key: serverPowerKey(endpointId),
  run: () => call.sandboxServerSleep(endpointId),
  onSuccess: settleSandbox,
});

type QuarantineMutation = MutationSpec<QuarantinedView[], void>;

const settleQuarantine = (left: QuarantinedView[], _input: unknown, client: QueryClient) => {
  client.setQueryData(quarantineQuery.queryKey, left);
};

export const quarantineKey = (id: string) => [...mutationKeys.sandboxPlay, "quarantine", id];

export const puttingBackOf = (id: string): QuarantineMutation => ({
  key: quarantineKey(id),
  run: () => call.sandboxQuarantinePutBack(id),
  onSuccess: settleQuarantine,
});

export const discardingOf = (id: string): QuarantineMutation => ({
  key: [...quarantineKey(id), "delete"],
  run: () => call.sandboxQuarantineDelete(id),
  onSuccess: settleQuarantine,
});
