import { actionsOn } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { webhooksQuery } from "./data";
import { actionWords, isSetUp, words } from "./words";

/** Everything that a button or a menu does to the webhooks of a branch. */
export const webhookActions: readonly Action[] = [
  ...actionsOn({ about: "webhooks", group: actionWords.group, blocked: ({ locked }) => locked }, [
    {
      id: "webhooks.setUp",
      title: actionWords.setUp,
      icon: "plus",
      keywords: "auth events hook address",
      when: ({ webhooks }) => !isSetUp(webhooks),
      run: (subject) => openDialog({ dialog: "setWebhooks", subject }),
    },
    {
      id: "webhooks.change",
      title: actionWords.change,
      icon: "pencil",
      keywords: "auth events hook address",
      when: ({ webhooks }) => isSetUp(webhooks),
      run: (subject) => openDialog({ dialog: "setWebhooks", subject }),
    },
  ]),
  ...textActions({
    id: "webhooks",
    about: "webhooks",
    group: actionWords.copyGroup,
    json: ({ webhooks }) => webhooks,
    callOf: (at) => ({
      operation: webhooksQuery(at).operation,
      title: words.call(at.projectName),
    }),
  }),
  actionOn({
    id: "webhooks.remove",
    about: "webhooks",
    group: actionWords.removeGroup,
    title: actionWords.remove,
    icon: "trash",
    danger: true,
    keywords: "delete turn off events",
    when: ({ webhooks }) => isSetUp(webhooks),
    blocked: ({ locked }) => locked,
    run: (subject) => openDialog({ dialog: "removeWebhooks", subject }),
  }),
];
