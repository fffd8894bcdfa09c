import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { counted } from "@/data/format";
import { branchesQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { Missing } from "@/features/base/Missing";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { useWhere } from "@/features/base/useWhere";
import { COMMON } from "@/features/base/words";
import type { BranchView, SnapshotView } from "@/ipc/generated";
import { rowMenus } from "@/kit/action/rowMenus";
import { useSelectedRow } from "@/kit/action/useSelectedRow";
import { Button } from "@/kit/control/Button";
import { ByteSize } from "@/kit/data/ByteSize";
import { formatBytes } from "@/kit/data/bytes";
import { CopyJson } from "@/kit/data/CopyJson";
import { Notices } from "@/kit/layout/Notices";
import { Pane } from "@/kit/layout/Pane";
import { Toolbar } from "@/kit/layout/Toolbar";
import { openDialog } from "@/kit/overlay/dialogs";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { snapshotsQuery } from "./mutations";
import type { SnapshotSubject } from "./subjects";
import { LIST } from "./words";

const rowKey = ({ snapshot }: SnapshotSubject) => snapshot.id;

/** The snapshots of a project, the newest first. */
export function SnapshotsTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const list = useQuery(snapshotsQuery(accountId, projectId));
  const branches = useQuery(branchesQuery(accountId, projectId));
  const { projectName, locked } = useWhere(accountId, projectId);
  const rows = useMemo(
    () => list.data && rowsOf(list.data, branches.data, { accountId, projectId, projectName, locked }),
    [list.data, branches.data, accountId, projectId, projectName, locked],
  );
  const selection = useSelectedRow("snapshot", rows, rowKey);
  const take = <TakeButton accountId={accountId} projectId={projectId} locked={locked} />;
  const count = rows && rows.length > 0 ? counted(rows.length, "snapshot") : "";
  // The dialog says why a branch with a parent has no schedule, and offers the others.
  const main = branches.data?.find(({ isDefault }) => isDefault);
  return (
    <Pane>
      <Toolbar
        count={count}
        tools={
          <>
            {rows && rows.length > 0 && <CopyJson value={list.data} label={count} />}
            {main && <ScheduleButton accountId={accountId} projectId={projectId} branchId={main.id} />}
            {take}
          </>
        }
      />
      <Notices>
        <ReadFailure query={list} title={rows ? LIST.notRefreshed : LIST.failed} />
        {list.error && rows && <ShownAsOf at={list.dataUpdatedAt} />}
      </Notices>
      {list.isPending && <Skeleton label={LIST.loading} shape="tall-rows" />}
      {rows?.length === 0 && (
        <EmptyState icon="archive" title={LIST.none} actions={take}>
          {LIST.noneText}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Table
          label={LIST.title}
          layout={LIST.loading}
          tall
          columns={COLUMNS}
          rows={rows}
          {...selection}
          onOpen={({ snapshot }) =>
            openDialog({ dialog: "restoreSnapshot", accountId, projectId, snapshotId: snapshot.id })
          }
          {...MENUS}
        />
      )}
    </Pane>
  );
}

interface TakeButtonProps {
  accountId: string;
  projectId: string;
  locked: string | undefined;
}

function TakeButton({ accountId, projectId, locked }: TakeButtonProps) {
  return (
    <Button
      icon="plus"
      aria-disabled={locked !== undefined || undefined}
      title={locked}
      onClick={() => locked === undefined && openDialog({ dialog: "takeSnapshot", accountId, projectId })}
    >
      {LIST.take}
    </Button>
  );
}

/** The schedule of the default branch; that of another one is in its menu. */
function ScheduleButton(ref: { accountId: string; projectId: string; branchId: string }) {
  return (
    <Button icon="timer" onClick={() => openDialog({ dialog: "snapshotSchedule", ...ref })}>
      {LIST.schedule}
    </Button>
  );
}

function rowsOf(
  snapshots: readonly SnapshotView[],
  branches: readonly BranchView[] | undefined,
  around: Pick<SnapshotSubject, "accountId" | "projectId" | "projectName" | "locked">,
): readonly SnapshotSubject[] {
  const names = new Map(branches?.map(({ id, name }) => [id, name]));
  return snapshots.map((snapshot) => ({
    ...around,
    snapshot,
    branchName: names.get(snapshot.sourceBranchId ?? "") ?? (branches === undefined ? "" : undefined),
  }));
}

const branchOf = ({ branchName }: SnapshotSubject) => branchName ?? LIST.branchGone;

/** What each line says. */
const COLUMNS: ReadonlyArray<Column<SnapshotSubject>> = [
  {
    id: "name",
    header: LIST.snapshotBranch,
    width: "minmax(180px, 1fr)",
    takes: (row) => wordsWidth(row.snapshot.name, branchOf(row)),
    cell: (row) => <RowName name={row.snapshot.name} detail={branchOf(row)} />,
  },
  {
    id: "taken",
    header: LIST.taken,
    width: "110px",
    cell: ({ snapshot }) => (snapshot.isScheduled ? LIST.bySchedule : LIST.byHand),
  },
  {
    id: "created",
    header: COMMON.created,
    width: "110px",
    cell: ({ accountId, snapshot }) => <Instant at={snapshot.createdAt} clock={{ account: accountId }} />,
  },
  {
    id: "expires",
    header: COMMON.expires,
    width: "110px",
    cell: ({ accountId, snapshot }) => (
      <Instant at={snapshot.expiresAt} clock={{ account: accountId }} missing={COMMON.never} />
    ),
  },
  {
    id: "size",
    header: COMMON.size,
    width: "90px",
    align: "end",
    cell: ({ snapshot: { fullSize, diffSize } }) =>
      fullSize === null ? (
        <Missing />
      ) : (
        <ByteSize
          bytes={fullSize}
          note={diffSize === null ? undefined : LIST.changed(formatBytes(diffSize))}
        />
      ),
  },
];

const MENUS = rowMenus("snapshot", ({ snapshot }) => snapshot.name);
