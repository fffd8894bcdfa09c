import { useActionSurroundings, useActions, usePerform } from "./useActions";

/** An action by its id, and how a button runs it. */
export function useAction(id: string) {
  useActions();
  const { registry } = useActionSurroundings();
  const perform = usePerform();
  const action = registry.find(id);
  return { action, run: () => action && perform(action) };
}
