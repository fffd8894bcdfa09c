import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { ChangeView, ProjectView, UpdateProject } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { opened, pick, retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";
import { readWindow, shownAs } from "./HistorySetting";

const PLACE = onProject("settings");

/** What the platform makes of a change, as far as these tests change something. */
function changed({
  name,
  compute,
  settings,
  historyRetentionSeconds,
}: UpdateProject): ChangeView<ProjectView> {
  const before = views.project();
  const size = before.computeSize;
  return {
    item: views.project({
      name: name ?? before.name,
      computeSize: {
        minCu: compute?.minCu ?? size.minCu ?? null,
        maxCu: compute?.maxCu ?? size.maxCu ?? null,
        suspendTimeoutSeconds: compute?.suspendTimeoutSeconds ?? size.suspendTimeoutSeconds ?? null,
      },
      blocksPublic: settings?.blockPublic ?? false,
      hipaa: settings?.hipaa ?? false,
      historyRetentionSeconds: historyRetentionSeconds ?? before.historyRetentionSeconds,
    }),
    operations: [],
  };
}

beforeEach(() => {
  answer("computeList", () => []);
  answer("projectUpdate", ({ update }) => changed(update));
  answer("callText", () => ({ curl: "curl", cli: "neonctl", variables: [] }));
});

const part = (name: string) => screen.findByRole("region", { name });
const sent = () => callsOf("projectUpdate").map(({ update }) => update);
const nothing = { name: null, compute: {}, settings: {}, historyRetentionSeconds: null };
const button = (within_: HTMLElement, name: string) =>
  within(within_).getByRole<HTMLButtonElement>("button", { name });

describe("each part is saved on its own and sends only what changed:", () => {
  test("the name, once however fast one clicks", async () => {
    const { user } = openWindow(PLACE);
    const name = await part("General");
    expect(button(name, "Rename project").disabled).toBe(true);
    const field = within(name).getByRole("textbox", { name: "Name" });
    await retype(user, field, "Läden");
    await user.dblClick(button(name, "Rename project"));
    expect(await within(name).findByText("Saved")).toBeTruthy();
    expect(sent()).toEqual([{ ...nothing, name: "Läden" }]);
    expect(await screen.findByRole("heading", { level: 1, name: "Läden" })).toBeTruthy();
  });

  test("the range of the computes, typed as in a terminal", async () => {
    const { user } = openWindow(PLACE);
    const computes = await part("Computes");
    const field = within(computes).getByRole<HTMLInputElement>("textbox", { name: "Size in CU" });
    expect(field.value).toBe("0.5-3");
    await retype(user, field, "1-4");
    await user.click(button(computes, "Save computes"));
    await within(computes).findByText("Saved");
    expect(sent()).toEqual([{ ...nothing, compute: { minCu: 1, maxCu: 4, suspendTimeoutSeconds: null } }]);
  });

  test("the time after which computes sleep", async () => {
    const { user } = openWindow(PLACE);
    const computes = await part("Computes");
    await user.click(within(computes).getByRole("combobox", { name: "Suspend timeout" }));
    await user.click(await screen.findByRole("option", { name: "5 minutes" }));
    await user.click(button(computes, "Save computes"));
    await within(computes).findByText("Saved");
    expect(sent()).toEqual([
      { ...nothing, compute: { minCu: null, maxCu: null, suspendTimeoutSeconds: 300 } },
    ]);
  });

  test("a block, set and cleared", async () => {
    const { user } = openWindow(PLACE);
    const connections = await part("Connections");
    const box = () => within(connections).getByRole("checkbox", { name: /Block public connections/ });
    await user.click(box());
    await user.click(button(connections, "Save connections"));
    await within(connections).findByText("Saved");
    await user.click(box());
    await user.click(button(connections, "Save connections"));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toEqual([
      { ...nothing, settings: { blockPublic: true } },
      { ...nothing, settings: { blockPublic: false } },
    ]);
  });

  test("the restore window in human units, with what a shorter one loses", async () => {
    const { user } = openWindow(PLACE);
    const history = await part("Restore window");
    const field = within(history).getByRole<HTMLInputElement>("textbox", { name: "Length" });
    expect(field.value).toBe("1");
    await pick(user, within(history).getByRole("combobox", { name: "Unit" }), "hours");
    await retype(user, field, "6");
    expect(await within(history).findByText(/before the new window are lost/)).toBeTruthy();
    await user.click(button(history, "Save restore window"));
    await within(history).findByText("Saved");
    expect(sent()).toEqual([{ ...nothing, historyRetentionSeconds: 21_600 }]);
  });
});

test.each([
  ["3-0.5", /Put the smaller size first: 0.5-3/],
  ["0.1", /smallest size is 0.25 CU/],
  ["big", /Enter a size such as 2/],
])("a range that is not valid is marked while it is typed: %s", async (typed, why) => {
  const { user } = openWindow(PLACE);
  const computes = await part("Computes");
  const field = within(computes).getByRole("textbox", { name: "Size in CU" });
  await retype(user, field, typed);
  expect(await within(computes).findByText(why)).toBeTruthy();
  await user.keyboard("{Enter}");
  expect(sent()).toEqual([]);
});

test.each([
  ["", "Enter a name."],
  ["ä".repeat(257), /257 characters/],
])("a name that cannot be is not sent: %#", async (typed, why) => {
  const { user } = openWindow(PLACE);
  const name = await part("General");
  const field = within(name).getByRole("textbox", { name: "Name" });
  await user.clear(field);
  if (typed) {
    await user.click(field);
    await user.paste(typed);
  }
  expect(await within(name).findByText(why)).toBeTruthy();
  await user.keyboard("{Enter}");
  expect(sent()).toEqual([]);
});

test("a refusal stays with what was typed, and the next try goes through", async () => {
  refuse("projectUpdate", { code: "platform", message: "The range is not in the plan", requestId: "req-9" });
  const { user } = openWindow(PLACE);
  const computes = await part("Computes");
  const field = within(computes).getByRole<HTMLInputElement>("textbox", { name: "Size in CU" });
  await retype(user, field, "8");
  await user.click(button(computes, "Save computes"));
  expect(await within(computes).findByText(/not in the plan/)).toBeTruthy();
  expect(within(computes).getByText(/req-9/)).toBeTruthy();
  expect(field.value).toBe("8");
  answer("projectUpdate", ({ update }) => changed(update));
  await user.click(button(computes, "Save computes"));
  expect(await within(computes).findByText("Saved")).toBeTruthy();
  expect(within(computes).queryByRole("alert")).toBeNull();
});

test("what somebody else changed meanwhile is shown, and leaves what is typed alone", async () => {
  const { user } = openWindow(PLACE);
  const name = await part("General");
  const field = within(name).getByRole<HTMLInputElement>("textbox", { name: "Name" });
  await user.type(field, "-2");
  answer("projectGet", () =>
    views.project({ name: "elsewhere", computeSize: { minCu: 2, maxCu: 2, suspendTimeoutSeconds: 0 } }),
  );
  publish({ kind: "projectChanged", accountId: "sandbox", projectId: ID });
  const size = within(await part("Computes")).getByRole<HTMLInputElement>("textbox", { name: "Size in CU" });
  await waitFor(() => expect(size.value).toBe("2"));
  expect(field.value).toBe("shop-prod-2");
});

test("HIPAA cannot be undone: it asks before, and afterwards says that it stays", async () => {
  const { user } = openWindow(PLACE);
  const hipaa = await part("HIPAA");
  const dialog = await opened(user.click(button(hipaa, "Turn on…")), "Turn on HIPAA for shop-prod?");
  expect(within(dialog).getByText("This can’t be undone.")).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.click(button(dialog, "Turn on HIPAA"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent()).toEqual([{ ...nothing, settings: { hipaa: true } }]);
  expect(await within(hipaa).findByText("Can’t be turned off later.")).toBeTruthy();
});

test("logical replication that is refused says why within the question", async () => {
  refuse("projectUpdate", { code: "platform", message: "The plan does not have it" });
  const { user } = openWindow(PLACE);
  const dialog = await opened(user.click(button(await part("Logical replication"), "Turn on…")));
  await user.click(button(dialog, "Turn on logical replication"));
  expect(await within(dialog).findByText(/plan does not have it/)).toBeTruthy();
});

test("of a read-only account everything is shown and nothing can be changed, with the reason", async () => {
  answer("accountList", () => [views.account({ isReadOnly: true })]);
  openWindow(PLACE);
  expect(await screen.findByText("Settings can’t be changed right now")).toBeTruthy();
  const name = await part("General");
  expect(within(name).getByRole<HTMLInputElement>("textbox", { name: "Name" }).disabled).toBe(true);
  expect(button(await part("HIPAA"), "Turn on…").disabled).toBe(true);
  const remove = await within(await part("Danger zone")).findByRole("button", { name: /Delete/ });
  expect(remove.ariaDisabled).toBe("true");
});

test("what is typed can be copied as text before it is sent", async () => {
  const { user } = openWindow(PLACE);
  const history = await part("Restore window");
  const field = within(history).getByRole("textbox", { name: "Length" });
  await retype(user, field, "7");
  await user.click(button(history, "Copy as…"));
  await waitFor(() =>
    expect(callsOf("callText").at(-1)).toEqual({
      call: {
        kind: "projectUpdate",
        accountId: "sandbox",
        projectId: ID,
        update: { ...nothing, historyRetentionSeconds: 604_800 },
      },
      psql: null,
    }),
  );
  expect(sent()).toEqual([]);
});

test.each([
  [0, "0", "days"],
  [86_400, "1", "days"],
  [90_000, "25", "hours"],
  [2_592_000, "30", "days"],
  [61, "61", "seconds"],
] as const)("a window of %i s is shown as %s %s and read back", (seconds, count, unit) => {
  expect(shownAs(seconds)).toEqual({ count, unit });
  expect(readWindow(count, unit)).toEqual({ seconds });
});

test.each([
  ["31", "days", "The longest restore window is 30 days."],
  ["-1", "days", "Enter a number, or 0 for no restore window."],
  ["soon", "hours", "Enter a number, or 0 for no restore window."],
  ["", "hours", "Enter a number, or 0 for no restore window."],
] as const)("a window of %j %s cannot be", (count, unit, fieldError) =>
  expect(readWindow(count, unit)).toEqual({ fieldError }),
);
