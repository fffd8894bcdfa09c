/** The Enter that ends the composition of an input method: WebKit reports it with `isComposing` false and key code 229. */

import { render, screen, waitFor, within } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { TextInput } from "@/kit/control/TextInput";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { answer, callsOf } from "@/test/backend";
import { retype } from "@/test/interactions";
import { openPalette } from "@/test/palette";
import { row, settings } from "@/test/views";
import { openWindow } from "@/test/window";

/** Presses keys that an input method takes. */
async function composing(user: UserEvent, keys: string): Promise<void> {
  const take = (event: KeyboardEvent) => Object.defineProperty(event, "keyCode", { value: 229 });
  window.addEventListener("keydown", take, true);
  await user.keyboard(keys);
  window.removeEventListener("keydown", take, true);
}

test("the palette chooses nothing with the Enter that ends a composition", async () => {
  const { user, router } = openWindow();
  await openPalette(user);
  await user.keyboard("history");
  await composing(user, "{ArrowDown}{Enter}");
  expect(screen.getByRole("listbox", { name: "Results" })).toBeTruthy();
  expect(router.current().screen).toBe("temporary");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.current().screen).toBe("history"));
});

test("a filter keeps its text and the focus while an input method takes keys", async () => {
  answer("temporaryList", () => ({ items: [row()] }));
  const { user } = openWindow();
  await screen.findByRole("row", { name: /quiet-harbour/ });
  const field = screen.getByRole("textbox", { name: /filter/i });
  await user.type(field, "quiet");
  for (const key of ["{Enter}", "{ArrowDown}", "{Escape}"]) await composing(user, key);
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty("value", "quiet");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).not.toBe(field));
});

test("a setting is saved by Enter and not by the Enter that ends a composition", async () => {
  const { user } = openWindow({ screen: "settings" });
  const field = await screen.findByRole("textbox", { name: "Mark unused keys after (days)" });
  await retype(user, field, "30");
  await composing(user, "{Enter}");
  expect(callsOf("settingsSet")).toEqual([]);
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(callsOf("settingsSet")).toEqual([{ settings: settings({ unusedKeyDays: 30 }) }]),
  );
});

test.each([
  [
    "a form",
    (send: () => void) => (
      <FormDialog title="New fruit" submit="Grow fruit" onSubmit={send} onClose={() => {}}>
        <TextInput aria-label="Name" value="apple" onChange={() => {}} />
      </FormDialog>
    ),
    "",
  ],
  [
    "a confirmation",
    (send: () => void) => (
      <ConfirmDialog
        open
        title="Delete apple?"
        confirm="Delete"
        typeName="apple"
        onConfirm={send}
        onClose={() => {}}
      >
        It is ripe.
      </ConfirmDialog>
    ),
    "apple",
  ],
])("%s is sent by Enter and not by the Enter that ends a composition", async (_what, dialog, typed) => {
  const send = vi.fn();
  const user = userEvent.setup();
  render(dialog(send));
  const field = within(await screen.findByRole("dialog")).getByRole("textbox");
  await user.click(field);
  if (typed) await user.keyboard(typed);
  await composing(user, "{Enter}");
  expect(send).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(send).toHaveBeenCalledOnce();
});
