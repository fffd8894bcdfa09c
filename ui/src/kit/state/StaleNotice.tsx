import { Button } from "@/kit/control/Button";
import { RelativeTime } from "@/kit/time/RelativeTime";
import { STATE } from "@/kit/words";
import { Notice } from "./Notice";

interface StaleNoticeProps {
  /** When what is shown was read, in milliseconds since 1970. */
  asOf: number;
  /** Why there is nothing newer. */
  reason: string;
  retry?: () => void;
  /** What the button says where nothing failed: "Refresh". */
  words?: string;
  retrying?: boolean;
}

/** Says that what is shown below is old, how old, and why. */
export function StaleNotice({
  asOf,
  reason,
  retry,
  words = STATE.again,
  retrying = false,
}: StaleNoticeProps) {
  return (
    <Notice
      tone="plain"
      // What cannot be tried again was so from the start.
      passing={retry !== undefined}
      actions={
        retry && (
          <Button size="small" icon="refresh" busy={retrying} onClick={retry}>
            {words}
          </Button>
        )
      }
    >
      {reason}. {STATE.shownAsOf} <RelativeTime instant={asOf} clockOffset={0} />.
    </Notice>
  );
}
