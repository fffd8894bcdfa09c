import { expect, test } from "vitest";
import { branch } from "@/test/views";
import { allOf, positionOf, shownOf, treeOf } from "./tree";

const NONE: ReadonlySet<string> = new Set();
const made = (id: string, parentId: string | null, more: Parameters<typeof branch>[0] = {}) =>
  branch({ id, name: id, parentId, ...more });
const lines = (list: ReturnType<typeof shownOf>) => list.map((node) => `${node.level} ${node.branch.name}`);

test("roots come first, the default one before the others, and children by name and number", () => {
  const roots = treeOf([
    made("dev-10", "main"),
    made("other", null),
    made("dev-9", "main"),
    made("main", null, { isDefault: true }),
    made("leaf", "dev-9"),
  ]);
  const order = ["1 main", "2 dev-9", "3 leaf", "2 dev-10", "1 other"];
  expect(lines(shownOf(roots, NONE))).toEqual(order);
  expect(lines(allOf(roots))).toEqual(order);
});

test("a branch whose parent is not in the list is a root that says so", () => {
  const [main, orphan] = treeOf([made("main", null, { isDefault: true }), made("lost", "br-gone")]);
  expect(main?.orphan).toBe(false);
  expect(orphan).toMatchObject({ level: 1, orphan: true });
});

test("a ring that no platform should send loses no branch and does not go round for ever", () => {
  const roots = treeOf([made("a", "b"), made("b", "a"), made("self", "self")]);
  expect(
    allOf(roots)
      .map(({ branch: { name } }) => name)
      .sort(),
  ).toEqual(["a", "b", "self"]);
});

test("a chain of two thousand is built and shown without running out of stack", () => {
  const chain = Array.from({ length: 2_000 }, (_, index) =>
    made(`b${index}`, index === 0 ? null : `b${index - 1}`),
  );
  const shown = shownOf(treeOf(chain), NONE);
  expect(shown).toHaveLength(2_000);
  expect(shown.at(-1)?.level).toBe(2_000);
});

test("what stands below a closed branch is left out, and each line knows its place", () => {
  const roots = treeOf([made("main", null), made("a", "main"), made("b", "main"), made("c", "a")]);
  const closed = new Set(["a"]);
  expect(lines(shownOf(roots, closed))).toEqual(["1 main", "2 a", "2 b"]);
  const [, a, b] = shownOf(roots, closed);
  expect(a && positionOf(a, closed, false)).toEqual({
    level: 2,
    position: 1,
    of: 2,
    parent: "main",
    open: false,
  });
  expect(b && positionOf(b, closed, false)).toMatchObject({ position: 2, open: undefined });
});

test("a filter shows what fits with what stands above it, also in other scripts and by id", () => {
  const roots = treeOf([
    made("main", null),
    made("br-1", "main", { name: "ÜBUNG/データ" }),
    made("br-2", "main", { name: "other" }),
    made("br-3", "br-2", { name: "deep" }),
  ]);
  const closed = new Set(["main"]);
  expect(lines(shownOf(roots, closed, "übung"))).toEqual(["1 main", "2 ÜBUNG/データ"]);
  expect(lines(shownOf(roots, closed, "データ"))).toEqual(["1 main", "2 ÜBUNG/データ"]);
  expect(lines(shownOf(roots, closed, "br-3"))).toEqual(["1 main", "2 other", "3 deep"]);
  expect(lines(shownOf(roots, NONE, "nothing"))).toEqual([]);
});

test("deleted branches stand after the others of their parent", () => {
  const roots = treeOf([
    made("a", null, { deletedAt: "2026-11-20T10:00:00Z" }),
    made("b", null),
    made("main", null, { isDefault: true }),
  ]);
  expect(lines(shownOf(roots, NONE))).toEqual(["1 main", "1 b", "1 a"]);
});
