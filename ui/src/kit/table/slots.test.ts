import { expect, test } from "vitest";
import { nextSlots, type Slot } from "./slots";

const drawn = (...keys: string[]): Slot[] => keys.map((key, number) => ({ key, number }));
const numbers = (slots: readonly Slot[]) => slots.map(({ key, number }) => `${key}${number}`).join(" ");

test.each([
  ["all others take over in order", drawn("a", "b", "c"), ["x", "y", "z"], undefined, "x0 y1 z2"],
  ["what stays keeps its own", drawn("a", "b", "c"), ["a", "x", "y"], undefined, "a0 x1 y2"],
  ["none is moved before one that stays", drawn("a", "b", "c"), ["x", "a", "b"], undefined, "x3 a0 b1"],
  ["none is moved behind one that stays", drawn("a", "b", "c"), ["b", "c", "x"], undefined, "b1 c2 x3"],
  [
    "few that stay leave theirs where most are new",
    drawn("a", "b", "c"),
    ["c", "x", "y"],
    undefined,
    "c0 x1 y2",
  ],
  ["a kept one does not, where most are new", drawn("a", "b", "c"), ["c", "x", "y"], "c", "c2 x3 y4"],
  ["more than there were get fresh ones", drawn("a"), ["x", "y"], undefined, "x0 y1"],
  ["turned round, each keeps its own", drawn("a", "b", "c"), ["c", "b", "a"], undefined, "c2 b1 a0"],
  ["those of the kept row go to nobody", drawn("a", "b", "c"), ["x", "y", "z"], "b", "x0 y2 z3"],
  ["what stays is passed by nobody", drawn("a", "b", "c"), ["x", "y", "b"], "b", "x0 y3 b1"],
  ["the kept row keeps its own", drawn("a", "b", "c"), ["a", "x", "y"], "a", "a0 x1 y2"],
])("%s", (_what, before, keys, kept, expected) => {
  expect(numbers(nextSlots(before, keys, kept))).toBe(expected);
});

test("no two rows are drawn with the same elements, however rows come and go", () => {
  let slots: readonly Slot[] = [];
  for (let step = 1; step < 400; step++) {
    const first = (step * 7919) % 90;
    const count = 5 + (step % 13);
    const keys = Array.from(
      { length: count },
      (_, index) => `row-${(first + index * (1 + (step % 3))) % 97}`,
    );
    slots = nextSlots(slots, [...new Set(keys)], `row-${first}`);
    expect(new Set(slots.map(({ number }) => number)).size).toBe(slots.length);
  }
});
