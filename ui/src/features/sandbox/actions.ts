import { perform } from "@/data/mutation";
import { starting } from "@/data/sandbox";
import { actionsOn } from "@/features/base/actions";
import type { LossView, QuarantinedView, SandboxView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { restarting, stopping } from "./mutations";
import { ACTIONS, PANEL } from "./words";

declare module "@/kit/route/route" {
  interface Routes {
    sandbox: object;
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    /** The sandbox as it stands; known to actions wherever the window is. */
    sandbox: SandboxView;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    purgeDeleted: object;
    resetSandbox: object;
    deleteQuarantined: { item: QuarantinedView };
    /** `lost`: what is over by then. */
    moveClock: { seconds: number; lost: readonly LossView[] };
  }
}

export const sandboxActions: readonly Action[] = [
  action({
    id: "sandbox.go",
    group: ACTIONS.goTo,
    title: PANEL.title,
    icon: "terminal",
    shortcut: "G B",
    run: ({ router }) => router.go({ screen: "sandbox" }),
  }),
  ...actionsOn({ about: "sandbox", group: ACTIONS.group }, [
    {
      id: "sandbox.start",
      title: ACTIONS.start,
      icon: "play",
      when: ({ status }) => status === "stopped" || status === "failed",
      async run(_sandbox, { client }) {
        await perform(client, starting, undefined);
      },
    },
    {
      id: "sandbox.stop",
      title: ACTIONS.stop,
      icon: "stop",
      when: ({ status }) => status === "running",
      async run(_sandbox, { client }) {
        await perform(client, stopping, undefined);
      },
    },
    {
      id: "sandbox.restart",
      title: ACTIONS.restart,
      icon: "refresh",
      keywords: "apply options",
      when: ({ status }) => status === "running",
      async run(_sandbox, { client }) {
        await perform(client, restarting, undefined);
      },
    },
    {
      id: "sandbox.purge",
      title: ACTIONS.purge,
      icon: "trash",
      danger: true,
      keywords: "disk full free space recoverable",
      when: ({ status }) => status === "running",
      run: () => openDialog({ dialog: "purgeDeleted" }),
    },
    {
      id: "sandbox.reset",
      title: ACTIONS.reset,
      icon: "trash",
      danger: true,
      keywords: "delete remove all databases",
      when: ({ status }) => status === "running" || status === "stopped" || status === "failed",
      run: () => openDialog({ dialog: "resetSandbox" }),
    },
  ]),
];
