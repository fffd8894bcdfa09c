import { warningAt } from "@/data/words";
import type { TemporaryView } from "@/ipc/generated";
import { Notice } from "@/kit/state/Notice";
import { useTimeLeft } from "@/kit/time/Countdown";
import { formatDuration } from "@/kit/time/duration";
import { formatDate } from "@/kit/time/formatDate";
import { instantOf } from "@/time/clock";

/** Says when an unclaimed database goes with its data; louder under a day, four hours and half an hour. */
export function ExpiryNotice({ row }: { row: TemporaryView }) {
  if (row.expiresAt === null || (row.state !== "unclaimed" && row.state !== "unknown")) return null;
  return <Ending row={row} until={instantOf(row.expiresAt)} />;
}

function Ending({ row, until }: { row: TemporaryView; until: number }) {
  const left = useTimeLeft(until, row.clockOffsetMs);
  const warning = warningAt(left);
  const end = formatDate(until, row.clockOffsetMs);
  const sentence = `Gone with its data on ${end}, unless you claim it.`;
  if (warning === undefined) {
    return (
      <Notice tone="plain" icon="timer" testId="expiry-notice">
        {sentence}
      </Notice>
    );
  }
  return (
    <Notice
      tone={warning === "day" ? "warning" : "danger"}
      testId="expiry-notice"
      {...(warning !== "day" && { title: left === 0 ? "Its time is over" : `${formatDuration(left)} left` })}
    >
      {sentence}
    </Notice>
  );
}
