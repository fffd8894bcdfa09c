import type { QueryClient } from "@tanstack/react-query";
import { mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { keychainQuery } from "@/data/queries";
import { call } from "@/ipc/call";
import type { KeychainView } from "@/ipc/generated";

const onSuccess = (view: KeychainView, _input: unknown, client: QueryClient) => {
  client.setQueryData(keychainQuery.queryKey, view);
};

/** Looks for the keychain again, such as after it was unlocked. */
export const retrying: MutationSpec<KeychainView, void> = {
  key: [...mutationKeys.keychain, "retry"],
  run: () => call.keychainRetry(),
  onSuccess,
};

/** Goes on with secrets in memory until the app quits. */
export const usingMemory: MutationSpec<KeychainView, void> = {
  key: [...mutationKeys.keychain, "memory"],
  run: () => call.keychainUseMemory(),
  onSuccess,
};
