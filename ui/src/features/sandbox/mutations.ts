import type { QueryClient } from "@tanstack/react-query";
import { workKeys } from "@/data/keys";
import { sandboxQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { FaultKind, LossView, QuarantinedView, SandboxView } from "@/ipc/generated";
import { quarantineQuery } from "./queries";

type SandboxWork<Input = void> = Work<SandboxView, Input>;

const settle = (view: SandboxView, _input: unknown, client: QueryClient) => {
  client.setQueryData(sandboxQuery.queryKey, view);
};

/** Start, stop and reset share one name: only one of them can be under way. */
export const starting: SandboxWork = { key: workKeys.sandbox, run: () => call.sandboxStart(), settle };
export const stopping: SandboxWork = { key: workKeys.sandbox, run: () => call.sandboxStop(), settle };
export const resetting: SandboxWork = { key: workKeys.sandbox, run: () => call.sandboxReset(), settle };

/** Asks what moving the clock so far would take away. */
export const weighing: Work<LossView[], number> = {
  key: [...workKeys.sandboxPlay, "weigh"],
  run: (seconds) => call.sandboxLostAfter(seconds),
};

/** Moves the clock forward by so many seconds. */
export const advancing: SandboxWork<number> = {
  key: [...workKeys.sandboxPlay, "clock"],
  run: (seconds) => call.sandboxAdvance(seconds),
  settle,
};

export const orderingFault: SandboxWork<{ kind: FaultKind; times: number }> = {
  key: [...workKeys.sandboxPlay, "fault"],
  run: ({ kind, times }) => call.sandboxFaultOrder(kind, times),
  settle,
};

export const clearingFaults: SandboxWork = {
  key: [...workKeys.sandboxPlay, "clear"],
  run: () => call.sandboxFaultClear(),
  settle,
};

/** One name for waking and sleeping: only one of them can be under way for a server. */
export const serverPowerKey = (endpointId: string) => [...workKeys.sandboxPlay, "server", endpointId];

export const wakingOf = (endpointId: string): SandboxWork => ({
  key: serverPowerKey(endpointId),
  run: () => call.sandboxServerWake(endpointId),
  settle,
});

export const sleepingOf = (endpointId: string): SandboxWork => ({
  key: serverPowerKey(endpointId),
  run: () => call.sandboxServerSleep(endpointId),
  settle,
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
