import { expect, test } from "vitest";
import type { ProjectView } from "@/ipc/generated";
import { project } from "@/test/views";
import { filtered, rowOf as made, type ProjectRow, ranksOf, sorted } from "./rows";

const rowOf = (changes: Partial<ProjectView>): ProjectRow => made("sandbox", false, project(changes), false);

const names = (rows: readonly ProjectRow[]) => rows.map((row) => row.project.name);

const few = [
  rowOf({ id: "a-1", name: "Café 10", regionId: "eu-central-1", lastActiveAt: null }),
  rowOf({ id: "b-2", name: "cafe 9", regionId: "us-east-2", organization: "Acme" }),
  rowOf({ id: "c-3", name: "zebra", regionId: null, pgVersion: 16, lastActiveAt: "2026-11-20T10:00:00Z" }),
];

test.each([
  ["", ["Café 10", "cafe 9", "zebra"]],
  ["CAFE", ["Café 10", "cafe 9"]],
  ["café", ["Café 10", "cafe 9"]],
  ["cafe us-east", ["cafe 9"]],
  ["acme", ["cafe 9"]],
  ["C-3", ["zebra"]],
  ["postgres 16", ["zebra"]],
  ["cafe zebra", []],
])("the filter %j leaves %j", (filter, left) => expect(names(filtered(few, filter))).toEqual(left));

test("a word of an account's name leaves all its rows that hold the other words", () => {
  const other = made("cloud", false, project({ id: "d-4", name: "zebra 2" }), false);
  const accounts = new Map([
    ["sandbox", "This machine"],
    ["cloud", "Café cloud"],
  ]);
  expect(names(filtered([...few, other], "cafe", accounts))).toEqual(["Café 10", "cafe 9", "zebra 2"]);
  expect(names(filtered([...few, other], "zebra cafe", accounts))).toEqual(["zebra 2"]);
});

test.each([
  ["name", "ascending", ["cafe 9", "Café 10", "zebra"]],
  ["name", "descending", ["zebra", "Café 10", "cafe 9"]],
  ["region", "ascending", ["Café 10", "cafe 9", "zebra"]],
  ["region", "descending", ["cafe 9", "Café 10", "zebra"]],
  ["postgres", "ascending", ["zebra", "cafe 9", "Café 10"]],
] as const)("by %s %s: what has no value comes last", (column, direction, order) => {
  expect(names(sorted(few, { column, direction }))).toEqual(order);
});

test("what was never active comes last both ways", () => {
  expect(names(sorted(few, { column: "lastActive", direction: "ascending" })).at(-1)).toBe("Café 10");
  expect(names(sorted(few, { column: "lastActive", direction: "descending" })).at(-1)).toBe("Café 10");
});

test("10,000 rows are in order, and a filter finds the one among them at any length of its name", () => {
  const count = 10_000;
  // Far apart in the list, next to each other in order.
  const many = Array.from({ length: count }, (_, index) => {
    const number = (index * 7919) % count;
    return rowOf({ id: `shop-${number}-x`, name: `shop ${number}` });
  });
  const order = sorted(many, { column: "name", direction: "ascending" });
  expect(names(order)).toEqual(Array.from({ length: count }, (_, index) => `shop ${index}`));
  expect(names(filtered(order, "shop-4711-x"))).toEqual(["shop 4711"]);
  expect(filtered(order, "s")).toHaveLength(count);
});

test("a project's row stays the same until something of it is another", () => {
  const shop = project({ id: "a-1" });
  const row = made("sandbox", false, shop, false);
  expect(made("sandbox", false, shop, false)).toBe(row);
  expect(made("sandbox", true, shop, false)).not.toBe(row);
  expect(made("sandbox", true, project({ id: "a-1" }), false)).not.toBe(row);
});

test("places are in the order of people, whenever a word comes", () => {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const words = Array.from(
    { length: 300 },
    (_, index) => `${index % 2 ? "Café" : "cafe"} ${(index * 7919) % 300}`,
  );
  for (let first = 0; first < words.length; first += 40) ranksOf(words.slice(first, first + 40));
  const ranks = ranksOf([]);
  const byRank = [...words].sort((a, b) => (ranks.get(a) ?? -1) - (ranks.get(b) ?? -1));
  expect(byRank).toEqual([...words].sort(collator.compare));
});

test("words that differ in case and accents alone share a place", () => {
  const ranks = ranksOf(["Émile", "emile", "EMILE", "emilia"]);
  expect(ranks.get("Émile")).toBe(ranks.get("EMILE"));
  expect(ranks.get("emile")).toBeLessThan(ranks.get("emilia") ?? 0);
});
