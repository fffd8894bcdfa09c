import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { ask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";

const KEY = "This key";

/** What can be done with one key of a list. */
export const rowActions: readonly Action[] = [
  actionOn({
    id: "apiKey.copyId",
    about: "apiKey",
    group: KEY,
    title: "Copy id",
    icon: "copy",
    async run({ row: { key } }) {
      await writeClipboard(key.id);
      toast({ title: `Id of ${key.name} copied` });
    },
  }),
  actionOn({
    id: "apiKey.json",
    about: "apiKey",
    group: KEY,
    title: "Copy as JSON",
    icon: "copy",
    keywords: "export details",
    async run({ row: { key } }) {
      await writeClipboard(jsonText(key));
      toast({ title: "Copied as JSON" });
    },
  }),
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
    group: "End this key",
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
