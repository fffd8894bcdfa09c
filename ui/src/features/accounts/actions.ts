import { perform } from "@/data/mutation";
import { actionsOn } from "@/features/base/actions";
import { lockedWords } from "@/features/base/words";
import type { AccountView } from "@/ipc/generated";
import { type Action, action, actionOn, type Tools } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { openDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { choosing, lockingOf, recheckingOf } from "./mutations";
import { ACTIONS } from "./words";

/** Shows an account and its projects. */
export async function switchTo(id: string, { client, router }: Tools): Promise<void> {
  const chosen = await perform(client, choosing, id);
  if (chosen) router.go({ screen: "projects", tab: "active" });
}

/** Everything that a button of an account does. */
export const accountActions: readonly Action[] = [
  action({
    id: "account.connect",
    group: ACTIONS.accounts,
    title: ACTIONS.connect,
    icon: "plus",
    keywords: "add key neon platform login",
    run: () => openDialog({ dialog: "connectAccount" }),
  }),
  ...actionsOn({ about: "account", group: ACTIONS.group }, [
    {
      id: "account.choose",
      title: ACTIONS.switchTo,
      titleFor: ({ name }) => ACTIONS.switchToNamed(name),
      icon: "arrowRight",
      when: ({ isCurrent }) => !isCurrent,
      run: ({ id }, tools) => switchTo(id, tools),
    },
    {
      id: "account.edit",
      title: ACTIONS.edit,
      titleFor: ({ name }) => ACTIONS.editNamed(name),
      icon: "pencil",
      keywords: "rename colour production address",
      run: ({ id }) => openDialog({ dialog: "editAccount", id }),
    },
    {
      id: "account.replaceKey",
      title: ACTIONS.replaceKey,
      icon: "key",
      keywords: "paste token",
      when: ({ isOwn }) => isOwn,
      run: ({ id }) => openDialog({ dialog: "replaceAccountKey", id }),
    },
    {
      id: "account.rotateKey",
      title: ACTIONS.rotateKey,
      icon: "refresh",
      keywords: "renew new token swap revoke",
      when: ({ isOwn }) => isOwn,
      blocked: lockedWords,
      run: ({ id }) => openDialog({ dialog: "rotateKey", accountId: id }),
    },
    {
      id: "account.recheck",
      title: ACTIONS.checkKey,
      icon: "refresh",
      when: ({ isOwn }) => isOwn,
      async run({ id, name }, { client }) {
        const account = await perform(client, recheckingOf(id), undefined);
        if (account?.state === "ready") toast({ title: ACTIONS.keyAccepted(name) });
      },
    },
    {
      id: "account.lock",
      title: ACTIONS.lock,
      icon: "lock",
      keywords: "read only protect",
      when: ({ isReadOnly }) => !isReadOnly,
      run: ({ id }, { client }) => perform(client, lockingOf(id), true),
    },
    {
      id: "account.unlock",
      title: ACTIONS.unlock,
      icon: "lock",
      keywords: "read only write",
      when: ({ isReadOnly }) => isReadOnly,
      run: ({ id }) => openDialog({ dialog: "unlockAccount", id }),
    },
    {
      id: "account.json",
      title: ACTIONS.copyJson,
      icon: "copy",
      keywords: "export details",
      run: (account: AccountView) => writeClipboard(jsonText(account)),
    },
  ]),
  actionOn({
    id: "account.remove",
    about: "account",
    group: ACTIONS.groupRemove,
    title: ACTIONS.remove,
    titleFor: ({ name }) => ACTIONS.removeNamed(name),
    icon: "trash",
    danger: true,
    keywords: "delete disconnect forget key",
    when: ({ isOwn }) => isOwn,
    run: ({ id }) => openDialog({ dialog: "removeAccount", id }),
  }),
];

declare module "@/kit/action/action" {
  interface Subjects {
    account: AccountView;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    connectAccount: object;
    editAccount: { id: string };
    replaceAccountKey: { id: string };
    unlockAccount: { id: string };
    removeAccount: { id: string };
  }
}
