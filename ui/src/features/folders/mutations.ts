import type { QueryClient } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { keys, mutationKeys } from "@/data/keys";
import { type MutationSpec, operationSpec } from "@/data/mutation";
import { folderListQuery } from "@/data/queries";
import { upsert } from "@/data/upsert";
import { call, IpcError } from "@/ipc/call";
import type { FolderImportPick, FolderSettings, FolderView } from "@/ipc/generated";

/** Adds folders one after the other. What was added before one that is refused stays. */
export const adding: MutationSpec<FolderView[], readonly string[]> = {
  key: mutationKeys.folderAdd,
  run: async (paths, client) => {
    const added: FolderView[] = [];
    const refused: unknown[] = [];
    for (const path of paths) {
      try {
        const folder = await call({ kind: "folderAdd", path, settings: null });
        putFolderIntoCache(client, folder);
        added.push(folder);
      } catch (error) {
        refused.push(error);
      }
    }
    if (refused.length > 0) throw allOf(refused);
    return added;
  },
};

/** Every refusal as one. */
function allOf(refused: readonly unknown[]): unknown {
  const [first, ...others] = refused;
  if (others.length === 0) return first;
  const message = refused.map((error) => sentence(viewOf(error).message)).join(" ");
  return new IpcError({ ...viewOf(first), message });
}

export const changingOf = (id: string) =>
  operationSpec({ kind: "folderChange", id }, (settings: FolderSettings) => ({ settings }), {
    onSuccess: (folder, _settings, client) => putFolderIntoCache(client, folder),
  });

export const removingOf = (id: string) =>
  operationSpec({ kind: "folderRemove", id }, () => ({}), {
    onSuccess: (_done, _nothing, client) => {
      client.setQueryData(
        folderListQuery.queryKey,
        (list) => list && { items: list.items.filter((folder) => folder.id !== id) },
      );
    },
  });

export interface Ensure {
  /** The plan that was shown; none where the folder's settings say that it is not. */
  planId: string | null;
  replace: boolean;
}

export const ensuringOf = (id: string) =>
  operationSpec(
    { kind: "folderEnsure", id },
    ({ planId, replace }: Ensure) => ({ planId, ensure: { replace, production: false } }),
    { onSuccess: ({ folder }, _ensure, client) => putFolderIntoCache(client, folder) },
  );

export const writingAll = operationSpec(
  { kind: "folderWriteAll" },
  (planIds: readonly string[]) => ({ planIds: [...planIds] }),
  { onSuccess: (_written, _ids, client) => void client.invalidateQueries({ queryKey: keys.folderList }) },
);

export const importing = operationSpec(
  { kind: "folderImport" },
  (picks: readonly FolderImportPick[]) => ({ picks: [...picks] }),
  {
    onSuccess: (_imported, _picks, client) => {
      void client.invalidateQueries({ queryKey: keys.folderList });
      void client.invalidateQueries({ queryKey: keys.temporaryList });
    },
  },
);

/** Puts a folder into the list, at its place by its path. */
function putFolderIntoCache(client: QueryClient, folder: FolderView): void {
  client.setQueryData(
    folderListQuery.queryKey,
    (list) =>
      list && {
        items: upsert(list.items, folder, "last").sort((one, other) => (one.path < other.path ? -1 : 1)),
      },
  );
}
