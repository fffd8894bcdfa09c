import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { rotationsQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { RotateKey, RotationView } from "@/ipc/generated";

/** Begins. An account's key is changed once at a time. */
export const startingOf = (accountId: string): Work<RotationView, RotateKey> => ({
  key: ["rotation", "start", accountId],
  run: (wish) => call.rotationStart(accountId, wish),
  settle: (rotation, _wish, client) => show(client, rotation),
});

/** What is done to one that there is; its last refusal is told by `rotationKey`. */
export const rotationKey = (id: string) => ["rotation", id];

export const resumingOf = (id: string): Work<RotationView, void> => ({
  key: [...rotationKey(id), "resume"],
  run: () => call.rotationResume(id),
  settle: (rotation, _nothing, client) => show(client, rotation),
});

/** Gives one up: the new key is revoked, the former one stays. */
export const undoingOf = (id: string): Work<RotationView, void> => ({
  key: [...rotationKey(id), "undo"],
  run: () => call.rotationUndo(id),
  settle: (rotation, _nothing, client) => show(client, rotation),
});

/** Puts one away that is over. */
export const dismissingOf = (id: string): Work<true, void> => ({
  key: [...rotationKey(id), "dismiss"],
  run: async () => {
    await call.rotationDismiss(id);
    return true;
  },
  settle: (_gone, _nothing, client) => {
    client.setQueryData(rotationsQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
  },
});

function show(client: QueryClient, rotation: RotationView): void {
  client.setQueryData(rotationsQuery.queryKey, (list = []) => {
    const known = list.some(({ id }) => id === rotation.id);
    return known ? list.map((each) => (each.id === rotation.id ? rotation : each)) : [rotation, ...list];
  });
  void client.invalidateQueries({ queryKey: keys.apiKeysOf(rotation.accountId) });
}
