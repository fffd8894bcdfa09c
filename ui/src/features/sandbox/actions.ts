import { starting } from "@/data/sandbox";
import { perform } from "@/data/work";
import { actionsOn } from "@/features/base/actions";
import type { LossView, QuarantinedView, SandboxView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { ask } from "@/kit/overlay/asked";
import { stopping } from "./mutations";

declare module "@/kit/route/place" {
  interface Places {
    sandbox: object;
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    /** The sandbox as it stands; known to actions wherever the window is. */
    sandbox: SandboxView;
  }
}

declare module "@/kit/overlay/asked" {
  interface Dialogs {
    resetSandbox: object;
    deleteQuarantined: { item: QuarantinedView };
    /** `lost`: what is over by then. */
    moveClock: { seconds: number; lost: readonly LossView[] };
  }
}

const GROUP = "Sandbox";

export const sandboxActions: readonly Action[] = [
  action({
    id: "sandbox.go",
    group: "Go to",
    title: "Sandbox",
    icon: "terminal",
    shortcut: "G B",
    run: ({ router }) => router.go({ screen: "sandbox" }),
  }),
  ...actionsOn({ about: "sandbox", group: GROUP }, [
    {
      id: "sandbox.start",
      title: "Start the sandbox",
      icon: "play",
      when: ({ status }) => status === "stopped" || status === "failed",
      async run(_sandbox, { client }) {
        await perform(client, starting, undefined);
      },
    },
    {
      id: "sandbox.stop",
      title: "Stop the sandbox",
      icon: "stop",
      when: ({ status }) => status === "running",
      async run(_sandbox, { client }) {
        await perform(client, stopping, undefined);
      },
    },
    {
      id: "sandbox.reset",
      title: "Reset the sandbox…",
      icon: "trash",
      danger: true,
      keywords: "delete remove all databases",
      when: ({ status }) => status === "running" || status === "stopped" || status === "failed",
      run: () => ask({ dialog: "resetSandbox" }),
    },
  ]),
];
