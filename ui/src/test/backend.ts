import { vi } from "vitest";
import type { Call } from "@/ipc/call";
import type * as Generated from "@/ipc/generated";
import type { ErrorView, EventView, FileDrop } from "@/ipc/generated";
import * as views from "./views";

/**
 * Stands in for `ipc/generated.ts`, and for nothing above it (`setup.ts`).
 * Tests say what each command answers and read what it was asked.
 */
type Name = keyof Call;
type Reply<N extends Name> = Awaited<ReturnType<Call[N]>>;

class Refusal {
  constructor(readonly error: ErrorView) {}
}

// biome-ignore lint/complexity/noBannedTypes: kept by name and applied by reflection, whatever its arguments
const answers = new Map<string, Function>();
const called: Array<{ name: string; args: readonly unknown[] }> = [];
const listeners = new Set<(event: { payload: EventView }) => void>();
const dropListeners = new Set<(event: { payload: FileDrop }) => void>();

/** What a command answers from now on. */
export function answer<N extends Name>(
  name: N,
  reply: (...args: Parameters<Call[N]>) => Reply<N> | Promise<Reply<N>>,
): void {
  answers.set(name, reply);
}

/** A command is refused from now on. */
export function refuse(name: Name, error: Partial<ErrorView>): void {
  const view = views.failure(error);
  answers.set(name, () => {
    throw new Refusal(view);
  });
}

/** The arguments of every call of a command, in order. */
export function callsOf(name: Name): ReadonlyArray<readonly unknown[]> {
  return called.filter((each) => each.name === name).map((each) => each.args);
}

/** Everything asked so far, in order. */
export const commandsCalled = () => called.map((each) => each.name);

/** Something happened behind the window. */
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
  answer("accountUsualColour", (isProduction) => (isProduction ? "red" : "green"));
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
  answer("searchFind", () => []);
  answer("undoList", () => []);
  answer("connectionProbeList", () => []);
  answer("keychainState", () => views.keychain());
  answer("instantServiceList", () => views.services());
  answer("sandboxLostAfter", () => []);
  answer("sandboxDeletedProjects", () => []);
  answer("sandboxState", () => views.sandbox());
  answer("updatesState", () => views.updates({ by: "person", host: null }));
  answer("networkList", () => ({ items: [], keptDays: 30 }));
  answer("settingsGet", () => views.settings());
  answer("settingsSet", (settings) => settings);
  answer("temporaryList", () => ({ items: [] }));
  answer("connectForms", () => views.connect());
  answer("jobList", () => []);
  answer("folderList", () => ({ items: [] }));
  answer("folderPick", () => []);
  answer("deepLinkTake", () => null);
  answer("viewsShown", () => null);
}

const { commands: actual } = await vi.importActual<typeof Generated>("@/ipc/generated");

export const commands = Object.fromEntries(
  Object.keys(actual).map((name) => [name, (...args: unknown[]) => run(name, args)]),
);

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

async function run(name: string, args: unknown[]) {
  called.push({ name, args });
  const reply = answers.get(name);
  if (!reply) throw new Error(`the test has no answer for ${name}`);
  try {
    return { status: "ok", data: await Reflect.apply(reply, undefined, args) };
  } catch (error) {
    if (error instanceof Refusal) return { status: "error", error: error.error };
    throw error;
  }
}
