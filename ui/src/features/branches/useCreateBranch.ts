import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { branchesQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { useWhere } from "@/features/base/useWhere";
import { useUnask } from "@/kit/overlay/asked";
import { useRouter } from "@/kit/route/useRouter";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { currentTime } from "@/time/clock";
import { type CreateDraft, createOf, earliestOf, emptyDraft, faultsOf } from "./createDraft";
import { creatingOf } from "./mutations";

const NONE: never[] = [];

/** What is typed into the dialog that makes a branch, and what became of it. What was typed stays, whatever is refused. */
export function useCreateBranch(accountId: string, projectId: string, parentId: string | undefined) {
  const [draft, setDraft] = useState<CreateDraft>(() => emptyDraft(parentId ?? ""));
  const [tried, setTried] = useState(false);
  const branches = useQuery(branchesQuery(accountId, projectId)).data ?? NONE;
  const { project, locked, hasPast } = useWhere(accountId, projectId);
  const offset = useClockOffset(accountId);
  const creating = useWork(creatingOf(accountId, projectId));
  const router = useRouter();
  const close = useUnask();

  const now = useNow(MINUTE) + offset;
  const parent = branches.find(({ id, isDefault }) =>
    draft.parentId === "" ? isDefault : id === draft.parentId,
  );
  const earliest = earliestOf(project, parent?.createdAt ?? null, now);
  const faults = faultsOf(draft, earliest, now, offset);
  const open = (branch: string) => {
    close();
    router.go({ screen: "project", account: accountId, id: projectId, tab: "branches", branch });
  };
  const create = async () => {
    setTried(true);
    if (Object.keys(faults).length > 0) return;
    creating.failure?.clear();
    // "In 1 hour" counts from the click, however long the dialog was open.
    const made = await creating.start(createOf(draft, currentTime() + offset, offset));
    if (!made) return;
    open(made.branch.id);
  };
  const failure = creating.failure?.error;
  // The platform refuses a name that is taken; the branch that has it is worth more than the refusal.
  const existing = branches.find(({ name }) => name === draft.name.trim() && name !== "");
  return {
    draft,
    change: (changed: Partial<CreateDraft>) => setDraft((before) => ({ ...before, ...changed })),
    faults: tried ? faults : {},
    call: { kind: "createBranch", projectId, create: createOf(draft, now, offset) } as const,
    branches,
    project,
    locked,
    earliest,
    noPast: hasPast
      ? undefined
      : "This platform keeps no history: a branch starts from its parent’s present data.",
    now,
    ahead: offset,
    create,
    underWay: creating.underWay,
    failure,
    existing,
    open,
  };
}
