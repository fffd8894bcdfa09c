import type { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { IpcError, type Reply } from "@/ipc/call";
import type { ErrorView } from "@/ipc/generated";
import { answer, resetBackend } from "@/test/backend";
import { account, branch, failure, keychain, sandbox } from "@/test/views";
import { createQueryClient } from "./client";
import { perform } from "./mutation";
import { accountsQuery, branchesQuery, keychainQuery, sandboxQuery } from "./queries";
import { type About, clearResolvedErrors } from "./resolvedErrors";

const KEY = ["thing", "do"];
const ABOUT: About = { accountId: "sandbox", projectId: "shop", branchId: "br-leaf" };
const LEAF = branch({ id: "br-leaf", name: "leaf" });

let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  resetBackend();
  client = createQueryClient();
  clearResolvedErrors(client);
});

const READS = {
  accountList: () => client.fetchQuery({ ...accountsQuery, staleTime: 0 }),
  keychainState: () => client.fetchQuery({ ...keychainQuery, staleTime: 0 }),
  sandboxState: () => client.fetchQuery({ ...sandboxQuery, staleTime: 0 }),
  branchList: () => client.fetchQuery({ ...branchesQuery("sandbox", "shop"), staleTime: 0 }),
};

/** One view says something and is read. */
interface Reading {
  name: keyof typeof READS;
  read(): Promise<unknown>;
}

function reading<N extends keyof typeof READS>(name: N, view: Reply<N>): Reading {
  return {
    name,
    read: () => {
      answer(name, () => view);
      return READS[name]();
    },
  };
}

const accounts = (...changes: Parameters<typeof account>) =>
  reading("accountList", [
    account(...changes),
    account({ id: "other", isReadOnly: true, state: "unauthorized" }),
  ]);

/** Work that is refused with this, once `meanwhile` is through. */
async function refused(error: Partial<ErrorView>, about?: About, meanwhile?: () => Promise<unknown>) {
  const view = failure({ message: "No", ...error });
  const run = async () => {
    await meanwhile?.();
    throw new IpcError(view);
  };
  await expect(perform(client, { key: KEY, ...(about && { about }), run }, undefined)).rejects.toThrow("No");
}

const isListed = () => client.getMutationCache().findAll({ mutationKey: KEY, status: "error" }).length > 0;

const CAUSES: Array<[what: string, error: Partial<ErrorView>, still: Reading, over: Reading]> = [
  [
    "a locked account",
    { code: "readOnly", about: "sandbox" },
    accounts({ isReadOnly: true }),
    accounts({ isReadOnly: false }),
  ],
  [
    "any locked account",
    { code: "readOnly" },
    accounts(),
    reading("accountList", [account({ isReadOnly: false })]),
  ],
  [
    "a refused key",
    { code: "unauthorized", about: "sandbox" },
    accounts({ state: "unauthorized" }),
    accounts({ state: "ready" }),
  ],
  [
    "a refused key of an account that is gone",
    { code: "unauthorized", about: "sandbox" },
    accounts({ state: "keyMissing" }),
    reading("accountList", [account({ id: "other" })]),
  ],
  [
    "a stopped sandbox",
    { code: "sandboxStopped" },
    reading("sandboxState", sandbox({ status: "starting", running: null })),
    reading("sandboxState", sandbox()),
  ],
  ...(["keychainAbsent", "keychainLocked", "keychainDenied"] as const).map(
    (code): (typeof CAUSES)[number] => [
      code,
      { code },
      reading("keychainState", keychain({ status: "checking" })),
      reading("keychainState", keychain({ status: "ready" })),
    ],
  ),
  [
    "a keychain that memory stands in for",
    { code: "keychainAbsent" },
    reading("keychainState", keychain({ status: "absent" })),
    reading("keychainState", keychain({ kind: "memory", status: "absent" })),
  ],
];

describe.each(CAUSES)("what was refused for %s", (_what, error, still, over) => {
  test("is shown until its cause is over", async () => {
    await refused(error);
    await still.read();
    expect(isListed()).toBe(true);
    await over.read();
    expect(isListed()).toBe(false);
  });

  test("is not believed over by what was read while it was asked for", async () => {
    await refused(error, undefined, async () => {
      vi.setSystemTime(Date.now() + 1_000);
      await over.read();
    });
    // Any other view that is read afterwards says nothing about it.
    await (over.name === "accountList" ? reading("branchList", []) : accounts()).read();
    expect(isListed()).toBe(true);
    await over.read();
    expect(isListed()).toBe(false);
  });
});

test("a key that was refused of an account that is not named stays", async () => {
  await refused({ code: "unauthorized" });
  await accounts({ state: "ready" }).read();
  expect(isListed()).toBe(true);
});

const LISTS: Array<[which: string, deleted: boolean, after: ReturnType<typeof branch>[]]> = [
  ["the branches", false, []],
  ["all branches", true, [{ ...LEAF, deletedAt: "2026-11-21T12:00:00Z" }]],
  ["all branches without it", true, []],
];

test.each(LISTS)(
  "what was refused of a branch goes with it once %s are read",
  async (_which, deleted, after) => {
    const read = (branches: ReturnType<typeof branch>[]) => {
      answer("branchList", () => branches);
      return client.fetchQuery({ ...branchesQuery("sandbox", "shop", deleted), staleTime: 0 });
    };
    await refused({ code: "platform" }, ABOUT);
    await read([LEAF]);
    expect(isListed()).toBe(true);
    await read(after);
    expect(isListed()).toBe(false);
  },
);
