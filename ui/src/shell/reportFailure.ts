import { viewOf } from "@/data/errors";
import { isShown } from "@/data/shown";
import type { Action } from "@/kit/action/action";
import { toast } from "@/kit/overlay/toasts";
import { ACTIONS } from "./words";

/** How long a screen may take to draw what was refused, in milliseconds. */
const DRAWN = 150;

/**
 * After an action whose work was refused: the screen shows the refusal where it happened, and where no screen does, a
 * message in passing says that there is one. Never both.
 */
export function reportFailure(action: Action, error: unknown): void {
  setTimeout(() => {
    if (error instanceof Error && isShown(error)) return;
    const { message } = viewOf(error);
    toast({ title: ACTIONS.failed(action.title({})), detail: message, tone: "danger" });
  }, DRAWN);
}
