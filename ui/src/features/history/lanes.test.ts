import { expect, test } from "vitest";
import type { OperationView, TrackedOperationView } from "@/ipc/generated";
import { activity, failedStart, tracked } from "@/test/views";
import { instantOf } from "@/time/clock";
import { actionItem, type HistoryItem, merged, operationItem, titleOf } from "./items";
import { type Bar, lanesOf } from "./lanes";
import { linesOf, positioned, shownOf, ticksOf } from "./layout";

const NOW = instantOf("2026-11-20T10:10:00Z");
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const SHOWN = { from: NOW - 10 * MINUTE, to: NOW + MINUTE, now: NOW };
const here = () => 0;
const ago = (milliseconds: number) => new Date(NOW - milliseconds).toISOString();

/** One that began so long ago and took so long. */
function ended(
  since: number,
  took: number,
  changes: Partial<OperationView> = {},
  around: Partial<TrackedOperationView> = {},
): HistoryItem {
  const times = { createdAt: ago(since), updatedAt: ago(since - took) };
  const over = { isOver: true, status: "finished", statusWord: "Done" } as const;
  return operationItem(
    tracked({ ...over, ...times, ...changes }, { since: ago(since), endedAt: ago(since - took), ...around }),
    here,
  );
}

const lanes = (items: readonly HistoryItem[], offsets = here) => lanesOf(items, SHOWN, offsets);
const bars = (items: readonly HistoryItem[], offsets = here) =>
  lanes(items, offsets).flatMap((group) => group.lanes.flatMap((lane) => lane.bars));

test("what one click began stands above it in one order, whatever the ids are", () => {
  const click = actionItem(activity({ action: "Create project", at: ago(MINUTE) }));
  for (const [first, second] of [
    ["a", "b"],
    ["b", "a"],
  ]) {
    const steps = [
      ended(MINUTE, SECOND, { id: `op-${first}`, actionWord: "Set up storage" }),
      ended(MINUTE, SECOND, { id: `op-${second}`, actionWord: "Start compute" }),
    ];
    expect(merged(steps, [click], undefined).map(titleOf)).toEqual([
      "Start compute",
      "Set up storage",
      "Create project",
    ]);
  }
});

test("a click stands below what it began, whether it was logged before or after", () => {
  const begun = ended(MINUTE, SECOND, { id: "op-1", actionWord: "Create branch" });
  const other = actionItem(activity({ id: "2", action: "Copy connection", at: ago(MINUTE - 1) }));
  for (const logged of [MINUTE + 3, MINUTE, MINUTE - 2 * SECOND]) {
    const click = actionItem(
      activity({ id: "1", action: "Create branch", at: ago(logged), operationIds: ["op-1"] }),
    );
    const all = merged([begun], [click, other], undefined);
    expect(all.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      "action action-2",
      "operation sandbox/op-1",
      "action action-1",
    ]);
  }
});

test("lanes stand by project and branch, a compute in the lane of its branch, the oldest at the left", () => {
  const items = merged(
    [
      ended(MINUTE, SECOND, { id: "compute", computeId: "ep-1" }),
      ended(3 * MINUTE, SECOND, { id: "branch" }),
      ended(4 * MINUTE, SECOND, { id: "own", branchId: null }),
      ended(5 * MINUTE, SECOND, { id: "other", branchId: "br-2" }, { branchName: "audit" }),
      operationItem(failedStart({ createdAt: ago(2 * MINUTE) }), here),
    ],
    [],
    undefined,
  );
  const found = lanes(items).flatMap(({ name, account, lanes }) =>
    lanes.map((lane) => [name, account, lane.kind, lane.name, lane.bars.map(({ item }) => item.key)]),
  );
  expect(found).toEqual([
    ["shop-prod", "Sandbox", "project", "Project", ["sandbox/own"]],
    ["shop-prod", "Sandbox", "branch", "audit", ["sandbox/other"]],
    ["shop-prod", "Sandbox", "branch", "main", ["sandbox/branch", "sandbox/compute"]],
    ["billing", "Work", "branch", "main", ["work/op-fail"]],
  ]);
});

test("an own action is a mark where it was done, unless the operations that it started stand for it", () => {
  const of = (id: string, changes: Parameters<typeof activity>[0]) =>
    actionItem(activity({ id, at: ago(MINUTE), action: "Rename project", ...changes }));
  const project = { accountId: "sandbox", projectId: "shop-prod-12345678", place: "Sandbox" };
  const items = [
    ended(2 * MINUTE, SECOND, { id: "op-1" }),
    of("1", { ...project, operationIds: ["op-1"] }),
    of("2", { ...project, outcome: "failed" }),
    of("3", { action: "Create temporary database" }),
  ];
  const found = lanes(items).flatMap(({ name, lanes }) =>
    lanes.map((lane) => [name, lane.name, lane.bars.map(({ label, look }) => [label, look])]),
  );
  expect(found).toEqual([
    ["shop-prod", "Project", [["Rename project · failed", "failed"]]],
    ["shop-prod", "main", [["Create branch · 1 s", "done"]]],
    ["This machine", "Your actions", [["Create temporary database · quiet-harbour", "done"]]],
  ]);
});

