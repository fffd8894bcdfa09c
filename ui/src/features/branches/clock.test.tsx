import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { readDateTime } from "@/kit/time/dateTime";
import { formatDate } from "@/kit/time/formatDate";
import { answer, callsOf } from "@/test/backend";
import { choose, pick } from "@/test/interactions";
import { branch, compute, project, sandbox } from "@/test/views";
import { openWindow } from "@/test/window";

/*
 * With a clock that was moved, a date beside a dialog is the same date in the dialog's fields: the platform's, which is sent.
 */

const HOUR = 3_600_000;
const PROJECT = "shop-prod-12345678";
const AHEADS = [0, 48 * HOUR];

/** A time of the platform's present day as a field has it, and the same as an instant. */
const today = (by: number) => (by === 0 ? "2026-03-04" : "2026-03-06");
const typed = (clock: string, by: number) => `${today(by)}T${clock}`;
const at = (clock: string, by: number) => new Date(typed(clock, by)).getTime();
const there = (clock: string, by: number) => new Date(at(clock, by)).toISOString();
/** The same as a date beside which the clock is named. */
const dated = (clock: string, by: number) =>
  `${formatDate(at(clock, by), 0)}${by === 0 ? "" : " (clock 2 d ahead)"}`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(at("12:00:00", 0));
});

function begin(by: number) {
  const { running } = sandbox();
  const moved = running && { ...running, clockOffsetMs: by };
  const main = branch({ isDefault: true, createdAt: there("08:00:00", by) });
  const leaf = branch({
    id: "br-leaf-1",
    name: "leaf",
    parentId: main.id,
    parentTimestamp: there("09:30:00", by),
    createdAt: there("10:00:00", by),
    expiresAt: there("18:00:00", by),
  });
  answer("sandboxState", () => sandbox({ running: moved }));
  answer("projectGet", () => project({ historyRetentionSeconds: 86_400 }));
  answer("computeList", () => [compute()]);
  answer("branchList", () => [main, leaf]);
  answer("branchUpdate", () => ({ item: leaf, operations: [] }));
  answer("branchRestore", () => ({ item: leaf, operations: [] }));
  answer("branchCreate", () => ({ branch: leaf, computes: [], connections: [], operations: [] }));
  return openWindow({
    screen: "project",
    account: "sandbox",
    id: PROJECT,
    tab: "branches",
    branch: "br-leaf-1",
  });
}

/** Opens the dialog that this action of the branch asks for. */
async function openDialog(user: ReturnType<typeof openWindow>["user"], action: RegExp, name: string) {
  await choose(user, await screen.findByRole("button", { name: "More actions for leaf" }), action);
  return within(await screen.findByRole("dialog", { name }));
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
/** The instant that it shows. */
const shown = (of: HTMLInputElement) => readDateTime(of.value);
const MOMENT = /^Date and time \(local\)/;
const END = /^Expires on \(local time\)/;

test.each(AHEADS)("the pane shows dates as the platform has them, %i ms ahead", async (by) => {
  begin(by);
  const pane = await screen.findByRole("complementary", { name: /leaf/ });
  await waitFor(() => expect(pane.textContent).toContain(`as of ${dated("09:30:00", by)}`));
  expect(pane.textContent).toContain("2 h ago");
  expect(within(pane).getByRole("timer").title).toBe(formatDate(at("18:00:00", by), by, "exact"));
});

test.each(AHEADS)("an end is shown, changed and sent, %i ms ahead", async (by) => {
  const { user } = begin(by);
  const dialog = await openDialog(user, /^Set expiration…/, "Set expiration of leaf");
  const end = field(END);
  expect(shown(end)).toBe(at("18:00:00", by));
  expect(end.value).toBe(by === 0 ? "Wed 4 Mar 2026, 18:00:00" : "Fri 6 Mar 2026, 18:00:00");
  fireEvent.change(end, { target: { value: typed("11:00:00", by) } });
  await user.click(dialog.getByRole("button", { name: "Set expiration" }));
  expect(dialog.getByText("This time has passed.")).toBeTruthy();
  fireEvent.change(end, { target: { value: typed("19:00:00", by) } });
  await user.click(dialog.getByRole("button", { name: "Set expiration" }));
  await waitFor(() => expect(callsOf("branchUpdate")).toHaveLength(1));
  expect(callsOf("branchUpdate")[0]?.update).toEqual({
    expiry: { kind: "at", at: there("19:00:00", by).replace(".000Z", "Z") },
  });
});

test.each(AHEADS)("an end that nobody touched is sent as it was, %i ms ahead", async (by) => {
  const { user } = begin(by);
  const dialog = await openDialog(user, /^Set expiration…/, "Set expiration of leaf");
  await user.click(dialog.getByRole("button", { name: "Set expiration" }));
  await waitFor(() => expect(callsOf("branchUpdate")).toHaveLength(1));
  expect(callsOf("branchUpdate")[0]?.update).toEqual({
    expiry: { kind: "at", at: there("18:00:00", by).replace(".000Z", "Z") },
  });
});

test.each(AHEADS)("a branch is restored to the moment that was typed, %i ms ahead", async (by) => {
  const { user } = begin(by);
  const dialog = await openDialog(user, /^Restore…/, "Restore leaf");
  const moment = field(MOMENT);
  const reaches = `The restore window goes from ${dated("10:00:00", by)} until now.`;
  expect(dialog.getByText(reaches)).toBeTruthy();
  fireEvent.change(moment, { target: { value: typed("09:59:00", by) } });
  await user.click(dialog.getByRole("button", { name: "Restore branch" }));
  expect(dialog.getByText(`The restore window goes back to ${dated("10:00:00", by)}.`)).toBeTruthy();
  fireEvent.change(moment, { target: { value: typed("11:15:30", by) } });
  await user.click(dialog.getByRole("button", { name: "Restore branch" }));
  await waitFor(() => expect(callsOf("branchRestore")).toHaveLength(1));
  expect(callsOf("branchRestore")[0]?.restore).toMatchObject({
    sourceTimestamp: there("11:15:30", by),
    preserveUnderName: `leaf_before_${today(by)}_12-00`,
  });
});

test.each(AHEADS)(
  "a branch begins at the moment and ends at the date that were typed, %i ms ahead",
  async (by) => {
    const { user } = begin(by);
    await screen.findByRole("button", { name: "More actions for leaf" });
    await user.click(screen.getByRole("button", { name: "New branch…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New branch" }));
    await user.click(dialog.getByRole("radio", { name: /^Point in time/ }));
    expect(shown(field(MOMENT))).toBe(at("12:00:00", by));
    fireEvent.change(field(MOMENT), { target: { value: typed("11:00:00", by) } });
    await pick(user, dialog.getByRole("combobox", { name: /^Expires/ }), "On a date…");
    expect(shown(field(END))).toBe(at("12:00:00", by) + 24 * HOUR);
    fireEvent.change(field(END), { target: { value: typed("20:00:00", by) } });
    await user.click(dialog.getByRole("button", { name: "Create branch" }));
    await waitFor(() => expect(callsOf("branchCreate")).toHaveLength(1));
    expect(callsOf("branchCreate")[0]?.create).toMatchObject({
      parentTimestamp: there("11:00:00", by),
      expiresAt: there("20:00:00", by).replace(".000Z", "Z"),
    });
  },
);
