import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { branchesQuery, computesQuery } from "@/data/queries";
import { AbsentDialog } from "@/features/base/AbsentDialog";
import { useWhere } from "@/features/base/useWhere";
import type { ComputeView } from "@/ipc/generated";
import type { PathNames } from "@/kit/data/FullPath";
import type { ComputeRef } from "./subjects";
import { computeName, DETAIL } from "./words";

/** What a dialog about a compute knows. */
export interface ComputeDialogSubject extends ComputeRef {
  compute: ComputeView;
  name: string;
  branchName: string;
  /** Account, project, branch and compute, as a danger names them. */
  path: PathNames;
  /** To be typed before what is dear is done; absent where nothing needs to be. */
  typeName: string | undefined;
}

interface ComputeDialogProps extends ComputeRef {
  children(subject: ComputeDialogSubject): ReactNode;
}

/** A dialog about one compute, as the compute stands now; says so when the compute is gone meanwhile. */
export function ComputeDialog({ children, ...ref }: ComputeDialogProps) {
  const { accountId, projectId, computeId } = ref;
  const list = useQuery(computesQuery(accountId, projectId));
  const branches = useQuery(branchesQuery(accountId, projectId));
  const { account, projectName } = useWhere(accountId, projectId);
  const compute = list.data?.find(({ id }) => id === computeId);
  if (compute) {
    const name = computeName(compute);
    const branch = branches.data?.find(({ id }) => id === compute.branchId);
    const branchName = branch?.name ?? compute.branchId;
    const path = [account?.name, projectName, branchName, name];
    const typeName = account?.isProduction ? name : undefined;
    return children({ ...ref, compute, name, branchName, path, typeName });
  }
  const words = { title: DETAIL.title, loading: DETAIL.loading, gone: DETAIL.gone };
  return <AbsentDialog list={list} words={words} size="small" />;
}
