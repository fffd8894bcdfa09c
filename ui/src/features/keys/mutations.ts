import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { operationSpec } from "@/data/mutation";
import { accountsQuery, rotationsQuery } from "@/data/queries";
import { upsert } from "@/data/upsert";
import { withAccount } from "@/features/accounts/mutations";
import { changeOneTimeSecrets, noteTaken, showOnce } from "@/features/base/oneTimeSecrets";
import type { CreateKey, NewKeyView, RotateKey, RotationView, SaveKey } from "@/ipc/generated";
import { keysQuery } from "./queries";
import type { KeysAt } from "./subjects";
import { CREATED, SAVE } from "./words";

/** Creates a key. Never two at a time, however often the button is pressed. */
export const creatingOf = (accountId: string) =>
  operationSpec({ kind: "keyCreate", accountId }, (request: CreateKey) => ({ request }), {
    onSuccess: (made, { organizationId }, client) => {
      reload(client, { accountId, organizationId });
      showKey(client, made);
    },
  });

/** Saves a key in memory as an account. The key goes into the keychain and never through the window. */
export const savingOf = (secretId: string) =>
  operationSpec({ kind: "keySaveAsAccount", secretId }, (request: SaveKey) => ({ request }), {
    onSuccess: (account, _request, client) => {
      noteTaken(client, { kind: "oneTimeSecret", id: secretId });
      client.setQueryData(accountsQuery.queryKey, (accounts) => accounts && withAccount(accounts, account));
      // The list of keys shows which account uses which key.
      void client.invalidateQueries({ queryKey: keys.everyApiKey });
      changeOneTimeSecrets(client, secretId, {
        offers: [],
        more: [SAVE.saved(account.name), ...(account.isCurrent ? [SAVE.isOpen] : [])],
      });
    },
  });

/** Revokes a key for good. */
export const revokingOf = ({ accountId, organizationId }: KeysAt, keyId: string) =>
  operationSpec({ kind: "keyRevoke", accountId, organizationId, keyId }, () => ({}), {
    onSuccess: ({ revoked }, _nothing, client) => {
      if (!revoked) return reload(client, { accountId, organizationId });
      client.setQueryData(keysQuery(accountId, organizationId).queryKey, (list) =>
        list?.filter(({ key }) => key.id !== keyId),
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

/** Keeps the token in memory, even if the dialog that asked for it closes. */
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

/** Starts a rotation. An account's key is changed once at a time. */
export const startingOf = (accountId: string) =>
  operationSpec({ kind: "rotationStart", accountId }, (request: RotateKey) => ({ request }), {
    onSuccess: (rotation, _request, client) => show(client, rotation),
  });

/** Begins the mutation keys of one rotation. */
export const rotationKey = (id: string) => ["rotation", id];

const going = (id: string, kind: "rotationResume" | "rotationUndo") =>
  operationSpec({ kind, id }, () => ({}), {
    key: [...rotationKey(id), kind],
    onSuccess: (rotation, _nothing, client) => show(client, rotation),
  });

export const resumingOf = (id: string) => going(id, "rotationResume");

/** Undoes a rotation: the new key is revoked, the former one stays. */
export const undoingOf = (id: string) => going(id, "rotationUndo");

/** Dismisses a rotation that is over. */
export const dismissingOf = (id: string) =>
  operationSpec({ kind: "rotationDismiss", id }, () => ({}), {
    key: [...rotationKey(id), "dismiss"],
    onSuccess: (_gone, _nothing, client) => {
      client.setQueryData(rotationsQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
    },
  });

function show(client: QueryClient, rotation: RotationView): void {
  client.setQueryData(rotationsQuery.queryKey, (list = []) => upsert(list, rotation, "first"));
  void client.invalidateQueries({ queryKey: keys.apiKeysOf(rotation.accountId) });
}
