import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** What a person's hands do in more than one step. */
type Name = string | RegExp;

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
