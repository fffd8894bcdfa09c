import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/** What a person's hands do in more than one step. */
type Name = string | RegExp;

/** A promise that the test itself settles. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Opens a menu and takes one of its items. */
export async function choose(user: UserEvent, menu: HTMLElement, item: Name): Promise<void> {
  await user.click(menu);
  await user.click(await screen.findByRole("menuitem", { name: item }));
}

/** Opens a list and takes one of its options. */
export async function pick(user: UserEvent, list: HTMLElement, option: Name): Promise<void> {
  await user.click(list);
  await user.click(await screen.findByRole("option", { name: option }));
}

/** Writes something else into a field. */
export async function retype(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.type(field, text);
}

/** The dialog that comes of a click. */
export async function opened(click: Promise<void>, name?: Name): Promise<HTMLElement> {
  await click;
  return screen.findByRole("dialog", name === undefined ? {} : { name });
}

/** Presses a button of a window that was just opened. */
export async function pressing<View extends { user: UserEvent }>(view: View, button: Name): Promise<View> {
  await view.user.click(await screen.findByRole("button", { name: button }));
  return view;
}

/** A message that passes is a dialog as well, so it is not asked whether there is any. */
export const gone = (dialog: HTMLElement) => waitFor(() => expect(dialog.isConnected).toBe(false));
