import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { liveOptions, sandbox, sandboxOptions, settings } from "@/test/views";
import { openWindow } from "@/test/window";

let saved = settings();

beforeEach(() => {
  saved = settings();
  answer("sandboxRequests", () => []);
  answer("sandboxQuarantine", () => []);
  answer("settingsGet", () => saved);
  answer("settingsSet", ({ settings: wanted }) => {
    saved = wanted;
    return wanted;
  });
});

async function openOptions() {
  const { user } = openWindow({ screen: "sandbox" });
  const card = within(await screen.findByRole("region", { name: "Options" }));
  await card.findByRole("switch", { name: "Match the live platform" });
  return { user, card };
}

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });

async function type(user: UserEvent, name: RegExp, text: string) {
  await user.clear(field(name));
  await user.type(field(name), `${text}{Enter}`);
}

test("one switch sets the options as the live platform has them, and back", async () => {
  const { user, card } = await openOptions();
  const live = card.getByRole("switch", { name: "Match the live platform" });
  expect(live.getAttribute("aria-checked")).toBe("false");
  await user.click(live);
  await waitFor(() => expect(saved.sandboxOptions).toEqual(liveOptions));
  expect(live.getAttribute("aria-checked")).toBe("true");
  expect(field(/^Database/).value).toBe("neondb");
  expect(field(/Branches per project/).value).toBe("10");
  expect(field(/Minimum duration/).value).toBe("1000");

  await type(user, /Branches per project/, "20");
  await waitFor(() => expect(saved.sandboxOptions.branchesLimit).toBe(20));
  expect(live.getAttribute("aria-checked")).toBe("false");
  await user.click(live);
  await user.click(live);
  await waitFor(() => expect(saved.sandboxOptions).toEqual(sandboxOptions()));
});

test.each([
  ["", /lowercase letters/],
  ["Shop", /lowercase letters/],
  ["9lives", /lowercase letters/],
  ["bücher", /lowercase letters/],
  ["a".repeat(64), /lowercase letters/],
  ["postgres", /postgres is reserved/],
  ["pg_mine", /pg_mine is reserved/],
  ["template9", /template9 is reserved/],
  ["plinth_admin", /plinth_admin is reserved/],
])("the name %o is refused at its field", async (name, problem) => {
  const { user, card } = await openOptions();
  await type(user, /Owner role/, name);
  expect(card.getByText(problem)).toBeTruthy();
  expect(field(/Owner role/).getAttribute("aria-invalid")).toBe("true");
  expect(callsOf("settingsSet")).toEqual([]);
  await type(user, /Owner role/, "_keeper2");
  await waitFor(() => expect(saved.sandboxOptions.role).toBe("_keeper2"));
  expect(card.queryByText(problem)).toBeNull();
});

test("an empty limit is none, and a number must be whole and in range", async () => {
  const { user, card } = await openOptions();
  await type(user, /Requests per minute/, "0");
  expect(card.getByText("Enter a whole number from 1 to 1000000.")).toBeTruthy();
  expect(callsOf("settingsSet")).toEqual([]);
  await type(user, /Requests per minute/, " ");
  await waitFor(() => expect(saved.sandboxOptions.requestsPerMinute).toBeNull());
  await type(user, /Minimum duration/, "250");
  await waitFor(() => expect(saved.sandboxOptions.operationPaceMs).toBe(250));
  await type(user, /Minimum duration/, " ");
  await waitFor(() => expect(saved.sandboxOptions.operationPaceMs).toBe(0));
  expect(field(/Minimum duration/).value).toBe("");
  await user.click(card.getByRole("switch", { name: "Create a compute with each branch" }));
  await waitFor(() => expect(saved.sandboxOptions.computeByDefault).toBe(false));
  expect(saved.sandboxOptions.requestsPerMinute).toBeNull();
});

test("what waits for a restart is said with the way to it", async () => {
  const { user, card } = await openOptions();
  expect(card.getByText("Changes apply from the next start.")).toBeTruthy();
  expect(card.queryByRole("button", { name: "Restart" })).toBeNull();
  const { running } = sandbox();
  answer("sandboxState", () => sandbox({ running: running && { ...running, restartNeeded: true } }));
  publish({ kind: "settingsChanged" });
  expect(await card.findByText(/Restart the sandbox to apply your changes/)).toBeTruthy();
  const order: string[] = [];
  answer("sandboxStop", () => {
    order.push("stop");
    return sandbox({ status: "stopped", running: null });
  });
  answer("sandboxStart", () => {
    order.push("start");
    return sandbox();
  });
  await user.click(card.getByRole("button", { name: "Restart" }));
  await waitFor(() => expect(order).toEqual(["stop", "start"]));
  expect(await card.findByText("Changes apply from the next start.")).toBeTruthy();
});

test("a restart that fails says why", async () => {
  const { running } = sandbox();
  answer("sandboxState", () => sandbox({ running: running && { ...running, restartNeeded: true } }));
  const { user, card } = await openOptions();
  answer("sandboxStop", () => sandbox({ status: "stopped", running: null }));
  refuse("sandboxStart", { code: "internal", message: "`mars-1` is not a region of the sandbox" });
  await user.click(card.getByRole("button", { name: "Restart" }));
  expect((await screen.findByRole("alert")).textContent).toContain("mars-1");
});

test("options are there while the sandbox is stopped, and say when they cannot be loaded or saved", async () => {
  answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
  const { user, card } = await openOptions();
  refuse("settingsSet", { code: "file", message: "No space left on the disk" });
  await type(user, /^Database/, "shop");
  expect(await card.findByText(/No space left on the disk/)).toBeTruthy();
  expect(field(/^Database/).value).toBe("svcdb");
});

test("options that cannot be loaded say why", async () => {
  refuse("settingsGet", { code: "file", message: "The settings are locked" });
  openWindow({ screen: "sandbox" });
  const card = within(await screen.findByRole("region", { name: "Options" }));
  expect(await card.findByText(/The settings are locked/)).toBeTruthy();
  expect(card.queryByRole("switch")).toBeNull();
});
