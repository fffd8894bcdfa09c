import type { QueryClient } from "@tanstack/react-query";
import { call } from "@/ipc/call";
import type { SandboxView } from "@/ipc/generated";
import { mutationKeys } from "./keys";
import type { MutationSpec } from "./mutation";
import { sandboxQuery } from "./queries";

export type SandboxMutation<Input = void> = MutationSpec<SandboxView, Input>;

/** What every change of the sandbox answers with is how it stands now. */
export const settleSandbox = (view: SandboxView, _input: unknown, client: QueryClient) => {
  client.setQueryData(sandboxQuery.queryKey, view);
};

/** Start, stop and reset share one name: only one of them can be under way. */
export const starting: SandboxMutation = {
  key: mutationKeys.sandbox,
  run: () => call.sandboxStart(),
  onSuccess: settleSandbox,
};
