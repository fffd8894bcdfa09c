import { expect, test } from "vitest";
import { nameKey } from "@/features/base/nameKey";
import { byName } from "./nameOrder";

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
