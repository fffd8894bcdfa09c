import type { QueryClient } from "@tanstack/react-query";
import { keys, mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { temporaryListQuery } from "@/data/queries";
import type { SingleUse } from "@/data/singleUse";
import { upsert } from "@/data/upsert";
import { call } from "@/ipc/call";
import type {
  ClaimedProjectView,
  FormId,
  LinkTargetView,
  TemporaryListView,
  TemporaryOptions,
  TemporaryView,
} from "@/ipc/generated";

/** Makes a database. Two at a time are never asked for, however often the button is pressed. */
export const creation: MutationSpec<TemporaryView, TemporaryOptions> = {
  key: mutationKeys.create,
  run: (options) => call.temporaryCreate(options),
  onSuccess: (row, _options, client) => putTemporaryIntoCache(client, row),
};

export const refreshOf = (id: string): MutationSpec<TemporaryView, void> => ({
  key: mutationKeys.refresh(id),
  reads: true,
  run: () => call.temporaryRefresh(id),
  onSuccess: (row, _nothing, client) => putTemporaryIntoCache(client, row),
});

export const refreshAll: MutationSpec<TemporaryListView, void> = {
  key: mutationKeys.refreshAll,
  reads: true,
  run: () => call.temporaryRefreshAll(),
  onSuccess: (list, _nothing, client) => {
    client.setQueryData(temporaryListQuery.queryKey, list);
  },
};

export const forgettingOf = (id: string): MutationSpec<null, void> => ({
  key: mutationKeys.forget(id),
  run: () => call.temporaryForget(id),
  onSuccess: (_done, _nothing, client) => dropFromCache(client, id),
});

/** Deletes a database with its data, where its platform does that. */
export const deletionOf = (id: string): MutationSpec<null, void> => ({
  key: mutationKeys.deleteTemporary(id),
  run: () => call.temporaryDelete(id),
  onSuccess: (_done, _nothing, client) => dropFromCache(client, id),
});

function dropFromCache(client: QueryClient, id: string): void {
  client.setQueryData(temporaryListQuery.queryKey, (list) =>
    list ? { items: list.items.filter((row) => row.id !== id) } : list,
  );
  client.removeQueries({ queryKey: keys.temporaryConnect(id) });
}

export const renamingOf = (id: string): MutationSpec<TemporaryView, string> => ({
  key: mutationKeys.rename(id),
  run: (name) => call.temporaryRename(id, name),
  onSuccess: (row, _name, client) => putTemporaryIntoCache(client, row),
});

/** Puts one form on the clipboard without it passing through the window. Resolves to the seconds it stays there. */
export const copyingOf = (id: string): MutationSpec<number, FormId> => ({
  key: mutationKeys.copy(id),
  reads: true,
  run: (form) => call.connectCopy({ kind: "temporary", id }, form),
});

export const psqlOf = (id: string): MutationSpec<null, void> => ({
  key: mutationKeys.psql(id),
  reads: true,
  run: () => call.connectPsql({ kind: "temporary", id }, []),
});

export const claimOf = (id: string): MutationSpec<LinkTargetView, string> => ({
  key: mutationKeys.claim(id),
  reads: true,
  run: (host) => call.temporaryClaimOpen(id, host),
});

/** Finds the project of a claimed database. Resolves to none where it was opened in the platform's console. */
export const openingProjectOf = (id: string): MutationSpec<ClaimedProjectView | null, void> => ({
  key: mutationKeys.claimedProject(id),
  run: () => call.projectOpenClaimed(id),
});

/** Where a claim link is, or the link itself. */
type ImportFrom = { link: string } | { path: string; variable: string };

/** Takes in a database that was made elsewhere. A claim link is a secret, so the work keeps none. */
export const importing: MutationSpec<TemporaryView, SingleUse<ImportFrom>> = {
  key: mutationKeys.import,
  run: (source) => {
    const from = source.take();
    return "link" in from
      ? call.temporaryImportLink(from.link)
      : call.temporaryImportEnv(from.path, from.variable);
  },
  onSuccess: (row, _source, client) => {
    putTemporaryIntoCache(client, row);
    void client.invalidateQueries({ queryKey: keys.temporaryList });
  },
};

/** Puts a row into the list, at its place or on top. */
export function putTemporaryIntoCache(client: QueryClient, row: TemporaryView): void {
  client.setQueryData(
    temporaryListQuery.queryKey,
    (list) => list && { items: upsert(list.items, row, "first") },
  );
}
