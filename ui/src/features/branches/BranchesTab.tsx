import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { branchesQuery, computesQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { useWhere } from "@/features/base/useWhere";
import type { BranchView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { useFilterKey } from "@/kit/action/useFilterKey";
import { Notices } from "@/kit/layout/Notices";
import { Pane } from "@/kit/layout/Pane";
import { usePlace } from "@/kit/route/useRouter";
import { Skeleton } from "@/kit/state/Skeleton";
import { BranchesBar } from "./BranchesBar";
import { BranchesNotices } from "./BranchesNotices";
import { BranchTreeAndDetail } from "./BranchTreeAndDetail";
import type { BranchSubject } from "./places";

interface BranchesTabProps {
  accountId: string;
  projectId: string;
}

const NO_BRANCHES: readonly BranchView[] = [];

/** The branches of a project as a tree, and the one that is open beside it. */
export function BranchesTab({ accountId, projectId }: BranchesTabProps) {
  const [deleted, setDeleted] = useState(false);
  const [filter, setFilter] = useState("");
  const list = useQuery({
    ...branchesQuery(accountId, projectId, deleted),
    placeholderData: keepPreviousData,
  });
  const computes = useQuery(computesQuery(accountId, projectId));
  const { projectName, locked } = useWhere(accountId, projectId);
  const field = useRef<HTMLInputElement>(null);
  useFilterKey(field);

  const subjectOf = useCallback(
    (branch: BranchView): BranchSubject => ({
      accountId,
      projectId,
      projectName,
      branch,
      hasCompute: computes.data?.some(({ branchId }) => branchId === branch.id),
      locked,
    }),
    [accountId, projectId, projectName, computes.data, locked],
  );

  const place = usePlace();
  const openId = place.screen === "project" ? place.branch : undefined;
  const branches = list.data ?? NO_BRANCHES;
  const open = useMemo(() => {
    const branch = branches.find(({ id }) => id === openId);
    return branch && subjectOf(branch);
  }, [branches, openId, subjectOf]);
  usePublish("branch", open);

  return (
    <Pane>
      <BranchesBar
        accountId={accountId}
        projectId={projectId}
        branches={branches}
        locked={locked}
        filter={filter}
        onFilter={setFilter}
        field={field}
        deleted={deleted}
        onDeleted={setDeleted}
      />
      <BranchesNotices accountId={accountId} projectId={projectId} />
      {list.error && (
        <Notices>
          <Failure
            title={list.data ? "The branches are not read anew" : "The branches could not be read"}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        </Notices>
      )}
      {list.isPending && <Skeleton label="branches" shape="tall-rows" />}
      {list.data && (
        <BranchTreeAndDetail
          accountId={accountId}
          branches={branches}
          computes={computes.data}
          computesError={computes.error}
          open={open}
          subjectOf={subjectOf}
          filter={filter}
        />
      )}
    </Pane>
  );
}
