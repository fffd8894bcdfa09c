import { expect, test, vi } from "vitest";
import { shortcutConflicts } from "@/kit/action/registry";
import { acceptPlace, allActions } from "./routes";

vi.mock("@/ipc/generated", () => import("@/test/backend"));

test("no two actions answer the same keys", () => {
  expect(shortcutConflicts(allActions)).toEqual([]);
});

test("every action has an id of its own", () => {
  const ids = allActions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("only places that exist are accepted, with nothing more than they know", () => {
  expect(acceptPlace({ screen: "temporary", id: "a", more: "x" })).toEqual({ screen: "temporary", id: "a" });
  expect(acceptPlace({ screen: "activity", id: "a" })).toEqual({ screen: "activity" });
  expect(acceptPlace({ screen: "nowhere" })).toBeUndefined();
});
