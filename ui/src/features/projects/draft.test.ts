import { describe, expect, test } from "vitest";
import { createOf, emptyDraft, fieldErrorsOf, type ProjectDraft } from "./draft";

const draft = (changes: Partial<ProjectDraft> = {}): ProjectDraft => ({
  ...emptyDraft(null, undefined, []),
  ...changes,
});

const NOTHING = {
  name: null,
  regionId: null,
  organizationId: null,
  pgVersion: null,
  branch: null,
  database: null,
  role: null,
  compute: { minCu: null, maxCu: null, suspendTimeoutSeconds: null },
  settings: { blockPublic: null, blockVpc: null, hipaa: null, logicalReplication: null, allowedIps: null },
  storePasswords: null,
  historyRetentionSeconds: null,
};

describe("what cannot be used", () => {
  test.each<[Partial<ProjectDraft>, keyof ProjectDraft, RegExp]>([
    [{ name: "x".repeat(257) }, "name", /257 characters.*at most 256/],
    [{ name: "a\u0007b" }, "name", /visible characters/],
    [{ branch: "x".repeat(257) }, "branch", /at most 256/],
    [{ database: "ü".repeat(32) }, "database", /64 bytes.*at most 63/],
    [{ role: ".." }, "role", /letters, digits/],
    [{ size: "3-0.5" }, "size", /smaller size first: 0.5-3/],
    [{ size: "0.1" }, "size", /smallest size is 0.25/],
    [{ size: "big" }, "size", /a size such as 2, or a range such as 0.5-3/],
    [{ psql: true, psqlArguments: "-c 'select" }, "psqlArguments", /Unclosed '/],
    [{ name: "  shop  " }, "name", /spaces at the ends/],
  ])("%o is marked at %s", (typed, field, words) => {
    const fieldErrors = fieldErrorsOf(draft(typed), false);
    expect(fieldErrors[field]).toMatch(words);
    expect(Object.keys(fieldErrors)).toEqual([field]);
  });

  test("an organization is asked for only where the platform needs one", () => {
    expect(fieldErrorsOf(draft(), true).organizationId).toMatch(/Choose one/);
    expect(fieldErrorsOf(draft({ organizationId: "org-1" }), true)).toEqual({});
    expect(fieldErrorsOf(draft(), false)).toEqual({});
  });

  test.each(["", "x".repeat(256), "🦊".repeat(256), "Größe 数据库"])("the name %j can be used", (name) => {
    expect(fieldErrorsOf(draft({ name }), false)).toEqual({});
  });
});

describe("what is asked of the core", () => {
  test("nothing typed is nothing sent", () => expect(createOf(draft())).toEqual(NOTHING));

  test("every option in the core's words", () => {
    const typed = draft({
      name: "shop-prod",
      regionId: "eu-central-1",
      organizationId: "org-1",
      pgVersion: "16",
      branch: "trunk",
      database: "shop",
      role: "shop_owner",
      size: "0.5-3",
      suspend: "3600",
      retention: "86400",
      blockPublic: true,
      blockVpc: true,
      hipaa: true,
      logicalReplication: true,
      storePasswords: "no",
    });
    expect(createOf(typed)).toEqual({
      name: "shop-prod",
      regionId: "eu-central-1",
      organizationId: "org-1",
      pgVersion: 16,
      branch: "trunk",
      database: "shop",
      role: "shop_owner",
      compute: { minCu: 0.5, maxCu: 3, suspendTimeoutSeconds: 3600 },
      settings: {
        blockPublic: true,
        blockVpc: true,
        hipaa: true,
        logicalReplication: true,
        allowedIps: null,
      },
      storePasswords: false,
      historyRetentionSeconds: 86_400,
    });
  });

  test("a fixed size is a range of one, and no restore window is not the platform's choice", () => {
    const request = createOf(draft({ size: "2", retention: "0", suspend: "-1" }));
    expect(request.compute).toEqual({ minCu: 2, maxCu: 2, suspendTimeoutSeconds: -1 });
    expect(request.historyRetentionSeconds).toBe(0);
  });
});
