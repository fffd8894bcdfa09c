import type { QueryClient } from "@tanstack/react-query";
import { clockOffsetOf } from "@/data/clockOffset";
import { keys, mutationKeys } from "@/data/keys";
import { type MutationSpec, operationSpec, perform } from "@/data/mutation";
import { addProject, dropProject } from "@/data/projectCache";
import { undoQuery } from "@/data/queries";
import { startingOf } from "@/features/bulk/mutations";
import { recoveringAll, type Together, togetherOf } from "@/features/bulk/together";
import { call } from "@/ipc/call";
import type { BranchView, ProjectView, UndoView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { formatDate } from "@/kit/time/formatDate";
import { ACTIONS } from "./words";

/** Recovers what was deleted last. */
export const undoActions: readonly Action[] = [
  action({
    id: "undo.last",
    group: ACTIONS.group,
    ...ACTIONS.last,
    icon: "undo",
    keywords: "undo recover restore project branch",
    async run({ client }) {
      const offered = await client.fetchQuery(undoQuery);
      const [together] = togetherOf(offered);
      if (!together) return void toast({ title: ACTIONS.nothing });
      const [last, ...more] = together;
      if (more.length > 0) return recoverAll(client, together);
      const back = await perform(client, undoingOf(last), undefined);
      if (back)
        toast({
          title: ACTIONS.recovered(last.name),
          detail: ACTIONS.deleted(formatDate(last.deletedAt, clockOffsetOf(client, last.accountId))),
        });
    },
  }),
];

/** Brings back what was deleted. */
export const undoingOf = (undo: UndoView): MutationSpec<ProjectView | BranchView, void> => ({
  key: [...mutationKeys.undo, "recover", undo.id],
  run: () => recover(undo),
  onSuccess: (back, _nothing, client) => {
    forget(client, [undo.id]);
    if (isProject(back)) {
      dropProject(client, undo.accountId, back.id, "deleted");
      addProject(client, undo.accountId, back);
    }
    void client.invalidateQueries({ queryKey: keys.project(undo.accountId, undo.projectId) });
  },
});

/** Offers these no more. */
export const dismissingOf = ([first, ...more]: Together) => {
  const ids = [first.id, ...more.map(({ id }) => id)];
  return operationSpec({ kind: "undoDismiss", ids }, () => ({}), {
    onSuccess: (_done, _nothing, client) => forget(client, ids),
  });
};

/** Recovers all of these and shows how far it is. */
export async function recoverAll(client: QueryClient, all: Together): Promise<void> {
  const request = recoveringAll(all);
  const bulk = await perform(client, startingOf(request.accountId), request);
  if (bulk) openDialog({ dialog: "bulk", id: bulk.id });
}

function recover({ accountId, projectId, branchId }: UndoView): Promise<ProjectView | BranchView> {
  return branchId === null
    ? call({ kind: "projectRecover", accountId, projectId })
    : call({ kind: "branchRecover", accountId, projectId, branchId });
}

function isProject(back: ProjectView | BranchView): back is ProjectView {
  return "computeSize" in back;
}

function forget(client: QueryClient, ids: readonly string[]): void {
  client.setQueryData(undoQuery.queryKey, (list) => list?.filter(({ id }) => !ids.includes(id)));
}
