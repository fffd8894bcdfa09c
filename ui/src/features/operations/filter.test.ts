import { expect, test } from "vitest";
import { failedStart, tracked } from "@/test/views";
import { ALL, choicesOf, filtered, isFiltered } from "./filter";
import { lanesOf, widthOf } from "./Lanes";
import { rowsOfProject } from "./ProjectOperationsTab";
import { operationLook, takenOf } from "./words";

const RUNNING = tracked({ id: "op-run" });
const FAILED = failedStart();
const DONE = tracked(
  { id: "op-done", status: "finished", statusWord: "OK", isOver: true, branchId: "br-2" },
  { branchName: "größe", endedAt: "2026-11-20T10:00:02Z" },
);
const ROWS = [RUNNING, FAILED, DONE];
const ids = (rows: ReturnType<typeof filtered>) => rows.map(({ operation }) => operation.id);

test.each([
  [{ state: "running" } as const, ["op-run", "op-fail"]],
  [{ state: "failed" } as const, ["op-fail"]],
  [{ state: "ended" } as const, ["op-done"]],
  [{ action: "start_compute" }, ["op-fail"]],
  [{ account: "work" }, ["op-fail"]],
  [{ project: "sandbox/shop-prod-12345678" }, ["op-run", "op-done"]],
  [{ text: "GRÖSSE" }, []],
  [{ text: "größe ok" }, ["op-done"]],
  [{ text: "room" }, ["op-fail"]],
  [{ text: "ep-1" }, ["op-fail"]],
  [{ state: "ended", account: "work" } as const, []],
])("%j shows %j", (changes, expected) => {
  expect(ids(filtered(ROWS, { ...ALL, ...changes }))).toEqual(expected);
});

test("there is only to choose from what is there, and any of it first", () => {
  expect(isFiltered(ALL)).toBe(false);
  expect(isFiltered({ ...ALL, text: "  " })).toBe(false);
  const { actions, accounts, projects } = choicesOf(ROWS);
  expect(actions.map(({ label }) => label)).toEqual(["Any action", "Create branch", "Start compute"]);
  expect(accounts.map(({ label }) => label)).toEqual(["Any account", "Sandbox", "Work"]);
  expect(projects.map(({ label }) => label)).toEqual(["Any project", "billing", "shop-prod"]);
});

test("lanes stand by account and project, one a branch and compute, the oldest at the left", () => {
  const at = (createdAt: string, more: Parameters<typeof tracked>[0]) => tracked({ createdAt, ...more });
  const rows = [
    at("2026-11-20T10:00:03Z", { id: "c", computeId: "ep-1" }),
    at("2026-11-20T10:00:01Z", { id: "a" }),
    at("2026-11-20T10:00:02Z", { id: "b" }),
    at("2026-11-20T10:00:00Z", { id: "p", branchId: null }),
    FAILED,
  ];
  const [, sandbox] = lanesOf(rows);
  expect(lanesOf(rows).map(({ name }) => name)).toEqual(["Work", "Sandbox"]);
  expect(
    sandbox?.projects.flatMap(({ name, lanes }) =>
      lanes.map((lane) => [name, lane.kind, lane.name, lane.rows.map(({ operation }) => operation.id)]),
    ),
  ).toEqual([
    ["shop-prod", "project", "project", ["p"]],
    ["shop-prod", "branch", "main", ["a", "b"]],
    ["shop-prod", "compute", "main / ep-1", ["c"]],
  ]);
});

test("a block is wider the longer it took, within limits", () => {
  expect(widthOf(undefined)).toBe(96);
  expect(widthOf(1_000)).toBeGreaterThan(widthOf(100));
  expect(widthOf(86_400_000)).toBe(240);
});

test("what ended is timed by the platform's clock, what goes on by this machine's", () => {
  const ended = tracked({
    isOver: true,
    createdAt: "2030-01-01T00:00:00Z",
    updatedAt: "2030-01-01T00:00:01.5Z",
  });
  expect(takenOf(ended, Date.now())).toBe(1_500);
  const going = tracked({ createdAt: "2030-01-01T00:00:00Z" }, { since: "2026-11-20T10:00:00Z" });
  expect(takenOf(going, new Date("2026-11-20T10:00:07Z").getTime())).toBe(7_000);
  const vanished = tracked({ status: "vanished", statusWord: "Vanished", isOver: true });
  expect(takenOf(vanished, Date.now())).toBeUndefined();
  expect(operationLook(vanished.operation)).toEqual({ word: "Vanished", tone: "warning" });
});

test("a project's own list gets the clicks that are known, and the newer of two records", () => {
  const listed = tracked({ id: "op-run", updatedAt: "2026-11-20T10:00:00Z" }).operation;
  const followed = tracked({
    id: "op-run",
    status: "finished",
    statusWord: "OK",
    isOver: true,
    updatedAt: "2026-11-20T10:00:05Z",
  });
  const other = { ...listed, id: "op-other", createdAt: "2026-11-20T11:00:00Z" };
  const around = {
    accountId: "sandbox",
    accountName: "Sandbox",
    projectName: "shop-prod",
    offset: 3_600_000,
  };
  const rows = rowsOfProject([listed, other, other], [followed], [], around);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ clicked: { target: "import" }, operation: { status: "finished" } });
  expect(rows[1]).toMatchObject({ clicked: null, since: "2026-11-20T10:00:00.000Z" });
});
