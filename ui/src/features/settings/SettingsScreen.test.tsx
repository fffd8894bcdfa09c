import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { SettingsView } from "@/ipc/generated";
import { rememberedDensity } from "@/shell/density";
import { answer, callsOf, refuse } from "@/test/backend";
import { pick, retype } from "@/test/interactions";
import { keychain, settings } from "@/test/views";
import { openWindow } from "@/test/window";

test("from how many days on an unused key is marked is kept, and only a number of days", async () => {
  const { user } = openWindow({ screen: "settings" });
  const field = await screen.findByRole("textbox", { name: "Mark unused keys after (days)" });
  await retype(user, field, "0{Enter}");
  expect(await screen.findByText("Enter a whole number from 1 to 3650.")).toBeTruthy();
  expect(callsOf("settingsSet")).toEqual([]);
  await retype(user, field, "30{Enter}");
  await waitFor(() =>
    expect(callsOf("settingsSet")).toEqual([{ settings: settings({ unusedKeyDays: 30 }) }]),
  );
});

test("a choice takes effect at once", async () => {
  const { user } = openWindow({ screen: "settings" });
  await user.click(await screen.findByRole("radio", { name: "Dark" }));
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe("dark"));
  expect(callsOf("settingsSet")).toMatchObject([{ settings: { appearance: "dark" } }]);
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
    expect(callsOf("settingsSet").at(1)).toEqual({
      settings: settings({ appearance: "dark", notifications: false }),
    }),
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
    expect(callsOf("settingsSet")).toEqual([{ settings: settings({ operationNotifications: false }) }]),
  );
  await user.click(screen.getByRole("switch", { name: "Warn before a temporary database expires" }));
  await waitFor(() =>
    expect(callsOf("settingsSet").at(1)).toEqual({
      settings: settings({ operationNotifications: false, notifications: false }),
    }),
  );
});

test("minutes are kept only when they are a number that can be", async () => {
  const { user } = openWindow({ screen: "settings" });
  const field = await screen.findByRole("textbox", { name: /Suspend idle servers/ });
  await retype(user, field, "none{Enter}");
  expect(screen.getByText("Enter a whole number from 1 to 1440.")).toBeTruthy();
  expect(callsOf("settingsSet")).toEqual([]);
  await retype(user, field, "15{Enter}");
  await waitFor(() =>
    expect(callsOf("settingsSet")).toMatchObject([{ settings: { sandboxIdleMinutes: 15 } }]),
  );
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
  const section = within(screen.getByRole("region", { name: "Keychain" }));
  await user.click(section.getByRole("button", { name: "Check keychain" }));
  expect(await screen.findByText("Keychain ready")).toBeTruthy();
  expect(screen.queryByTestId("keychain-banner")).toBeNull();
});

test("density takes effect at once on rows and controls, and is painted first at the next start", async () => {
  const { user } = openWindow({ screen: "settings" });
  await user.click(await screen.findByRole("radio", { name: "Compact" }));
  await waitFor(() => expect(document.documentElement.dataset.density).toBe("compact"));
  expect(callsOf("settingsSet")).toEqual([{ settings: settings({ density: "compact" }) }]);
  expect(rememberedDensity()).toBe("compact");
  await user.click(screen.getByRole("radio", { name: "Comfortable" }));
  await waitFor(() => expect(document.documentElement.dataset.density).toBe("comfortable"));
  expect(rememberedDensity()).toBe("comfortable");
});

test("how long a copied secret stays on the clipboard is one of four", async () => {
  const { user } = openWindow({ screen: "settings" });
  const group = await screen.findByRole("radiogroup", { name: "Clear copied secrets" });
  const all = within(group).getAllByRole("radio");
  expect(all.map((radio) => radio.textContent)).toEqual([
    "After 15 s",
    "After 45 s",
    "After 120 s",
    "When you quit",
  ]);
  expect(within(group).getByRole("radio", { name: "After 45 s" })).toHaveProperty("ariaChecked", "true");
  await user.click(within(group).getByRole("radio", { name: "When you quit" }));
  await waitFor(() =>
    expect(callsOf("settingsSet")).toEqual([{ settings: settings({ clipboardSeconds: 0 }) }]),
  );
});

test("what a new project begins with is kept field by field, and only what can be used", async () => {
  const { user } = openWindow({ screen: "settings" });
  const none = settings().newProject;
  const region = await screen.findByRole("combobox", { name: "Region" });
  await pick(user, region, "eu-central-1");
  await waitFor(() =>
    expect(callsOf("settingsSet").at(-1)).toEqual({
      settings: settings({ newProject: { ...none, regionId: "eu-central-1" } }),
    }),
  );
  await pick(user, screen.getByRole("combobox", { name: "PostgreSQL" }), "Version 16");
  const size = screen.getByRole("textbox", { name: /^Compute size in CU/ });
  await retype(user, size, "3-0.5{Enter}");
  expect(await screen.findByText("Put the smaller size first: 0.5-3.")).toBeTruthy();
  await retype(user, size, "0.5-2{Enter}");
  await pick(user, screen.getByRole("combobox", { name: "Suspend timeout" }), "Never");
  await waitFor(() =>
    expect(callsOf("settingsSet").at(-1)).toEqual({
      settings: settings({
        newProject: {
          regionId: "eu-central-1",
          pgVersion: 16,
          compute: { minCu: 0.5, maxCu: 2, suspendTimeoutSeconds: -1 },
        },
      }),
    }),
  );
});

test("the saved options of temporary databases are shown, with the way to change them", async () => {
  const { user } = openWindow({ screen: "settings" });
  const section = await screen.findByRole("region", { name: "New temporary databases" });
  expect(section.textContent).toContain("DATABASE_URL");
  await user.click(within(section).getByRole("button", { name: "Change defaults…" }));
  expect(await screen.findByRole("dialog", { name: "New temporary database" })).toBeTruthy();
});
