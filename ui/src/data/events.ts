import type { Query, QueryClient, QueryFilters, QueryKey } from "@tanstack/react-query";
import { onEvent } from "@/ipc/events";
import type { EventView } from "@/ipc/generated";
import { currentTime } from "@/time/clock";
import { keys } from "./keys";
import { queriesOf } from "./platformViews";

/** What open dialogs would do, and why they can’t: a lock, a key, a keychain or a sandbox that stands still may be the reason. */
const PLANS: readonly QueryKey[] = [keys.rotationPlans, keys.bulkPlan, keys.folderPlans];

/** Which views an event makes old. A new kind of event does not compile until it stands here. */
export function keysOf(event: EventView): readonly QueryKey[] {
  switch (event.kind) {
    case "temporaryChanged":
    case "temporaryForgotten":
      return ofTemporary(event.id);
    case "expiryNeared":
      return [keys.temporaryList, keys.folderList];
    case "foldersChanged":
      return [keys.folders];
    case "jobChanged":
      return [keys.jobs];
    case "accountsChanged":
      // The rows of an account say whether it answers.
      return [keys.accounts, keys.instantServices, keys.temporary, keys.folderList, ...PLANS];
    case "keychainChanged":
      return [keys.keychain, keys.accounts, keys.temporary, keys.instantServices, ...PLANS];
    case "settingsChanged":
      // Which keys are marked as unused, and whether the sandbox waits for a restart, depends on settings.
      return [keys.settings, keys.everyApiKey, keys.sandboxState];
    case "activityAdded":
      // What was done was asked for: the budget is counted anew with every event that requests leave behind.
      return [keys.activity, keys.budgets];
    case "updatesChanged":
      return [keys.updates];
    case "networkChanged":
      return [keys.network];
    case "mutationRecovered":
      return [
        keys.activity,
        event.projectId === null
          ? keys.projectsCached(event.accountId)
          : keys.project(event.accountId, event.projectId),
      ];
    case "projectsChanged":
      // The core's own list follows what is done here; nothing is read from the platform again for it.
      return [keys.projectsCached(event.accountId), keys.search, keys.budget(event.accountId)];
    case "organizationChanged":
      return [keys.organization(event.accountId, event.organizationId), keys.budget(event.accountId)];
    case "projectChanged":
      return [
        keys.project(event.accountId, event.projectId),
        keys.search,
        keys.budget(event.accountId),
        keys.folderStale,
      ];
    case "bulkChanged":
      return [keys.bulk];
    case "connectionProbeChanged":
      return [keys.connectionProbes];
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
        keys.connectionProbes,
        keys.projectOperations(event.accountId, event.projectId),
        keys.budget(event.accountId),
      ];
    case "operationFailed":
      return [keys.operations, keys.project(event.accountId, event.projectId)];
    case "operationEnded":
      // What it worked on is another thing now, such as a branch that is ready: `projectChanged` says so.
      return [keys.operations];
    case "sandboxChanged":
      return [keys.sandbox, keys.accounts, keys.instantServices, ...PLANS];
    case "muchChanged":
      // What begins every key: all of them.
      return [[]];
    case "quitRequested":
    case "linkArrived":
    // The keys of queries say which view they show: see `followEvents`.
    case "viewDue":
      return [];
    default:
      return unhandled(event);
  }
}

function ofTemporary(id: string): readonly QueryKey[] {
  const { temporaryList, temporaryConnect, temporaryClaimTarget, sandboxState, folderList } = keys;
  return [temporaryList, temporaryConnect(id), temporaryClaimTarget(id), sandboxState, folderList];
}

/** Keeps the cache in step with the events until the returned function is called. */
export function followEvents(client: QueryClient): () => void {
  const { outdate, stop } = createOutdating(client);
  const unfollow = onEvent((event) => {
    for (const queryKey of keysOf(event)) outdate({ queryKey });
    if (event.kind === "viewDue") outdate(queriesOf(event));
  });
  return () => {
    unfollow();
    stop();
  };
}

function unhandled(event: never): readonly QueryKey[] {
  return event;
}

/** How long a view waits for further events before it is read, in milliseconds: a burst of them costs one read. */
const TOGETHER = 50;
/**
 * The shortest pause between two reads of one view, in milliseconds. After a read that takes longer it is as long as that
 * read, so that a slow view is read half of the time at most.
 */
const REST = 250;

/** Marks views as stale, and reads again those that are shown. */
interface Outdating {
  outdate(queries: QueryFilters): void;
  /** Drops the reads that wait. */
  stop(): void;
}

/** When one stale view is read again. */
interface Schedule {
  timer?: ReturnType<typeof setTimeout>;
  reading: boolean;
  /** It became stale while it was read: that read may have missed the change. */
  again: boolean;
  /** The earliest time of the next read. */
  notBefore: number;
}

/**
 * Events come in bursts, and many concern the same views. Each view is stale at once and read a moment later, once for all
 * events until then. A read that is under way is not cancelled: under a steady stream of events none would ever end.
 */
export function createOutdating(client: QueryClient): Outdating {
  const schedules = new Map<string, Schedule>();
  let stopped = false;

  function outdate(queries: QueryFilters): void {
    for (const query of client.getQueryCache().findAll(queries)) touch(query);
  }

  function touch(query: Query): void {
    query.invalidate();
    const schedule = schedules.get(query.queryHash) ?? { reading: false, again: false, notBefore: 0 };
    schedules.set(query.queryHash, schedule);
    if (schedule.reading) schedule.again = true;
    else if (schedule.timer === undefined) wait(query, schedule);
  }

  function wait(query: Query, schedule: Schedule): void {
    if (stopped) return;
    const delay = Math.max(TOGETHER, schedule.notBefore - currentTime());
    schedule.timer = setTimeout(() => {
      delete schedule.timer;
      void read(query, schedule);
    }, delay);
  }

  async function read(query: Query, schedule: Schedule): Promise<void> {
    const { queryKey } = query;
    schedule.reading = true;
    // A request from before the event may not show it, and its reply would mark the view as fresh.
    if (query.state.fetchStatus === "fetching") {
      await query.promise?.catch(() => {});
      query.invalidate();
    }
    schedule.again = false;
    const began = currentTime();
    await client.refetchQueries({ queryKey, exact: true, type: "active" }, { cancelRefetch: false });
    schedule.reading = false;
    schedule.notBefore = currentTime() + Math.max(REST, currentTime() - began);
    if (!schedule.again) return;
    query.invalidate();
    wait(query, schedule);
  }

  function stop(): void {
    stopped = true;
    for (const { timer } of schedules.values()) clearTimeout(timer);
    schedules.clear();
  }

  return { outdate, stop };
}