test("an own action on a branch stands in its lane, and what belongs to no place stands under the app", () => {
  const at = { accountId: "sandbox", projectId: "shop-prod-12345678", place: "Sandbox", at: ago(MINUTE) };
  const items = [
    ended(3 * MINUTE, SECOND, { id: "op-1" }),
    ended(2 * MINUTE, SECOND, { id: "op-2", branchId: "br-2" }, { branchName: "import" }),
    actionItem(activity({ ...at, id: "1", action: "Recover branch", subject: "shop-prod / import" })),
    actionItem(
      activity({ id: "2", at: ago(MINUTE), action: "Change settings", place: "", subject: "Density" }),
    ),
  ];
  const found = lanes(items).flatMap(({ name, lanes }) =>
    lanes.map((lane) => [name, lane.name, lane.bars.map(({ label }) => label)]),
  );
  expect(found).toEqual([
    ["shop-prod", "import", ["Create branch · 1 s", "Recover branch"]],
    ["shop-prod", "main", ["Create branch · 1 s"]],
    ["Plinth", "Your actions", ["Change settings · Density"]],
  ]);
});

test("a bar is as long as it took, one that runs reaches the present, one that waits for its retry stands still", () => {
  const running = operationItem(tracked({ id: "run" }, { since: ago(8 * SECOND) }), here);
  const failed = operationItem(
    failedStart({
      createdAt: ago(MINUTE),
      updatedAt: ago(MINUTE - 4 * SECOND),
      retryAt: ago(-5 * SECOND),
    }),
    here,
  );
  const found = bars([ended(5 * MINUTE, 78 * SECOND), running, { ...failed, at: NOW - MINUTE }]);
  expect(found.map(({ start, end, look, label }) => [NOW - start, end - start, look, label])).toEqual([
    [5 * MINUTE, 78 * SECOND, "done", "Create branch · 1 min 18 s"],
    [8 * SECOND, 8 * SECOND, "running", "Create branch · 8 s"],
    [MINUTE, 4 * SECOND, "failed", "Start compute · failed, retry in 5 s"],
  ]);
});

test("a project that only one's own actions name has the name of that time", () => {
  const at = { accountId: "sandbox", projectId: "shop-prod-12345678", place: "Sandbox" };
  const items = [
    actionItem(activity({ ...at, id: "1", at: ago(2 * MINUTE), subject: "shop / import" })),
    actionItem(activity({ ...at, id: "2", at: ago(MINUTE), action: "Delete project", subject: "shop-prod" })),
  ];
  expect(lanes(items).map(({ name }) => name)).toEqual(["shop-prod"]);
});

test("an hour of a clock that was moved is no hour of the axis, and what is out of sight has no lane", () => {
  const hour = 60 * MINUTE;
  const moved = ended(MINUTE, SECOND, { createdAt: ago(0), updatedAt: ago(-hour) });
  const [bar] = bars([moved], () => hour);
  expect(bar && bar.end - bar.start).toBe(SECOND);
  expect(lanes([ended(hour, SECOND)])).toEqual([]);
});

const bar = (start: number, end: number, label: string): Bar => ({
  item: ended(0, 0),
  start,
  end,
  look: "done",
  label,
});

test("a label stands inside its bar where it fits, else beside it, and nothing overlaps", () => {
  const shown = { from: 0, to: 1_000, now: 1_000 };
  const all = positioned(
    [
      bar(0, 300, "Create branch · 78 s"),
      bar(400, 401, "Start compute · 1 s"),
      bar(420, 421, "Apply config · 2 s"),
      bar(980, 990, "Suspend compute · 1 s"),
    ],
    shown,
    1_000,
  );
  expect(all.map(({ label, row }) => [label, row])).toEqual([
    ["inside", 0],
    ["after", 0],
    ["after", 1],
    ["before", 0],
  ]);
  expect(all[1]).toMatchObject({ left: 400, width: 3 });
});

test("a lane stays low however much happens in it, and no bar gets lost", () => {
  const many = Array.from({ length: 100 }, (_, index) => bar(index, index + 1, "Create branch · 1 s"));
  const all = positioned(many, { from: 0, to: 1_000, now: 1_000 }, 1_000);
  expect(all).toHaveLength(100);
  expect(Math.max(...all.map(({ row }) => row))).toBe(5);
});

test("the axis has round clock times and room ahead of the present", () => {
  const shown = shownOf(NOW, 10 * MINUTE, 640, NOW);
  expect(shown.from).toBe(NOW - 10 * MINUTE);
  expect(shown.to - NOW).toBeGreaterThan(MINUTE);
  const ticks = ticksOf(shown, 640);
  expect(ticks.length).toBeGreaterThan(3);
  for (const { instant, label } of ticks) {
    expect(instant % MINUTE).toBe(0);
    expect(instant).toBeLessThanOrEqual(NOW);
    expect(label).toMatch(/^\d\d:\d\d$/);
  }
  const seconds = ticksOf(shownOf(NOW, MINUTE, 640, NOW), 640);
  expect(seconds[0]?.label).toMatch(/^\d\d:\d\d:\d\d$/);
  for (const [index, { left }] of seconds.entries()) {
    expect(left - (seconds[index - 1]?.left ?? -100)).toBeGreaterThan(60);
  }
});

test("thousands of operations are laid out within a frame or two", () => {
  const items = Array.from({ length: 3_000 }, (_, index) =>
    ended(
      (index % 600) * SECOND,
      SECOND,
      { id: `op-${index}`, projectId: `p-${index % 200}`, branchId: `br-${index % 400}` },
      { projectName: null },
    ),
  );
  const before = performance.now();
  const groups = lanes(items);
  const { height } = linesOf(groups, SHOWN, 640, false);
  const took = performance.now() - before;
  expect(groups).toHaveLength(200);
  expect(height).toBeGreaterThan(1_200);
  expect(took).toBeLessThan(2_000);
});
