import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { JobVerb, RestorePreviewView } from "@/ipc/generated";
import { dateTimeText } from "@/kit/time/dateTime";
import { answer, callsOf, refuse } from "@/test/backend";
import { choose, deferred } from "@/test/interactions";
import { branch, compute, database, inHours, project } from "@/test/views";
import { openWindow } from "@/test/window";

const PROJECT = "shop-prod-12345678";
const MAIN = branch({ id: "br-main-1", name: "main", isDefault: true });
const exact = (rows: number) => ({ rows, isExact: true, bytes: 8192 });

const SEEN: RestorePreviewView = {
  databases: [
    {
      name: "svcdb",
      isNow: true,
      isThen: true,
      tables: [
        { schema: "public", name: "orders", now: exact(10), after: exact(1200) },
        { schema: "later", name: "added", now: exact(1), after: null },
        { schema: "public", name: "huge", now: { ...exact(9_000_000), isExact: false }, after: exact(8) },
      ],
      same: 4,
      error: null,
    },
    { name: "reports", isNow: false, isThen: true, tables: [], same: 0, error: "The password is unknown" },
  ],
};

beforeEach(() => {
  answer("projectGet", () => project({ historyRetentionSeconds: 86_400 }));
  answer("branchList", () => [MAIN]);
  answer("computeList", () => [compute()]);
  answer("databaseList", () => [database()]);
});

async function opened() {
  const { user } = openWindow({
    screen: "project",
    account: "sandbox",
    id: PROJECT,
    tab: "branches",
    branch: MAIN.id,
  });
  await screen.findByRole("heading", { name: "main" });
  await choose(user, screen.getByRole("button", { name: "More actions for main" }), /^Restore…/);
  const dialog = within(await screen.findByRole("dialog", { name: "Restore main" }));
  const preview = within(dialog.getByRole("region", { name: "Preview" }));
  const start = () => preview.getByRole("button", { name: "Preview" });
  const type = (hours: number) =>
    fireEvent.change(dialog.getByLabelText("Date and time (local)"), {
      target: { value: dateTimeText(Date.now() + hours * 3_600_000) },
    });
  return { user, dialog, preview, start, type };
}

test("nothing is compared before the button is pressed, and a moment that can’t be used says why", async () => {
  answer("branchPreviewRestore", () => SEEN);
  const { user, preview, start, type } = await opened();
  // A moment within the restore window is suggested.
  expect(start()).toHaveProperty("disabled", false);
  type(1);
  expect(start()).toHaveProperty("disabled", true);
  expect(preview.getByText("Choose a point within the restore window first.")).toBeTruthy();
  type(-2);
  expect(callsOf("branchPreviewRestore")).toEqual([]);
  await user.click(start());
  const result = within(await preview.findByTestId("restore-preview"));
  const rows = result.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual([
    "TableNowAfter the restoreChange",
    "orders10 · 8.2 kB1,200 · 8.2 kB+1,190",
    "later.added1 · 8.2 kB–Table goes",
    "hugeabout 9,000,000 · 8.2 kB8 · 8.2 kBabout −8,999,992",
  ]);
  expect(result.getByText("4 other tables with the same number of rows.")).toBeTruthy();
  expect(result.getByText(/Couldn’t compare its tables\. The password is unknown\./)).toBeTruthy();
  const [args] = callsOf("branchPreviewRestore");
  expect(args).toMatchObject({ accountId: "sandbox", projectId: PROJECT, branchId: MAIN.id });
  expect(args?.at).toMatchObject({ sourceId: MAIN.id, sourceLsn: null });
  // Of another moment it says nothing.
  type(-3);
  await waitFor(() => expect(preview.queryByTestId("restore-preview")).toBeNull());
  expect(preview.getByText("You chose another point. Preview it again.")).toBeTruthy();
});

test("it can be stopped, and a refusal says why", async () => {
  const waiting = deferred<RestorePreviewView>();
  answer("branchPreviewRestore", () => waiting.promise);
  const verb: JobVerb = "previewRestore";
  answer("jobList", () => [
    {
      id: "job-1",
      verb,
      subject: "main",
      temporaryId: null,
      startedAt: inHours(0),
      progress: null,
      cancellable: true,
    },
  ]);
  answer("jobCancel", () => null);
  const { user, preview, start, type } = await opened();
  type(-2);
  await user.click(start());
  expect(await preview.findByText(/Comparing row counts…/)).toBeTruthy();
  await user.click(await preview.findByRole("button", { name: "Stop" }));
  await waitFor(() => expect(callsOf("jobCancel")).toEqual([{ id: "job-1" }]));
  waiting.resolve(SEEN);
  await preview.findByTestId("restore-preview");
  refuse("branchPreviewRestore", { code: "readOnly", message: "The account is read-only" });
  await user.click(start());
  expect((await preview.findByRole("alert")).textContent).toContain("The account is read-only");
});
