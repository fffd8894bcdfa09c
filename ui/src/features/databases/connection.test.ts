import { expect, test } from "vitest";
import { account, database } from "@/test/views";
import { mainDatabase } from "./connection";

test("the main database is the platform's usual one wherever it stands, else the first", () => {
  const [usual, reports, shop] = ["svcdb", "reports", "shop"].map((name) => database({ name }));
  if (!usual || !reports || !shop) throw new Error("three databases");
  expect(mainDatabase([reports, usual], account())).toBe(usual);
  expect(mainDatabase([reports, shop], account())).toBe(reports);
  expect(mainDatabase([reports, usual], undefined)).toBe(reports);
  expect(mainDatabase([], account())).toBeUndefined();
});
