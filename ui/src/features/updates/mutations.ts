import type { QueryClient } from "@tanstack/react-query";
import { operationSpec } from "@/data/mutation";
import type { UpdatesView } from "@/ipc/generated";
import { updatesQuery } from "./queries";

const kept = {
  onSuccess: (view: UpdatesView, _input: unknown, client: QueryClient) =>
    void client.setQueryData(updatesQuery.queryKey, view),
};

export const checking = operationSpec({ kind: "updatesCheck" }, () => ({}), { reads: true, ...kept });

/** Downloads the version that was found and replaces this one with it. */
export const installing = operationSpec({ kind: "updatesInstall" }, () => ({}), kept);

export const cancelling = operationSpec({ kind: "updatesCancel" }, () => ({}));

/** Closes everything as quitting does, and starts again. */
export const restarting = operationSpec({ kind: "updatesRestart" }, () => ({}));
