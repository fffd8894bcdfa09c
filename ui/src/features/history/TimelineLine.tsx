import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import { Link } from "@/kit/route/Link";
import type { HistoryItem } from "./items";
import type { Lane, LaneGroup } from "./lanes";
import { type Line, type PositionedBar, topOfRow, UNIT } from "./layout";
import styles from "./Timeline.module.css";

interface TimelineLineProps {
  line: Line;
  /** Of the axis, in pixels. */
  width: number;
  /** The key of the item where the Tab key enters. */
  entry: string | undefined;
  selected: string | undefined;
  onFocus(key: string): void;
  onSelect(item: HistoryItem): void;
}

/** One line of the chart: a project's name, or a lane with its bars. */
export function TimelineLine({ line, ...props }: TimelineLineProps) {
  const style = { top: line.top * UNIT, height: line.height * UNIT };
  if (line.kind === "group") {
    return (
      <h2 className={styles.group} style={style}>
        <GroupName group={line.group} />
      </h2>
    );
  }
  const { lane, positioned } = line;
  return (
    <div className={styles.lane} style={style}>
      <span className={styles.name} title={lane.name}>
        <Icon name={ICONS[lane.kind]} />
        <span className="ui-cut">{lane.name}</span>
      </span>
      <ol className={styles.track} aria-label={lane.name}>
        {positioned.map((each) => (
          <LaneBar key={each.bar.item.key} positioned={each} {...props} />
        ))}
      </ol>
    </div>
  );
}

const ICONS: Record<Lane["kind"], IconName> = { branch: "branch", project: "folder", own: "user" };

function GroupName({ group: { name, account, accountId, projectId } }: { group: LaneGroup }) {
  if (accountId === undefined || projectId === undefined) return name;
  return (
    <>
      <Link to={{ screen: "project", account: accountId, id: projectId }} className={styles.link ?? ""}>
        {name}
      </Link>{" "}
      <span className={styles.account}>{account}</span>
    </>
  );
}

type LaneBarProps = Omit<TimelineLineProps, "line"> & { positioned: PositionedBar };

/** One item on its lane: how long it took by its length, what it was beside it or within, how it stands by word and colour. */
function LaneBar({ positioned, width, entry, selected, onFocus, onSelect }: LaneBarProps) {
  const { bar, left, label, row } = positioned;
  const { item, look } = bar;
  const side = label === "before" ? { right: width - left - positioned.width } : { left };
  return (
    <li className={styles.place} style={{ ...side, top: topOfRow(row) }}>
      <button
        type="button"
        className={cx(styles.bar, styles[look], styles[label], item.key === selected && styles.selected)}
        tabIndex={item.key === entry ? 0 : -1}
        aria-pressed={item.key === selected}
        aria-label={bar.label}
        title={bar.label}
        onFocus={() => onFocus(item.key)}
        onClick={() => onSelect(item)}
      >
        <span className={styles.length} style={{ width: positioned.width }}>
          {label === "inside" && bar.label}
        </span>
        {(label === "after" || label === "before") && <span className={styles.label}>{bar.label}</span>}
      </button>
    </li>
  );
}
