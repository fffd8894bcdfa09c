import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { onEvent } from "@/ipc/events";
import type { EventView } from "@/ipc/generated";
import { keys } from "./keys";
import { createOutdating } from "./outdate";

/** Which views an event makes old. A new kind of event does not compile until it stands here. */
export function keysOf(event: EventView): readonly QueryKey[] {
  switch (event.kind) {
    case "temporaryChanged":
    case "temporaryForgotten":
      return [
        keys.temporaryList,
        keys.temporaryConnect(event.id),
        keys.temporaryClaimTarget(event.id),
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
      // What was done was asked for: the budget is counted anew with every event that requests leave behind.
      return [keys.activity, keys.budgets];
    case "mutationTakenUp":
      return [
        keys.activity,
        event.projectId === null
          ? keys.projectsKept(event.accountId)
          : keys.project(event.accountId, event.projectId),
      ];
    case "projectsChanged":
      // The core's own list follows what is done here; nothing is read from the platform again for it.
      return [keys.projectsKept(event.accountId), keys.search, keys.budget(event.accountId)];
    case "projectChanged":
      return [keys.project(event.accountId, event.projectId), keys.search, keys.budget(event.accountId)];
    case "bulkChanged":
      return [keys.bulk];
    case "usableChanged":
      return [keys.usable];
    case "authChanged":
      return [keys.auth(event.accountId, event.projectId), keys.budget(event.accountId)];
    case "keysChanged":
      return [keys.apiKeysOf(event.accountId), keys.search, keys.budget(event.accountId)];
    case "rotationChanged":
      return [keys.rotations, keys.accounts];
    case "undoChanged":
      return [keys.undo];
    case "operationChanged":
      return [
        keys.operations,
        keys.usable,
        keys.projectOperations(event.accountId, event.projectId),
        keys.budget(event.accountId),
      ];
    case "operationFailed":
      return [keys.operations, keys.project(event.accountId, event.projectId)];
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
      return unheardOf(event);
  }
}

/** Keeps the cache in step with the events until the returned function is called. */
export function followEvents(client: QueryClient): () => void {
  const { outdate, stop } = createOutdating(client);
  const unfollow = onEvent((event) => {
    for (const queryKey of keysOf(event)) outdate(queryKey);
  });
  return () => {
    unfollow();
    stop();
  };
}

function unheardOf(event: never): readonly QueryKey[] {
  return event;
}
