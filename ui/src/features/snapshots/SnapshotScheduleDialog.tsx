import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadFailure } from "@/features/base/Failure";
import { useForm } from "@/features/base/useForm";
import { useWhere } from "@/features/base/useWhere";
import type { BranchDialogSubject } from "@/features/branches/BranchDialog";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { SnapshotScheduleView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Skeleton } from "@/kit/state/Skeleton";
import { scheduleQuery, schedulingOf } from "./mutations";
import { ScheduleItemFields } from "./ScheduleItemFields";
import { SCHEDULE } from "./words";

/** When snapshots of a branch are taken. */
export function SnapshotScheduleDialog({ branch, ...subject }: BranchDialogSubject) {
  const { accountId, projectId, branchId } = subject;
  const ref = { accountId, projectId, branchId };
  const { locked } = useWhere(accountId, projectId);
  const set = useQuery(scheduleQuery(ref));
  const [typed, setTyped] = useState<SnapshotScheduleView[]>();
  const items = typed ?? set.data ?? [];
  const form = useForm(schedulingOf(ref), {
    hindered: set.data === undefined,
    unchanged: typed === undefined,
    input: () => items,
  });
  return (
    <CallFormDialog
      form={form}
      title={SCHEDULE.title(branch.name)}
      description={SCHEDULE.text}
      submit={SCHEDULE.submit}
      blocked={locked}
      call={
        set.data && {
          accountId,
          title: SCHEDULE.call,
          call: { kind: "setSnapshotSchedule", projectId, branchId, schedule: items },
        }
      }
      failed={SCHEDULE.failed}
    >
      {set.isPending && <Skeleton label={SCHEDULE.loading} shape="text" count={2} />}
      <ReadFailure query={set} title={SCHEDULE.unread} account={accountId} />
      {set.data && items.length === 0 && <p className="ui-muted-small">{SCHEDULE.none}</p>}
      {items.map((item, at) => (
        <ScheduleItemFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its place
          key={at}
          number={at + 1}
          item={item}
          onChange={(changed) => setTyped(items.map((each, place) => (place === at ? changed : each)))}
          onRemove={() => setTyped(items.filter((_, place) => place !== at))}
        />
      ))}
      {set.data && (
        <div className="ui-row-wrapping">
          <Button size="small" icon="plus" onClick={() => setTyped([...items, DAILY])}>
            {SCHEDULE.add}
          </Button>
        </div>
      )}
    </CallFormDialog>
  );
}

/** What most people want: each night, for a week. */
const DAILY: SnapshotScheduleView = {
  frequency: "daily",
  hour: 3,
  day: null,
  month: null,
  retentionSeconds: 7 * 86_400,
};
