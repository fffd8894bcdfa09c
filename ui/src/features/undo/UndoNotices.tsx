import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { undoQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { ReadFailure, WorkRefusal } from "@/features/accounts/Failure";
import type { UndoView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Notices } from "@/kit/layout/Notices";
import { Notice } from "@/kit/state/Notice";
import { useTimeLeft } from "@/kit/time/Countdown";
import { formatDuration } from "@/kit/time/duration";
import { formatDate } from "@/kit/time/formatDate";
import { instantOf } from "@/time/clock";
import { dismissingOf, undoingOf } from "./actions";
import styles from "./Undo.module.css";

interface UndoNoticesProps {
  accountId: string;
  /** The account's projects, or the branches of one of them. */
  of: "projects" | { branchesOf: string };
}

const SHOWN = 2;

/** What was deleted here and can be brought back, each with its deadline. Also after a restart. */
export function UndoNotices({ accountId, of }: UndoNoticesProps) {
  const undo = useQuery(undoQuery);
  const [all, setAll] = useState(false);
  const fits = (each: UndoView) =>
    each.accountId === accountId &&
    (of === "projects" ? each.branchId === null : each.branchId !== null && each.projectId === of.branchesOf);
  const offered = (undo.data ?? []).filter(fits).sort((a, b) => b.deletedAt.localeCompare(a.deletedAt));
  const shown = all ? offered : offered.slice(0, SHOWN);
  const more = offered.length - shown.length;
  return (
    <Notices testId="undo-notices">
      <ReadFailure query={undo} title="Couldn’t load what can be recovered" />
      {shown.map((each) => (
        <UndoNotice key={each.id} undo={each} />
      ))}
      {more > 0 && (
        <span>
          <Button size="small" tone="quiet" onClick={() => setAll(true)}>
            {`Show ${more} more`}
          </Button>
        </span>
      )}
    </Notices>
  );
}

/** One thing that was deleted here: until when it can be brought back, and the click that does it. */
function UndoNotice({ undo }: { undo: UndoView }) {
  const offset = useClockOffset(undo.accountId);
  const until = instantOf(undo.until);
  const left = useTimeLeft(until, offset);
  const undoing = useWork(undoingOf(undo));
  const dismissing = useWork(dismissingOf(undo));
  const failure = undoing.failure ?? dismissing.failure;
  if (left === 0) return null;
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
              Undo
            </Button>
            <Button
              size="small"
              tone="quiet"
              busy={dismissing.underWay}
              onClick={() => void dismissing.start()}
            >
              Dismiss
            </Button>
          </>
        }
      >
        <span className={styles.line}>
          <span>
            <b>{undo.name}</b> was deleted.
          </span>
          <span title={`Until ${formatDate(until, offset)}`}>
            You can recover it with all its data for another {formatDuration(left)}.
          </span>
        </span>
      </Notice>
      <WorkRefusal failure={failure} title={`Couldn’t recover ${undo.name}`} dismissible />
    </>
  );
}
