import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { branchesQuery } from "@/data/queries";
import { AbsentDialog } from "@/features/base/AbsentDialog";
import { useWhere } from "@/features/base/useWhere";
import type { BranchView } from "@/ipc/generated";
import type { PathNames } from "@/kit/data/FullPath";
import type { BranchRef } from "./subjects";
import { DETAIL } from "./words";

/** What a dialog about a branch knows. */
export interface BranchDialogSubject extends BranchRef {
  branch: BranchView;
  /** All branches of the project, the deleted ones left out. */
  branches: readonly BranchView[];
  /** Account, project and branch, as a danger names them. */
  path: PathNames;
  projectName: string;
  /** To be typed before what is dear is done; absent where nothing needs to be. */
  typeName: string | undefined;
}

interface BranchDialogProps extends BranchRef {
  children(subject: BranchDialogSubject): ReactNode;
}

/** A dialog about one branch, as the branch stands now; says so when the branch is gone meanwhile. */
export function BranchDialog({ children, ...ref }: BranchDialogProps) {
  const { accountId, projectId, branchId } = ref;
  const list = useQuery(branchesQuery(accountId, projectId));
  const { account, projectName } = useWhere(accountId, projectId);
  const branch = list.data?.find(({ id }) => id === branchId);
  const branches = useMemo(() => list.data?.filter(({ deletedAt }) => deletedAt === null) ?? [], [list.data]);
  if (branch) {
    const path = [account?.name, projectName, branch.name];
    const typeName = account?.isProduction ? branch.name : undefined;
    return children({ accountId, projectId, branchId, branch, branches, path, projectName, typeName });
  }
  const words = { title: DETAIL.kind, loading: DETAIL.loading, gone: DETAIL.gone };
  return <AbsentDialog list={list} words={words} size="small" />;
}
