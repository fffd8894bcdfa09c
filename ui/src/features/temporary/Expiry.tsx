import { LIFETIME, warningAt } from "@/data/words";
import { Instant } from "@/features/base/Instant";
import type { TemporaryView } from "@/ipc/generated";
import { Meter } from "@/kit/data/Meter";
import { Countdown, useTimeLeft } from "@/kit/time/Countdown";
import { formatDuration } from "@/kit/time/duration";
import { instantOf } from "@/time/clock";
import styles from "./Shelf.module.css";

/** When a row goes, as its state has it: counted down over its 72 hours, kept, or over. */
export function Expiry({ row }: { row: TemporaryView }) {
  switch (row.state) {
    case "unclaimed":
    case "unknown":
      return row.expiresAt ? <Left row={row} until={instantOf(row.expiresAt)} /> : <Quiet>not known</Quiet>;
    case "creating":
      return <Quiet>72 h from now</Quiet>;
    case "claiming":
      return <Quiet>none once claimed</Quiet>;
    case "claimed":
      return <Quiet>kept</Quiet>;
    case "unclear":
      return <Quiet>not known</Quiet>;
    case "gone":
      return <Quiet>–</Quiet>;
    case "expired":
      return row.expiresAt ? (
        <Quiet>
          over <Instant at={row.expiresAt} clock={{ ahead: row.clockOffsetMs }} />
        </Quiet>
      ) : (
        <Quiet>over</Quiet>
      );
    case "failed":
      return <Quiet>–</Quiet>;
  }
}

function Left({ row, until }: { row: TemporaryView; until: number }) {
  const left = useTimeLeft(until, row.clockOffsetMs);
  const warning = warningAt(left);
  const tone = warning === undefined ? "ok" : warning === "halfHour" ? "danger" : "warning";
  return (
    <div className={styles.expiry}>
      <Countdown until={until} clockOffset={row.clockOffsetMs} over="ending now" />
      <Meter
        label="Time left"
        value={left}
        max={LIFETIME}
        text={`${formatDuration(left)} of 72 h`}
        tone={tone}
        className={styles.bar}
      />
    </div>
  );
}

function Quiet({ children }: { children: React.ReactNode }) {
  return <span className={styles.quiet}>{children}</span>;
}
