import { expect, test } from "vitest";
import { createQueryClient } from "@/data/client";
import { answer, callsOf } from "@/test/backend";
import { kept, project } from "@/test/views";
import { cachedQuery, pagesQuery, type ReadList, wholeOf, withPage } from "./lists";

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

const LIST = { accountId: "sandbox", scope: "own", organizationId: null } as const;

/** A list of so many, kept in parts and read in pages of a thousand. Of each page one has changed. */
function long(count: number) {
  const all = Array.from({ length: count }, (_, index) => named(`p-${100_000 + index}`));
  const part = (after: string | null) => {
    const from = after === null ? 0 : Number(after);
    const next = from + 1_000 < count ? `${from + 1_000}` : null;
    return { items: all.slice(from, from + 1_000), next };
  };
  answer("projectCached", ({ after }) => {
    const { items, next } = part(after);
    return kept(
      items.map((each) => ({ ...each })),
      -1,
      { total: count, asOf: "2026-01-01T00:00:00Z", next },
    );
  });
  answer("projectPage", ({ cursor }) => {
    const { items, next } = part(cursor);
    const [first = usual, ...rest] = items;
    return { items: [{ ...first, name: `${first.name} renamed` }, ...rest], next, unavailable: [] };
  });
}

test("a long list is shown anew once a second and at its end, and what did not change stays the same object", async () => {
  long(6_000);
  const client = createQueryClient();
  const shown = new Set<unknown>();
  client
    .getQueryCache()
    .subscribe(({ query }) => shown.add(query.state.data && Reflect.get(query.state.data, "items")));
  const before = await client.fetchQuery(cachedQuery(LIST));
  shown.clear();
  const read = await client.fetchQuery(pagesQuery(LIST));
  expect(read).toMatchObject({ loaded: 6_000, whole: true, asOf: undefined });
  expect(read.items.map(({ name }) => name).filter((name) => name.endsWith("renamed"))).toHaveLength(6);
  expect(read.items.filter((each, index) => each !== before?.items[index])).toHaveLength(6);
  shown.delete(undefined);
  // What was kept, and what was read.
  expect(shown.size).toBe(2);
  expect(callsOf("projectPage")).toHaveLength(6);
});

test("a kept list that is read again and is the same stays the same", async () => {
  long(2_500);
  const client = createQueryClient();
  const before = await client.fetchQuery(cachedQuery(LIST));
  const again = await client.fetchQuery({ ...cachedQuery(LIST), staleTime: 0 });
  expect(again?.items).toBe(before?.items);
  expect(callsOf("projectCached").map(({ after }) => after)).toEqual([
    null,
    "1000",
    "2000",
    null,
    "1000",
    "2000",
  ]);
});
