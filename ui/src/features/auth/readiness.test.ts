import { describe, expect, test } from "vitest";
import type { OauthProviderView } from "@/ipc/generated";
import { integration, sharedEmail } from "@/test/views";
import { type Known, metOf, type Readable, readinessOf } from "./readiness";

const provider = (id: string, isShared: boolean | null): OauthProviderView => ({
  id,
  isShared,
  clientId: null,
  microsoftTenantId: null,
});

const known = <View>(value: View): Known<View> => ({ state: "known", value });

const ready: Readable = {
  integration: integration({ ownedBy: "user" }),
  providers: known([provider("google", false)]),
  email: known({ ...sharedEmail(), kind: "standard" }),
  domains: known(["https://shop.example.com"]),
};

const pointOf = (change: Partial<Readable>, need: string) =>
  readinessOf({ ...ready, ...change }).find((point) => point.need === need);

describe("the readiness list", () => {
  test("always has its four points in one order, and counts those that are met", () => {
    const points = readinessOf(ready);
    expect(points.map(({ need }) => need)).toEqual(["credentials", "email", "domain", "owner"]);
    expect(points.map(({ state }) => state)).toEqual(["met", "met", "met", "met"]);
    expect(metOf(points)).toBe(4);
    expect(metOf(readinessOf({ ...ready, email: known(sharedEmail()), domains: known([]) }))).toBe(2);
  });

  test("names each provider with shared credentials, and one that the platform says nothing about", () => {
    const providers = known([
      provider("google", true),
      provider("github", false),
      provider("microsoft", null),
    ]);
    const point = pointOf({ providers }, "credentials");
    expect(point).toMatchObject({
      state: "missing",
      words: "Google and Microsoft use the platform’s shared credentials",
    });
    expect(pointOf({ providers: known([provider("google", true)]) }, "credentials")?.words).toBe(
      "Google uses the platform’s shared credentials",
    );
  });

  test("asks for no credentials where there is no provider", () => {
    expect(pointOf({ providers: known([]) }, "credentials")?.state).toBe("met");
  });

  test("says that the owner is missing for whatever else the platform calls it", () => {
    for (const ownedBy of ["neon", "platform", null]) {
      expect(pointOf({ integration: integration({ ownedBy }) }, "owner")?.state).toBe("missing");
    }
  });

  test.each(["credentials", "email", "domain"])(
    "%s is neither met nor missing before it is known",
    (need) => {
      const loading = { state: "loading" } as const;
      const failed = { state: "failed", error: new Error("No way there") } as const;
      const all = (each: typeof loading | typeof failed) => ({ providers: each, email: each, domains: each });
      expect(pointOf(all(loading), need)?.state).toBe("loading");
      expect(pointOf(all(failed), need)?.state).toBe("unknown");
      expect(metOf(readinessOf({ ...ready, ...all(failed) }))).toBe(1);
    },
  );
});
