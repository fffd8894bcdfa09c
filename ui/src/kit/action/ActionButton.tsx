import { Button, type ButtonProps } from "@/kit/control/Button";
import { cutMiddle } from "@/kit/data/cut";
import { Tooltip } from "@/kit/overlay/Tooltip";
import type { ActionContext } from "./action";
import { ariaShortcut } from "./shortcut";
import { useAnswering } from "./singleKeys";
import { useActionSurroundings, useActions, usePerform, useSelection } from "./useActions";

interface ActionButtonProps extends Omit<ButtonProps, "children" | "onClick"> {
  /** The id of a registered action. */
  action: string;
  /** What it is about; what is selected now when absent. */
  context?: ActionContext;
  /** Without the name of what it is about, which the place says. */
  short?: boolean;
  /** Other words than the action's title, where the place makes them plain. */
  children?: string;
  /** What it will do, in the tooltip. */
  hint?: string | undefined;
}

/** A button stays on one line, so a name of any length in its words may not make it wider than this. */
const MOST = 48;

/** A button that runs a registered action; absent when the action is not offered, and says why when it is blocked. */
export function ActionButton(props: ActionButtonProps) {
  const { action: id, context: given, short = false, children, hint, ...look } = props;
  useActions();
  const selection = useSelection();
  const { registry } = useActionSurroundings();
  const perform = usePerform();
  const action = registry.find(id);
  const shortcut = useAnswering(action?.shortcut);
  const context = given ?? selection;
  if (!action?.when(context)) return null;
  const blocked = action.blocked(context);
  const words = children ?? (short ? action.shortTitle : action.title(context));
  const shown = cutMiddle(words, MOST);
  const isCut = shown !== words;
  return (
    <Tooltip
      text={blocked ?? hint ?? (isCut ? words : shortcut && action.title(context))}
      shortcut={shortcut}
    >
      <Button
        {...look}
        {...(isCut && { "aria-label": words })}
        aria-disabled={blocked !== undefined || undefined}
        aria-keyshortcuts={ariaShortcut(shortcut)}
        onClick={() => perform(action, context)}
      >
        {shown}
      </Button>
    </Tooltip>
  );
}
