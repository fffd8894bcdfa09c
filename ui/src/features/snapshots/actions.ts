import { actionsOn } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import type { Action } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { snapshotsQuery } from "./mutations";
import type { SnapshotRef, SnapshotSubject } from "./subjects";
import { ACTIONS, GROUPS } from "./words";

const refOf = ({ accountId, projectId, snapshot }: SnapshotSubject): SnapshotRef => ({
  accountId,
  projectId,
  snapshotId: snapshot.id,
});

/** Everything that a button of a project's snapshots does. */
export const snapshotActions: readonly Action[] = [
  ...actionsOn({ about: "snapshot", group: GROUPS.change, blocked: ({ locked }) => locked }, [
    {
      id: "snapshot.restore",
      ...ACTIONS.restore,
      icon: "undo",
      keywords: "backup branch replace",
      run: (subject) => openDialog({ dialog: "restoreSnapshot", ...refOf(subject) }),
    },
    {
      id: "snapshot.rename",
      ...ACTIONS.rename,
      icon: "pencil",
      shortcut: "F2",
      run: (subject) => openDialog({ dialog: "renameSnapshot", ...refOf(subject) }),
    },
    {
      id: "snapshot.delete",
      ...ACTIONS.delete,
      icon: "trash",
      shortcut: "Delete",
      danger: true,
      run: (subject) => openDialog({ dialog: "deleteSnapshot", ...refOf(subject) }),
    },
  ]),
  ...actionsOn({ about: "snapshot", group: GROUPS.copy }, [
    { id: "snapshot.id", ...ACTIONS.id, text: ({ snapshot }) => snapshot.id },
  ]),
  ...textActions({
    id: "snapshot",
    about: "snapshot",
    group: GROUPS.copy,
    json: ({ snapshot }) => snapshot,
    copied: ACTIONS.asJson,
    callOf: ({ accountId, projectId, projectName }) => ({
      operation: snapshotsQuery(accountId, projectId).operation,
      title: ACTIONS.list(projectName),
    }),
  }),
];
