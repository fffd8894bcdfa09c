import { describe, expect, test } from "vitest";
import { fuzzyScore, type PaletteEntry, searchEntries } from "./paletteEntries";

const best = (query: string, texts: string[]) =>
  texts
    .map((text) => ({ text, score: fuzzyScore(query, text) }))
    .filter((each) => each.score !== undefined)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map((each) => each.text);

describe("a search", () => {
  test("finds initials, parts and whole words, and orders them", () => {
    expect(best("ntd", ["Go to settings", "New temporary database", "Connected"])).toEqual([
      "New temporary database",
    ]);
    expect(best("temp", ["Attempt", "Temporary databases", "New temporary database"])).toEqual([
      "Temporary databases",
      "New temporary database",
      "Attempt",
    ]);
    expect(best("set", ["Reset the sandbox", "Settings"])[0]).toBe("Settings");
  });

  test("does not find letters strewn about", () => {
    expect(fuzzyScore("xyz", "Settings")).toBeUndefined();
    expect(fuzzyScore("tns", "the sandbox runs on a clock that is moved by hand")).toBeUndefined();
  });

  test("does not begin in the middle of a word, but for what stands there whole", () => {
    expect(fuzzyScore("shop", "New temporary database with options…")).toBeUndefined();
    expect(fuzzyScore("porary", "New temporary database with options…")).toBeDefined();
  });

  test("for nothing finds everything alike", () => {
    expect(fuzzyScore("", "a")).toBe(fuzzyScore("", "b"));
  });
});

describe("keywords", () => {
  const entry: PaletteEntry = {
    id: "account.remove",
    group: "Remove",
    title: "Remove Shop…",
    detail: undefined,
    icon: undefined,
    shortcut: undefined,
    blocked: undefined,
    danger: true,
    keywords: "delete disconnect forget sign out of it ledge registers",
    run: () => {},
  };

  test.each([
    ["forget", true],
    ["sign out", true],
    ["disc", true],
    ["ledger", false],
    ["rs", true],
  ])("are found as they are written: %s", (query, found) => {
    expect(searchEntries([entry], query)).toHaveLength(found ? 1 : 0);
  });
});
