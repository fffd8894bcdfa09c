import type { FolderState, FolderView } from "@/ipc/generated";

/** The states in which the env file has what Plinth wrote. */
export const WRITTEN: ReadonlySet<FolderState> = new Set<FolderState>([
  "filled",
  "expiring",
  "expired",
  "claimed",
  "unseeded",
]);

/** Whether the env file has a temporary database, and the settings name a branch since. */
export const isFormerSource = ({ state, settings, temporaryId }: FolderView): boolean =>
  settings.source.kind === "branch" &&
  WRITTEN.has(state) &&
  // Nothing else expires or is claimed; of one that left the list, only that is known.
  (state !== "filled" || temporaryId !== null);

/** Whether what became of a temporary database does not matter any more: a branch is to be written. */
export const isBranchToWrite = (folder: FolderView): boolean =>
  isFormerSource(folder) ||
  (folder.settings.source.kind === "branch" && (folder.state === "unclear" || folder.state === "unfinished"));
