import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { operationSpec } from "@/data/mutation";
import { branchesQuery } from "@/data/queries";
import { operationQuery } from "@/data/query";
import { upsert } from "@/data/upsert";
import type { BranchRef } from "@/features/branches/subjects";
import type { CreateSnapshot, RestoreSnapshot, SnapshotScheduleView, SnapshotView } from "@/ipc/generated";
import type { SnapshotRef } from "./subjects";

export const snapshotsQuery = (accountId: string, projectId: string) =>
  operationQuery([...keys.project(accountId, projectId), "snapshots"], {
    kind: "snapshotList",
    accountId,
    projectId,
  });

export const scheduleQuery = ({ accountId, projectId, branchId }: BranchRef) =>
  operationQuery([...keys.project(accountId, projectId), "snapshotSchedule", branchId], {
    kind: "snapshotScheduleGet",
    accountId,
    projectId,
    branchId,
  });

export const takingOf = (accountId: string, projectId: string) =>
  operationSpec(
    { kind: "snapshotCreate", accountId, projectId },
    (taken: { branchId: string; create: CreateSnapshot }) => taken,
    { onSuccess: ({ item }, _sent, client) => put(client, accountId, projectId, item) },
  );

export const renamingOf = ({ accountId, projectId, snapshotId }: SnapshotRef) =>
  operationSpec({ kind: "snapshotUpdate", accountId, projectId, snapshotId }, (name: string) => ({ name }), {
    onSuccess: (item, _name, client) => put(client, accountId, projectId, item),
  });

export const deletingOf = ({ accountId, projectId, snapshotId }: SnapshotRef, name: string) =>
  operationSpec({ kind: "snapshotDelete", accountId, projectId, snapshotId, name }, () => ({}), {
    onSuccess: (_gone, _nothing, client) => {
      const { queryKey } = snapshotsQuery(accountId, projectId);
      client.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== snapshotId));
    },
  });

export const restoringOf = ({ accountId, projectId, snapshotId }: SnapshotRef) =>
  operationSpec(
    { kind: "snapshotRestore", accountId, projectId, snapshotId },
    (restore: RestoreSnapshot) => ({ restore }),
    {
      onSuccess: ({ item }, _sent, client) => {
        const { queryKey } = branchesQuery(accountId, projectId);
        client.setQueryData(queryKey, (list) => list && upsert(list, item, "first"));
        void client.invalidateQueries({ queryKey: keys.branches(accountId, projectId) });
      },
    },
  );

export const finalizingOf = ({ accountId, projectId, branchId }: BranchRef) =>
  operationSpec({ kind: "restoreFinalize", accountId, projectId, branchId }, (formerName: string | null) => ({
    formerName,
  }));

export const schedulingOf = ({ accountId, projectId, branchId }: BranchRef) =>
  operationSpec(
    { kind: "snapshotScheduleSet", accountId, projectId, branchId },
    (schedule: SnapshotScheduleView[]) => ({ schedule }),
    {
      onSuccess: (_set, schedule, client) => {
        client.setQueryData(scheduleQuery({ accountId, projectId, branchId }).queryKey, schedule);
      },
    },
  );

function put(client: QueryClient, accountId: string, projectId: string, item: SnapshotView): void {
  const { queryKey } = snapshotsQuery(accountId, projectId);
  client.setQueryData(queryKey, (list) => list && upsert(list, item, "first"));
}
