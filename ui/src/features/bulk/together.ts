import type { BulkRequest, BulkView, UndoView } from "@/ipc/generated";
import { requestOf } from "./actions";
import { isDeletion } from "./words";

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

/** Returns true when the task deleted everything it was asked to, so that the offer to undo it says all there is to say. */
export function isSaidByUndo({ verb, state, items }: BulkView): boolean {
  return isDeletion(verb) && state === "done" && items.every((item) => item.state === "done");
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
