import type { QueryClient } from "@tanstack/react-query";
import { keys, mutationKeys } from "@/data/keys";
import { type MutationSpec, operationSpec } from "@/data/mutation";
import { temporaryListQuery } from "@/data/queries";
import type { SingleUse } from "@/data/singleUse";
import { upsert } from "@/data/upsert";
import { call } from "@/ipc/call";
import type { FormId, TemporaryOptions, TemporaryView } from "@/ipc/generated";

/** Creates a database. Never two at a time, however often the button is pressed. */
export const creation = operationSpec(
  { kind: "temporaryCreate" },
  (options: TemporaryOptions) => ({ options }),
  {
    key: mutationKeys.create,
    onSuccess: (row, _options, client) => putTemporaryIntoCache(client, row),
  },
);

export const refreshOf = (id: string) =>
  operationSpec({ kind: "temporaryRefresh", id }, () => ({}), {
    reads: true,
    onSuccess: (row, _nothing, client) => putTemporaryIntoCache(client, row),
  });

export const refreshAll = operationSpec({ kind: "temporaryRefreshAll" }, () => ({}), {
  reads: true,
  onSuccess: (list, _nothing, client) => {
    client.setQueryData(temporaryListQuery.queryKey, list);
  },
});

export const forgettingOf = (id: string) =>
  operationSpec({ kind: "temporaryForget", id }, () => ({}), {
    onSuccess: (_done, _nothing, client) => dropFromCache(client, id),
  });

/** Deletes a database with its data, where its platform does that. */
export const deletionOf = (id: string) =>
  operationSpec({ kind: "temporaryDelete", id }, () => ({}), {
    onSuccess: (_done, _nothing, client) => dropFromCache(client, id),
  });

function dropFromCache(client: QueryClient, id: string): void {
  client.setQueryData(temporaryListQuery.queryKey, (list) =>
    list ? { items: list.items.filter((row) => row.id !== id) } : list,
  );
  client.removeQueries({ queryKey: keys.temporaryConnect(id) });
}

export const renamingOf = (id: string) =>
  operationSpec({ kind: "temporaryRename", id }, (name: string) => ({ name }), {
    onSuccess: (row, _name, client) => putTemporaryIntoCache(client, row),
  });

/** Puts one form on the clipboard without it passing through the window. Resolves to the seconds it stays there. */
export const copyingOf = (id: string): MutationSpec<number, FormId> => ({
  key: mutationKeys.copy(id),
  reads: true,
  run: (form) => call({ kind: "connectCopy", source: { kind: "temporary", id }, form }),
});

export const psqlOf = (id: string): MutationSpec<null, void> => ({
  key: mutationKeys.psql(id),
  reads: true,
  run: () => call({ kind: "connectPsql", source: { kind: "temporary", id }, more: [] }),
});

export const claimOf = (id: string) =>
  operationSpec({ kind: "temporaryClaimOpen", id }, (host: string) => ({ host }), { reads: true });

/** Finds the project of a claimed database. Resolves to none where it was opened in the platform's console. */
export const openingProjectOf = (id: string) =>
  operationSpec({ kind: "projectOpenClaimed", temporaryId: id }, () => ({}));

/** Where a claim link is, or the link itself. */
type ImportFrom = { link: string } | { path: string; variable: string };

/** Takes in a database that was made elsewhere. A claim link is a secret, so the work keeps none. */
export const importing: MutationSpec<TemporaryView, SingleUse<ImportFrom>> = {
  key: mutationKeys.import,
  run: (source) => {
    const from = source.take();
    return "link" in from
      ? call({ kind: "temporaryImportLink", link: from.link })
      : call({ kind: "temporaryImportEnv", path: from.path, variable: from.variable });
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
