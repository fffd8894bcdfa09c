import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { openDialog } from "@/kit/overlay/dialogs";
import type { Route } from "@/kit/route/route";
import { formatDate } from "@/kit/time/formatDate";
import { answer } from "@/test/backend";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

/*
 * Times of an account whose clock is ahead: what happened three hours ago by that clock is shown as "3 h ago", and a date
 * is the one that the clock had.
 */

const HOUR = 3_600_000;
const NOW = new Date("2026-03-04T12:00:00").getTime();
const AHEAD = 48 * HOUR;
const ID = "shop-prod-12345678";

/** So many hours from now, as the clock of that account has it. */
const there = (hours: number) => new Date(NOW + hours * HOUR + AHEAD).toISOString();
/** The same as a date, with the clock named beside it. */
const dateIn = (hours: number) => `${formatDate(there(hours), 0)} (clock 2 d ahead)`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(NOW);
});

/** A project whose every moment was told by that clock. */
function begin(tab?: "auth" | "computes" | "data") {
  const { running } = views.sandbox();
  answer("sandboxState", () => views.sandbox({ running: running && { ...running, clockOffsetMs: AHEAD } }));
  answer("projectGet", () =>
    views.project({
      createdAt: there(-3),
      usage: { ...views.project().usage, periodStart: there(-240), periodEnd: there(480) },
    }),
  );
  answer("computeList", () => [views.compute({ lastActive: there(-3) })]);
  answer("databaseList", () => [
    { name: "svcdb", owner: "svcdb_owner", createdAt: there(-6), updatedAt: there(-3) },
  ]);
  answer("roleList", () => []);
  answer("connectForms", () => views.connect());
  answer("operationPage", () => ({
    items: [
      views.operation({ id: "op-1", createdAt: there(-6), updatedAt: there(-3) }),
      views.operation({ id: "op-2", createdAt: there(-6), updatedAt: null }),
    ],
    next: null,
  }));
  answer("projectConsumption", () => ({ items: [], next: null }));
  answer("authIntegrations", () => [views.integration({ createdAt: there(-3) })]);
  const route: Route = { screen: "project", account: "sandbox", id: ID };
  return openWindow(tab ? { ...route, tab } : route);
}

const card = (name: string) => screen.findByRole("region", { name });
const timesIn = (part: HTMLElement) =>
  within(part)
    .queryAllByRole("time")
    .map((each) => each.textContent);
/** The account and its clock may be read after what is shown by it. */
const shows = (part: HTMLElement, times: readonly string[]) =>
  waitFor(() => expect(timesIn(part)).toEqual(times));

test("when auth was enabled", async () => {
  begin("auth");
  await shows(await card("Integration"), ["3 h ago"]);
});

test("when a compute was active last", async () => {
  begin("computes");
  await shows(await screen.findByRole("grid", { name: "Computes" }), ["3 h ago"]);
});

test("when a database was changed and made", async () => {
  begin("data");
  await shows(await screen.findByRole("grid", { name: "Databases of main" }), ["3 h ago", "6 h ago"]);
});

test("when the last operations were", async () => {
  begin();
  await shows(await screen.findByRole("list", { name: "Recent operations" }), ["3 h ago", "6 h ago"]);
});

test("when a project was made", async () => {
  begin();
  await shows(await card("Settings"), ["3 h ago"]);
});

test("when a project was made before the clock was moved", async () => {
  begin();
  const project = views.project({ createdAt: new Date(NOW).toISOString() });
  answer("projectGet", () => project);
  await shows(await card("Settings"), [formatDate(NOW, 0, "day")]);
});

test("how far the clock is ahead, beside the account", async () => {
  begin();
  const account = await screen.findByRole("button", { name: /^Sandbox/ });
  await waitFor(() => expect(account.textContent).toContain("Clock 2 d ahead · "));
});

test("what period is counted", async () => {
  begin();
  const usage = await card("Usage this period");
  const words = `Since ${formatDate(there(-240), 0)}. The next period starts ${dateIn(480)}.`;
  await waitFor(() => expect(usage.textContent).toContain(words));
});

test("until when a database that is forgotten stays", async () => {
  const row = views.row({ clockOffsetMs: AHEAD, expiresAt: there(60) });
  answer("temporaryList", () => ({ items: [row] }));
  openWindow({ screen: "temporary" });
  act(() => openDialog({ dialog: "forgetTemporary", id: "row-1" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove quiet-harbour from the list?" });
  expect(dialog.textContent).toContain(` until ${dateIn(60)}, then it is deleted with its data`);
});

test("until when a project that is deleted can be brought back", async () => {
  begin();
  await shows(await card("Settings"), ["3 h ago"]);
  act(() => openDialog({ dialog: "deleteProject", accountId: "sandbox", project: views.project() }));
  const dialog = await screen.findByRole("dialog", { name: "Delete shop-prod?" });
  expect(dialog.textContent).toContain(
    `can recover the project with everything in it until about ${dateIn(7 * 24)}.`,
  );
});
