import { formatDuration } from "./duration";
import { HOUR, MINUTE, SECOND } from "./useNow";

const CALM = 10 * SECOND;
/** Until then most of what runs has ended. */
const LIVELY = 20 * SECOND;

/** How often a time that passes is drawn anew: as often as `formatDuration` has other words for it. */
export function stepOf(span: number): number {
  return span < HOUR ? SECOND : MINUTE;
}

/** The same where it stands in sight for as long as something runs: by tens of seconds after the first 20. */
export function calmStepOf(span: number): number {
  return span < LIVELY || span >= HOUR ? stepOf(span) : CALM;
}

/** A time that passes, in the words that last until the next calm step. */
export function formatCalm(span: number): string {
  return formatDuration(span - (Math.max(0, span) % calmStepOf(span)));
}
