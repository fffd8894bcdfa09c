import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { TemporaryView } from "@/ipc/generated";
import { openDialog } from "@/kit/overlay/dialogs";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { opened, pressing } from "@/test/interactions";
import { account, failure, inHours, keychain, project, row } from "@/test/views";
import { openWindow } from "@/test/window";

const ROW = { kind: "temporary", id: "row-1" };

function openDetail(changes: Partial<TemporaryView> = {}) {
  answer("temporaryList", () => ({ items: [row(changes)] }));
  return openWindow({ screen: "temporary", id: "row-1" });
}

test.each([
  [50, undefined],
  [20, /^Warning: Expires /],
  [3.5, /3 h (29|30) min left/],
  [0.4, /2[34] min/],
])("with %s hours left the notice is as loud as it should be", async (hours, words) => {
  openDetail({ expiresAt: inHours(hours) });
  const notice = await screen.findByTestId("expiry-notice");
  expect(notice.textContent).toContain("with its data. Claim it to keep it, or save a copy.");
  if (words) expect(notice.textContent).toMatch(words);
  else expect(notice.textContent).toMatch(/^Expires /);
});

test("in a locked account what would change the database or connect to it says why not", async () => {
  answer("accountList", () => [account({ isReadOnly: true })]);
  const { user } = openDetail({ accountId: "sandbox" });
  for (const name of ["Open psql", "Test connection", "Seed…", "Claim in browser…"]) {
    const button = await screen.findByRole("button", { name });
    await waitFor(() => expect(button.ariaDisabled).toBe("true"));
    await user.click(button);
  }
  expect(screen.queryByRole("dialog")).toBeNull();
  expect([callsOf("connectPsql"), callsOf("connectCheck")]).toEqual([[], []]);
  await user.click(screen.getAllByRole("button", { name: /^More actions for/ })[0] ?? document.body);
  for (const name of [/^Open psql/, /^Seed…/, /^Claim in browser/]) {
    const item = await screen.findByRole("menuitem", { name });
    expect(item.textContent).toContain("The account is read-only");
  }
});

