import type { TrackedOperationView } from "@/ipc/generated";
import { instantOf } from "@/time/clock";

/** What happens one after the other on one thing: a branch, a compute of it, or the project itself. */
export interface Lane {
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
            : "the project itself";
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
