import type { QueryClient } from "@tanstack/react-query";
import type { SandboxView } from "@/ipc/generated";
import { mutationKeys } from "./keys";
import { type MutationSpec, operationSpec } from "./mutation";
import { sandboxQuery } from "./queries";

export type SandboxMutation<Input = void> = MutationSpec<SandboxView, Input>;

/** What every change of the sandbox answers with is how it stands now. */
export const settleSandbox = (view: SandboxView, _input: unknown, client: QueryClient) => {
  client.setQueryData(sandboxQuery.queryKey, view);
};

/** Start, stop and reset share one key: only one of them can be under way. */
export const power = { key: mutationKeys.sandbox, onSuccess: settleSandbox };

export const starting = operationSpec({ kind: "sandboxStart" }, () => ({}), power);