test("the claim shows its host, opens exactly that, and is followed live", async () => {
  answer("temporaryClaimTarget", () => ({ host: "127.0.0.1:46101", known: false }));
  answer("temporaryClaimOpen", ({ host }) => ({ host, known: true }));
  const { user } = await pressing(openDetail(), "Claim in browser…");
  await waitFor(() => expect(screen.getByTestId("claim-host").textContent).toBe("127.0.0.1:46101"));
  expect(callsOf("temporaryClaimOpen")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Open in browser" }));
  await waitFor(() =>
    expect(callsOf("temporaryClaimOpen")).toEqual([{ id: "row-1", host: "127.0.0.1:46101" }]),
  );

  answer("temporaryList", () => ({ items: [row({ watchingClaim: true })] }));
  publish({ kind: "temporaryChanged", id: "row-1" });
  await waitFor(() =>
    expect(screen.getByTestId("claim-notice").textContent).toContain("open in your browser"),
  );
  answer("temporaryList", () => ({ items: [row({ state: "claiming" })] }));
  publish({ kind: "temporaryChanged", id: "row-1" });
  await waitFor(() => expect(screen.getByTestId("claim-notice").textContent).toContain("Claim in progress"));
  answer("temporaryList", () => ({ items: [row({ state: "claimed", expiresAt: null })] }));
  publish({ kind: "temporaryChanged", id: "row-1" });
  await waitFor(() => expect(screen.getByTestId("claim-notice").textContent).toContain("no longer expires"));
  expect(screen.queryByRole("button", { name: "Claim in browser…" })).toBeNull();
});

test("without a browser the claim link is copied from where that is advised", async () => {
  answer("temporaryClaimTarget", () => ({ host: "127.0.0.1:46101", known: false }));
  answer("connectCopy", () => 45);
  refuse("temporaryClaimOpen", {
    code: "programMissing",
    message: "No browser could be opened",
    hint: "Copy the link and open it in your browser",
  });
  const { user } = await pressing(openDetail(), "Claim in browser…");
  await waitFor(() => expect(screen.getByTestId("claim-host").textContent).toBe("127.0.0.1:46101"));
  const dialog = within(await opened(user.click(screen.getByRole("button", { name: "Open in browser" }))));
  expect((await dialog.findByRole("alert")).textContent).toContain("Copy the link");
  await user.click(dialog.getByRole("button", { name: "Copy link" }));
  expect(callsOf("connectCopy")).toEqual([{ source: ROW, form: "claimLink" }]);

  await user.keyboard("{Escape}");
  const advice = await screen.findByRole("alert");
  expect(advice.textContent).toContain("Couldn’t open the claim page");
  await user.click(within(advice).getByRole("button", { name: "Copy claim link" }));
  expect(callsOf("connectCopy")).toHaveLength(2);
  expect(await screen.findByText("Claim link copied")).toBeTruthy();

  answer("temporaryClaimOpen", ({ host }) => ({ host, known: true }));
  const [claim] = screen.getAllByRole("button", { name: "Claim in browser…" });
  if (claim) await user.click(claim);
  await user.click(await screen.findByRole("button", { name: "Open in browser" }));
  await waitFor(() => expect(screen.queryByText("Couldn’t open the claim page")).toBeNull());
});

test("a claimed database leads to its project by that project's name, within the limits of its account", async () => {
  answer("projectGet", () => project({ id: "project-1", name: "shop-prod" }));
  const { user, router } = openDetail({ state: "claimed", expiresAt: null });
  answer("projectOpenClaimed", () => ({ accountId: "sandbox", projectId: "project-1" }));
  expect(await screen.findByRole("link", { name: "shop-prod" })).toBeTruthy();
  expect(screen.queryByText(/of 100 MB/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Open project" }));
  await waitFor(() =>
    expect(router.current()).toEqual({ screen: "project", account: "sandbox", id: "project-1" }),
  );
  expect(callsOf("projectOpenClaimed")).toEqual([{ temporaryId: "row-1" }]);
});

test("a claimed database offers to give its name to its project, unless the project has it", async () => {
  answer("projectGet", () => project({ id: "project-1", name: "damp-field-4711" }));
  const { user } = openDetail({ state: "claimed", expiresAt: null });
  const notice = await screen.findByTestId("claim-notice");
  expect(await within(notice).findByText(/Its project is called damp-field-4711/)).toBeTruthy();
  await user.click(within(notice).getByRole("button", { name: "Rename project…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rename damp-field-4711" }));
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "quiet-harbour");
  answer("projectUpdate", ({ update: { name } }) => ({
    item: project({ id: "project-1", name: name ?? "" }),
    operations: [],
  }));
  await user.click(dialog.getByRole("button", { name: "Rename" }));
  await waitFor(() => expect(screen.queryByText(/Its project is called/)).toBeNull());
  expect(screen.getByRole("link", { name: "quiet-harbour" })).toBeTruthy();
  expect(within(notice).queryByRole("button", { name: "Rename project…" })).toBeNull();
});

test("a database that was claimed into an account that is not connected leads to the console, and the window stays", async () => {
  refuse("projectGet", { code: "notFound", message: "There is no such project" });
  answer("projectOpenClaimed", () => null);
  const { user, router } = openDetail({ state: "claimed", expiresAt: null, accountId: null });
  await user.click(await screen.findByRole("button", { name: "Open project" }));
  await waitFor(() => expect(callsOf("projectOpenClaimed")).toEqual([{ temporaryId: "row-1" }]));
  expect(router.current()).toEqual({ screen: "temporary", id: "row-1" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a project that no account has and no console shows says so where it was asked for", async () => {
  refuse("projectOpenClaimed", {
    code: "notFound",
    message: "No connected account has this project",
    hint: "Connect the account that claimed the database.",
  });
  const { user } = openDetail({ state: "claimed", expiresAt: null, serviceKind: "custom", accountId: null });
  await user.click(await screen.findByRole("button", { name: "Open project" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Couldn’t open the project");
  expect(alert.textContent).toContain("Connect the account that claimed the database.");
});

test("the claim link is copied from the detail and from the row’s menu", async () => {
  answer("connectCopy", () => 45);
  const { user } = openDetail();
  await user.click(await screen.findByRole("button", { name: "Copy claim link" }));
  expect(await screen.findByText("Claim link copied")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "More actions for quiet-harbour" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Copy claim link/ }));
  await waitFor(() =>
    expect(callsOf("connectCopy")).toEqual([
      { source: ROW, form: "claimLink" },
      { source: ROW, form: "claimLink" },
    ]),
  );
});

test("taking one row off the list leaves the detail of another open", async () => {
  answer("temporaryList", () => ({ items: [row(), row({ id: "row-2", name: "low-tide" })] }));
  answer("temporaryForget", () => null);
  const { user, router } = openWindow({ screen: "temporary", id: "row-1" });
  await screen.findByRole("heading", { name: "quiet-harbour" });
  act(() => openDialog({ dialog: "forgetTemporary", id: "row-2" }));
  await user.click(await screen.findByRole("button", { name: "Remove from list" }));
  await waitFor(() => expect(callsOf("temporaryForget")).toEqual([{ id: "row-2" }]));
  expect(router.current()).toEqual({ screen: "temporary", id: "row-1" });
});

test("a database that may exist says so, and what is safe to do", async () => {
  openDetail({ state: "unclear", expiresAt: null, endpoint: null });
  expect((await screen.findByTestId("unclear-notice")).textContent).toMatch(
    /may or may not.*safely create another/,
  );
  expect(screen.queryByRole("button", { name: "Write to .env…" })).toBeNull();
});

test("while the keychain is locked, a database that it may know is not called safe to forget", async () => {
  answer("keychainRetry", () => keychain());
  const { user } = openDetail({
    state: "unclear",
    expiresAt: null,
    endpoint: null,
    checkError: failure({ code: "keychainLocked", message: "The keychain is locked" }),
  });
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("The keychain is locked");
  expect(screen.queryByText(/safely|was lost/)).toBeNull();
  await user.click(within(notice).getByRole("button", { name: "Check keychain" }));
  await waitFor(() => expect(callsOf("keychainRetry")).toHaveLength(1));

  await user.keyboard("{Delete}");
  const dialog = within(await screen.findByRole("dialog", { name: "Remove quiet-harbour from the list?" }));
  expect(dialog.getByRole("alert").textContent).toContain("The keychain is locked");
  expect(dialog.getByText(/can’t be reached or claimed from Plinth/)).toBeTruthy();
  expect(dialog.queryByText(/expires 72 hours after/)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Check keychain" }));
  await waitFor(() => expect(callsOf("keychainRetry")).toHaveLength(2));
});

test.each([
  ["unclear", 0],
  ["expired", 0],
  ["gone", 1],
  ["unknown", 1],
] as const)("the menu of a database that is %s refreshes it %i times", async (state, times) => {
  const { user } = openDetail({ state });
  await user.click(await screen.findByRole("button", { name: "More actions for quiet-harbour" }));
  await screen.findByRole("menuitem", { name: /^Rename…/ });
  expect(screen.queryAllByRole("menuitem", { name: /^Refresh/ })).toHaveLength(times);
});

test("R asks about all databases once", async () => {
  answer("temporaryRefreshAll", () => ({ items: [row({})] }));
  const { user } = openDetail({});
  await screen.findByRole("heading", { name: "quiet-harbour" });
  await user.keyboard("r");
  await waitFor(() => expect(callsOf("temporaryRefreshAll")).toHaveLength(1));
});

test("a state that this version does not know leaves the way to the database open", async () => {
  openDetail({ state: "unknown" });
  expect(await screen.findByRole("button", { name: "Write to .env…" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Seed…" })).toBeTruthy();
  expect(await screen.findByTestId("connect-text")).toBeTruthy();
});

test("what is old says how old and why", async () => {
  openDetail({
    checkedAt: inHours(-2),
    checkError: failure({ code: "offline", message: "neon.new cannot be reached" }),
  });
  expect(await screen.findByText(/neon\.new cannot be reached\. Shown as of/)).toBeTruthy();
});

test("missing secrets block what needs them and offer to look again", async () => {
  answer("keychainRetry", () => keychain());
  const { user } = openDetail({
    secretsMissing: failure({ code: "keychainLocked", message: "The keychain is locked" }),
  });
  const claim = await screen.findByRole("button", { name: "Claim in browser…" });
  expect(claim.getAttribute("aria-disabled")).toBe("true");
  await user.click(claim);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Check keychain" }));
  await waitFor(() => expect(callsOf("keychainRetry")).toHaveLength(1));
});

test("a database is deleted after a question, where its platform does that", async () => {
  answer("temporaryDelete", () => null);
  const { user, router } = openDetail();
  act(() => openDialog({ dialog: "deleteTemporary", id: "row-1" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete quiet-harbour?" });
  expect(dialog.textContent).toContain("deleted now with all its data");
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(callsOf("temporaryDelete")).toEqual([{ id: "row-1" }]));
  await waitFor(() => expect(router.current()).toEqual({ screen: "temporary" }));
});

test("a database whose platform deletes none has no such action", async () => {
  const { user } = openDetail({ canDelete: false });
  await user.click((await screen.findAllByRole("button", { name: /^More actions for/ }))[0] ?? document.body);
  expect(await screen.findByRole("menuitem", { name: /^Remove from list/ })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: /^Delete database/ })).toBeNull();
});

test.each([
  { hours: 60, notice: "Expires " },
  { hours: 3, notice: "left" },
])("forgetting with $hours h left names the database and says what stays", async ({ hours, notice }) => {
  answer("temporaryForget", () => null);
  const { user } = openDetail({ expiresAt: inHours(hours) });
  await screen.findByRole("heading", { name: "quiet-harbour" });
  expect(screen.getByTestId("expiry-notice").textContent).toContain(notice);
  await user.keyboard("{Delete}");
  const dialog = within(await screen.findByRole("dialog", { name: "Remove quiet-harbour from the list?" }));
  expect(dialog.getByText(/isn’t deleted now. It stays in the sandbox until/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Remove from list" }));
  await waitFor(() => expect(callsOf("temporaryForget")).toEqual([{ id: "row-1" }]));
  expect(await screen.findByText("No temporary databases yet")).toBeTruthy();
});

test("the failure of a seed keeps its line and says what stayed", async () => {
  openDetail({
    seed: {
      path: "/code/schema.sql",
      status: "rolledBack",
      statements: 4,
      rowsCopied: 0,
      error: 'Line 14, column 8: relation "orders" does not exist',
      hint: null,
      endedAt: inHours(0),
    },
  });
  const result = await screen.findByTestId("seed-result");
  expect(result.textContent).toContain("Line 14, column 8");
  expect(result.textContent).toContain("All changes were rolled back");
});
