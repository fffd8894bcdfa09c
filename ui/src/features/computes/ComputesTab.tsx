import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { counted } from "@/data/format";
import { branchesQuery, computesQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { type Ticked, useTicked } from "@/features/base/useTicked";
import { useWhere } from "@/features/base/useWhere";
import { BulkNotices } from "@/features/bulk/BulkNotices";
import type { BranchView, ComputeView } from "@/ipc/generated";
import { rowMenus } from "@/kit/action/rowMenus";
import { usePublish } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { CopyJson } from "@/kit/data/CopyJson";
import { Notices } from "@/kit/layout/Notices";
import { Pane } from "@/kit/layout/Pane";
import { SplitView } from "@/kit/layout/SplitView";
import { Toolbar } from "@/kit/layout/Toolbar";
import { openDialog } from "@/kit/overlay/dialogs";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { Table } from "@/kit/table/Table";
import { useOpenRow } from "@/kit/table/useOpenRow";
import { ComputeDetail } from "./ComputeDetail";
import { ComputeNotices } from "./ComputeNotices";
import { COMPUTE_COLUMNS } from "./columns";
import { SelectedComputesBar } from "./SelectedComputesBar";
import type { ComputeSubject } from "./subjects";
import { computeName, LIST } from "./words";

/** The computes of a project, branch by branch. */
export function ComputesTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const computes = useQuery(computesQuery(accountId, projectId));
  const branches = useQuery(branchesQuery(accountId, projectId));
  const { projectName, locked } = useWhere(accountId, projectId);
  const [openId, setOpenId] = useState<string>();
  const rows = useMemo(
    () => subjectsOf(computes.data ?? [], branches.data ?? [], { accountId, projectId, projectName, locked }),
    [computes.data, branches.data, accountId, projectId, projectName, locked],
  );
  const ticked = useTicked(rows, rows, subjectKey);
  const { row: open, gone } = useOpenRow(rows, subjectKey, openId);
  usePublish("compute", open, gone);
  const create = (
    <Button
      icon="plus"
      aria-disabled={locked !== undefined || undefined}
      title={locked}
      onClick={() => locked === undefined && openDialog({ dialog: "createCompute", accountId, projectId })}
    >
      {LIST.create}
    </Button>
  );
  return (
    <Pane>
      <Toolbar
        count={rows.length > 0 && counted(rows.length, "compute")}
        tools={
          <>
            {computes.data && <CopyJson value={computes.data} label={counted(rows.length, "compute")} />}
            {create}
          </>
        }
      />
      <BulkNotices accountId={accountId} projectId={projectId} of="compute" />
      <Notices>
        <ComputeNotices accountId={accountId} projectId={projectId} />
        <ReadFailure query={computes} title={computes.data ? LIST.notRefreshed : LIST.failed} />
      </Notices>
      {computes.isPending && <Skeleton label={LIST.loading} shape="tall-rows" />}
      {computes.data && rows.length === 0 && (
        <EmptyState icon="server" title={LIST.none} actions={create}>
          {LIST.noneText}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ComputesAndDetail
          rows={rows}
          ticked={ticked}
          selection={
            ticked.rows.length > 0 && (
              <SelectedComputesBar
                accountId={accountId}
                projectId={projectId}
                ticked={ticked}
                locked={locked}
              />
            )
          }
          open={open}
          gone={gone}
          onOpen={setOpenId}
        />
      )}
    </Pane>
  );
}

const subjectKey = ({ compute }: ComputeSubject) => compute.id;

interface ComputesAndDetailProps {
  rows: readonly ComputeSubject[];
  ticked: Ticked<ComputeSubject>;
  /** What can be done with what is ticked. */
  selection: ReactNode;
  open: ComputeSubject | undefined;
  /** It was deleted elsewhere. */
  gone: boolean;
  onOpen(id: string | undefined): void;
}

function ComputesAndDetail({ rows, ticked, selection, open, gone, onOpen }: ComputesAndDetailProps) {
  const detail = useRef<HTMLElement>(null);
  return (
    <SplitView
      list={
        <Table
          label={LIST.title}
          layout={LIST.loading}
          tall
          columns={COMPUTE_COLUMNS}
          rows={rows}
          rowKey={subjectKey}
          ticked={ticked.ids}
          onTick={ticked.tick}
          selection={selection}
          selected={open?.compute.id}
          onSelect={({ compute }) => onOpen(compute.id)}
          onOpen={({ compute }) => {
            onOpen(compute.id);
            detail.current?.focus();
          }}
          {...MENUS}
        />
      }
      detail={open && <ComputeDetail subject={open} />}
      detailLabel={open && computeName(open.compute)}
      gone={gone}
      detailRef={detail}
      onCloseDetail={() => onOpen(undefined)}
    />
  );
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The computes with where they are: branch by branch, the default one first, the writable one of each before the others. */
function subjectsOf(
  computes: readonly ComputeView[],
  branches: readonly BranchView[],
  around: Pick<ComputeSubject, "accountId" | "projectId" | "projectName" | "locked">,
): readonly ComputeSubject[] {
  const known = new Map(branches.map((branch) => [branch.id, branch]));
  const rank = ({ compute }: ComputeSubject) => (known.get(compute.branchId)?.isDefault ? 0 : 1);
  return computes
    .map(
      (compute): ComputeSubject => ({
        ...around,
        compute,
        branchName: known.get(compute.branchId)?.name ?? compute.branchId,
      }),
    )
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        byName.compare(a.branchName, b.branchName) ||
        Number(b.compute.isWritable) - Number(a.compute.isWritable) ||
        a.compute.id.localeCompare(b.compute.id),
    );
}

const MENUS = rowMenus("compute", (row) => computeName(row.compute));
