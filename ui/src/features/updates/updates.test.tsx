import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ReleaseView, UpdatesView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { settings, updates } from "@/test/views";
import { openWindow } from "@/test/window";

const newer: ReleaseView = {
  version: "0.2.0",
  notes: "Faster.\nSafer.",
  publishedAt: null,
  host: "updates.example",
};

function shown(changes: Partial<UpdatesView> = {}) {
  answer("updatesState", () => updates(changes));
  return openWindow({ screen: "settings" });
}

const section = async () => within(await screen.findByRole("region", { name: "Updates" }));

test("nothing is asked until it is switched on, and it says whom it will ask", async () => {
  answer("settingsGet", () => settings());
  const { user } = shown();
  const part = await section();
  expect(await part.findByText("Not checked since Plinth started.")).toBeTruthy();
  expect(part.getByText(/it asks updates.example/)).toBeTruthy();
  expect(callsOf("updatesCheck")).toEqual([]);
  await user.click(part.getByRole("switch", { name: "Check for updates automatically" }));
  await waitFor(() =>
    expect(callsOf("settingsSet")).toMatchObject([{ settings: { checkForUpdates: true } }]),
  );
});

test("a newer version is shown with what is new, and installed on a click alone", async () => {
  const { user } = shown();
  answer("updatesCheck", () => updates({ checkedAt: new Date().toISOString(), release: newer }));
  answer("updatesInstall", () => updates({ installed: "0.2.0" }));
  answer("updatesRestart", () => null);
  const part = await section();
  await user.click(await part.findByRole("button", { name: "Check now" }));
  expect(await part.findByText("Plinth 0.2.0 is available")).toBeTruthy();
  expect(part.getByText(/Faster/).textContent).toBe(newer.notes);
  expect(screen.getByText("Plinth 0.2.0 is available", { selector: ".visually-hidden" })).toBeTruthy();
  expect(callsOf("updatesInstall")).toEqual([]);
  await user.click(part.getByRole("button", { name: "Install" }));
  expect(await part.findByText("Plinth 0.2.0 is installed")).toBeTruthy();
  await user.click(part.getByRole("button", { name: "Restart Plinth" }));
  await waitFor(() => expect(callsOf("updatesRestart")).toHaveLength(1));
});

test("the newest version is said to be that", async () => {
  shown({ checkedAt: new Date().toISOString() });
  expect(await (await section()).findByText(/Plinth 0.1.0 is the newest version. Checked/)).toBeTruthy();
});

test("a download shows how far it is, and can be cancelled", async () => {
  let stop = () => {};
  answer("updatesInstall", () => new Promise<never>((_, reject) => (stop = () => reject(new Error("late")))));
  answer("updatesCancel", () => null);
  const { user } = shown({ release: newer });
  const part = await section();
  await user.click(await part.findByRole("button", { name: "Install" }));
  expect(await part.findByText("Starting…")).toBeTruthy();
  answer("updatesState", () =>
    updates({ release: newer, download: { bytes: 5_000_000, total: 20_000_000, installing: false } }),
  );
  publish({ kind: "updatesChanged" });
  expect(await part.findByText("5 MB of 20 MB")).toBeTruthy();
  await user.click(part.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(callsOf("updatesCancel")).toHaveLength(1));
  answer("updatesState", () =>
    updates({ release: newer, download: { bytes: 20_000_000, total: null, installing: true } }),
  );
  publish({ kind: "updatesChanged" });
  expect(await part.findByText("Checking the signature and installing…")).toBeTruthy();
  expect(part.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true);
  stop();
});

test("what was cancelled is no error, and what was refused is one", async () => {
  const { user } = shown({ release: newer });
  refuse("updatesInstall", { code: "cancelled", message: "The download was cancelled" });
  const part = await section();
  await user.click(await part.findByRole("button", { name: "Install" }));
  await waitFor(() => expect(callsOf("updatesInstall")).toHaveLength(1));
  expect(part.queryByText(/was cancelled/)).toBeNull();
  refuse("updatesInstall", { code: "invalid", message: "It isn’t signed", hint: "Don’t install it." });
  await user.click(await part.findByRole("button", { name: "Install" }));
  expect(await part.findByText(/It isn’t signed/)).toBeTruthy();
  expect(part.getByText(/Don’t install it/)).toBeTruthy();
});

test("a server that can’t be reached is said where it was asked", async () => {
  const { user } = shown();
  refuse("updatesCheck", { code: "offline", message: "Couldn’t reach the server", hint: "Try again." });
  const part = await section();
  await user.click(await part.findByRole("button", { name: "Check now" }));
  expect(await part.findByText(/Couldn’t reach the server/)).toBeTruthy();
});

test("what others update offers nothing", async () => {
  shown({ by: "deb", host: null });
  const part = await section();
  expect(await part.findByText(/Install a newer .deb/)).toBeTruthy();
  expect(part.queryByRole("switch")).toBeNull();
  expect(part.queryByRole("button")).toBeNull();
});

test("the palette checks, and brings into view what comes of it", async () => {
  answer("updatesState", () => updates());
  answer("updatesCheck", () => updates({ checkedAt: new Date().toISOString() }));
  const { user } = openWindow();
  await screen.findByRole("heading", { name: "Temporary databases" });
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "check for updates{Enter}");
  expect(await (await section()).findByText(/is the newest version/)).toBeTruthy();
  expect(callsOf("updatesCheck")).toHaveLength(1);
});
