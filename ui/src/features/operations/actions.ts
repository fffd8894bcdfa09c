import { perform } from "@/data/work";
import { actionsOn } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import type { TrackedOperationView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { lookingOf } from "./mutations";

const GO = "This operation";
const TEXT = "Copy this operation";

/** Everything that a button of the operations does. */
export const operationActions: readonly Action[] = [
  action({
    id: "operations.go",
    group: "Go to",
    title: "Operations",
    icon: "clock",
    shortcut: "G O",
    keywords: "running failed work",
    run: ({ router }) => router.go({ screen: "operations" }),
  }),
  action({
    id: "operations.lanes",
    group: "Go to",
    title: "Operations as lanes",
    icon: "clock",
    shortcut: "G L",
    keywords: "timeline branch compute",
    run: ({ router }) => router.go({ screen: "operations", view: "lanes" }),
  }),
  ...actionsOn({ about: "operation", group: GO }, [
    {
      id: "operation.project",
      title: "Open its project",
      titleFor: ({ projectName }) => (projectName ? `Open ${projectName}` : "Open its project"),
      icon: "arrowRight",
      run: ({ accountId, operation }, { router }) =>
        router.go({ screen: "project", account: accountId, id: operation.projectId }),
    },
    {
      id: "operation.branch",
      title: "Open its branch",
      titleFor: ({ branchName }) => (branchName ? `Open the branch ${branchName}` : "Open its branch"),
      icon: "branch",
      when: ({ operation }) => operation.branchId !== null,
      run: ({ accountId, operation: { projectId, branchId } }, { router }) =>
        router.go({
          screen: "project",
          account: accountId,
          id: projectId,
          tab: "branches",
          ...(branchId !== null && { branch: branchId }),
        }),
    },
    {
      id: "operation.look",
      title: "Look again",
      icon: "refresh",
      shortcut: "R",
      keywords: "refresh status",
      run: async (subject, { client }) => void (await perform(client, lookingOf(subject), undefined)),
    },
  ]),
  ...actionsOn({ about: "operation", group: TEXT }, [
    {
      id: "operation.id",
      title: "Copy operation id",
      text: ({ operation }) => operation.id,
      copied: "Operation id copied",
    },
  ]),
  ...textActions({
    id: "operation",
    about: "operation",
    group: TEXT,
    json: (subject) => subject,
    copied: "Operation copied as JSON",
    callOf: ({ accountId, operation }) => ({
      accountId,
      call: { kind: "getOperation", projectId: operation.projectId, operationId: operation.id },
      title: "Look at the operation",
    }),
  }),
];

declare module "@/kit/route/place" {
  interface Places {
    /** Operations of every account. `id`: the one whose detail is open; `view`: a list when absent, or lanes. */
    operations: { id?: string; view?: string };
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    operation: TrackedOperationView;
  }
}
