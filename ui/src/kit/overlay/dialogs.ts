import { createContext, type ReactNode, use, useCallback, useSyncExternalStore } from "react";

/**
 * The dialogs that can be asked for from anywhere, by name, with what each needs to know. A feature adds its own:
 * `declare module "@/kit/overlay/dialogs" { interface Dialogs { forgetTemporary: { id: string } } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it by module augmentation
export interface Dialogs {}

/** One dialog that was asked for. */
export type OpenDialog<Name extends keyof Dialogs = keyof Dialogs> = {
  [Each in Name]: { dialog: Each } & Dialogs[Each];
}[Name];

/** The component of each dialog; its properties are what the dialog needs to know. */
export type DialogComponents = { readonly [Name in keyof Dialogs]: (dialog: Dialogs[Name]) => ReactNode };

const listeners = new Set<() => void>();
let current: OpenDialog | undefined;
let above: OpenDialog | undefined;

/** Opens a dialog; the one that was open before gives way. */
export function openDialog(dialog: OpenDialog): void {
  current = dialog;
  notify();
}

/** Opens a dialog over whatever is open, for a question that the person did not ask there: what is typed below stays. */
export function openDialogAbove(dialog: OpenDialog): void {
  above = dialog;
  notify();
}

/** Closes the dialog that is open. After waiting for something, `useCloseDialog` is meant: another one may be open by then. */
export function closeDialog(): void {
  current = undefined;
  notify();
}

/** Closes the dialog that is over the others. */
export function closeDialogAbove(): void {
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
export function useOpenDialog(): OpenDialog | undefined {
  return useSyncExternalStore(subscribe, () => current);
}

/** The dialog that is open over the others. */
export function useOpenDialogAbove(): OpenDialog | undefined {
  return useSyncExternalStore(subscribe, () => above);
}

/** Which dialog is being drawn, for what stands in it. */
export const OpenDialogContext = createContext<OpenDialog | undefined>(undefined);

/** How a dialog closes itself: whatever was asked for since it was drawn stays open. */
export function useCloseDialog(): () => void {
  const own = use(OpenDialogContext);
  return useCallback(() => {
    if (own !== undefined && own === above) closeDialogAbove();
    else if (own === undefined || own === current) closeDialog();
  }, [own]);
}

const instances = new WeakMap<OpenDialog, number>();
let instance = 0;

/** A name for this asking, so that the same dialog asked for anew begins anew. */
export function instanceOf(dialog: OpenDialog): number {
  const known = instances.get(dialog);
  if (known !== undefined) return known;
  instance += 1;
  instances.set(dialog, instance);
  return instance;
}
