import { workKeys } from "@/data/keys";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { EnvReceiptView } from "@/ipc/generated";

/** Writes a change as it was shown. */
export const writing: Work<EnvReceiptView, string> = {
  key: workKeys.envWrite,
  run: (previewId) => call.envWrite(previewId),
};

/** Puts the bytes back that were there before. */
export const undoing: Work<null, string> = {
  key: workKeys.envUndo,
  run: (undoId) => call.envUndo(undoId),
};
