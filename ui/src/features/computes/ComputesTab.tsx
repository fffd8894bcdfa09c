import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { counted } from "@/data/format";
import { branchesQuery, computesQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { useWhere } from "@/features/base/useWhere";
import { usePublish } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { CopyJson } from "@/kit/data/CopyJson";
import { Notices } from "@/kit/layout/Notices";
import { Pane } from "@/kit/layout/Pane";
import { Toolbar } from "@/kit/layout/Toolbar";
import { ask } from "@/kit/overlay/asked";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { ComputeNotices } from "./ComputeNotices";
import { ComputesAndDetail } from "./ComputesAndDetail";
import { subjectsOf } from "./subjects";

interface ComputesTabProps {
  accountId: string;
  projectId: string;
}

/** The computes of a project, branch by branch. */
export function ComputesTab({ accountId, projectId }: ComputesTabProps) {
  const computes = useQuery(computesQuery(accountId, projectId));
  const branches = useQuery(branchesQuery(accountId, projectId));
  const { projectName, locked } = useWhere(accountId, projectId);
  const [openId, setOpenId] = useState<string>();
  const rows = useMemo(
    () => subjectsOf(computes.data ?? [], branches.data ?? [], { accountId, projectId, projectName, locked }),
    [computes.data, branches.data, accountId, projectId, projectName, locked],
  );
  const open = rows.find(({ compute }) => compute.id === openId);
  usePublish("compute", open);
  const create = (
    <Button
      tone="primary"
      icon="plus"
      aria-disabled={locked !== undefined || undefined}
      title={locked}
      onClick={() => locked === undefined && ask({ dialog: "createCompute", accountId, projectId })}
    >
      New compute…
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
      <Notices>
        <ComputeNotices accountId={accountId} projectId={projectId} />
        {computes.error && (
          <Failure
            title={computes.data ? "The computes are not read anew" : "The computes could not be read"}
            error={computes.error}
            onRetry={() => void computes.refetch()}
          />
        )}
      </Notices>
      {computes.isPending && <Skeleton label="computes" shape="tall-rows" />}
      {computes.data && rows.length === 0 && (
        <EmptyState icon="server" title="No compute" actions={create}>
          A compute runs PostgreSQL over the data of a branch. Without one nothing can connect.
        </EmptyState>
      )}
      {rows.length > 0 && <ComputesAndDetail rows={rows} open={open} onOpen={setOpenId} />}
    </Pane>
  );
}
