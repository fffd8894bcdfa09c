import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { BranchView } from "@/ipc/generated";
import { closeDialog } from "@/kit/overlay/dialogs";
import { dateTimeText, readDateTime } from "@/kit/time/dateTime";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { choose, pick } from "@/test/interactions";
import { branch, compute, database, failure, inHours, project } from "@/test/views";
import { openWindow } from "@/test/window";

const PROJECT = "shop-prod-12345678";
const MAIN = branch({ id: "br-main-1", name: "main", isDefault: true });
const DEV = branch({ id: "br-dev-1", name: "dev", parentId: "br-main-1" });
const LEAF = branch({ id: "br-leaf-1", name: "leaf", parentId: "br-dev-1" });

const DIFF = `--- a/svcdb
+++ b/svcdb
@@ -30,3 +30,4 @@
 CREATE TABLE public.orders (
-    id integer
+    id integer,
+    paid boolean
 );
`;

let branches: BranchView[];

beforeEach(() => {
  branches = [MAIN, DEV, LEAF];
  answer("branchList", () => branches);
  answer("computeList", () => [compute()]);
  answer("databaseList", () => [database(), database({ name: "reports" })]);
  answer("branchCompareSchema", () => ({ diff: DIFF }));
  answer("branchSchema", () => ({ sql: "--\nCREATE TABLE public.orders (\n);\n" }));
});

async function open(id: string, action: RegExp) {
  const opened = openWindow({
    screen: "project",
    account: "sandbox",
    id: PROJECT,
    tab: "branches",
    branch: id,
  });
  const { name } = branches.find((each) => each.id === id) ?? MAIN;
  await screen.findByRole("heading", { name });
  await choose(opened.user, screen.getByRole("button", { name: `More actions for ${name}` }), action);
  return { ...opened, dialog: within(await screen.findByRole("dialog", { name: `Schema of ${name}` })) };
}

test("a branch is compared with its parent, line by line, with signs, numbers and words", async () => {
  const { user, dialog } = await open("br-dev-1", /^Compare schemas/);
  const diff = await dialog.findByRole("region", { name: "Changes to the schema of svcdb" });
  expect(callsOf("branchCompareSchema")).toEqual([
    {
      accountId: "sandbox",
      projectId: PROJECT,
      branchId: "br-dev-1",
      compare: { database: "svcdb", baseId: "br-main-1" },
    },
  ]);
  expect(dialog.getByText("2 lines added and 1 removed compared with main")).toBeTruthy();
  expect(
    within(diff)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "⋯lines omitted 29 unchanged lines",
    "3030 CREATE TABLE public.orders (",
    "31−removed:     id integer",
    "31+added:     id integer,",
    "32+added:     paid boolean",
    "3233 );",
  ]);
  expect(diff.tabIndex).toBe(0);
  await user.click(dialog.getByRole("button", { name: "Copy differences" }));
  expect(await navigator.clipboard.readText()).toBe(DIFF);

  await pick(user, dialog.getByRole("combobox", { name: "Compared with" }), "leaf");
  await pick(user, dialog.getByRole("combobox", { name: "Database" }), "reports");
  await waitFor(() =>
    expect(callsOf("branchCompareSchema").at(-1)?.compare).toEqual({
      database: "reports",
      baseId: "br-leaf-1",
    }),
  );
  expect(await dialog.findByText("2 lines added and 1 removed compared with leaf")).toBeTruthy();
  act(closeDialog);
});

test("no difference is said, and what is no diff is shown as it came", async () => {
  answer("branchCompareSchema", () => ({ diff: "" }));
  const { user, dialog } = await open("br-dev-1", /^Compare schemas/);
  expect(await dialog.findByText("No differences: dev has the same schema as main.")).toBeTruthy();
  expect(dialog.queryByRole("button", { name: "Copy differences" })).toBeNull();
  answer("branchCompareSchema", () => ({ diff: "42 tables differ\n" }));
  await user.click(dialog.getByRole("button", { name: "Refresh" }));
  expect(await dialog.findByText(/unknown format/)).toBeTruthy();
  expect(dialog.getByText("42 tables differ")).toBeTruthy();
  act(closeDialog);
});

test("the whole schema is shown with the numbers of its lines", async () => {
  const { user, dialog } = await open("br-main-1", /^Show schema/);
  const text = await dialog.findByRole("region", { name: "Schema" });
  expect(
    within(text)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["1--", "2CREATE TABLE public.orders (", "3);"]);
  expect(dialog.getByText("3 lines")).toBeTruthy();
  expect(callsOf("branchCompareSchema")).toEqual([]);
  // A root branch has no parent: the first other one is offered.
  await user.click(dialog.getByRole("radio", { name: "Differences" }));
  expect(await dialog.findByText(/compared with dev/)).toBeTruthy();
  act(closeDialog);
});

