import type { Args, Reply } from "@/ipc/call";
import type { ErrorView, EventView, FileDrop } from "@/ipc/generated";
import { type Kind, kindOf } from "@/ipc/kind";
import * as views from "./views";

/**
 * Stands in for the bridge to the program and for the events of `ipc/generated.ts`, and for nothing above them (`setup.ts`).
 * Tests say what each operation answers and read what it was asked.
 */

interface Called {
  kind: Kind;
  args: unknown;
}

class Refusal {
  constructor(readonly error: ErrorView) {}
}

// biome-ignore lint/complexity/noBannedTypes: kept by name and applied by reflection, whatever its arguments
const answers = new Map<Kind, Function>();
const called: Called[] = [];
const listeners = new Set<(event: { payload: EventView }) => void>();
const dropListeners = new Set<(event: { payload: FileDrop }) => void>();

/** Sets the answer of an operation. */
export function answer<K extends Kind>(
  kind: K,
  reply: (args: Args<K>) => Reply<K> | Promise<Reply<K>>,
): void {
  answers.set(kind, reply);
}

/** An operation is refused from now on. */
export function refuse(kind: Kind, error: Partial<ErrorView>): void {
  const view = views.failure(error);
  answer(kind, () => {
    throw new Refusal(view);
  });
}

/** The arguments of every call of an operation, in order. */
export function callsOf<K extends Kind>(kind: K): ReadonlyArray<Args<K>> {
  const isOf = (each: Called): each is { kind: K; args: Args<K> } => each.kind === kind;
  return called.filter(isOf).map(({ args }) => args);
}

/** Everything asked so far, in order. */
export const commandsCalled = () => called.map((each) => each.kind);

/** Sends an event to the window. */
export function publish(payload: EventView): void {
  for (const listener of listeners) listener({ payload });
}

/** Folders or files are dragged over the window. */
export function drag(payload: FileDrop): void {
  for (const listener of dropListeners) listener({ payload });
}

/** A machine on which everything works, and nothing was made yet. */
export function resetBackend(): void {
  called.length = 0;
  answers.clear();
  answer("appInfo", () => views.info());
  answer("appPainted", () => null);
  answer("lastViewKeep", () => null);
  answer("appSecretsUntaken", () => null);
  answer("accountList", () => [views.account()]);
  answer("activityActions", () => []);
  answer("activityList", () => ({ items: [], next: null }));
  answer("accountUsualColour", ({ isProduction }) => (isProduction ? "red" : "green"));
  answer("accountBudget", () => views.budget());
  answer("accountChoose", () => views.account());
  answer("accountRemember", () => views.account());
  answer("authIntegrations", () => []);
  answer("authDomains", () => []);
  answer("oauthList", () => []);
  answer("connectApps", () => []);
  answer("callText", () => ({ curl: "curl", cli: null, variables: [] }));
  answer("emailGet", () => views.sharedEmail());
  answer("signInGet", () => views.signIn());
  answer("authWebhooks", () => views.webhooks());
  answer("oneTimeSecretForget", () => null);
  answer("jwksList", () => []);
  answer("projectPreloadLibraries", () => []);
  answer("keyList", () => []);
  answer("rotationList", () => []);
  answer("branchList", () => [views.branch({ isDefault: true })]);
  answer("bulkList", () => []);
  answer("operationFollow", () => null);
  answer("operationList", () => []);
  answer("organizationList", () => []);
  answer("connectCopy", () => 45);
  answer("projectCached", () => null);
  answer("projectGet", () => views.project());
  answer("projectPage", () => ({ items: [], next: null, unavailable: [] }));
  answer("permissionList", () => []);
  answer("snapshotList", () => []);
  answer("snapshotScheduleGet", () => []);
  answer("regionList", () => []);
  answer("sqlTabList", () => []);
  answer("sqlTabSave", ({ tab }) => tab);
  answer("sqlTabDelete", () => null);
  answer("sqlClose", () => null);
  answer("sqlStop", () => null);
  answer("tableList", () => []);
  answer("searchFind", () => []);
  answer("undoList", () => []);
  answer("connectionProbeList", () => []);
  answer("keychainState", () => views.keychain());
  answer("instantServiceList", () => views.services());
  answer("sandboxLostAfter", () => []);
  answer("sandboxDeletedItems", () => []);
  answer("sandboxState", () => views.sandbox());
  answer("updatesState", () => views.updates({ by: "person", host: null }));
  answer("networkList", () => ({ items: [], keptDays: 30 }));
  answer("settingsGet", () => views.settings());
  answer("settingsSet", ({ settings }) => settings);
  answer("temporaryList", () => ({ items: [] }));
  answer("connectForms", () => views.connect());
  answer("jobList", () => []);
  answer("folderList", () => ({ items: [] }));
  answer("folderPick", () => []);
  answer("deepLinkTake", () => null);
  answer("viewsShown", () => null);
}

export const events = {
  coreEvent: {
    listen(listener: (event: { payload: EventView }) => void) {
      listeners.add(listener);
      return Promise.resolve(() => {});
    },
  },
  fileDrop: {
    listen(listener: (event: { payload: FileDrop }) => void) {
      dropListeners.add(listener);
      return Promise.resolve(() => void dropListeners.delete(listener));
    },
  },
};

/** The bridge to the program. */
export async function invoke(name: string, args: object): Promise<unknown> {
  const kind = kindOf(name);
  called.push({ kind, args });
  const reply = answers.get(kind);
  if (!reply) throw new Error(`the test has no answer for ${kind}`);
  try {
    return await Reflect.apply(reply, undefined, [args]);
  } catch (error) {
    if (error instanceof Refusal) throw error.error;
    throw error;
  }
}
