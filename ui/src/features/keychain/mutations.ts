import type { QueryClient } from "@tanstack/react-query";
import { workKeys } from "@/data/keys";
import { keychainQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { KeychainView } from "@/ipc/generated";

const settle = (view: KeychainView, _input: unknown, client: QueryClient) => {
  client.setQueryData(keychainQuery.queryKey, view);
};

/** Looks for the keychain again, such as after it was unlocked. */
export const retrying: Work<KeychainView, void> = {
  key: [...workKeys.keychain, "retry"],
  run: () => call.keychainRetry(),
  settle,
};

/** Goes on with secrets in memory until the app quits. */
export const usingMemory: Work<KeychainView, void> = {
  key: [...workKeys.keychain, "memory"],
  run: () => call.keychainUseMemory(),
  settle,
};
