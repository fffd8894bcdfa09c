import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fold, nameKey } from "./nameKey";

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
