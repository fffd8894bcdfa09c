import { expect, test } from "vitest";
import { account } from "@/test/views";
import { emptyDraft } from "./draft";
import { optionsSummary } from "./optionsSummary";

const { profile } = account();

test("what is left alone is written out as what the platform makes of it", () => {
  expect(optionsSummary(emptyDraft(null, undefined, []), profile)).toEqual([
    "Default Postgres version, size and suspend timeout, set by the platform",
    `Database ${profile.database}`,
    `Owner ${profile.role}`,
    "Branch main",
  ]);
});

test("what was chosen stands there, also while it is folded", () => {
  const draft = {
    ...emptyDraft(null, undefined, []),
    pgVersion: "17",
    size: "0.25-2",
    suspend: "300",
    database: "orders",
    role: "clerk",
    branch: "production",
    hipaa: true,
    storePasswords: "no" as const,
    retention: "86400",
    psql: true,
  };
  expect(optionsSummary(draft, profile)).toEqual([
    "Postgres 17",
    "0.25–2 CU",
    "Suspends after 5 minutes",
    "Database orders",
    "Owner clerk",
    "Branch production",
    "HIPAA",
    "Passwords not stored",
    "Restore window 1 day",
    "Opens psql",
  ]);
  expect(optionsSummary({ ...draft, suspend: "-1", retention: "0" }, profile)).toEqual(
    expect.arrayContaining(["Never suspends", "No restore window"]),
  );
});

test("a size that cannot be used is not repeated", () => {
  expect(optionsSummary({ ...emptyDraft(null, undefined, []), size: "3-0.5" }, profile)).toContain(
    "Default Postgres version, size and suspend timeout, set by the platform",
  );
});
