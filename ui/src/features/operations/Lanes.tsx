import { type KeyboardEvent, useState } from "react";
import { counted } from "@/data/format";
import type { TrackedOperationView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import { Link } from "@/kit/route/Link";
import { stepOf } from "@/kit/time/elapsed";
import { useNow } from "@/kit/time/useNow";
import { currentTime, instantOf } from "@/time/clock";
import styles from "./Lanes.module.css";
import { takenWords } from "./OperationState";
import { SIGNS, standingOf, takenOf } from "./words";

interface LanesProps {
  rows: readonly TrackedOperationView[];
  selected: string | undefined;
  onSelect(row: TrackedOperationView): void;
}

/** By account and project, a lane for each branch and compute: what happens there one after the other. */
export function Lanes({ rows, selected, onSelect }: LanesProps) {
  return (
    <div className={styles.lanes} data-testid="lanes">
      {lanesOf(rows).map((account) => (
        <section key={account.accountId} aria-label={account.name}>
          <h2 className={styles.account}>{account.name}</h2>
          {account.projects.map((project) => (
            <section key={project.key} className={styles.project} aria-label={project.name}>
              <h3 className={styles.name}>
                <Link
                  to={{ screen: "project", account: project.accountId, id: project.projectId }}
                  className={styles.link ?? ""}
                >
                  {project.name}
                </Link>
              </h3>
              {project.lanes.map((lane) => (
                <LaneLine key={lane.key} lane={lane} selected={selected} onSelect={onSelect} />
              ))}
            </section>
          ))}
        </section>
      ))}
    </div>
  );
}

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
function LaneLine({ lane, selected, onSelect }: LaneLineProps) {
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

interface LaneBlockProps {
  row: TrackedOperationView;
  /** Where the keys enter the lane. */
  entry: boolean;
  selected: boolean;
  onSelect(row: TrackedOperationView): void;
}

/** One operation in its lane: what it does, how it stands by sign and word, wider the longer it takes. */
function LaneBlock({ row, entry, selected, onSelect }: LaneBlockProps) {
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

/** What happens one after the other on one thing: a branch, a compute of it, or the project itself. */
interface Lane {
  key: string;
  name: string;
  /** What kind of thing it is, in a word. */
  kind: "branch" | "compute" | "project";
  /** The oldest first. */
  rows: readonly TrackedOperationView[];
}

interface ProjectLanes {
  key: string;
  accountId: string;
  projectId: string;
  name: string;
  lanes: readonly Lane[];
}

interface AccountLanes {
  accountId: string;
  name: string;
  projects: readonly ProjectLanes[];
}

/** The operations by account, project and lane; where something happened last comes first. */
export function lanesOf(rows: readonly TrackedOperationView[]): readonly AccountLanes[] {
  const newestFirst = [...rows].sort((a, b) => at(b) - at(a));
  return grouped(newestFirst, (row) => row.accountId).map(([accountId, ofAccount]) => ({
    accountId,
    name: ofAccount[0]?.accountName ?? accountId,
    projects: grouped(ofAccount, (row) => row.operation.projectId).map(([projectId, ofProject]) => ({
      key: `${accountId}/${projectId}`,
      accountId,
      projectId,
      name: ofProject.find(({ projectName }) => projectName !== null)?.projectName ?? projectId,
      lanes: lanes(ofProject),
    })),
  }));
}

/** A project's lanes: itself, then each branch with its computes below it, in a steady order. */
function lanes(rows: readonly TrackedOperationView[]): readonly Lane[] {
  return grouped(rows, laneKey)
    .map(([key, ofLane]): Lane & { order: string } => {
      const [first] = ofLane;
      const { branchId, computeId } = first?.operation ?? { branchId: null, computeId: null };
      const branch = ofLane.find(({ branchName }) => branchName !== null)?.branchName ?? branchId;
      const kind = computeId !== null ? "compute" : branchId !== null ? "branch" : "project";
      const name =
        kind === "compute"
          ? [branch, computeId].filter(Boolean).join(" / ")
          : kind === "branch"
            ? (branch ?? key)
            : "project";
      const order = `${kind === "project" ? 0 : 1} ${branch ?? ""} ${branchId ?? ""} ${computeId ?? ""}`;
      return { key, kind, name, order, rows: [...ofLane].reverse() };
    })
    .sort((a, b) => a.order.localeCompare(b.order))
    .map(({ order: _order, ...lane }) => lane);
}

function laneKey({ operation: { branchId, computeId } }: TrackedOperationView): string {
  return computeId !== null ? `compute ${computeId}` : branchId !== null ? `branch ${branchId}` : "project";
}

/** When it was ordered or, where the platform does not say, since when it is followed. */
function at({ operation, since }: TrackedOperationView): number {
  return instantOf(operation.createdAt ?? since);
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Array<[string, Row[]]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups];
}

const NARROWEST = 96;
const WIDEST = 240;

/** How wide an operation is drawn, in pixels: longer ones wider, each doubling of the time by as much again. */
export function widthOf(milliseconds: number | undefined): number {
  const seconds = (milliseconds ?? 0) / 1000;
  return Math.min(WIDEST, Math.round(NARROWEST + 18 * Math.log2(1 + seconds)));
}
