import { type KeyboardEvent, useState } from "react";
import { counted } from "@/data/format";
import type { TrackedOperationView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import { LaneBlock } from "./LaneBlock";
import styles from "./Lanes.module.css";
import type { Lane } from "./laneGroups";

const KINDS: Record<Lane["kind"], { icon: IconName; word: string }> = {
  branch: { icon: "branch", word: "Branch" },
  compute: { icon: "server", word: "Compute" },
  project: { icon: "folder", word: "Project" },
};

/** How many of a lane are drawn before the rest is asked for. */
const SHOWN = 12;

interface LaneLineProps {
  lane: Lane;
  selected: string | undefined;
  onSelect(row: TrackedOperationView): void;
}

/** One lane, the oldest at the left. Arrows move within it; one block of it is in the order of the keys. */
export function LaneLine({ lane, selected, onSelect }: LaneLineProps) {
  const [all, setAll] = useState(false);
  const rows = all ? lane.rows : lane.rows.slice(-SHOWN);
  const left = lane.rows.length - rows.length;
  const entry = rows.find(({ operation }) => operation.id === selected) ?? rows.at(-1);
  const { icon, word } = KINDS[lane.kind];
  return (
    <div className={styles.lane}>
      <span className={styles.what} title={`${word} ${lane.name}`}>
        <Icon name={icon} />
        <span className="visually-hidden">{word} </span>
        <span className={styles.words}>{lane.name}</span>
      </span>
      <div className={styles.track}>
        {left > 0 && (
          <Button size="small" tone="quiet" onClick={() => setAll(true)}>
            {counted(left, "earlier one")}
          </Button>
        )}
        <ol className={styles.blocks} aria-label={`${word} ${lane.name}`} onKeyDown={move}>
          {rows.map((row) => (
            <li key={row.operation.id}>
              <LaneBlock
                row={row}
                entry={row === entry}
                selected={row.operation.id === selected}
                onSelect={onSelect}
              />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function move(event: KeyboardEvent<HTMLOListElement>): void {
  const blocks = [...event.currentTarget.querySelectorAll("button")];
  const at = event.target instanceof HTMLButtonElement ? blocks.indexOf(event.target) : -1;
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: blocks.length - 1,
  };
  const to = steps[event.key];
  if (to === undefined || event.altKey) return;
  event.preventDefault();
  blocks[to]?.focus();
}
