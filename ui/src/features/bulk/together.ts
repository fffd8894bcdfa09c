import type { BulkRequest, BulkView, UndoView } from "@/ipc/generated";
import { requestOf } from "./actions";

/** What was deleted at once, or alone. */
export type Together = readonly [UndoView, ...UndoView[]];

/** What was deleted, the newest first; what one task deleted stands together. */
export function togetherOf(offered: readonly UndoView[]): readonly Together[] {
  const groups = new Map<string, [UndoView, ...UndoView[]]>();
  for (const each of [...offered].sort((a, b) => b.deletedAt.localeCompare(a.deletedAt))) {
    const key = each.bulkId ?? each.id;
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}

/** Whether what was deleted says all that there is to say of the task: nothing failed, and it can be undone. */
export function isSaidByUndo({ id, state, items }: BulkView, offered: readonly UndoView[]): boolean {
  return (
    state === "done" &&
    items.every((item) => item.state === "done") &&
    offered.some(({ bulkId }) => bulkId === id)
  );
}

/** The request that recovers all of these. */
export function recoveringAll(all: Together): BulkRequest {
  const [{ accountId, projectId, branchId }] = all;
  return branchId === null
    ? requestOf({ accountId, verb: "recoverProjects", itemIds: all.map((each) => each.projectId) })
    : requestOf({
        accountId,
        verb: "recoverBranches",
        itemIds: all.flatMap((each) => each.branchId ?? []),
        projectId,
      });
}
