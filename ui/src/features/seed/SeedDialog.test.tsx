import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { JobVerb, SeedStateView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { retype } from "@/test/interactions";
import { inHours, row } from "@/test/views";
import { openWindow } from "@/test/window";

const PLAN = { bytes: 2000, statements: 3, transaction: true, transactionNote: null };

const FAILED: SeedStateView = {
  path: "/code/a.sql",
  status: "rolledBack",
  statements: 4,
  rowsCopied: 0,
  error: "Line 2 failed",
  hint: null,
  endedAt: inHours(0),
};

beforeEach(() => {
  answer("temporaryList", () => ({ items: [row()] }));
  answer("seedInspect", ({ path }) => ({ path, ...PLAN }));
  const verb: JobVerb = "seed";
  answer("seedStart", ({ id }) => ({
    id: "job-1",
    verb,
    subject: "quiet-harbour",
    temporaryId: id,
    startedAt: inHours(0),
    progress: null,
    cancellable: true,
  }));
});

async function openSeed() {
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  await user.click(await screen.findByRole("button", { name: "Seed…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Seed quiet-harbour" }));
  return { user, dialog, field: dialog.getByRole("textbox", { name: "SQL file" }) };
}

test("a file that is typed and confirmed by Enter is shown before it is run", async () => {
  const { user, dialog, field } = await openSeed();
  await user.type(field, "/code/schema.sql{Enter}");
  expect((await dialog.findByTestId("seed-plan")).textContent).toContain("3 statements");
  expect(callsOf("seedStart")).toEqual([]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(callsOf("seedStart")).toEqual([{ id: "row-1", path: "/code/schema.sql" }]));
});

test("a click right after typing shows the file, and only the next one runs it", async () => {
  const { user, dialog, field } = await openSeed();
  await user.type(field, "/code/schema.sql");
  await user.click(dialog.getByRole("button", { name: "Preview" }));
  expect(await dialog.findByTestId("seed-plan")).toBeTruthy();
  expect(callsOf("seedStart")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Run file" }));
  await waitFor(() => expect(callsOf("seedStart")).toHaveLength(1));
});

test("another path typed after the plan was shown is another file", async () => {
  const { user, dialog, field } = await openSeed();
  await user.type(field, "/code/a.sql{Enter}");
  await dialog.findByTestId("seed-plan");
  await retype(user, field, "/code/b.sql{Enter}");
  await waitFor(() => expect(callsOf("seedInspect").at(-1)).toEqual({ path: "/code/b.sql" }));
  expect(callsOf("seedStart")).toEqual([]);
});

test("a file that cannot be run is refused by its plan and never started", async () => {
  refuse("seedInspect", { code: "invalid", message: "Line 12: \\connect cannot be run here" });
  const { user, dialog, field } = await openSeed();
  await user.type(field, "/code/schema.sql{Enter}");
  expect((await dialog.findByRole("alert")).textContent).toContain("Line 12");
  await user.type(field, "{Enter}");
  await waitFor(() => expect(callsOf("seedInspect").length).toBeGreaterThan(1));
  expect(callsOf("seedStart")).toEqual([]);
});

test("without a file the field has the focus, and after a file ran Done is the main button", async () => {
  const { user, dialog, field } = await openSeed();
  await user.click(dialog.getByRole("button", { name: "Run file" }));
  expect(dialog.getByText("Choose an SQL file.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.type(field, "/code/a.sql{Enter}");
  await dialog.findByTestId("seed-plan");
  await user.click(dialog.getByRole("button", { name: "Run file" }));
  await waitFor(() => expect(callsOf("seedStart")).toHaveLength(1));
  answer("temporaryList", () => ({ items: [row({ seed: { ...FAILED, status: "done", error: null } })] }));
  act(() => publish({ kind: "temporaryChanged", id: "row-1" }));
  const done = await dialog.findByRole("button", { name: "Done" });
  expect(done.dataset.tone).toBe("primary");
  expect(dialog.getByRole("button", { name: "Run again" }).dataset.tone).toBe("default");
});

test("how a file ended is not shown beside another one that is chosen next", async () => {
  answer("temporaryList", () => ({ items: [row({ seed: FAILED })] }));
  const { user, dialog, field } = await openSeed();
  await user.clear(field);
  await user.type(field, "/code/a.sql{Enter}");
  await dialog.findByTestId("seed-plan");
  await user.click(dialog.getByRole("button", { name: "Run file" }));
  expect(await dialog.findByTestId("seed-result")).toBeTruthy();
  await retype(user, field, "/code/b.sql");
  expect(dialog.queryByTestId("seed-result")).toBeNull();
});
