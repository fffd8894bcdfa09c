import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { SettingsView } from "@/ipc/generated";
import { answer, callsOf, refuse } from "@/test/backend";
import { retype } from "@/test/hands";
import { keychain, settings } from "@/test/views";
import { openWindow } from "@/test/window";

test("from how many days on an unused key is marked is kept, and only a number of days", async () => {
  const { user } = openWindow({ screen: "settings" });
  const field = await screen.findByRole("textbox", { name: "Mark unused keys after (days)" });
  await retype(user, field, "0{Enter}");
  expect(await screen.findByText("Enter a whole number from 1 to 3650.")).toBeTruthy();
  expect(callsOf("settingsSet")).toEqual([]);
  await retype(user, field, "30{Enter}");
  await waitFor(() => expect(callsOf("settingsSet")).toEqual([[settings({ unusedKeyDays: 30 })]]));
});

test("a choice takes effect at once", async () => {
  const { user } = openWindow({ screen: "settings" });
  await user.click(await screen.findByRole("radio", { name: "Dark" }));
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe("dark"));
  expect(callsOf("settingsSet")).toMatchObject([[{ appearance: "dark" }]]);
  await user.click(screen.getByRole("radio", { name: "System" }));
  await waitFor(() => expect(document.documentElement.dataset.theme).toBeUndefined());
});

test("a choice made while another is being saved is kept as well, over what that one left", async () => {
  const saves: Array<(kept: SettingsView) => void> = [];
  answer("settingsSet", () => new Promise((resolve) => saves.push(resolve)));
  const { user } = openWindow({ screen: "settings" });
  await user.click(await screen.findByRole("radio", { name: "Dark" }));
  await waitFor(() => expect(saves).toHaveLength(1));
  await user.click(screen.getByRole("switch", { name: "Warn before a temporary database expires" }));
  expect(callsOf("settingsSet")).toHaveLength(1);
  saves[0]?.(settings({ appearance: "dark" }));
  await waitFor(() =>
    expect(callsOf("settingsSet").at(1)).toEqual([settings({ appearance: "dark", notifications: false })]),
  );
  saves[1]?.(settings({ appearance: "dark", notifications: false }));
  await waitFor(() =>
    expect(screen.getByRole("radio", { name: "Dark" })).toHaveProperty("ariaChecked", "true"),
  );
});

test("expiry warnings and the ends of operations are switched apart", async () => {
  const { user } = openWindow({ screen: "settings" });
  await user.click(await screen.findByRole("switch", { name: "Notify when an operation finishes" }));
  await waitFor(() =>
    expect(callsOf("settingsSet")).toEqual([[settings({ operationNotifications: false })]]),
  );
  await user.click(screen.getByRole("switch", { name: "Warn before a temporary database expires" }));
  await waitFor(() =>
    expect(callsOf("settingsSet").at(1)).toEqual([
      settings({ operationNotifications: false, notifications: false }),
    ]),
  );
});

test("minutes are kept only when they are a number that can be", async () => {
  const { user } = openWindow({ screen: "settings" });
  const field = await screen.findByRole("textbox", { name: /Suspend idle servers/ });
  await retype(user, field, "none{Enter}");
  expect(screen.getByText("Enter a whole number from 1 to 1440.")).toBeTruthy();
  expect(callsOf("settingsSet")).toEqual([]);
  await retype(user, field, "15{Enter}");
  await waitFor(() => expect(callsOf("settingsSet")).toMatchObject([[{ sandboxIdleMinutes: 15 }]]));
});

test("a setting that was not kept says so", async () => {
  refuse("settingsSet", { code: "file", message: "The settings file could not be written" });
  const { user } = openWindow({ screen: "settings" });
  await user.click(await screen.findByRole("switch", { name: "Warn before a temporary database expires" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn’t save the setting");
});

test("a locked keychain can be tried again or gone without", async () => {
  answer("keychainState", () => keychain({ status: "locked" }));
  answer("keychainRetry", () => keychain());
  const { user } = openWindow({ screen: "settings" });
  expect(await screen.findByRole("button", { name: "Keep secrets in memory until I quit" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Check keychain" }));
  expect(await screen.findByText("Keychain ready")).toBeTruthy();
  expect(screen.queryByTestId("keychain-banner")).toBeNull();
});
