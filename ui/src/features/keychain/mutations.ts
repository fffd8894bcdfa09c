import type { QueryClient } from "@tanstack/react-query";
import { operationSpec } from "@/data/mutation";
import { keychainQuery } from "@/data/queries";
import type { KeychainView } from "@/ipc/generated";

const onSuccess = (view: KeychainView, _input: unknown, client: QueryClient) => {
  client.setQueryData(keychainQuery.queryKey, view);
};

/** Looks for the keychain again, such as after it was unlocked. */
export const retrying = operationSpec({ kind: "keychainRetry" }, () => ({}), { onSuccess });

/** Keeps secrets in memory until the app quits. */
export const usingMemory = operationSpec({ kind: "keychainUseMemory" }, () => ({}), { onSuccess });
