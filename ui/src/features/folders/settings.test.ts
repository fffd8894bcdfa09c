import { expect, test } from "vitest";
import { folderSettings, services } from "@/test/views";
import { BRANCH, draftOf, fieldErrorsOf, fromFolder, HERE, type SettingsDraft, settingsOf } from "./settings";
import { FAULTS } from "./words";

const draft = (changes: Partial<SettingsDraft> = {}) => ({
  ...draftOf(folderSettings(), services()),
  ...changes,
});

const OF_BRANCH = {
  place: BRANCH,
  accountId: "sandbox",
  projectId: "shop-prod",
  branchId: "br-main",
  database: "svcdb",
  role: "svcdb_owner",
};

test("what was saved and is not changed is the same again, wherever the database comes from", () => {
  const request = { branchId: "br-main", computeId: null, database: "svcdb", role: "reader", pooled: false };
  const all = [
    folderSettings(),
    folderSettings({ source: { kind: "temporary", service: { kind: "neon" } } }),
    folderSettings({
      source: { kind: "temporary", service: { kind: "custom", address: "https://a.example" } },
    }),
    folderSettings({ source: { kind: "branch", accountId: "a", projectId: "p", request } }),
    folderSettings({ seed: { type: "sql-script", path: "db/seed.sql" }, writeWithoutAsking: true }),
  ];
  for (const settings of all) expect(settingsOf(draftOf(settings, services()))).toEqual(settings);
});

test("a branch is given no seed, as it fills new databases only", () => {
  expect(settingsOf(draft({ ...OF_BRANCH, seedPath: "seed.sql" })).seed).toBeNull();
});

test.each([
  [{}, {}],
  [{ envFile: "app/.env.local" }, {}],
  [{ envFile: "" }, { envFile: FAULTS.envFile }],
  [{ envFile: "/etc/passwd" }, { envFile: FAULTS.envFile }],
  [{ envFile: "~/.env" }, { envFile: FAULTS.envFile }],
  [{ envFile: "C:\\.env" }, { envFile: FAULTS.envFile }],
  [{ envFile: "app/../../.env" }, { envFile: FAULTS.envFile }],
  [{ envFile: "..env" }, {}],
  [{ variable: "1ST" }, { variable: FAULTS.variable }],
  [{ variable: "VITE_URL" }, { variable: FAULTS.isPublic("VITE_") }],
  [{ variable: "VITE_URL", publicPrefix: "" }, {}],
  [{ publicPrefix: "NEXT-" }, { publicPrefix: FAULTS.variable }],
  [{ referrer: " " }, { referrer: FAULTS.referrer }],
  [OF_BRANCH, {}],
  [{ ...OF_BRANCH, referrer: "" }, {}],
  [{ ...OF_BRANCH, publicPrefix: "NEXT-" }, {}],
  [{ ...OF_BRANCH, accountId: "" }, { accountId: FAULTS.account }],
  [{ ...OF_BRANCH, projectId: "" }, { projectId: FAULTS.project }],
  [{ ...OF_BRANCH, branchId: "" }, { branchId: FAULTS.branch }],
  [
    { ...OF_BRANCH, database: "", role: "" },
    { database: FAULTS.database, role: FAULTS.role },
  ],
])("%o is typed", (changes, expected) => {
  expect(fieldErrorsOf(draft(changes))).toEqual(expected);
});

test("what is not shown beside a branch is saved in a form that can be used", () => {
  const { publicPrefix, referrer } = settingsOf(
    draft({ ...OF_BRANCH, publicPrefix: "NEXT-", referrer: " " }),
  );
  expect([publicPrefix, referrer]).toEqual(["VITE_", "plinth"]);
});

test("a file in the folder is named from there, and another one whole", () => {
  expect(fromFolder("/code/shop", "/code/shop/db/seed.sql")).toBe("db/seed.sql");
  expect(fromFolder("/code/shop", "/code/shop-old/seed.sql")).toBe("/code/shop-old/seed.sql");
});

test("this machine is meant also before its sandbox is known, and by its account", () => {
  const own = services().find(({ kind }) => kind === "thisMachine");
  expect(draftOf(folderSettings(), []).place).toBe(HERE);
  const source = { kind: "temporary", service: own?.choice ?? null } as const;
  const { place } = draftOf(folderSettings({ source }), services());
  expect(place).toBe(HERE);
  expect(settingsOf(draft({ place })).source).toEqual({ kind: "temporary", service: null });
});
