import { expect, test } from "vitest";
import type { Route } from "@/kit/route/route";
import { createRouter } from "@/kit/route/router";
import { acceptRoute, home } from "@/routes";
import { publish } from "@/test/backend";
import { followOpen } from "./open";

test("a notification that is clicked leads to its operation, until nobody follows any more", () => {
  const router = createRouter<Route>({ home, accept: acceptRoute });
  const stop = followOpen(router);
  publish({ kind: "activityAdded" });
  expect(router.current()).toEqual(home);
  publish({ kind: "openRequested", accountId: "a-1", projectId: "p-1", operationId: "op-7" });
  expect(router.current()).toEqual({ screen: "history", id: "op-7" });
  stop();
  publish({ kind: "openRequested", accountId: "a-1", projectId: "p-1", operationId: "op-8" });
  expect(router.current()).toEqual({ screen: "history", id: "op-7" });
});
