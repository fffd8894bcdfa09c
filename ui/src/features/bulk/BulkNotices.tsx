import { sentence } from "@/data/format";
import { useMutationSpec } from "@/data/mutation";
import { MutationRefusal } from "@/features/base/Failure";
import { COMMON } from "@/features/base/words";
import type { BulkView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Notices } from "@/kit/layout/Notices";
import { openDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { dismissingOf } from "./mutations";
import { isOver, useBulkNews } from "./queries";
import { isSaidByUndo } from "./together";
import { type BulkNoun, bulkLook, noticeWords, nounOf, TASK } from "./words";

interface BulkNoticesProps {
  accountId: string;
  /** What the screen lists. */
  of: BulkNoun;
  /** Whose branches or computes they are. */
  projectId?: string;
}

/**
 * What is done to many things of an account, or was while this window was open and is not dismissed,
 * with a button that shows it again. What ended in an earlier run is in the log, and behind "Show bulk tasks".
 */
export function BulkNotices({ accountId, of, projectId }: BulkNoticesProps) {
  const own = useBulkNews().filter(
    (bulk) =>
      bulk.accountId === accountId &&
      !isSaidByUndo(bulk) &&
      nounOf(bulk.verb) === of &&
      (projectId === undefined || bulk.projectId === projectId),
  );
  return (
    <Notices>
      {own.map((bulk) => (
        <BulkNotice key={bulk.id} bulk={bulk} />
      ))}
    </Notices>
  );
}

function BulkNotice({ bulk }: { bulk: BulkView }) {
  const { id, state, problem } = bulk;
  const look = bulkLook(bulk);
  const over = isOver(bulk);
  const dismissing = useMutationSpec(dismissingOf(id));
  return (
    <>
      <Notice
        tone={look.tone === "danger" ? "danger" : state === "paused" ? "warning" : "plain"}
        role="status"
        testId="bulk-notice"
        actions={
          <>
            <Button size="small" onClick={() => openDialog({ dialog: "bulk", id })}>
              {over ? TASK.results : COMMON.open}
            </Button>
            {over && (
              <Button
                size="small"
                tone="quiet"
                busy={dismissing.underWay}
                onClick={() => void dismissing.start()}
              >
                {COMMON.dismiss}
              </Button>
            )}
          </>
        }
      >
        {noticeWords(bulk)} {problem && sentence(problem.message)}
      </Notice>
      <MutationRefusal failure={dismissing.failure} title={TASK.notDismissed} dismissible />
    </>
  );
}
