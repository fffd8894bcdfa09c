import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Action, ActionContext, Subjects, Tools } from "./action";
import type { Registry, SearchSource } from "./registry";

export interface ActionSurroundings {
  registry: Registry;
  tools: Tools;
  /** Called when an action's work was refused; the place where it happened still shows the error itself. */
  onFailure(action: Action, error: unknown): void;
}

export const ActionsContext = createContext<ActionSurroundings | undefined>(undefined);

export function useActionSurroundings(): ActionSurroundings {
  const surroundings = use(ActionsContext);
  if (!surroundings) throw new Error("this part of the window has no actions above it");
  return surroundings;
}

/** All registered actions. */
export function useActions(): readonly Action[] {
  const { registry } = useActionSurroundings();
  return useSyncExternalStore(registry.subscribe, registry.actions);
}

/** What is selected now. */
export function useSelection(): ActionContext {
  const { registry } = useActionSurroundings();
  return useSyncExternalStore(registry.subscribe, registry.context);
}

/** Runs an action; does nothing when it is not offered or blocked. */
export function usePerform(): (action: Action, context?: ActionContext) => void {
  const { registry, tools, onFailure } = useActionSurroundings();
  return useCallback(
    (action, context = registry.context()) => {
      if (!action.when(context) || action.blocked(context)) return;
      const work = async () => action.run(context, tools);
      work().catch((error: unknown) => onFailure(action, error));
    },
    [registry, tools, onFailure],
  );
}

/**
 * Makes a screen's selection known to the palette and to shortcuts while the screen is shown. `gone`: it was deleted elsewhere,
 * and nothing can be done with it.
 */
export function usePublish<Kind extends keyof Subjects>(
  kind: Kind,
  subject: Subjects[Kind] | undefined,
  gone = false,
): void {
  const { registry } = useActionSurroundings();
  useEffect(() => {
    if (subject === undefined) return;
    return registry.publish({ [kind]: subject, ...(gone && { goneKind: kind }) });
  }, [registry, kind, subject, gone]);
}

/** Lets the palette find a feature's things while the component is mounted. */
export function useSearchSource(group: string, items: SearchSource["items"]): void {
  const { registry } = useActionSurroundings();
  useEffect(() => registry.registerSource({ group, items }), [registry, group, items]);
}

const NONE: readonly string[] = [];

/** The actions offered for exactly this subject, and some by their ids, in the order of their menu. */
export function useActionsAbout<Kind extends keyof Subjects>(
  kind: Kind,
  subject: Subjects[Kind],
  also: readonly string[] = NONE,
) {
  const actions = useActions();
  return useMemo(() => {
    const context: ActionContext = { [kind]: subject };
    return {
      context,
      actions: inMenuOrder(
        actions.filter(({ about, id, when }) => (about === kind || also.includes(id)) && when(context)),
      ),
    };
  }, [actions, kind, subject, also]);
}

/** What opens it first, with its group; what destroys something last; else as they were registered. */
function inMenuOrder(actions: readonly Action[]): readonly Action[] {
  const opening = actions.find(({ opens }) => opens)?.group;
  const rank = ({ opens, danger, group }: Action) => {
    if (opens) return 0;
    if (danger) return 3;
    return group === opening ? 1 : 2;
  };
  return actions.toSorted((one, other) => rank(one) - rank(other));
}
