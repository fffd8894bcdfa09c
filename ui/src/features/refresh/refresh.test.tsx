import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { choose, deferred } from "@/test/interactions";
import { branch, compute, database, project, snapshot } from "@/test/views";
import { openWindow } from "@/test/window";

const PROJECT = "shop-prod-12345678";
const COMPUTES = { screen: "project", account: "sandbox", id: PROJECT, tab: "computes" } as const;

let names: string[];

beforeEach(() => {
  names = ["main", "dev"];
  answer("branchList", () =>
    names.map((name) => branch({ id: `br-${name}`, name, isDefault: name === "main" })),
  );
  answer("computeList", () => names.map((name) => compute({ id: `ep-${name}`, branchId: `br-${name}` })));
});

const strip = () => within(screen.getByRole("region", { name: "Activity" }));
const due = (part: "computes" | "branches" | "databases" | "snapshots" | "project") =>
  publish({ kind: "viewDue", accountId: "sandbox", projectId: PROJECT, part });
const reads = () => callsOf("computeList").length;

describe("the refresh action", () => {
  test.each([
    ["R", "r"],
    ["Ctrl-R", "{Control>}r{/Control}"],
    ["F5", "{F5}"],
  ])("reads everything that is shown once, by %s", async (_name, keys) => {
    const { user } = openWindow(COMPUTES);
    await screen.findByRole("row", { name: /ep-dev/ });
    const before = [reads(), callsOf("branchList").length, callsOf("projectGet").length];
    const { promise, resolve: finish } = deferred<void>();
    answer("computeList", async () => {
      await promise;
      return [compute({ id: "ep-main", branchId: "br-main", state: "idle" })];
    });
    await user.keyboard(keys);
    expect(await strip().findByText("Refreshing…")).toBeTruthy();
    await user.keyboard(keys);
    finish();
    await waitFor(() => expect(screen.getByTestId("compute-state").textContent).toBe("Suspended"));
    await waitFor(() => expect(strip().queryByText("Refreshing…")).toBeNull());
    expect(strip().getByTestId("last-checked").textContent).toMatch(/^Last checked just now/);
    expect([reads(), callsOf("branchList").length, callsOf("projectGet").length]).toEqual(
      before.map((count) => count + 1),
    );
  });

  test("is in the menu of a project, and in that of the list of projects", async () => {
    const { user } = openWindow(COMPUTES);
    await screen.findByRole("row", { name: /ep-dev/ });
    const before = reads();
    await choose(user, screen.getByRole("button", { name: "Actions for shop-prod" }), /^Refresh/);
    await waitFor(() => expect(reads()).toBe(before + 1));
  });

  test("does nothing in a dialog, where the keys do not load the page again either", async () => {
    const { user } = openWindow(COMPUTES);
    await user.click(await screen.findByRole("button", { name: /New compute/ }));
    await screen.findByRole("dialog");
    const before = reads();
    const pressed = new KeyboardEvent("keydown", {
      key: "r",
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    act(() => void document.activeElement?.dispatchEvent(pressed));
    expect(pressed.defaultPrevented).toBe(true);
    expect(reads()).toBe(before);
  });
});

describe("how old the screen is", () => {
  test("shows from a minute on, until it was read again", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    openWindow(COMPUTES);
    await screen.findByRole("row", { name: /ep-dev/ });
    await act(() => vi.advanceTimersByTimeAsync(50_000));
    expect(strip().queryByTestId("last-checked")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(80_000));
    expect(strip().getByTestId("last-checked").textContent).toMatch(/^Last checked 2 min ago/);
    for (const part of ["computes", "branches", "project"] as const) due(part);
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    await waitFor(() => expect(strip().queryByTestId("last-checked")).toBeNull());
  });

  test("and that it could not be read again, where what is shown stays", async () => {
    openWindow(COMPUTES);
    await screen.findByRole("row", { name: /ep-dev/ });
    refuse("computeList", { code: "offline", message: "couldn’t reach the platform" });
    due("computes");
    expect(await strip().findByText("Couldn’t refresh.")).toBeTruthy();
    expect(strip().getByTestId("last-checked")).toBeTruthy();
    expect(screen.getByRole("row", { name: /ep-dev/ })).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toContain("couldn’t reach the platform");
  });
});

describe("a refresh", () => {
  test("keeps the open pane, which says when its item was deleted elsewhere", async () => {
    const { user } = openWindow(COMPUTES);
    await user.click(await screen.findByRole("row", { name: /ep-dev/ }));
    const pane = within(await screen.findByRole("complementary"));
    names = ["main"];
    due("computes");
    expect(await pane.findByText("No longer available.")).toBeTruthy();
    expect(pane.getByRole("heading").textContent).toContain("ep-dev");
    await user.click(pane.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("complementary")).toBeNull();
  });

  test("keeps the open menu of a row that was deleted elsewhere, in which nothing can be chosen", async () => {
    const { user } = openWindow(COMPUTES);
    const row = within(await screen.findByRole("row", { name: /ep-dev/ }));
    await user.click(row.getByRole("button", { name: /^Actions for/ }));
    const item = await screen.findByRole("menuitem", { name: /^Delete…/ });
    names = ["main"];
    due("computes");
    await screen.findByRole("row", { name: /No longer available/ });
    expect(item.textContent).toContain("No longer available");
    for (const each of screen.getAllByRole("menuitem"))
      expect(each.getAttribute("aria-disabled")).toBe("true");
  });

  test.each([
    ["compute", "computes", "computes", /ep-dev/],
    ["database", "data", "databases", /ledger/],
    ["snapshot", "snapshots", "snapshots", /before-friday/],
  ] as const)(
    "keeps the keys of a %s that was deleted elsewhere from its project",
    async (_kind, tab, part, row) => {
      let all = [database({ name: "ledger" })];
      let taken = [snapshot({ name: "before-friday" }), snapshot({ id: "snap-other-1", name: "other" })];
      answer("databaseList", () => [...all, database({ name: "reports" })]);
      answer("snapshotList", () => taken);
      const { user } = openWindow({ ...COMPUTES, tab });
      await user.click(await screen.findByRole("row", { name: row }));
      names = ["main"];
      all = [];
      taken = taken.slice(1);
      due(part);
      await screen.findByRole("row", { name: /No longer available/ });
      await user.keyboard("{Delete}");
      const dialog = await screen.findByRole("dialog");
      expect(dialog.textContent).toMatch(/^Delete .+No longer available\./);
    },
  );

  test.each([
    ["the project", "computes", "projectGet", "project"],
    ["the databases", "data", "databaseList", "databases"],
  ] as const)("that fails for %s moves no row under the pointer", async (_name, tab, command, part) => {
    answer("databaseList", () => [database()]);
    const { user } = openWindow({ ...COMPUTES, tab });
    await user.hover(await screen.findByRole("row", { name: /ep-dev|svcdb/ }));
    refuse(command, { code: "offline", message: "couldn’t reach the platform" });
    due(part);
    expect(await strip().findByText("Couldn’t refresh.")).toBeTruthy();
    expect(screen.queryByText(/^Shown as of|couldn’t reach the platform/)).toBeNull();
    await user.hover(screen.getByRole("button", { name: "New branch…" }));
    expect((await screen.findAllByText(/Shown as of/)).length).toBeGreaterThan(0);
  });

  test("keeps what is typed into a form", async () => {
    const { user } = openWindow({ ...COMPUTES, tab: "settings" });
    const name = await screen.findByRole("textbox", { name: "Name" });
    await user.clear(name);
    await user.type(name, "shop-next");
    answer("projectGet", () => project({ name: "shop-changed-elsewhere" }));
    due("project");
    expect(await screen.findByRole("heading", { name: "shop-changed-elsewhere" })).toBeTruthy();
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "shop-next");
    expect(document.activeElement).toBe(name);
  });
});
