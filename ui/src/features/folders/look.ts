import type { Look, Tone } from "@/data/words";
import type { FolderState, FolderView } from "@/ipc/generated";
import { folderStates } from "@/ipc/words";
import { isFormerSource } from "./source";
import { STATE } from "./words";

const TONES: Record<FolderState, Tone> = {
  absent: "off",
  filled: "ok",
  foreign: "off",
  expiring: "warning",
  expired: "danger",
  claimed: "ok",
  unfinished: "warning",
  unseeded: "warning",
  unclear: "warning",
  envUnusable: "danger",
  gone: "danger",
};

/** How a folder stands; while it is given a database, that. */
export function folderLook({ state, busy }: FolderView): Look {
  if (busy) return { word: STATE.working, tone: "progress" };
  return { word: folderStates[state].word, tone: TONES[state] };
}

/** The action that is the next step, where there is one. */
export function nextActionOf(folder: FolderView): string | undefined {
  const { state, busy, temporaryId } = folder;
  if (busy) return undefined;
  if (isFormerSource(folder)) return "folder.replace";
  switch (state) {
    case "absent":
    case "unfinished":
    case "unseeded":
      return "folder.ensure";
    case "expired":
      return "folder.replace";
    case "unclear":
      return folder.settings.source.kind === "branch" ? "folder.ensure" : "folder.replace";
    case "expiring":
      return temporaryId === null ? undefined : "folder.claim";
    case "filled":
    case "claimed":
      return temporaryId === null ? undefined : "folder.database";
    case "envUnusable":
      return "folder.settings";
    case "gone":
      return "folder.remove";
    case "foreign":
      return undefined;
  }
}
