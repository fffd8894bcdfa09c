import { expect, test } from "vitest";
import { createQueryClient } from "./client";
import { type MutationSpec, perform } from "./mutation";

const peeling: MutationSpec<string, string> = {
  key: ["peel"],
  run: (fruit) =>
    fruit === "stone" ? Promise.reject(new Error("too hard")) : Promise.resolve(`${fruit}, peeled`),
};

test("of work done again and again only the last try is kept, a refusal until it is tried again", async () => {
  const client = createQueryClient();
  const kept = () =>
    client
      .getMutationCache()
      .getAll()
      .map(({ state }) => state.data ?? state.error?.message);
  await perform(client, { ...peeling, key: ["core"] }, "pear");
  for (const fruit of ["apple", "banana"]) await perform(client, peeling, fruit);
  expect(kept()).toEqual(["pear, peeled", "banana, peeled"]);
  await expect(perform(client, peeling, "stone")).rejects.toThrow("too hard");
  expect(kept()).toEqual(["pear, peeled", "too hard"]);
  await perform(client, peeling, "cherry");
  expect(kept()).toEqual(["pear, peeled", "cherry, peeled"]);
});
