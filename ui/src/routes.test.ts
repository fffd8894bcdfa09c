import { expect, test } from "vitest";
import { shortcutConflicts } from "@/kit/action/registry";
import { acceptRoute, allActions } from "./routes";

test("no two actions answer the same keys", () => {
  expect(shortcutConflicts(allActions)).toEqual([]);
});

test("every action has an id of its own", () => {
  const ids = allActions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(["branch", "compute", "database"])(
  "the keys of a %s are not taken by the project around it",
  (part) => {
    const about = (kind: string) =>
      allActions.findIndex((action) => action.about === kind && action.shortcut);
    expect(about(part)).toBeGreaterThanOrEqual(0);
    const keys = new Set(
      allActions.filter(({ about: kind }) => kind === part).map(({ shortcut }) => shortcut),
    );
    for (const action of allActions.filter(({ about: kind, shortcut }) => kind === "project" && shortcut)) {
      if (!keys.has(action.shortcut)) continue;
      const first = allActions.find(
        (each) => each.shortcut === action.shortcut && (each.about === part || each.about === "project"),
      );
      expect(first?.about).toBe(part);
    }
  },
);

test("only places that exist are accepted, with nothing more than they know", () => {
  expect(acceptRoute({ screen: "temporary", id: "a", more: "x" })).toEqual({ screen: "temporary", id: "a" });
  expect(acceptRoute({ screen: "sandbox", id: "a" })).toEqual({ screen: "sandbox" });
  expect(acceptRoute({ screen: "nowhere" })).toBeUndefined();
});

test.each([
  [
    { screen: "operations", id: "op-1" },
    { screen: "history", id: "op-1" },
  ],
  [
    { screen: "operations", view: "lanes" },
    { screen: "history", view: "timeline" },
  ],
  [{ screen: "activity" }, { screen: "history" }],
])("the old address %j still leads to the history", (old, route) => {
  expect(acceptRoute(old)).toEqual(route);
});
