import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { onFact } from "@/ipc/facts";
import type { FactView } from "@/ipc/generated";
import { keys } from "./keys";
import { createOutdating } from "./outdate";

/** Which views a fact makes old. A new kind of fact does not compile until it is told here. */
export function keysOf(fact: FactView): readonly QueryKey[] {
  switch (fact.kind) {
    case "temporaryChanged":
    case "temporaryForgotten":
      return [
        keys.temporaryList,
        keys.temporaryConnect(fact.id),
        keys.temporaryClaimTarget(fact.id),
        keys.sandboxState,
      ];
    case "expiryNeared":
      return [keys.temporaryList];
    case "workChanged":
      return [keys.work];
    case "accountsChanged":
      // The rows of an account say whether it answers.
      return [keys.accounts, keys.places, keys.temporary];
    case "keychainChanged":
      return [keys.keychain, keys.accounts, keys.temporary, keys.places];
    case "settingsChanged":
      // From how many days on a key is marked as unused is a setting.
      return [keys.settings, keys.everyApiKey];
    case "activityAdded":
      // What was done was asked for: the budget is counted anew with every fact that requests leave behind.
      return [keys.activity, keys.budgets];
    case "mutationTakenUp":
      return [
        keys.activity,
        fact.projectId === null
          ? keys.projectsKept(fact.accountId)
          : keys.project(fact.accountId, fact.projectId),
      ];
    case "projectsChanged":
      // The core's own list follows what is done here; nothing is read from the platform again for it.
      return [keys.projectsKept(fact.accountId), keys.search, keys.budget(fact.accountId)];
    case "projectChanged":
      return [keys.project(fact.accountId, fact.projectId), keys.search, keys.budget(fact.accountId)];
    case "bulkChanged":
      return [keys.bulk];
    case "usableChanged":
      return [keys.usable];
    case "authChanged":
      return [keys.auth(fact.accountId, fact.projectId), keys.budget(fact.accountId)];
    case "keysChanged":
      return [keys.apiKeysOf(fact.accountId), keys.search, keys.budget(fact.accountId)];
    case "rotationChanged":
      return [keys.rotations, keys.accounts];
    case "undoChanged":
      return [keys.undo];
    case "operationChanged":
      return [
        keys.operations,
        keys.usable,
        keys.projectOperations(fact.accountId, fact.projectId),
        keys.budget(fact.accountId),
      ];
    case "operationFailed":
      return [keys.operations, keys.project(fact.accountId, fact.projectId)];
    case "operationEnded":
      // What it worked on is another thing now, such as a branch that is ready: `projectChanged` tells that.
      return [keys.operations];
    case "sandboxChanged":
      return [keys.sandbox, keys.accounts, keys.places];
    case "muchChanged":
      // What begins every key: all of them.
      return [[]];
    case "quitAsked":
    case "openAsked":
      return [];
    default:
      return unheardOf(fact);
  }
}

/** Keeps the cache in step with the facts until the returned function is called. */
export function followFacts(client: QueryClient): () => void {
  const { outdate, stop } = createOutdating(client);
  const unfollow = onFact((fact) => {
    for (const queryKey of keysOf(fact)) outdate(queryKey);
  });
  return () => {
    unfollow();
    stop();
  };
}

function unheardOf(fact: never): readonly QueryKey[] {
  return fact;
}
