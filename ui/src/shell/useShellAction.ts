import { useActionSurroundings, useActions, usePerform } from "@/kit/action/useActions";

/** One of the frame's own actions, and how a button runs it. */
export function useShellAction(id: string) {
  useActions();
  const { registry } = useActionSurroundings();
  const perform = usePerform();
  const action = registry.find(id);
  return { action, run: () => action && perform(action) };
}
