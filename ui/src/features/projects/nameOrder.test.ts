import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { byName, fold, nameKey } from "./nameOrder";

// Groups of names, each before the next; those of one group are the same but for what does not count. The core has them too.
const GROUPS: string[][] = JSON.parse(readFileSync("../tests/name_order.json", "utf8"));

test("names are in the order that the core has too", () => {
  const keys = GROUPS.map(([first = ""]) => nameKey(first));
  for (const [at, group] of GROUPS.entries()) {
    for (const name of group) expect([name, nameKey(name)]).toEqual([name, keys[at]]);
  }
  for (const [at, key] of keys.entries()) {
    const next = keys[at + 1];
    if (next !== undefined) expect(`${GROUPS[at]} before: ${key < next}`).toBe(`${GROUPS[at]} before: true`);
  }
});

test.each([
  ["Łódź", "lodz"],
  ["CAFÉ", "cafe"],
  ["Straße", "strasse"],
  ["ΟΔΟΣ", "οδοσ"],
  ["οδος", "οδοσ"],
  ["İstanbul", "istanbul"],
  ["ｆｕｌｌ", "full"],
  ["東京", "東京"],
])("%s is compared as %s", (text, folded) => expect(fold(text)).toBe(folded));

const row = (name: string, id: string) => ({ key: nameKey(name), project: { id } });
const ids = (rows: ReadonlyArray<{ project: { id: string } }>) =>
  rows.map(({ project }) => project.id).join("");

test("stretches that are in order are merged, and equal names stand by id", () => {
  const [a, b, b2, c, d] = [
    row("a", "1"),
    row("b", "2"),
    row("B", "3"),
    row("c", "4"),
    row("d", "5"),
  ] as const;
  expect(ids(byName([c, d, a, b, b2]))).toBe("12345");
  expect(ids(byName([b2, d, b, a, c]))).toBe("12345");
  expect(ids(byName([d, c, b2, b, a]))).toBe("12345");
  expect(ids(byName([a]))).toBe("1");
  expect(byName([])).toEqual([]);
  const order = [a, b, b2, c, d];
  expect(byName(order)).toBe(order);
});
