import { expect, test } from "vitest";
import type { ProjectView } from "@/ipc/generated";
import { project } from "@/test/views";
import { filtered, rowOf as made, makeRows, type ProjectRow, rowsOfList, sorted } from "./rows";

const SANDBOX = { accountId: "sandbox", isReadOnly: false, shared: false };

const rowOf = (changes: Partial<ProjectView>): ProjectRow => made(SANDBOX, project(changes));

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
  const other = made({ ...SANDBOX, accountId: "cloud" }, project({ id: "d-4", name: "zebra 2" }));
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

test("rows that are in order stay the same array, and those that are alike stand by id whatever came first", () => {
  const order = sorted(few, { column: "name", direction: "ascending" });
  expect(sorted(order, { column: "name", direction: "ascending" })).toBe(order);
  const twins = ["c", "a", "b"].map((id) => rowOf({ id, name: "twin", pgVersion: 17 }));
  for (const column of ["name", "postgres"] as const) {
    for (const direction of ["ascending", "descending"] as const) {
      expect(sorted(twins, { column, direction }).map(({ project }) => project.id)).toEqual(["a", "b", "c"]);
    }
  }
});

test("words of a column share a place where they differ in case and accents alone", () => {
  const owners = ["Émile", "emilia", "EMILE"].map((organization, at) =>
    rowOf({ id: `${at}`, name: `${9 - at}`, organization }),
  );
  expect(names(sorted(owners, { column: "owner", direction: "ascending" }))).toEqual(["7", "9", "8"]);
});

test("a project's row stays the same until something of it is another", () => {
  const shop = project({ id: "a-1" });
  const row = made(SANDBOX, shop);
  expect(made(SANDBOX, shop)).toBe(row);
  const locked = { ...SANDBOX, isReadOnly: true };
  expect(made(locked, shop)).not.toBe(row);
  expect(made(locked, project({ id: "a-1" }))).not.toBe(row);
});

test("of a list that changed in part the other rows stay, and a lock that is set changes all", async () => {
  const items = ["a-1", "b-2", "c-3"].map((id) => project({ id }));
  const rows = rowsOfList(SANDBOX, items);
  expect(rowsOfList(SANDBOX, items)).toBe(rows);
  const changed = items.map((each) => (each.id === "b-2" ? { ...each, name: "other" } : each));
  const after = rowsOfList(SANDBOX, changed);
  expect(after.map((row, index) => row === rows[index])).toEqual([true, false, true]);
  expect(after.map(({ project: { id } }) => id)).toEqual(["a-1", "b-2", "c-3"]);
  const locked = { ...SANDBOX, isReadOnly: true };
  expect(rowsOfList(locked, changed).every(({ isReadOnly }) => isReadOnly)).toBe(true);
  await makeRows(SANDBOX, items);
  expect(rowsOfList(SANDBOX, items).every(({ isReadOnly }) => !isReadOnly)).toBe(true);
});

test("rows that were made in order are not gone over again, others are put in order", async () => {
  const byName = { column: "name", direction: "ascending" } as const;
  const listOf = (...ids: string[]) => ids.map((id) => project({ id, name: id }));
  const inOrder = listOf("a", "b", "c");
  await makeRows(SANDBOX, inOrder);
  const rows = rowsOfList(SANDBOX, inOrder);
  expect(sorted(rows, byName)).toBe(rows);
  const others = listOf("c", "a", "b");
  await makeRows(SANDBOX, others);
  expect(names(sorted(rowsOfList(SANDBOX, others), byName))).toEqual(["a", "b", "c"]);
});
