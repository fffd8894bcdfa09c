import type { QueryClient } from "@tanstack/react-query";
import { mutationKeys } from "@/data/keys";
import { operationSpec, perform } from "@/data/mutation";
import { isShown } from "@/data/shown";
import { toast } from "@/kit/overlay/toasts";
import { ENV } from "./words";

interface WrittenFile {
  path: string;
  undoId: string;
}

interface Written {
  /** What was done. */
  title: string;
  files: readonly WrittenFile[];
}

/** A toast that files were written, with Undo for all of them. */
export function offerUndo({ title, files }: Written, client: QueryClient, onUndone?: () => void): void {
  toast({
    title,
    detail: pathsOf(files),
    undo: { run: () => void undo(files, client, onUndone) },
    stay: 20_000,
  });
}

/** How long a screen may take to draw what was refused, in milliseconds. */
const DRAWN = 150;

async function undo(files: readonly WrittenFile[], client: QueryClient, onUndone?: () => void) {
  const undone: WrittenFile[] = [];
  const refused: WrittenFile[] = [];
  for (const file of files) {
    try {
      if ((await perform(client, undoing, file.undoId)) !== undefined) onUndone?.();
      undone.push(file);
    } catch (error) {
      // The list shows why, from the work that was refused; elsewhere a message in passing does.
      await new Promise((drawn) => setTimeout(drawn, DRAWN));
      if (!(error instanceof Error && isShown(error))) refused.push(file);
    }
  }
  if (undone.length > 0) toast({ title: ENV.restored(undone.length), detail: pathsOf(undone) });
  if (refused.length > 0)
    toast({ title: ENV.notRestored(refused.length), detail: pathsOf(refused), tone: "danger" });
}

const pathsOf = (files: readonly WrittenFile[]): string => ENV.paths(files.map(({ path }) => path));

/** Puts the bytes back that were there before. */
const undoing = operationSpec({ kind: "envUndo" }, (undoId: string) => ({ undoId }), {
  key: mutationKeys.envUndo,
});
