import { createContext, type ReactNode, use, useCallback, useSyncExternalStore } from "react";

/**
 * The dialogs that can be asked for from anywhere, by name, with what each needs to know. A feature adds its own:
 * `declare module "@/kit/overlay/asked" { interface Dialogs { forgetTemporary: { id: string } } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it by module augmentation
export interface Dialogs {}

/** One dialog that was asked for. */
export type Asked<Name extends keyof Dialogs = keyof Dialogs> = {
  [Each in Name]: { dialog: Each } & Dialogs[Each];
}[Name];

/** The component of each dialog; its properties are what the dialog needs to know. */
export type DialogComponents = { readonly [Name in keyof Dialogs]: (asked: Dialogs[Name]) => ReactNode };

const listeners = new Set<() => void>();
let current: Asked | undefined;
let above: Asked | undefined;

/** Opens a dialog; the one that was open before gives way. */
export function ask(asked: Asked): void {
  current = asked;
  notify();
}

/** Opens a dialog over whatever is open, for a question that the person did not ask there: what is typed below stays. */
export function askAbove(asked: Asked): void {
  above = asked;
  notify();
}

/** Closes the dialog that is open. After waiting for something, `useUnask` is meant: another one may be open by then. */
export function unask(): void {
  current = undefined;
  notify();
}

/** Closes the dialog that is over the others. */
export function unaskAbove(): void {
  above = undefined;
  notify();
}

function notify() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The dialog that was asked for and not closed yet. */
export function useAsked(): Asked | undefined {
  return useSyncExternalStore(subscribe, () => current);
}

/** The dialog that is open over the others. */
export function useAskedAbove(): Asked | undefined {
  return useSyncExternalStore(subscribe, () => above);
}

/** Which dialog is being drawn, for what stands in it. */
export const AskedContext = createContext<Asked | undefined>(undefined);

/** How a dialog closes itself: whatever was asked for since it was drawn stays open. */
export function useUnask(): () => void {
  const own = use(AskedContext);
  return useCallback(() => {
    if (own !== undefined && own === above) unaskAbove();
    else if (own === undefined || own === current) unask();
  }, [own]);
}

const turns = new WeakMap<Asked, number>();
let turn = 0;

/** A name for this asking, so that the same dialog asked for anew begins anew. */
export function turnOf(asked: Asked): number {
  const known = turns.get(asked);
  if (known !== undefined) return known;
  turn += 1;
  turns.set(asked, turn);
  return turn;
}
