import type { QueryClient } from "@tanstack/react-query";
import { mutationKeys } from "@/data/keys";
import { type MutationSpec, perform } from "@/data/mutation";
import { isShown } from "@/data/shown";
import { call } from "@/ipc/call";
import { toast } from "@/kit/overlay/toasts";
import { ENV } from "./words";

interface Written {
  /** What was done. */
  title: string;
  /** The file. */
  detail: string;
  undoId: string;
}

/** Says in passing that a file was written, with the way back. */
export function offerUndo({ undoId, ...words }: Written, client: QueryClient, onUndone?: () => void): void {
  toast({
    ...words,
    undo: { run: () => void undo(undoId, words.detail, client, onUndone) },
    stay: 20_000,
  });
}

/** How long a screen may take to draw what was refused, in milliseconds. */
const DRAWN = 150;

async function undo(undoId: string, path: string, client: QueryClient, onUndone?: () => void) {
  try {
    const undone = await perform(client, undoing, undoId);
    if (undone !== undefined) onUndone?.();
    toast({ title: ENV.restored, detail: path });
  } catch (error) {
    // The list shows why, from the work that was refused; elsewhere a message in passing does.
    await new Promise((drawn) => setTimeout(drawn, DRAWN));
    if (error instanceof Error && isShown(error)) return;
    toast({ title: ENV.notRestored, detail: path, tone: "danger" });
  }
}

/** Puts the bytes back that were there before. */
const undoing: MutationSpec<null, string> = {
  key: mutationKeys.envUndo,
  run: (undoId) => call.envUndo(undoId),
};
