import type { QueryClient } from "@tanstack/react-query";
import { keys, workKeys } from "@/data/keys";
import type { Once } from "@/data/once";
import { temporaryListQuery } from "@/data/queries";
import { upsert } from "@/data/upsert";
import type { Work } from "@/data/work";
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
export const creation: Work<TemporaryView, TemporaryOptions> = {
  key: workKeys.create,
  run: (options) => call.temporaryCreate(options),
  settle: (row, _options, client) => place(client, row),
};

export const refreshOf = (id: string): Work<TemporaryView, void> => ({
  key: workKeys.refresh(id),
  run: () => call.temporaryRefresh(id),
  settle: (row, _nothing, client) => place(client, row),
});

export const refreshAll: Work<TemporaryListView, void> = {
  key: workKeys.refreshAll,
  run: () => call.temporaryRefreshAll(),
  settle: (list, _nothing, client) => {
    client.setQueryData(temporaryListQuery.queryKey, list);
  },
};

export const forgettingOf = (id: string): Work<null, void> => ({
  key: workKeys.forget(id),
  run: () => call.temporaryForget(id),
  settle: (_done, _nothing, client) => {
    client.setQueryData(temporaryListQuery.queryKey, (list) =>
      list ? { items: list.items.filter((row) => row.id !== id) } : list,
    );
    client.removeQueries({ queryKey: keys.temporaryConnect(id) });
  },
});

export const renamingOf = (id: string): Work<TemporaryView, string> => ({
  key: workKeys.rename(id),
  run: (name) => call.temporaryRename(id, name),
  settle: (row, _name, client) => place(client, row),
});

/** Puts one form on the clipboard without it passing through the window. Resolves to the seconds it stays there. */
export const copyingOf = (id: string): Work<number, FormId> => ({
  key: workKeys.copy(id),
  run: (form) => call.connectCopy({ kind: "temporary", id }, form),
});

export const psqlOf = (id: string): Work<null, void> => ({
  key: workKeys.psql(id),
  run: () => call.connectPsql({ kind: "temporary", id }, []),
});

export const claimOf = (id: string): Work<LinkTargetView, string> => ({
  key: workKeys.claim(id),
  run: (host) => call.temporaryClaimOpen(id, host),
});

/** Finds the project of a claimed database. Resolves to none where it was opened in the platform's console. */
export const openingProjectOf = (id: string): Work<ClaimedProjectView | null, void> => ({
  key: workKeys.claimedProject(id),
  run: () => call.projectOpenClaimed(id),
});

/** Where a claim link is, or the link itself. */
type ImportFrom = { link: string } | { path: string; variable: string };

/** Takes in a database that was made elsewhere. A claim link is a secret, so the work keeps none. */
export const importing: Work<TemporaryView, Once<ImportFrom>> = {
  key: workKeys.import,
  run: (source) => {
    const from = source.take();
    return "link" in from
      ? call.temporaryImportLink(from.link)
      : call.temporaryImportEnv(from.path, from.variable);
  },
  settle: (row, _source, client) => {
    place(client, row);
    void client.invalidateQueries({ queryKey: keys.temporaryList });
  },
};

/** Puts a row into the list, at its place or on top. */
export function place(client: QueryClient, row: TemporaryView): void {
  client.setQueryData(
    temporaryListQuery.queryKey,
    (list) => list && { items: upsert(list.items, row, "first") },
  );
}
