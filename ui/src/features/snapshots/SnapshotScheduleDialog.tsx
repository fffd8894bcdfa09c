import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadFailure } from "@/features/base/Failure";
import { useForm } from "@/features/base/useForm";
import { useWhere } from "@/features/base/useWhere";
import type { BranchDialogSubject } from "@/features/branches/BranchDialog";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { BranchView, SnapshotScheduleView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Skeleton } from "@/kit/state/Skeleton";
import { scheduleQuery, schedulingOf } from "./mutations";
import { RootBranchField, rootOf } from "./RootBranchField";
import { ScheduleItemFields } from "./ScheduleItemFields";
import { SCHEDULE, TAKE } from "./words";

/** When snapshots of a branch are taken. The branch can be changed: only root branches have a schedule. */
export function SnapshotScheduleDialog({ branches, ...subject }: BranchDialogSubject) {
  const { accountId, projectId } = subject;
  const [chosen, setChosen] = useState(subject.branchId);
  const branch = rootOf(branches, chosen);
  const { set, items, type, form, blocked } = useSchedule(accountId, projectId, branch);
  return (
    <CallFormDialog
      form={form}
      title={branch ? SCHEDULE.title(branch.name) : SCHEDULE.kind}
      description={SCHEDULE.text}
      submit={SCHEDULE.submit}
      blocked={blocked}
      call={SCHEDULE.call}
      failed={SCHEDULE.failed}
    >
      <RootBranchField branches={branches} value={branch?.id ?? null} onChange={setChosen} />
      {branch && set.isPending && <Skeleton label={SCHEDULE.loading} shape="text" count={2} />}
      <ReadFailure query={set} title={SCHEDULE.unread} account={accountId} />
      {set.data && items.length === 0 && <p className="ui-muted-small">{SCHEDULE.none}</p>}
      {items.map((item, at) => (
        <ScheduleItemFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its place
          key={at}
          number={at + 1}
          item={item}
          onChange={(changed) => type(items.map((each, place) => (place === at ? changed : each)))}
          onRemove={() => type(items.filter((_, place) => place !== at))}
        />
      ))}
      {set.data && (
        <div className="ui-row-wrapping">
          <Button size="small" icon="plus" onClick={() => type([...items, DAILY])}>
            {SCHEDULE.add}
          </Button>
        </div>
      )}
    </CallFormDialog>
  );
}

/** The schedule of one branch: what is set, what is typed over it, and the form that saves it. */
function useSchedule(accountId: string, projectId: string, branch: BranchView | undefined) {
  const branchId = branch?.id;
  const ref = { accountId, projectId, branchId: branchId ?? "" };
  const { locked } = useWhere(accountId, projectId);
  const set = useQuery({ ...scheduleQuery(ref), enabled: branchId !== undefined });
  const [typed, setTyped] = useState<{ of: string; items: readonly SnapshotScheduleView[] }>();
  const changed = typed?.of === ref.branchId ? typed.items : undefined;
  const items = [...(changed ?? set.data ?? [])];
  const form = useForm(schedulingOf(ref), {
    hindered: set.data === undefined,
    unchanged: changed === undefined,
    input: () => items,
    onDone: (_saved, finish) => finish({ title: SCHEDULE.saved(branch?.name ?? "", items) }),
  });
  return {
    set,
    items,
    type: (next: readonly SnapshotScheduleView[]) => setTyped({ of: ref.branchId, items: next }),
    form,
    blocked: branchId === undefined ? TAKE.noBranch : locked,
  };
}

/** The usual schedule: each night, kept for a week. */
const DAILY: SnapshotScheduleView = {
  frequency: "daily",
  hour: 3,
  day: null,
  month: null,
  retentionSeconds: 7 * 86_400,
};
