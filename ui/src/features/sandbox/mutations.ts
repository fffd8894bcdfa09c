import type { QueryClient } from "@tanstack/react-query";
import { workKeys } from "@/data/keys";
import { type SandboxWork, settleSandbox } from "@/data/sandbox";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { FaultKind, LossView, QuarantinedView } from "@/ipc/generated";
import { quarantineQuery } from "./queries";

export const stopping: SandboxWork = {
  key: workKeys.sandbox,
  run: () => call.sandboxStop(),
  settle: settleSandbox,
};
export const resetting: SandboxWork = {
  key: workKeys.sandbox,
  run: () => call.sandboxReset(),
  settle: settleSandbox,
};

/** Asks what moving the clock so far would take away. */
export const weighing: Work<LossView[], number> = {
  key: [...workKeys.sandboxPlay, "weigh"],
  run: (seconds) => call.sandboxLostAfter(seconds),
};

/** Moves the clock forward by so many seconds. */
export const advancing: SandboxWork<number> = {
  key: [...workKeys.sandboxPlay, "clock"],
  run: (seconds) => call.sandboxAdvance(seconds),
  settle: settleSandbox,
};

export const orderingFault: SandboxWork<{ kind: FaultKind; times: number }> = {
  key: [...workKeys.sandboxPlay, "fault"],
  run: ({ kind, times }) => call.sandboxFaultOrder(kind, times),
  settle: settleSandbox,
};

export const clearingFaults: SandboxWork = {
  key: [...workKeys.sandboxPlay, "clear"],
  run: () => call.sandboxFaultClear(),
  settle: settleSandbox,
};

/** One name for waking and sleeping: only one of them can be under way for a server. */
export const serverPowerKey = (endpointId: string) => [...workKeys.sandboxPlay, "server", endpointId];

export const wakingOf = (endpointId: string): SandboxWork => ({
  key: serverPowerKey(endpointId),
  run: () => call.sandboxServerWake(endpointId),
  settle: settleSandbox,
});

export const sleepingOf = (endpointId: string): SandboxWork => ({
  key: serverPowerKey(endpointId),
  run: () => call.sandboxServerSleep(endpointId),
  settle: settleSandbox,
});

type QuarantineWork = Work<QuarantinedView[], void>;

const settleQuarantine = (left: QuarantinedView[], _input: unknown, client: QueryClient) => {
  client.setQueryData(quarantineQuery.queryKey, left);
};

export const quarantineKey = (id: string) => [...workKeys.sandboxPlay, "quarantine", id];

export const puttingBackOf = (id: string): QuarantineWork => ({
  key: quarantineKey(id),
  run: () => call.sandboxQuarantinePutBack(id),
  settle: settleQuarantine,
});

export const discardingOf = (id: string): QuarantineWork => ({
  key: [...quarantineKey(id), "delete"],
  run: () => call.sandboxQuarantineDelete(id),
  settle: settleQuarantine,
});
