import type { QueryClient } from "@tanstack/react-query";
import { counted } from "@/data/format";
import { accountsQuery } from "@/data/queries";
import { perform } from "@/data/work";
import { canUndo, hasStopped } from "@/features/accounts/rotation";
import { actionsOn } from "@/features/base/actions";
import { askBulk } from "@/features/bulk/actions";
import { textActions } from "@/features/calls/copying";
import { type Action, action, actionOn } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { ask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";
import { dismissingOf, refreshingOf, resumingOf, undoingOf } from "./mutations";
import type { KeysAt, KeysSubject } from "./places";
import { canDismiss } from "./rotationWords";
import { keysLocked } from "./words";

const KEYS = "API keys";

function planRevoking({ accountId, organizationId }: KeysSubject, itemIds: readonly string[]): void {
  askBulk({ accountId, verb: "revokeKeys", itemIds: [...itemIds], organizationId });
}

function placeOf({ accountId, organizationId, organizationName, project, locked }: KeysSubject): KeysAt {
  return { accountId, organizationId, organizationName, project, locked };
}

async function ofCurrentAccount(client: QueryClient): Promise<KeysAt | undefined> {
  const accounts = await client.ensureQueryData(accountsQuery);
  const account = accounts.find(({ isCurrent }) => isCurrent);
  return account && { accountId: account.id, organizationId: null, locked: keysLocked(account) };
}

const KEY = "This key";

/** What can be done with one key of a list. */
const rowActions: readonly Action[] = [
  ...actionsOn({ about: "apiKey", group: KEY }, [
    {
      id: "apiKey.copyId",
      title: "Copy ID",
      icon: "copy",
      async run({ row: { key } }) {
        await writeClipboard(key.id);
        toast({ title: `ID of ${key.name} copied` });
      },
    },
    {
      id: "apiKey.json",
      title: "Copy as JSON",
      keywords: "export details",
      text: ({ row: { key } }) => jsonText(key),
      copied: "Copied as JSON",
    },
  ]),
  ...textActions({
    id: "apiKey",
    about: "apiKey",
    group: KEY,
    callOf: ({ accountId, organizationId }) => ({
      accountId,
      call: { kind: "listKeys", organizationId },
      title: "List API keys",
    }),
  }),
  actionOn({
    id: "apiKey.rotate",
    about: "apiKey",
    group: "Change this key",
    title: "Rotate key…",
    titleFor: ({ row }) => `Rotate the key of ${row.usedBy[0]?.name ?? "an account"}…`,
    icon: "refresh",
    keywords: "renew replace swap",
    when: ({ row }) => row.usedBy.length > 0,
    run({ row }) {
      const [user] = row.usedBy;
      if (user) ask({ dialog: "rotateKey", accountId: user.accountId });
    },
  }),
  actionOn({
    id: "apiKey.revoke",
    about: "apiKey",
    group: "Danger zone",
    title: "Revoke…",
    titleFor: ({ row }) => `Revoke ${row.key.name}…`,
    icon: "trash",
    shortcut: "Delete",
    danger: true,
    keywords: "delete remove",
    blocked: ({ locked }) => locked,
    run: (subject) => ask({ dialog: "revokeKey", subject }),
  }),
];

const GROUP = "Key rotation";

/** What can be done with the change of an account's key that is under way, stopped or over. */
const rotationActions: readonly Action[] = [
  ...actionsOn({ about: "rotation", group: GROUP }, [
    {
      id: "rotation.open",
      title: "Show steps",
      icon: "eye",
      keywords: "rotate progress",
      run: ({ id }) => ask({ dialog: "rotation", id }),
    },
    {
      id: "rotation.resume",
      title: "Resume",
      icon: "play",
      keywords: "rotate continue go on",
      when: hasStopped,
      run: ({ id }, { client }) => perform(client, resumingOf(id), undefined),
    },
    {
      id: "rotation.undo",
      title: "Cancel, keep old key",
      icon: "undo",
      keywords: "rotate cancel give up",
      when: canUndo,
      run: ({ id }, { client }) => perform(client, undoingOf(id), undefined),
    },
    {
      id: "rotation.dismiss",
      title: "Dismiss",
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
    group: "Go to",
    title: KEYS,
    icon: "key",
    shortcut: "G K",
    keywords: "tokens personal organization",
    run: ({ router }) => router.go({ screen: "keys" }),
  }),
  action({
    id: "apiKeys.new",
    group: KEYS,
    title: "New API key…",
    icon: "plus",
    shortcut: "Mod+N",
    keysOn: ["keys"],
    keywords: "create token personal organization project",
    blocked: ({ apiKeys, account }) =>
      apiKeys ? apiKeys.locked : account?.isCurrent ? keysLocked(account) : undefined,
    async run({ client }, { apiKeys }) {
      const at = apiKeys ? placeOf(apiKeys) : await ofCurrentAccount(client);
      ask(at ? { dialog: "createKey", at } : { dialog: "connectAccount" });
    },
  }),
  ...actionsOn({ about: "apiKeys", group: KEYS }, [
    {
      id: "apiKeys.revokeUnused",
      title: "Revoke unused keys…",
      titleFor: ({ unused }) => `Revoke ${counted(unused.length, "unused key")}…`,
      icon: "trash",
      danger: true,
      keywords: "bulk never used old",
      blocked: ({ locked, unused }) => locked ?? (unused.length === 0 ? "No key here is unused" : undefined),
      run(subject) {
        subject.tick(subject.unused);
        planRevoking(subject, subject.unused);
      },
    },
    {
      id: "apiKeys.revokeTicked",
      title: "Revoke selected keys…",
      titleFor: ({ ticked }) => `Revoke ${counted(ticked.length, "key")}…`,
      icon: "trash",
      danger: true,
      keywords: "bulk many",
      when: ({ ticked }) => ticked.length > 0,
      blocked: ({ locked }) => locked,
      run: (subject) => planRevoking(subject, subject.ticked),
    },
  ]),
  ...actionsOn({ about: "apiKeys", group: "The list" }, [
    {
      id: "apiKeys.refresh",
      title: "Refresh keys",
      icon: "refresh",
      keywords: "refresh reload",
      run: (subject, { client }) => perform(client, refreshingOf(subject), undefined),
    },
    {
      id: "apiKeys.json",
      title: "Copy shown keys as JSON",
      icon: "copy",
      keywords: "export list",
      async run({ shown }) {
        const keys = shown().map(({ key }) => key);
        await writeClipboard(jsonText(keys));
        toast({ title: `${counted(keys.length, "key")} copied as JSON` });
      },
    },
  ]),
  ...textActions({
    id: "apiKeys",
    about: "apiKeys",
    group: "The list",
    callOf: ({ accountId, organizationId }) => ({
      accountId,
      call: { kind: "listKeys", organizationId },
      title: "List API keys",
    }),
  }),
];
