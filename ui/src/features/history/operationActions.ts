import { operationSpec, perform } from "@/data/mutation";
import { operationsQuery } from "@/data/queries";
import { actionsOn } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import type { TrackedOperationView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { ACTIONS, words } from "./words";

/** The ways to the history, and everything that is done with an operation of it. */
export const operationActions: readonly Action[] = [
  action({
    id: "history.go",
    group: ACTIONS.goTo,
    title: words.title,
    icon: "pulse",
    shortcut: "G H",
    keywords: "operations activity log running failed work",
    run: ({ router }) => router.go({ screen: "history" }),
  }),
  action({
    id: "history.timeline",
    group: ACTIONS.goTo,
    title: ACTIONS.timeline,
    icon: "pulse",
    shortcut: "G L",
    keywords: "operations lanes branch compute",
    run: ({ router }) => router.go({ screen: "history", view: "timeline" }),
  }),
  ...actionsOn({ about: "operation", group: ACTIONS.operation }, [
    {
      id: "operation.project",
      title: ACTIONS.openProject,
      titleFor: ({ projectName }) => (projectName ? ACTIONS.openNamed(projectName) : ACTIONS.openProject),
      icon: "arrowRight",
      run: ({ accountId, operation }, { router }) =>
        router.go({ screen: "project", account: accountId, id: operation.projectId }),
    },
    {
      id: "operation.branch",
      title: ACTIONS.openBranch,
      titleFor: ({ branchName }) => (branchName ? ACTIONS.openBranchNamed(branchName) : ACTIONS.openBranch),
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
      id: "operation.refresh",
      title: ACTIONS.refresh,
      icon: "refresh",
      keywords: "reload status",
      run: (subject, { client }) => perform(client, refreshingOf(subject), undefined),
    },
  ]),
  ...actionsOn({ about: "operation", group: ACTIONS.copyOperation }, [
    {
      id: "operation.id",
      title: ACTIONS.copyId,
      text: ({ operation }) => operation.id,
      copied: ACTIONS.idCopied,
    },
  ]),
  ...textActions({
    id: "operation",
    about: "operation",
    group: ACTIONS.copyOperation,
    json: (subject) => subject,
    copied: ACTIONS.operationCopied,
    callOf: (subject) => ({
      operation: refreshingOf(subject).operation(),
      title: ACTIONS.get,
    }),
  }),
];

declare module "@/kit/route/route" {
  interface Routes {
    /**
     * Operations and what was done here, of every account. `id`: what is open beside it; `view`: `list` or `timeline`, the
     * one that was chosen last when absent.
     */
    history: { id?: string; view?: string };
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    operation: TrackedOperationView;
  }
}

export const refreshKey = (accountId: string, id: string) => ["operation", "refresh", accountId, id];

/** Asks the platform about one operation now. */
export const refreshingOf = ({ accountId, operation: { id, projectId } }: TrackedOperationView) =>
  operationSpec({ kind: "operationGet", accountId, projectId, operationId: id }, () => ({}), {
    key: refreshKey(accountId, id),
    reads: true,
    onSuccess: (found, _nothing, client) => {
      client.setQueryData(operationsQuery.queryKey, (list) =>
        list?.map((each) =>
          each.accountId === accountId && each.operation.id === found.id
            ? { ...each, operation: found }
            : each,
        ),
      );
    },
  });
