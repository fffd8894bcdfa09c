import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { accountsQuery, rotationsQuery } from "@/data/queries";
import { upsert } from "@/data/upsert";
import { withAccount } from "@/features/accounts/mutations";
import { changeOneTimeSecrets, noteTaken, showOnce } from "@/features/base/oneTimeSecrets";
import { call } from "@/ipc/call";
import type {
  AccountView,
  CreateKey,
  NewKeyView,
  RevokedKeyView,
  RotateKey,
  RotationView,
  SaveKey,
} from "@/ipc/generated";
import { keysQuery } from "./queries";
import type { KeysAt } from "./subjects";
import { CREATED, SAVE } from "./words";

/** Makes a key. Two at a time are never asked for, however often the button is pressed. */
export const creatingOf = (accountId: string): MutationSpec<NewKeyView, CreateKey> => ({
  key: ["key", "create", accountId],
  run: (request) => call.keyCreate(accountId, request),
  onSuccess: (made, { organizationId }, client) => {
    reload(client, { accountId, organizationId });
    showKey(client, made);
  },
});

/** Makes an account of a key in memory. The key goes into the keychain and never through the window. */
export const savingOf = (secretId: string): MutationSpec<AccountView, SaveKey> => ({
  key: ["key", "save", secretId],
  run: (request) => call.keySaveAsAccount(secretId, request),
  onSuccess: (account, _request, client) => {
    noteTaken(client, { kind: "oneTimeSecret", id: secretId });
    client.setQueryData(accountsQuery.queryKey, (accounts) => accounts && withAccount(accounts, account));
    // Who uses which key is shown where keys are listed.
    void client.invalidateQueries({ queryKey: keys.everyApiKey });
    changeOneTimeSecrets(client, secretId, {
      offers: [],
      more: [SAVE.saved(account.name), ...(account.isCurrent ? [SAVE.isOpen] : [])],
    });
  },
});

/** Revokes a key for good. */
export const revokingOf = (
  { accountId, organizationId }: KeysAt,
  id: string,
): MutationSpec<RevokedKeyView, void> => ({
  key: ["key", "revoke", accountId, organizationId ?? "", id],
  run: () => call.keyRevoke(accountId, organizationId, id),
  onSuccess: ({ revoked }, _nothing, client) => {
    if (!revoked) return reload(client, { accountId, organizationId });
    client.setQueryData(keysQuery(accountId, organizationId).queryKey, (list) =>
      list?.filter(({ key }) => key.id !== id),
    );
  },
});

/** A list that turned out not to be as it says. */
export function reload(
  client: QueryClient,
  { accountId, organizationId }: Pick<KeysAt, "accountId" | "organizationId">,
): void {
  void client.invalidateQueries({ queryKey: keysQuery(accountId, organizationId).queryKey });
  void client.invalidateQueries({ queryKey: keys.search });
}

/** From here on the token is in memory, whatever becomes of the dialog that asked for it. */
function showKey(client: QueryClient, { key, oneTimeSecret }: NewKeyView): void {
  if (!oneTimeSecret) return;
  showOnce(client, {
    name: key.name,
    title: CREATED.title(key.name),
    note: CREATED.note,
    items: [oneTimeSecret],
    copies: true,
    offers: [
      {
        label: CREATED.save,
        dialog: { dialog: "saveKey", secretId: oneTimeSecret.id, keyName: key.name },
      },
    ],
  });
}

/** Begins. An account's key is changed once at a time. */
export const startingOf = (accountId: string): MutationSpec<RotationView, RotateKey> => ({
  key: ["rotation", "start", accountId],
  run: (request) => call.rotationStart(accountId, request),
  onSuccess: (rotation, _request, client) => show(client, rotation),
});

/** What is done to one that there is; its last refusal is found by `rotationKey`. */
export const rotationKey = (id: string) => ["rotation", id];

export const resumingOf = (id: string): MutationSpec<RotationView, void> => ({
  key: [...rotationKey(id), "resume"],
  run: () => call.rotationResume(id),
  onSuccess: (rotation, _nothing, client) => show(client, rotation),
});

/** Gives one up: the new key is revoked, the former one stays. */
export const undoingOf = (id: string): MutationSpec<RotationView, void> => ({
  key: [...rotationKey(id), "undo"],
  run: () => call.rotationUndo(id),
  onSuccess: (rotation, _nothing, client) => show(client, rotation),
});

/** Dismisses one that is over. */
export const dismissingOf = (id: string): MutationSpec<null, void> => ({
  key: [...rotationKey(id), "dismiss"],
  run: () => call.rotationDismiss(id),
  onSuccess: (_gone, _nothing, client) => {
    client.setQueryData(rotationsQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
  },
});

function show(client: QueryClient, rotation: RotationView): void {
  client.setQueryData(rotationsQuery.queryKey, (list = []) => upsert(list, rotation, "first"));
  void client.invalidateQueries({ queryKey: keys.apiKeysOf(rotation.accountId) });
}
