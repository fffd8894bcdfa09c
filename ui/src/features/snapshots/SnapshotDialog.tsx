import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AbsentDialog } from "@/features/base/AbsentDialog";
import { useWhere } from "@/features/base/useWhere";
import type { SnapshotView } from "@/ipc/generated";
import type { PathNames } from "@/kit/data/FullPath";
import { snapshotsQuery } from "./mutations";
import type { SnapshotRef } from "./subjects";
import { ABSENT } from "./words";

/** What a dialog about a snapshot knows. */
export interface SnapshotDialogSubject extends SnapshotRef {
  snapshot: SnapshotView;
  snapshots: readonly SnapshotView[];
  /** Account, project and snapshot, as a danger names them. */
  path: PathNames;
}

interface SnapshotDialogProps extends SnapshotRef {
  children(subject: SnapshotDialogSubject): ReactNode;
}

/** A dialog about one snapshot, as it stands now; says so when it is gone meanwhile. */
export function SnapshotDialog({ children, ...ref }: SnapshotDialogProps) {
  const { accountId, projectId, snapshotId } = ref;
  const list = useQuery(snapshotsQuery(accountId, projectId));
  const { account, projectName } = useWhere(accountId, projectId);
  const snapshot = list.data?.find(({ id }) => id === snapshotId);
  if (!snapshot) return <AbsentDialog list={list} words={ABSENT} size="small" />;
  const path = [account?.name, projectName, snapshot.name];
  return children({ ...ref, snapshot, snapshots: list.data ?? [], path });
}
