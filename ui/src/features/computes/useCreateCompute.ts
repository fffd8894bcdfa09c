import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { branchesQuery, computesQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { useWhere } from "@/features/base/useWhere";
import type { CreateCompute } from "@/ipc/generated";
import { useUnask } from "@/kit/overlay/asked";
import { creatingOf } from "./mutations";
import { computeNameFault, readSize } from "./size";

/** What is typed into the dialog that makes a compute, and what became of it. */
export function useCreateCompute(accountId: string, projectId: string, branchId: string | undefined) {
  const branches = useQuery(branchesQuery(accountId, projectId)).data ?? [];
  const computes = useQuery(computesQuery(accountId, projectId)).data ?? [];
  const { project, locked } = useWhere(accountId, projectId);
  const [draft, setDraft] = useState({ branchId, kind: "", name: "", size: "", suspend: "0" });
  const [tried, setTried] = useState(false);
  const close = useUnask();
  const creating = useWork(creatingOf(accountId, projectId));

  const live = branches.filter(({ deletedAt }) => deletedAt === null);
  const chosen = draft.branchId ?? live.find(({ isDefault }) => isDefault)?.id;
  const writable = computes.find((each) => each.branchId === chosen && each.isWritable);
  const readOnly = draft.kind === "" ? writable !== undefined : draft.kind === "readOnly";
  const size = readSize(draft.size);
  const faults = {
    branch: chosen === undefined ? "Choose a branch." : undefined,
    name: computeNameFault(draft.name),
    size: "fault" in size ? size.fault : undefined,
    kind: !readOnly && writable ? "This branch has its one read-write compute already." : undefined,
  };
  const create: CreateCompute = {
    branchId: chosen ?? "",
    readOnly,
    name: draft.name.trim() || null,
    size: {
      ...("fault" in size ? {} : { minCu: size.minCu, maxCu: size.maxCu }),
      suspendTimeoutSeconds: Number(draft.suspend),
    },
  };
  const submit = async () => {
    setTried(true);
    if (Object.values(faults).some((fault) => fault !== undefined)) return;
    creating.failure?.clear();
    if (await creating.start(create)) close();
  };
  return {
    draft,
    change: (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed })),
    live,
    chosen,
    writable,
    readOnly,
    faults: tried ? faults : { branch: undefined, name: undefined, size: undefined, kind: undefined },
    create,
    submit,
    usual: project?.computeSize,
    locked,
    underWay: creating.underWay,
    failure: creating.failure?.error,
  };
}
