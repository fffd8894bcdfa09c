import { expect, test } from "vitest";
import { cutMiddle, middleOf } from "./cut";

test.each([
  ["shop-prod", 12, "shop-prod"],
  ["Suspend ep-cool-darkness-a1b2c3d4", 20, "Suspend ep…-a1b2c3d4"],
  ["Delete  a name", 9, "Dele…name"],
  ["Löschen 🐘🐘🐘🐘🐘🐘", 9, "Lösc…🐘🐘🐘🐘"],
])("%s within %i", (text, most, cut) => {
  expect(cutMiddle(text, most)).toBe(cut);
  expect([...cutMiddle(text, most)].length).toBeLessThanOrEqual(most);
});

test.each([
  ["Suspend ep-cool-darkness-a1b2c3d4", "Suspend ep-cool-darkn", "ess-a1b2c3d4"],
  ["Buchhaltung 19 bis 2026", "Buchhaltung ", "19 bis 2026"],
  ["Delete 🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘", "Delete 🐘", "🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘"],
])("%s in two", (text, begin, end) => {
  expect(middleOf(text)).toEqual([begin, end]);
});
