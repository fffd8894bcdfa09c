import type { QueryClient } from "@tanstack/react-query";
import { call } from "@/ipc/call";
import type { SandboxView } from "@/ipc/generated";
import { workKeys } from "./keys";
import { sandboxQuery } from "./queries";
import type { Work } from "./work";

export type SandboxWork<Input = void> = Work<SandboxView, Input>;

/** What every change of the sandbox answers with is how it stands now. */
export const settleSandbox = (view: SandboxView, _input: unknown, client: QueryClient) => {
  client.setQueryData(sandboxQuery.queryKey, view);
};

/** Start, stop and reset share one name: only one of them can be under way. */
export const starting: SandboxWork = {
  key: workKeys.sandbox,
  run: () => call.sandboxStart(),
  settle: settleSandbox,
};