test("a schema is read once, whatever is told meanwhile, and said to be old when its branch was reset", async () => {
  const { user, dialog } = await open("br-dev-1", /^Compare schemas/);
  await dialog.findByRole("region", { name: "Changes to the schema of svcdb" });
  branches = [MAIN, { ...DEV, lastResetAt: inHours(0) }, LEAF];
  publish({ kind: "projectChanged", accountId: "sandbox", projectId: PROJECT });
  publish({ kind: "muchChanged" });
  const notice = await dialog.findByText(/dev or main changed since they were read/);
  expect(callsOf("branchCompareSchema")).toHaveLength(1);
  await user.click(within(notice.parentElement ?? notice).getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(callsOf("branchCompareSchema")).toHaveLength(2));
  await waitFor(() => expect(dialog.queryByText(/changed since/)).toBeNull());
  act(closeDialog);
});

test("why a schema cannot be read is said, with another try", async () => {
  refuse(
    "branchCompareSchema",
    failure({ message: "pg_dump is not in /opt/postgres/bin", hint: "Install it" }),
  );
  const { user, dialog } = await open("br-dev-1", /^Compare schemas/);
  expect(await dialog.findByText(/pg_dump is not in/)).toBeTruthy();
  answer("branchCompareSchema", () => ({ diff: DIFF }));
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  expect(await dialog.findByText(/compared with main/)).toBeTruthy();
  act(closeDialog);
});

test("a branch alone has nothing to be compared with", async () => {
  branches = [MAIN];
  const { dialog } = await open("br-main-1", /^Compare schemas/);
  expect(await dialog.findByText("There is no other branch to compare it with.")).toBeTruthy();
  act(closeDialog);
});

test("a branch without a database has no schema", async () => {
  answer("databaseList", () => []);
  const { dialog } = await open("br-main-1", /^Show schema/);
  expect(await dialog.findByText("This branch has no database.")).toBeTruthy();
  expect(callsOf("branchSchema")).toEqual([]);
  act(closeDialog);
});

test("of a long schema only the lines in sight are drawn", async () => {
  const sql = Array.from({ length: 60_000 }, (_, index) => `line ${index + 1}`).join("\n");
  answer("branchSchema", () => ({ sql }));
  const { dialog } = await open("br-main-1", /^Show schema/);
  const text = await dialog.findByRole("region", { name: "Schema" });
  expect(dialog.getByText("60,000 lines")).toBeTruthy();
  const drawn = within(text).getAllByRole("listitem");
  expect(drawn.length).toBeLessThan(200);
  expect(drawn[0]?.ariaSetSize ?? drawn[0]?.getAttribute("aria-setsize")).toBe("60000");
  act(closeDialog);
});

test("a branch is compared with its own past once a time is chosen and shown", async () => {
  answer("projectGet", () => project({ historyRetentionSeconds: 86_400 }));
  const { user, dialog } = await open("br-dev-1", /^Compare schemas/);
  await dialog.findByRole("region", { name: "Changes to the schema of svcdb" });
  await pick(user, dialog.getByRole("combobox", { name: "Compared with" }), /dev at an earlier time/);
  expect(await dialog.findByText("Choose a time to compare with.")).toBeTruthy();
  const before = callsOf("branchCompareSchema").length;
  const hourAgo = dateTimeText(Date.now() - 3_600_000);
  fireEvent.change(dialog.getByLabelText("As it was (local time)"), { target: { value: hourAgo } });
  expect(callsOf("branchCompareSchema")).toHaveLength(before);
  await user.click(dialog.getByRole("button", { name: "Show" }));
  await waitFor(() => expect(callsOf("branchCompareSchema")).toHaveLength(before + 1));
  expect(callsOf("branchCompareSchema").at(-1)?.compare).toEqual({
    database: "svcdb",
    baseId: "br-dev-1",
    baseTimestamp: new Date(readDateTime(hourAgo) ?? 0).toISOString(),
  });
  expect(await dialog.findByText(/removed compared with dev at /)).toBeTruthy();
  fireEvent.change(dialog.getByLabelText("As it was (local time)"), {
    target: { value: dateTimeText(Date.now() - 72 * 3_600_000) },
  });
  await user.click(dialog.getByRole("button", { name: "Show" }));
  expect(await dialog.findByText(/^The restore window goes back to/)).toBeTruthy();
});
