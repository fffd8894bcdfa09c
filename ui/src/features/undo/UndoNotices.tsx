import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { useMutationSpec } from "@/data/mutation";
import { undoQuery } from "@/data/queries";
import { MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { COMMON } from "@/features/base/words";
import { dismissingOf as dismissingTask, startingOf } from "@/features/bulk/mutations";
import { useBulkItems, useBulkNews } from "@/features/bulk/queries";
import { isSaidByUndo, recoveringAll, type Together, togetherOf } from "@/features/bulk/together";
import { TASK } from "@/features/bulk/words";
import type { UndoView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Notices } from "@/kit/layout/Notices";
import { openDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { useTimeLeft } from "@/kit/time/Countdown";
import { formatDuration } from "@/kit/time/duration";
import { formatDate } from "@/kit/time/formatDate";
import { instantOf } from "@/time/clock";
import { dismissingOf, undoingOf } from "./actions";
import styles from "./Undo.module.css";
import { deletedWords, NOTICE, recoverWords, wereDeleted } from "./words";

interface UndoNoticesProps {
  accountId: string;
  /** The account's projects, or the branches of one of them. */
  of: "projects" | { branchesOf: string };
}

const SHOWN = 2;

/** What was deleted here and can be brought back, each with its deadline. Also after a restart. */
export function UndoNotices({ accountId, of }: UndoNoticesProps) {
  const undo = useQuery(undoQuery);
  // What a task is deleting or recovering is said by the task.
  const underWay = useBulkItems(accountId);
  const [all, setAll] = useState(false);
  const fits = (each: UndoView) =>
    each.accountId === accountId &&
    !underWay.has(each.branchId ?? each.projectId) &&
    (of === "projects" ? each.branchId === null : each.branchId !== null && each.projectId === of.branchesOf);
  const offered = togetherOf((undo.data ?? []).filter(fits));
  const shown = all ? offered : offered.slice(0, SHOWN);
  const more = offered.length - shown.length;
  return (
    <Notices testId="undo-notices">
      <ReadFailure query={undo} title={NOTICE.unread} />
      {shown.map((together) => (
        <UndoNotice key={together[0].bulkId ?? together[0].id} together={together} />
      ))}
      {more > 0 && (
        <span>
          <Button size="small" tone="quiet" onClick={() => setAll(true)}>
            {NOTICE.more(more)}
          </Button>
        </span>
      )}
    </Notices>
  );
}

/** What was deleted at once: until when it can be recovered, and the click that does it. */
function UndoNotice({ together }: { together: Together }) {
  const [first] = together;
  const offset = useClockOffset(first.accountId);
  // All of it can be recovered until the first of it goes.
  const until = Math.min(...together.map((each) => instantOf(each.until)));
  const left = useTimeLeft(until, offset);
  const task = useTask(together);
  const undoing = useUndoing(together, task?.dismiss);
  const dismissing = useMutationSpec(dismissingOf(together));
  const failure = undoing.failure ?? dismissing.failure;
  if (left === 0) return null;
  const dismissAll = async () => {
    if ((await dismissing.start()) !== undefined) await task?.dismiss();
  };
  return (
    <>
      <Notice
        tone="plain"
        icon="undo"
        role="status"
        testId="undo-notice"
        actions={
          <>
            <Button size="small" icon="undo" busy={undoing.underWay} onClick={() => void undoing.start()}>
              {COMMON.undo}
            </Button>
            {task && (
              <Button size="small" tone="quiet" onClick={() => openDialog({ dialog: "bulk", id: task.id })}>
                {TASK.results}
              </Button>
            )}
            <Button size="small" tone="quiet" busy={dismissing.underWay} onClick={() => void dismissAll()}>
              {COMMON.dismiss}
            </Button>
          </>
        }
      >
        <span className={styles.line}>
          <span>
            <b>{deletedWords(together)}</b> {wereDeleted(together.length)}
          </span>
          <span title={NOTICE.until(formatDate(until, offset))}>
            {recoverWords(together.length, formatDuration(left))}
          </span>
        </span>
      </Notice>
      <MutationRefusal failure={failure} title={NOTICE.failed(deletedWords(together))} dismissible />
    </>
  );
}

/** The task that deleted it all, where this notice stands for the task's own: it is dismissed with this one. */
function useTask(together: Together) {
  const bulk = useBulkNews().find((each) => each.id === together[0].bulkId && isSaidByUndo(each));
  const dismissing = useMutationSpec(dismissingTask(bulk?.id ?? ""));
  return bulk && { id: bulk.id, dismiss: async () => void (await dismissing.start()) };
}

/** One thing is recovered at once; of many, each has its result in the task. */
function useUndoing(together: Together, onBegun: (() => Promise<void>) | undefined) {
  const [first, ...more] = together;
  const one = useMutationSpec(undoingOf(first));
  const all = useMutationSpec(startingOf(first.accountId));
  if (more.length === 0) return { ...one, start: async () => void (await one.start()) };
  const start = async () => {
    const bulk = await all.start(recoveringAll(together));
    if (!bulk) return;
    openDialog({ dialog: "bulk", id: bulk.id });
    await onBegun?.();
  };
  return { ...all, start };
}
