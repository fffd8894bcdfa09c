import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openDialog } from "@/kit/overlay/dialogs";
import { answer, callsOf } from "@/test/backend";
import { keychain } from "@/test/views";
import { openWindow } from "@/test/window";

test("what can be done about a locked keychain begins on its check, which has one name everywhere", async () => {
  answer("keychainState", () => keychain({ status: "locked" }));
  answer("keychainRetry", () => keychain());
  const { user } = openWindow({ screen: "settings" });
  await screen.findAllByRole("button", { name: "Check keychain" });
  act(() => openDialog({ dialog: "keychain", options: null }));
  const dialog = within(await screen.findByRole("dialog"));
  const check = dialog.getByRole("button", { name: "Check keychain" });
  await waitFor(() => expect(document.activeElement).toBe(check));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(callsOf("keychainRetry")).toHaveLength(1));
});
