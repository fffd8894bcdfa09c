import type { FolderImportPick, FoundDatabaseView } from "@/ipc/generated";

/** What tells a variable of a file from every other one. */
export const keyOf = ({ folder, file, variable }: FolderImportPick): string =>
  `${folder}\n${file}\n${variable}`;

/** Whether it can be brought into the list: it is none that is there, and nothing speaks against it. */
export const canImport = ({ refused, knownAs }: FoundDatabaseView): boolean =>
  refused === null && knownAs === null;
