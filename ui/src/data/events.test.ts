import { expect, test } from "vitest";
import type { EventView } from "@/ipc/generated";
import { tell } from "@/test/backend";
import { createQueryClient } from "./client";
import { followEvents, keysOf } from "./events";
import { keys } from "./keys";

const cases: Array<[EventView, readonly (readonly string[])[]]> = [
  [
    { kind: "temporaryChanged", id: "a" },
    [keys.temporaryList, keys.temporaryConnect("a"), keys.temporaryClaimTarget("a"), keys.sandboxState],
  ],
  [
    { kind: "temporaryForgotten", id: "a" },
    [keys.temporaryList, keys.temporaryConnect("a"), keys.temporaryClaimTarget("a"), keys.sandboxState],
  ],
  [{ kind: "expiryNeared", id: "a", name: "x", warning: "day" }, [keys.temporaryList]],
  [{ kind: "workChanged", id: "w" }, [keys.work]],
  [{ kind: "accountsChanged" }, [keys.accounts, keys.places, keys.temporary]],
  [{ kind: "keychainChanged" }, [keys.keychain, keys.accounts, keys.temporary, keys.places]],
  [{ kind: "settingsChanged" }, [keys.settings, keys.everyApiKey]],
  [{ kind: "activityAdded" }, [keys.activity, keys.budgets]],
  [{ kind: "projectsChanged", accountId: "a" }, [keys.projectsKept("a"), keys.search, keys.budget("a")]],
  [{ kind: "sandboxChanged" }, [keys.sandbox, keys.accounts, keys.places]],
  [{ kind: "muchChanged" }, [[]]],
  [{ kind: "quitAsked" }, []],
  [{ kind: "openAsked", accountId: "a", projectId: "p", operationId: "o" }, []],
];

test.each(cases)("%o makes exactly these views old", (event, expected) => {
  expect(keysOf(event)).toEqual(expected);
});

test("an event makes only its own views old, until nobody follows any more", () => {
  const client = createQueryClient();
  client.setQueryData(keys.settings, { old: true });
  client.setQueryData(keys.work, []);
  const stop = followEvents(client);

  tell({ kind: "settingsChanged" });
  expect(client.getQueryState(keys.settings)?.isInvalidated).toBe(true);
  expect(client.getQueryState(keys.work)?.isInvalidated).toBe(false);

  stop();
  tell({ kind: "workChanged", id: "w" });
  expect(client.getQueryState(keys.work)?.isInvalidated).toBe(false);
});

test("after events were missed every view is old, also those of what is gone", () => {
  const client = createQueryClient();
  const all = [keys.settings, keys.work, keys.temporaryList, keys.temporaryConnect("gone"), keys.activity];
  for (const queryKey of all) client.setQueryData(queryKey, {});
  const stop = followEvents(client);

  tell({ kind: "muchChanged" });
  for (const queryKey of all) expect(client.getQueryState(queryKey)?.isInvalidated, `${queryKey}`).toBe(true);
  stop();
});
