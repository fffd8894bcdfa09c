import { mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { call } from "@/ipc/call";

/** Stops something that runs. */
export const cancellingOf = (id: string): MutationSpec<null, void> => ({
  key: mutationKeys.cancel(id),
  run: () => call.jobCancel(id),
});
