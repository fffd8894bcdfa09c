import { expect, test } from "vitest";
import { project } from "@/test/views";
import { shareValues } from "./sharedValues";

test("what projects have in common is kept once, and nothing of them changes", () => {
  const read = (changes: object) => {
    const text = JSON.stringify({ ...project(), regionId: "eu-central-1", ...changes });
    const made: ReturnType<typeof project> = JSON.parse(text);
    shareValues(made);
    expect(made).toEqual(JSON.parse(text));
    return made;
  };
  const usage = { ...project().usage, storageBytes: 7 };
  const one = read({ id: "a", computeSize: { minCu: 1, maxCu: 2 }, usage });
  const like = read({ id: "b", computeSize: { minCu: 1, maxCu: 2 }, usage });
  const other = read({ id: "c", computeSize: { maxCu: 2 }, usage: { ...usage, storageBytes: 8 } });
  expect(like.computeSize).toBe(one.computeSize);
  expect(like.usage).toBe(one.usage);
  expect(other.computeSize).not.toBe(one.computeSize);
  expect(other.usage).not.toBe(one.usage);
});
