import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { branchesQuery } from "@/data/queries";
import { upsert } from "@/data/upsert";
import type { BranchRef } from "@/features/branches/subjects";
import { call } from "@/ipc/call";
import type {
  BranchView,
  ChangeView,
  CreateSnapshot,
  RestoreSnapshot,
  SnapshotScheduleView,
  SnapshotView,
} from "@/ipc/generated";
import type { SnapshotRef } from "./subjects";

export const snapshotsQuery = (account: string, project: string) =>
  queryOptions({
    queryKey: [...keys.project(account, project), "snapshots"],
    queryFn: () => call.snapshotList(account, project),
  });

export const scheduleQuery = ({ accountId, projectId, branchId }: BranchRef) =>
  queryOptions({
    queryKey: [...keys.project(accountId, projectId), "snapshotSchedule", branchId],
    queryFn: () => call.snapshotScheduleGet(accountId, projectId, branchId),
  });

interface TakeSnapshot {
  branchId: string;
  create: CreateSnapshot;
}

export const takingOf = (
  accountId: string,
  projectId: string,
): MutationSpec<ChangeView<SnapshotView>, TakeSnapshot> => ({
  key: ["snapshot", "take", accountId, projectId],
  run: ({ branchId, create }) => call.snapshotCreate(accountId, projectId, branchId, create),
  onSuccess: ({ item }, _sent, client) => put(client, accountId, projectId, item),
});

export const renamingOf = ({
  accountId,
  projectId,
  snapshotId,
}: SnapshotRef): MutationSpec<SnapshotView, string> => ({
  key: ["snapshot", "rename", accountId, projectId, snapshotId],
  run: (name) => call.snapshotUpdate(accountId, projectId, snapshotId, name),
  onSuccess: (item, _name, client) => put(client, accountId, projectId, item),
});

export const deletingOf = (
  { accountId, projectId, snapshotId }: SnapshotRef,
  name: string,
): MutationSpec<null, void> => ({
  key: ["snapshot", "delete", accountId, projectId, snapshotId],
  run: () => call.snapshotDelete(accountId, projectId, snapshotId, name),
  onSuccess: (_gone, _nothing, client) => {
    const { queryKey } = snapshotsQuery(accountId, projectId);
    client.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== snapshotId));
  },
});

export const restoringOf = ({
  accountId,
  projectId,
  snapshotId,
}: SnapshotRef): MutationSpec<ChangeView<BranchView>, RestoreSnapshot> => ({
  key: ["snapshot", "restore", accountId, projectId, snapshotId],
  run: (restore) => call.snapshotRestore(accountId, projectId, snapshotId, restore),
  onSuccess: ({ item }, _sent, client) => {
    const { queryKey } = branchesQuery(accountId, projectId);
    client.setQueryData(queryKey, (list) => list && upsert(list, item, "first"));
    void client.invalidateQueries({ queryKey: keys.branches(accountId, projectId) });
  },
});

export const finalizingOf = ({
  accountId,
  projectId,
  branchId,
}: BranchRef): MutationSpec<null, string | null> => ({
  key: ["snapshot", "finalize", accountId, projectId, branchId],
  run: (formerName) => call.restoreFinalize(accountId, projectId, branchId, formerName),
});

export const schedulingOf = (ref: BranchRef): MutationSpec<null, SnapshotScheduleView[]> => ({
  key: ["snapshot", "schedule", ref.accountId, ref.projectId, ref.branchId],
  run: (schedule) => call.snapshotScheduleSet(ref.accountId, ref.projectId, ref.branchId, schedule),
  onSuccess: (_set, schedule, client) => client.setQueryData(scheduleQuery(ref).queryKey, schedule),
});

function put(client: QueryClient, accountId: string, projectId: string, item: SnapshotView): void {
  const { queryKey } = snapshotsQuery(accountId, projectId);
  client.setQueryData(queryKey, (list) => list && upsert(list, item, "first"));
}
