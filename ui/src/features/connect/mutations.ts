import { mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { noteTaken } from "@/features/base/oneTimeSecrets";
import { call } from "@/ipc/call";
import type { CheckView, ConnectSource, DatabaseApp, FormId } from "@/ipc/generated";
import { sourceKey } from "./queries";

/** Puts one form on the clipboard without it passing through the window. Resolves to the seconds it stays there. */
export const copyingOf = (source: ConnectSource): MutationSpec<number, FormId> => ({
  key: mutationKeys.connectCopy(sourceKey(source)),
  reads: true,
  run: (form) => call({ kind: "connectCopy", source, form }),
  onSuccess: (_seconds, form, client) => noteTaken(client, source, form),
});

/** Opens psql in a terminal, with arguments of the person's own after its own. */
export const psqlOf = (source: ConnectSource): MutationSpec<null, readonly string[]> => ({
  key: mutationKeys.connectPsql(sourceKey(source)),
  reads: true,
  run: (more) => call({ kind: "connectPsql", source, more: [...more] }),
});

export const openingKey = (source: ConnectSource) => ["connection", "open", sourceKey(source)];

/** Opens the connection in another program. Resolves to the seconds that its password is on the clipboard, null where it is not known. */
export const openingOf = (source: ConnectSource): MutationSpec<number | null, DatabaseApp> => ({
  key: openingKey(source),
  reads: true,
  run: (app) => call({ kind: "connectOpenIn", source, program: app }),
});

export const checkOf = (source: ConnectSource): MutationSpec<CheckView, void> => ({
  key: mutationKeys.connectCheck(sourceKey(source)),
  reads: true,
  run: () => call({ kind: "connectCheck", source }),
});
