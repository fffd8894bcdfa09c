import { expect, test } from "vitest";
import { cutMiddle } from "./cut";

test.each([
  ["shop-prod", 12, "shop-prod"],
  ["Suspend ep-cool-darkness-a1b2c3d4", 20, "Suspend ep…-a1b2c3d4"],
  ["Delete  a name", 9, "Dele…name"],
  ["Löschen 🐘🐘🐘🐘🐘🐘", 9, "Lösc…🐘🐘🐘🐘"],
])("%s within %i", (text, most, cut) => {
  expect(cutMiddle(text, most)).toBe(cut);
  expect([...cutMiddle(text, most)].length).toBeLessThanOrEqual(most);
});
