import type { QueryClient } from "@tanstack/react-query";
import { perform } from "@/data/mutation";
import { offerUndo } from "@/features/envFile/undo";
import type { FolderEnsuredView } from "@/ipc/generated";
import type { Tools } from "@/kit/action/action";
import { toast } from "@/kit/overlay/toasts";
import { ensuringOf } from "./mutations";
import { ENSURED } from "./words";

/** Gives a folder its database where the person said that it may be written without a look at the change. */
export async function ensureUnasked(id: string, { client, router }: Tools): Promise<void> {
  // Why it was refused stands beside the list, where the folder is open.
  router.go({ screen: "folders", id }, { replace: router.current().screen === "folders" });
  const done = await perform(client, ensuringOf(id), { planId: null, replace: false });
  if (done) sayEnsured(done, client);
}

/** A toast of what was done, with Undo where a file was written. */
export function sayEnsured({ folder, step, undoId }: FolderEnsuredView, client: QueryClient): void {
  const title = ENSURED[step](folder.name);
  if (undoId === null) toast({ title });
  else offerUndo({ title, files: [{ path: folder.envPath, undoId }] }, client);
}
