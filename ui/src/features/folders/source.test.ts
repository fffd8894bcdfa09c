import { expect, test } from "vitest";
import type { FolderState } from "@/ipc/generated";
import { folder, folderSettings } from "@/test/views";
import { nextActionOf } from "./look";
import { canBeFormer } from "./queries";
import { canEnsure, canReplace } from "./rows";

const request = { branchId: "br", computeId: null, database: "d", role: "r", pooled: true };
const BRANCH = folderSettings({ source: { kind: "branch", accountId: "a", projectId: "p", request } });

test.each<[FolderState, string | undefined]>([
  ["absent", "folder.ensure"],
  ["unfinished", "folder.ensure"],
  ["unclear", "folder.ensure"],
  ["expiring", "folder.replace"],
  ["expired", "folder.replace"],
  ["claimed", "folder.replace"],
  ["filled", undefined],
])("%s: a branch is written whatever became of the temporary database", (state, next) => {
  const one = folder({ state, settings: BRANCH });
  expect(nextActionOf(one)).toBe(next);
  expect([canEnsure(one), canReplace(one)]).toEqual([next === "folder.ensure", next === "folder.replace"]);
});

test("a temporary database that is in the file is a former string of a branch", () => {
  for (const state of ["filled", "expiring", "expired", "claimed"] as const) {
    const one = folder({ state, settings: BRANCH, temporaryId: "row-1" });
    expect([canReplace(one), canBeFormer(one)]).toEqual([true, true]);
  }
});

test("whatever Plinth wrote can be replaced by a temporary database, and nothing else", () => {
  for (const state of ["filled", "expiring", "expired", "claimed", "unseeded", "unfinished"] as const) {
    expect(canReplace(folder({ state }))).toBe(true);
  }
  for (const state of ["absent", "foreign", "envUnusable", "gone"] as const) {
    expect(canReplace(folder({ state }))).toBe(false);
  }
});
