import { expect, test } from "vitest";
import { failedStart, tracked } from "@/test/views";
import {
  ALL,
  actionChoices,
  filtered,
  isFiltered,
  logFilterOf,
  whereChoices,
  whereOfValue,
  whereValue,
} from "./filter";
import { operationLook, takenOf } from "./operation";
import { rowsOfProject } from "./ProjectHistoryTab";

const RUNNING = tracked({ id: "op-run" });
const FAILED = failedStart();
const DONE = tracked(
  { id: "op-done", status: "finished", statusWord: "Done", isOver: true, branchId: "br-2" },
  { branchName: "größe", endedAt: "2026-11-20T10:00:02Z" },
);
const GONE = tracked({ id: "op-gone", status: "vanished", statusWord: "Vanished", isOver: true });
const SKIPPED = tracked({ id: "op-skip", status: "skipped", statusWord: "Skipped", isOver: true });
const ROWS = [RUNNING, FAILED, DONE, GONE, SKIPPED];
const ids = (rows: ReturnType<typeof filtered>) => rows.map(({ operation }) => operation.id);

test.each([
  [{ state: "running" } as const, ["op-run", "op-fail"]],
  [{ state: "active" } as const, ["op-run", "op-fail"]],
  [{ state: "failed" } as const, ["op-fail"]],
  [{ state: "done" } as const, ["op-done"]],
  [{ state: "unclear" } as const, ["op-gone"]],
  [{ state: "cancelled" } as const, ["op-skip"]],
  [{ action: "Start compute" }, ["op-fail"]],
  [{ action: "operations" }, ["op-run", "op-fail", "op-done", "op-gone", "op-skip"]],
  [{ action: "own" }, []],
  [{ where: { accountId: "work" } }, ["op-fail"]],
  [{ where: { accountId: "work", projectId: "elsewhere" } }, []],
  [{ text: "GRÖSSE" }, []],
  [{ text: "größe done" }, ["op-done"]],
  [{ text: "room" }, ["op-fail"]],
  [{ text: "ep-1" }, ["op-fail"]],
  [{ state: "done", where: { accountId: "work" } } as const, []],
])("%j shows %j", (changes, expected) => {
  expect(ids(filtered(ROWS, { ...ALL, ...changes }))).toEqual(expected);
});

test.each([
  [{}, {}],
  [{ text: "  " }, {}],
  [{ state: "active" } as const, { outcome: "failed" }],
  [{ state: "unclear", text: " x " } as const, { outcome: "unclear", text: "x" }],
  [{ action: "own" }, {}],
  [{ action: "Create branch" }, { action: "Create branch" }],
  [{ where: { accountId: "work", projectId: "p" } }, { accountId: "work", projectId: "p" }],
  [{ state: "running" } as const, undefined],
  [{ action: "operations" }, undefined],
])("of one's own actions, %j asks the core for %j", (changes, expected) => {
  expect(logFilterOf({ ...ALL, ...changes })).toEqual(expected);
});

test("there is only to choose from what is there, and any of it first", () => {
  expect(isFiltered(ALL)).toBe(false);
  expect(isFiltered({ ...ALL, text: "  " })).toBe(false);
  const labels = (choices: ReadonlyArray<{ label: string }>) => choices.map(({ label }) => label);
  expect(labels(actionChoices(ROWS, ["Create branch", "Add account"]))).toEqual([
    "Any action",
    "Operations only",
    "Your actions only",
    "Add account",
    "Create branch",
    "Start compute",
  ]);
  const places = whereChoices([{ id: "sandbox", name: "Sandbox" }], ROWS);
  expect(labels(places)).toEqual(["All accounts", "Sandbox", "billing", "shop-prod"]);
  expect(places.map(({ value }) => whereValue(whereOfValue(value)))).toEqual(
    places.map(({ value }) => value),
  );
});

test("what ended is timed by the platform's clock, what goes on by this machine's", () => {
  const ended = tracked({
    isOver: true,
    createdAt: "2030-01-01T00:00:00Z",
    updatedAt: "2030-01-01T00:00:01.5Z",
  });
  expect(takenOf(ended, Date.now())).toBe(1_500);
  const measured = {
    ...ended,
    operation: { ...ended.operation, updatedAt: ended.operation.createdAt, durationMs: 340 },
  };
  expect(takenOf(measured, Date.now())).toBe(340);
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
    statusWord: "Done",
    isOver: true,
    updatedAt: "2026-11-20T10:00:05Z",
  });
  const other = { ...listed, id: "op-other", createdAt: "2026-11-20T11:00:00Z" };
  const around = {
    accountId: "sandbox",
    accountName: "Sandbox",
    projectId: "shop-prod-12345678",
    projectName: "shop-prod",
    offset: 3_600_000,
  };
  const expired = tracked({ id: "op-old", isOver: true });
  const elsewhere = tracked({ id: "op-else", projectId: "billing-1" });
  const rows = rowsOfProject([listed, other, other], [followed, expired, elsewhere], [], around);
  expect(rows.map(({ operation }) => operation.id)).toEqual(["op-run", "op-old", "op-other"]);
  expect(rows[0]).toMatchObject({ clicked: { target: "import" }, operation: { status: "finished" } });
  expect(rows[2]).toMatchObject({ clicked: null, since: "2026-11-20T10:00:00.000Z" });
});
