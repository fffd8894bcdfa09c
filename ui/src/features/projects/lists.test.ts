import { expect, test } from "vitest";
import { project } from "@/test/views";
import { type ReadList, wholeOf, withPage } from "./lists";

// The same to the millisecond, whenever it is made.
const usual = project();
const named = (id: string, name = id) => ({ ...usual, id, name });

const begun = (ids: readonly string[], asOf: number | undefined): ReadList => ({
  items: ids.map((id) => named(id, `old ${id}`)),
  loaded: 0,
  whole: false,
  asOf,
  unavailable: [],
  seen: new Set(),
});

const shown = ({ items }: ReadList) => items.map(({ name }) => name);

test("a page lies over what was kept, and what is new comes below", () => {
  const read = withPage(begun(["a", "b"], 1), [named("b"), named("c")], []);
  expect(shown(read)).toEqual(["old a", "b", "c"]);
  expect(read.loaded).toBe(2);
});

test("read to its end, what was not seen is gone and all is of now", () => {
  const read = wholeOf(withPage(begun(["a", "b"], 1), [named("b")], []));
  expect(shown(read)).toEqual(["b"]);
  expect(read).toMatchObject({ whole: true, asOf: undefined });
});

test("what the platform could not look up in time stays as it was, with its age", () => {
  const read = wholeOf(withPage(begun(["a", "b"], 1), [named("b")], ["a", "never-seen"]));
  expect(shown(read)).toEqual(["old a", "b"]);
  expect(read).toMatchObject({ asOf: 1, unavailable: ["a", "never-seen"] });
});

test("a page that says what is known already leaves the list what it was", () => {
  const before = begun(["a", "b"], 1);
  const read = withPage(before, [named("b", "old b"), named("a", "old a")], []);
  expect(read.items).toBe(before.items);
  expect(wholeOf(read).items).toBe(before.items);
  expect(withPage(before, [named("b", "another")], []).items[0]).toBe(before.items[0]);
});
