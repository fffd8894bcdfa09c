import type { FolderView } from "@/ipc/generated";
import type { Sort } from "@/kit/table/columns";
import { folderLook } from "./look";
import { isFormerSource, WRITTEN } from "./source";

/** Whether a database is missing that a click brings. */
export const canEnsure = ({ state, settings }: FolderView): boolean =>
  state === "absent" ||
  state === "unfinished" ||
  state === "unseeded" ||
  // A branch is there, whatever became of a temporary database.
  (state === "unclear" && settings.source.kind === "branch");

/** Whether another database can take the place of the one that Plinth made. */
export const canReplace = (folder: FolderView): boolean =>
  folder.settings.source.kind === "branch"
    ? isFormerSource(folder)
    : WRITTEN.has(folder.state) || folder.state === "unclear" || folder.state === "unfinished";

/** The folders that hold every word of the filter in their path, variable, source or state. */
export function filtered(folders: readonly FolderView[], filter: string): readonly FolderView[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return folders;
  return folders.filter((folder) => {
    const { path, settings, sourceLabel, database } = folder;
    const parts = [path, settings.variable, settings.envFile, sourceLabel, database, folderLook(folder).word];
    const text = parts.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Folders in the order of a column. */
export function sorted(folders: readonly FolderView[], sort: Sort): readonly FolderView[] {
  const sign = sort.direction === "ascending" ? 1 : -1;
  return folders.toSorted(
    (one, other) =>
      sign *
      valueIn(sort.column, one).localeCompare(valueIn(sort.column, other), undefined, { numeric: true }),
  );
}

function valueIn(column: string, folder: FolderView): string {
  switch (column) {
    case "variable":
      return folder.settings.variable;
    case "source":
      return folder.sourceLabel;
    case "state":
      return folderLook(folder).word;
    default:
      return folder.name;
  }
}
