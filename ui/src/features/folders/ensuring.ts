import type { QueryClient } from "@tanstack/react-query";
import { perform } from "@/data/mutation";
import { offerUndo } from "@/features/envFile/undo";
import { call } from "@/ipc/call";
import type { FolderEnsuredView } from "@/ipc/generated";
import type { Tools } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { ensuringOf } from "./mutations";
import { ENSURED } from "./words";

/** Gives a folder its database where the person said that it may be written without a look at the change. */
export async function ensureUnasked(id: string, { client, router }: Tools): Promise<void> {
  // Why it was refused stands beside the list, where the folder is open.
  router.go({ screen: "folders", id }, { replace: router.current().screen === "folders" });
  if (await isTracked(id)) return openDialog({ dialog: "ensureFolder", id, replace: false });
  const done = await perform(client, ensuringOf(id), { planId: null, replace: false });
  if (done) sayEnsured(done, client);
}

/** True if git tracks the env file that would be written: a person reviews that change whatever they said before. */
async function isTracked(id: string): Promise<boolean> {
  // Why there is no plan, the database is refused for as well.
  const plan = await call({ kind: "folderPlan", id, ensure: { replace: false, production: false } }).catch(
    () => undefined,
  );
  return plan?.env?.git === "tracked";
}

/** A toast of what was done, with Undo where a file was written. */
export function sayEnsured({ folder, step, undoId }: FolderEnsuredView, client: QueryClient): void {
  const title = ENSURED[step](folder.name);
  if (undoId === null) toast({ title });
  else offerUndo({ title, files: [{ path: folder.envPath, undoId }] }, client);
}
