import { IconButton } from "@/kit/control/IconButton";
import { formatDuration } from "@/kit/time/duration";
import styles from "./History.module.css";
import type { TimeSpan } from "./useTimeSpan";
import { words } from "./words";

/** How much time the timeline shows: − 10 min +. */
export function ZoomControl({ span: { length, zoomIn, zoomOut } }: { span: TimeSpan }) {
  return (
    <fieldset className={styles.zoom} aria-label={words.zoom}>
      <IconButton
        icon="minus"
        size="small"
        label={words.zoomOut}
        aria-disabled={!zoomOut}
        onClick={zoomOut}
      />
      <span className={styles.span} role="status">
        {formatDuration(length)}
      </span>
      <IconButton icon="plus" size="small" label={words.zoomIn} aria-disabled={!zoomIn} onClick={zoomIn} />
    </fieldset>
  );
}
