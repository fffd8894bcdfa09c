import type { TrackedOperationView } from "@/ipc/generated";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import { stepOf } from "@/kit/time/elapsed";
import { useNow } from "@/kit/time/useNow";
import { currentTime } from "@/time/clock";
import { takenWords } from "./Elapsed";
import styles from "./Lanes.module.css";
import { widthOf } from "./laneGroups";
import { SIGNS, standingOf, takenOf } from "./words";

interface LaneBlockProps {
  row: TrackedOperationView;
  /** Where the keys enter the lane. */
  entry: boolean;
  selected: boolean;
  onSelect(row: TrackedOperationView): void;
}

/** One operation in its lane: what it does, how it stands by sign and word, wider the longer it takes. */
export function LaneBlock({ row, entry, selected, onSelect }: LaneBlockProps) {
  const { operation } = row;
  const now = useNow(operation.isOver ? undefined : stepOf(takenOf(row, currentTime()) ?? 0));
  const taken = takenOf(row, now);
  const standing = standingOf(operation);
  const words = [
    operation.actionWord,
    operation.statusWord,
    ...(taken === undefined ? [] : [takenWords(taken, operation.isOver)]),
  ];
  return (
    <button
      type="button"
      className={cx(styles.block, styles[standing], selected && styles.selected)}
      style={{ width: widthOf(taken) }}
      tabIndex={entry ? 0 : -1}
      aria-pressed={selected}
      aria-label={words.join(", ")}
      title={words.join(", ")}
      onClick={() => onSelect(row)}
    >
      <Icon name={SIGNS[standing]} className={styles.sign} />
      <span className={styles.words}>{operation.actionWord}</span>
    </button>
  );
}
