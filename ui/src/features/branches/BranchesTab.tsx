import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { branchesQuery, computesQuery } from "@/data/queries";
import { LastRefusal, ReadFailure } from "@/features/base/Failure";
import { useWhere } from "@/features/base/useWhere";
import { COMMON } from "@/features/base/words";
import { BulkNotices } from "@/features/bulk/BulkNotices";
import { ComputeNotices } from "@/features/computes/ComputeNotices";
import type { BranchView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { SearchInput } from "@/kit/control/SearchInput";
import { Switch } from "@/kit/control/Switch";
import { CopyJson } from "@/kit/data/CopyJson";
import { Notices } from "@/kit/layout/Notices";
import { Pane } from "@/kit/layout/Pane";
import { Toolbar } from "@/kit/layout/Toolbar";
import { useRoute } from "@/kit/route/useRouter";
import { Skeleton } from "@/kit/state/Skeleton";
import { useShownList } from "@/kit/table/longLists";
import { useOpenRow } from "@/kit/table/useOpenRow";
import { BranchTreeAndDetail } from "./BranchTreeAndDetail";
import { quickKey } from "./mutations";
import { RestoredNotices } from "./RestoredNotices";
import { RESTORED } from "./restoreWords";
import type { BranchSubject } from "./subjects";
import { EXPIRY, TREE } from "./words";

const branchId = ({ id }: BranchView) => id;
const NO_BRANCHES: readonly BranchView[] = [];

/** Work without a dialog of its own to show its refusal. */
const TITLES: Record<string, string> = {
  protect: TREE.notProtected,
  keep: EXPIRY.failed,
  recover: TREE.notRecovered,
  copy: COMMON.nothingCopied,
  psql: COMMON.psqlFailed,
  undoRestore: RESTORED.notUndone,
};

/** The branches of a project as a tree, and the one that is open beside it. */
export function BranchesTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const [deleted, setDeleted] = useState(false);
  const [filter, setFilter] = useState("");
  const list = useQuery({
    ...branchesQuery(accountId, projectId, deleted),
    placeholderData: keepPreviousData,
  });
  const computes = useQuery(computesQuery(accountId, projectId));
  const { projectName, locked } = useWhere(accountId, projectId);

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

  const route = useRoute();
  const openId = route.screen === "project" ? route.branch : undefined;
  const read = useShownList(list.data);
  const shownComputes = useShownList(computes.data);
  const branches = read ?? NO_BRANCHES;
  const { row: branch, gone } = useOpenRow(read, branchId, openId);
  const open = useMemo(() => branch && subjectOf(branch), [branch, subjectOf]);
  usePublish("branch", open, gone);

  return (
    <Pane>
      <BranchesBar
        branches={branches}
        filter={filter}
        onFilter={setFilter}
        deleted={deleted}
        onDeleted={setDeleted}
      />
      <BulkNotices accountId={accountId} projectId={projectId} of="branch" />
      <Notices>
        <LastRefusal of={quickKey(accountId, projectId)} titles={TITLES} otherwise={COMMON.actionFailed} />
        <RestoredNotices accountId={accountId} projectId={projectId} branches={branches} locked={locked} />
        <ComputeNotices accountId={accountId} projectId={projectId} />
        <ReadFailure query={list} title={list.data ? TREE.notRefreshed : TREE.failed} />
      </Notices>
      {!read && (list.isPending || list.data) && <Skeleton label={TREE.loading} shape="tall-rows" />}
      {read && (
        <BranchTreeAndDetail
          accountId={accountId}
          branches={branches}
          computes={shownComputes}
          computesError={computes.error}
          open={open}
          gone={gone}
          subjectOf={subjectOf}
          filter={filter}
          withDeleted={deleted && !list.isPlaceholderData}
          projectId={projectId}
          locked={locked}
        />
      )}
    </Pane>
  );
}

interface BranchesBarProps {
  branches: readonly BranchView[];
  filter: string;
  onFilter(filter: string): void;
  deleted: boolean;
  onDeleted(deleted: boolean): void;
}

/** Above the tree: how many, and which of them. */
function BranchesBar(props: BranchesBarProps) {
  const { branches, filter, onFilter, deleted, onDeleted } = props;
  const gone = branches.filter(({ deletedAt }) => deletedAt !== null).length;
  const words = TREE.count(branches.length - gone, gone);
  return (
    <Toolbar count={branches.length > 0 && words} tools={<CopyJson value={branches} label={words} />}>
      <SearchInput label={TREE.filter} value={filter} onChange={onFilter} shortcut />
      <Switch checked={deleted} onChange={onDeleted}>
        {TREE.showDeleted}
      </Switch>
    </Toolbar>
  );
}
