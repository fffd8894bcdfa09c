import type { QueryClient } from "@tanstack/react-query";
import { perform } from "@/data/mutation";
import { accountsQuery } from "@/data/queries";
import { canDismiss, canUndo, hasStopped } from "@/features/accounts/rotation";
import { actionsOn } from "@/features/base/actions";
import { COMMON } from "@/features/base/words";
import { openBulkDialog } from "@/features/bulk/actions";
import { textActions } from "@/features/calls/copying";
import { type Action, action, actionOn } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { openDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { dismissingOf, resumingOf, undoingOf } from "./mutations";
import { keysQuery } from "./queries";
import type { KeysAt, KeysSubject } from "./subjects";
import { ACTIONS, BLOCKED, GROUPS, keysLocked } from "./words";

function planRevoking({ accountId, organizationId }: KeysSubject, itemIds: readonly string[]): void {
  openBulkDialog({ accountId, verb: "revokeKeys", itemIds: [...itemIds], organizationId });
}

function placeOf({ accountId, organizationId, organizationName, project, locked }: KeysSubject): KeysAt {
  return { accountId, organizationId, organizationName, project, locked };
}

async function ofCurrentAccount(client: QueryClient): Promise<KeysAt | undefined> {
  const accounts = await client.ensureQueryData(accountsQuery);
  const account = accounts.find(({ isCurrent }) => isCurrent);
  return account && { accountId: account.id, organizationId: null, locked: keysLocked(account) };
}

/** The actions of a key of a list. */
const rowActions: readonly Action[] = [
  ...actionsOn({ about: "apiKey", group: GROUPS.key }, [
    {
      id: "apiKey.copyId",
      ...ACTIONS.copyId,
      icon: "copy",
      async run({ row: { key } }) {
        await writeClipboard(key.id);
        toast({ title: ACTIONS.idCopied(key.name) });
      },
    },
    {
      id: "apiKey.json",
      ...ACTIONS.apiKeyJson,
      keywords: "export details",
      text: ({ row: { key } }) => jsonText(key),
    },
  ]),
  ...textActions({
    id: "apiKey",
    about: "apiKey",
    group: GROUPS.key,
    callOf: ({ accountId, organizationId }) => ({
      operation: keysQuery(accountId, organizationId).operation,
      title: ACTIONS.call,
    }),
  }),
  actionOn({
    id: "apiKey.rotate",
    about: "apiKey",
    group: GROUPS.changeKey,
    ...ACTIONS.rotate,
    icon: "refresh",
    keywords: "renew replace swap",
    when: ({ row }) => row.usedBy.length > 0,
    run({ row }) {
      const [user] = row.usedBy;
      if (user) openDialog({ dialog: "rotateKey", accountId: user.accountId });
    },
  }),
  actionOn({
    id: "apiKey.revoke",
    about: "apiKey",
    group: COMMON.dangerZone,
    ...ACTIONS.revoke,
    icon: "trash",
    shortcut: "Delete",
    danger: true,
    keywords: "delete remove",
    blocked: ({ locked }) => locked,
    run: (subject) => openDialog({ dialog: "revokeKey", subject }),
  }),
];

/** The actions of a rotation that is under way, stopped or over. */
const rotationActions: readonly Action[] = [
  ...actionsOn({ about: "rotation", group: GROUPS.rotation }, [
    {
      id: "rotation.open",
      ...ACTIONS.open,
      icon: "eye",
      keywords: "rotate progress",
      run: ({ id }) => openDialog({ dialog: "rotation", id }),
    },
    {
      id: "rotation.resume",
      ...ACTIONS.resume,
      icon: "play",
      keywords: "rotate continue go on",
      when: hasStopped,
      run: ({ id }, { client }) => perform(client, resumingOf(id), undefined),
    },
    {
      id: "rotation.undo",
      ...ACTIONS.undo,
      icon: "undo",
      keywords: "rotate cancel give up",
      when: canUndo,
      run: ({ id }, { client }) => perform(client, undoingOf(id), undefined),
    },
    {
      id: "rotation.dismiss",
      ...ACTIONS.dismiss,
      icon: "check",
      keywords: "rotate hide",
      when: canDismiss,
      run: ({ id }, { client }) => perform(client, dismissingOf(id), undefined),
    },
  ]),
];

/** Everything that a button about API keys does. */
export const keyActions: readonly Action[] = [
  ...rowActions,
  ...rotationActions,
  action({
    id: "keys.go",
    group: COMMON.goTo,
    ...ACTIONS.go,
    icon: "key",
    shortcut: "G K",
    keywords: "tokens personal organization",
    run: ({ router }) => router.go({ screen: "keys" }),
  }),
  action({
    id: "apiKeys.new",
    group: GROUPS.keys,
    ...ACTIONS.new,
    icon: "plus",
    shortcut: "Mod+N",
    keysOn: ["keys"],
    keywords: "create token personal organization project",
    blocked: ({ apiKeys, account }) =>
      apiKeys ? apiKeys.locked : account?.isCurrent ? keysLocked(account) : undefined,
    async run({ client }, { apiKeys }) {
      const at = apiKeys ? placeOf(apiKeys) : await ofCurrentAccount(client);
      openDialog(at ? { dialog: "createKey", at } : { dialog: "connectAccount" });
    },
  }),
  ...actionsOn({ about: "apiKeys", group: GROUPS.keys }, [
    {
      id: "apiKeys.revokeUnused",
      ...ACTIONS.revokeUnused,
      icon: "trash",
      danger: true,
      keywords: "bulk never used old",
      blocked: ({ locked, unused }) => locked ?? (unused.length === 0 ? BLOCKED.noneUnused : undefined),
      run(subject) {
        subject.tick(subject.unused);
        planRevoking(subject, subject.unused);
      },
    },
    {
      id: "apiKeys.revokeTicked",
      ...ACTIONS.revokeTicked,
      icon: "trash",
      danger: true,
      keywords: "bulk many",
      when: ({ ticked }) => ticked.length > 0,
      blocked: ({ locked }) => locked,
      run: (subject) => planRevoking(subject, subject.ticked),
    },
  ]),
  ...actionsOn({ about: "apiKeys", group: GROUPS.list }, [
    {
      id: "apiKeys.json",
      ...ACTIONS.apiKeysJson,
      icon: "copy",
      keywords: "export list",
      async run({ shown }) {
        const keys = shown().map(({ key }) => key);
        await writeClipboard(jsonText(keys));
        toast({ title: ACTIONS.keysCopied(keys.length) });
      },
    },
  ]),
  ...textActions({
    id: "apiKeys",
    about: "apiKeys",
    group: GROUPS.list,
    callOf: ({ accountId, organizationId }) => ({
      operation: keysQuery(accountId, organizationId).operation,
      title: ACTIONS.call,
    }),
  }),
];
