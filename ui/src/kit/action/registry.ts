import type { IconName } from "@/kit/icon/paths";
import { type Action, type ActionContext, answersOn } from "./action";

/** Something the palette can find besides actions: a database, a branch, a setting. */
export interface SearchItem {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly icon?: IconName;
  /** More words it is found by: ids, labels. */
  readonly keywords?: string;
  run(): void;
}

/** Where search items come from; asked anew each time the palette opens. */
export interface SearchSource {
  readonly group: string;
  items(): readonly SearchItem[];
}

/** The list of everything that can be done or found, and of what is selected now. */
export interface Registry {
  /** Adds actions and returns how to take them away. An id that is taken is a mistake and throws. */
  register(actions: readonly Action[]): () => void;
  registerSource(source: SearchSource): () => void;
  /** Says what is selected; the newest word on a kind counts. Returns how to take it back. */
  publish(context: ActionContext): () => void;
  actions(): readonly Action[];
  sources(): readonly SearchSource[];
  context(): ActionContext;
  find(id: string): Action | undefined;
  subscribe(listener: () => void): () => void;
}

export function createRegistry(initial: readonly Action[] = []): Registry {
  const byId = new Map<string, Action>();
  const sources = new Set<SearchSource>();
  const published = new Set<{ context: ActionContext }>();
  const listeners = new Set<() => void>();
  let list: readonly Action[] = [];
  let current: ActionContext = {};

  function changed() {
    list = [...byId.values()];
    current = Object.assign({}, ...[...published].map((entry) => entry.context));
    for (const listener of listeners) listener();
  }

  function register(actions: readonly Action[]) {
    for (const action of actions) {
      if (byId.has(action.id)) throw new Error(`two actions have the id ${action.id}`);
      byId.set(action.id, action);
    }
    changed();
    return () => {
      for (const action of actions) byId.delete(action.id);
      changed();
    };
  }

  register(initial);
  return {
    register,
    registerSource: (source) => addTo(sources, source, changed),
    publish: (context) => addTo(published, { context }, changed),
    actions: () => list,
    sources: () => [...sources],
    context: () => current,
    find: (id) => byId.get(id),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function addTo<T>(set: Set<T>, value: T, changed: () => void): () => void {
  set.add(value);
  changed();
  return () => {
    set.delete(value);
    changed();
  };
}

/** Pairs of actions that would answer the same keys in the same context. */
export function shortcutConflicts(actions: readonly Action[]): Array<[string, string]> {
  const withKeys = actions.filter((action) => action.shortcut);
  return withKeys.flatMap((one, index) =>
    withKeys
      .slice(index + 1)
      .filter(
        (other) =>
          other.shortcut === one.shortcut &&
          (!one.about || !other.about || one.about === other.about) &&
          (one.keysOn ?? [undefined]).some((screen) => screen === undefined || answersOn(other, screen)),
      )
      .map((other): [string, string] => [one.id, other.id]),
  );
}
