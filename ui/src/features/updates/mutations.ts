import { mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { call } from "@/ipc/call";
import type { UpdatesView } from "@/ipc/generated";
import { updatesQuery } from "./queries";

const kept: Pick<MutationSpec<UpdatesView, void>, "onSuccess"> = {
  onSuccess: (view, _input, client) => void client.setQueryData(updatesQuery.queryKey, view),
};

export const checking: MutationSpec<UpdatesView, void> = {
  key: mutationKeys.updatesCheck,
  reads: true,
  run: () => call.updatesCheck(),
  ...kept,
};

/** Downloads the version that was found and puts it in the place of this one. */
export const installing: MutationSpec<UpdatesView, void> = {
  key: mutationKeys.updatesInstall,
  run: () => call.updatesInstall(),
  ...kept,
};

export const cancelling: MutationSpec<null, void> = {
  key: mutationKeys.updatesCancel,
  run: () => call.updatesCancel(),
};

/** Closes everything as quitting does, and starts again. */
export const restarting: MutationSpec<null, void> = {
  key: mutationKeys.updatesRestart,
  run: () => call.updatesRestart(),
};
