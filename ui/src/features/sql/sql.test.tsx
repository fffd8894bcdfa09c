import { currentCompletions, startCompletion } from "@codemirror/autocomplete";
import { EditorView } from "@codemirror/view";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type {
  JobView,
  SqlMessageView,
  SqlResultView,
  SqlRunView,
  SqlTabView,
  SqlTrialView,
} from "@/ipc/generated";
import { answer, callsOf, commandsCalled, refuse } from "@/test/backend";
import { choose, deferred, opened, retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import { pageOf } from "@/test/sqlPage";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";
import { tabId } from "./tabs";

const PLACE = onProject("sql");
const MAIN = views.branch({ id: "br-main-1", name: "main", isDefault: true });
const SOURCE = {
  kind: "project",
  accountId: "sandbox",
  projectId: ID,
  request: { branchId: "br-main-1", computeId: null, database: "svcdb", role: "svcdb_owner", pooled: false },
} as const;

const result = (changes: Partial<SqlResultView> = {}): SqlResultView => ({
  number: 0,
  extent: { start: 0, end: 8 },
  columns: [],
  rows: 0,
  tag: null,
  cut: null,
  milliseconds: 12,
  notices: [],
  error: null,
  ...changes,
});

const message = (changes: Partial<SqlMessageView> = {}): SqlMessageView => ({
  severity: "ERROR",
  sqlstate: "42P01",
  message: 'relation "nowhere" does not exist',
  detail: null,
  hint: null,
  context: null,
  at: null,
  ...changes,
});

const ran = (changes: Partial<SqlRunView> = {}): SqlRunView => ({
  id: "run-1",
  version: 1,
  state: "ended",
  isReadOnly: false,
  beganAt: views.inHours(0),
  milliseconds: 12,
  total: 1,
  done: 1,
  current: { start: 0, end: 8 },
  results: [],
  unlisted: 0,
  transaction: null,
  error: null,
  ...changes,
});

const ROWS = result({
  columns: [
    { name: "id", typeName: "integer", typeOid: 23 },
    { name: "note", typeName: "text", typeOid: 25 },
  ],
  rows: 2,
  tag: "SELECT 2",
});

/** A query that was kept with this text. */
const savedQuery = (text: string, changes: Partial<SqlTabView> = {}): SqlTabView => {
  const tab = { id: tabId(), name: "Query 1", source: SOURCE, text, isMasked: false, ...changes };
  answer("sqlTabList", () => [tab]);
  return tab;
};

// jsdom lays nothing out.
Range.prototype.getClientRects ??= () => document.createElement("div").getClientRects();
Range.prototype.getBoundingClientRect ??= () => new DOMRect();

const editor = () => screen.findByRole("textbox", { name: "SQL editor" });

async function editorView(): Promise<EditorView> {
  const view = EditorView.findFromDOM(await editor());
  if (!view) throw new Error("there is no editor");
  return view;
}

async function type(text: string) {
  const view = await editorView();
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
}

/** Runs by the keys once there is a database. */
async function runByKeys(more: { shiftKey?: boolean } = {}) {
  await waitFor(() => expect(screen.getByRole("button", { name: "Run" })).toHaveProperty("disabled", false));
  fireEvent.keyDown(await editor(), { key: "Enter", code: "Enter", keyCode: 13, ctrlKey: true, ...more });
}

beforeEach(() => {
  answer("branchList", () => [views.branch({ id: "br-dev-2", name: "dev" }), MAIN]);
  answer("databaseList", () => [views.database()]);
  answer("roleList", () => [views.role()]);
  answer("sqlStart", () => ran());
});

describe("running", () => {
  test("Ctrl-Enter runs the statement at the caret on the main database of the default branch", async () => {
    savedQuery("SELECT 1; SELECT 2", { source: null });
    answer("sqlStart", () => ran({ results: [ROWS] }));
    answer("sqlRows", () =>
      pageOf(0, [
        ["1", null],
        ["2", "two"],
      ]),
    );
    openWindow(PLACE);
    const view = await editorView();
    act(() => view.dispatch({ selection: { anchor: 12 } }));
    expect(callsOf("tableList")).toEqual([]);
    await runByKeys();
    const grid = await screen.findByRole("grid", { name: "Rows of result 1" });
    expect(await within(grid).findByText("two")).toBeTruthy();
    expect(screen.getByText("2 rows · 12 ms")).toBeTruthy();
    const [start] = callsOf("sqlStart");
    expect(start).toMatchObject({
      source: SOURCE,
      text: "SELECT 1; SELECT 2",
      part: { kind: "at", caret: 12 },
    });
    await waitFor(() => expect(callsOf("tableList")).toEqual([{ source: SOURCE }]));
  });

  test("a selection runs alone, and Ctrl-Shift-Enter runs the whole text", async () => {
    savedQuery("SELECT 1; SELECT 2");
    openWindow(PLACE);
    const view = await editorView();
    act(() => view.dispatch({ selection: { anchor: 0, head: 8 } }));
    await runByKeys();
    await waitFor(() => expect(callsOf("sqlStart")).toHaveLength(1));
    await screen.findByText("No statement returned anything.");
    await runByKeys({ shiftKey: true });
    await waitFor(() => expect(callsOf("sqlStart")).toHaveLength(2));
    expect(callsOf("sqlStart").map(({ part }) => part)).toEqual([
      { kind: "between", start: 0, end: 8 },
      { kind: "all" },
    ]);
  });

  test("Stop ends a statement that runs, and the rows read so far stay", async () => {
    savedQuery("SELECT 1");
    const ended = deferred<SqlRunView>();
    answer("sqlStart", () => ran({ state: "running", done: 0 }));
    answer("sqlWait", () => ended.promise);
    answer("sqlRows", () => pageOf(0, [["1", "one"]]));
    const { user } = openWindow(PLACE);
    expect((await screen.findByRole("button", { name: "Stop" })).hasAttribute("disabled")).toBe(true);
    await runByKeys();
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    expect(callsOf("sqlStop")).toEqual([{ runId: "run-1" }]);
    await act(async () =>
      ended.resolve(ran({ version: 2, results: [{ ...ROWS, rows: 1, tag: null, cut: "stopped" }] })),
    );
    expect(await screen.findByText(/First 1 row\. The rest was not read\./)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Stop" }).hasAttribute("disabled")).toBe(true);
  });

  test("what waits for a suspended compute says so", async () => {
    savedQuery("SELECT 1");
    answer("sqlStart", () => ran({ state: "connecting", done: 0 }));
    answer("sqlWait", () => new Promise(() => {}));
    openWindow(PLACE);
    await runByKeys();
    expect(await screen.findByText("Connecting… A suspended compute starts first.")).toBeTruthy();
  });

  test("a run that can't begin says why, and its message can be dismissed", async () => {
    savedQuery("SELECT 1");
    refuse("sqlStart", { code: "invalid", message: "There is no statement here" });
    openWindow(PLACE);
    await runByKeys();
    expect(await screen.findByText(/There is no statement here/)).toBeTruthy();
  });

  test("a locked account only reads, and the tab says so", async () => {
    savedQuery("SELECT 1");
    answer("accountList", () => [views.account({ isReadOnly: true })]);
    openWindow(PLACE);
    expect(await screen.findByText(/only queries run, and all are rolled back/)).toBeTruthy();
    const readOnly = screen.getByRole("switch", { name: "Read-only" });
    expect(readOnly.getAttribute("aria-checked")).toBe("true");
    await runByKeys();
    await waitFor(() => expect(callsOf("sqlStart")[0]?.options).toMatchObject({ isReadOnly: true }));
  });
});

test("an error is shown whole and marked at its place, to which a click moves the caret", async () => {
  savedQuery("SELECT 1 FROM nowhere");
  const error = message({ at: 14, detail: "It was never created.", hint: "Create it." });
  answer("sqlStart", () => ran({ done: 0, results: [result({ error })] }));
  const { user } = openWindow(PLACE);
  await runByKeys();
  expect(await screen.findByText('ERROR: relation "nowhere" does not exist')).toBeTruthy();
  for (const text of ["Detail: It was never created.", "Hint: Create it.", "SQLSTATE 42P01"]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  const view = await editorView();
  await waitFor(() => expect(view.dom.querySelector(".cm-errorPlace")?.textContent).toBe("nowhere"));
  await user.click(screen.getByRole("button", { name: "Show in editor" }));
  expect(view.state.selection.main.head).toBe(14);
});

test("an open transaction shows what is in it, and Commit ends it", async () => {
  savedQuery("DELETE FROM t");
  const transaction = { statements: 3, beganAt: views.inHours(0), hasFailed: false };
  answer("sqlStart", () => ran({ transaction }));
  const { user } = openWindow(PLACE);
  await user.click(await screen.findByRole("switch", { name: "Manual transactions" }));
  await runByKeys();
  expect(await screen.findByText(/^3 statements, .* in this transaction$/)).toBeTruthy();
  answer("sqlStart", () => ran({ id: "run-2", results: [result({ tag: "COMMIT" })] }));
  await user.click(screen.getByRole("button", { name: "Commit" }));
  await waitFor(() => expect(screen.queryByText(/in this transaction/)).toBeNull());
  const [first, second] = callsOf("sqlStart");
  expect(first?.options).toMatchObject({ isManual: true });
  expect(second).toMatchObject({ text: "COMMIT", part: { kind: "all" } });
});

describe("queries", () => {
  test("what is typed is saved with its database, and a second query has a number of its own", async () => {
    const { user } = openWindow(PLACE);
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Run" })).toHaveProperty("disabled", false),
    );
    await type("SELECT 42");
    await waitFor(() => expect(callsOf("sqlTabSave").at(-1)?.tab).toMatchObject({ text: "SELECT 42" }));
    expect(callsOf("sqlTabSave").at(-1)?.tab).toMatchObject({ name: "Query 1", source: SOURCE });
    await user.click(screen.getByRole("button", { name: "New query" }));
    expect(await screen.findByRole("tab", { name: "Query 2", selected: true })).toBeTruthy();
    await waitFor(async () => expect((await editor()).textContent).not.toContain("42"));
    await user.click(screen.getByRole("tab", { name: "Query 1" }));
    await waitFor(async () => expect((await editor()).textContent).toContain("SELECT 42"));
  });

  test("a double click renames a query, and Esc leaves its name", async () => {
    savedQuery("SELECT 1");
    const { user } = openWindow(PLACE);
    await user.dblClick(await screen.findByRole("tab", { name: "Query 1" }));
    await retype(user, screen.getByRole("textbox", { name: "Name of the query" }), "Orders{Enter}");
    const tab = await screen.findByRole("tab", { name: "Orders" });
    await waitFor(() => expect(callsOf("sqlTabSave").at(-1)?.tab).toMatchObject({ name: "Orders" }));
    expect(callsOf("sqlTabSave").at(-1)?.tab.text).toBe("SELECT 1");
    act(() => tab.focus());
    await user.keyboard("{F2}Other{Escape}");
    expect(screen.queryByRole("textbox", { name: "Name of the query" })).toBeNull();
    expect(screen.getByRole("tab", { name: "Orders" })).toBeTruthy();
  });

  test("a text that could not be saved stays, says so and is saved by another try", async () => {
    savedQuery("");
    refuse("sqlTabSave", { code: "file", message: "Couldn't keep the text" });
    const { user } = openWindow(PLACE);
    await type("SELECT 7");
    expect(await screen.findByText("Couldn’t save the text of this query")).toBeTruthy();
    answer("sqlTabSave", ({ tab }) => tab);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByText("Couldn’t save the text of this query")).toBeNull());
    expect(callsOf("sqlTabSave").at(-1)?.tab.text).toBe("SELECT 7");
  });

  test("a query says that a password of its text is kept as dots", async () => {
    savedQuery("ALTER ROLE a PASSWORD '••••'", { isMasked: true });
    openWindow(PLACE);
    expect(await screen.findByText(/kept as dots/)).toBeTruthy();
  });

  test("the text of a database that is gone is copied into a new query", async () => {
    savedQuery("SELECT 'still here'", { source: { kind: "temporary", id: "deleted" } });
    const { user } = openWindow(PLACE);
    const menu = await screen.findByRole("button", { name: "Copy a query of another database" });
    await choose(user, menu, /still here/);
    await waitFor(async () => expect((await editor()).textContent).toContain("still here"));
    await waitFor(() =>
      expect(callsOf("sqlTabSave").at(-1)?.tab).toMatchObject({
        text: "SELECT 'still here'",
        source: SOURCE,
      }),
    );
  });

  test("closing a query with a text asks, and then deletes it", async () => {
    const tab = savedQuery("SELECT 1");
    const { user } = openWindow(PLACE);
    await editor();
    const dialog = await opened(
      user.click(await screen.findByRole("button", { name: "Close Query 1" })),
      "Close Query 1?",
    );
    expect(callsOf("sqlTabDelete")).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Close query" }));
    await waitFor(() => expect(callsOf("sqlTabDelete")).toEqual([{ id: tab.id }]));
    expect(commandsCalled()).toContain("sqlClose");
    await waitFor(async () => expect((await editor()).textContent).not.toContain("SELECT 1;"));
  });
});

test("tables and their columns are offered once something has run, and columns only of tables that the text names", async () => {
  savedQuery("SELECT * FROM orders");
  const table = { schema: "public", kind: "table", estimatedRows: null, bytes: null, comment: null } as const;
  answer("tableList", () => [
    { ...table, name: "orders" },
    { ...table, name: "customers" },
  ]);
  const column = { typeName: "text", isNotNull: false, default: null, isKey: false, comment: null };
  const parts = { indexes: [], constraints: [], triggers: [], policies: [] };
  answer("tableDescribe", ({ name }) => ({
    table: { ...table, name },
    columns: [{ ...column, name: "placed_at" }],
    ...parts,
  }));
  openWindow(PLACE);
  await runByKeys();
  await waitFor(() =>
    expect(callsOf("tableDescribe")).toEqual([{ source: SOURCE, schema: "public", name: "orders" }]),
  );
  const view = await editorView();
  const offered = async (text: string, caret: number) => {
    await type(text);
    act(() => {
      view.dispatch({ selection: { anchor: caret } });
      startCompletion(view);
    });
    await waitFor(() => expect(currentCompletions(view.state)).not.toEqual([]));
    return currentCompletions(view.state).map(({ label }) => label);
  };
  await waitFor(async () => expect(await offered("SELECT o. FROM orders o", 9)).toContain("placed_at"));
  expect(await offered("SELECT * FROM custom", 20)).toContain("customers");
});

test("a temporary database has the same editor, on itself", async () => {
  answer("temporaryList", () => ({ items: [views.row()] }));
  answer("sqlStart", () => ran({ results: [result({ tag: "CREATE TABLE" })] }));
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  await user.click(await screen.findByRole("radio", { name: "SQL" }));
  await type("CREATE TABLE t ()");
  await runByKeys();
  expect(await screen.findByText("CREATE TABLE")).toBeTruthy();
  expect(callsOf("sqlStart")[0]?.source).toEqual({ kind: "temporary", id: "row-1" });
});

describe("trying on a branch", () => {
  const report: SqlTrialView = {
    branchId: "br-try-1",
    branchName: "plinth-try-1",
    expiresAt: views.inHours(1),
    statements: [{ extent: { start: 0, end: 8 }, milliseconds: 3, tag: "UPDATE 3" }],
    error: null,
    tables: [{ schema: "public", name: "item", inserted: 0, updated: 3, deleted: 10 }],
    locks: [
      {
        schema: "public",
        name: "item",
        mode: "AccessExclusiveLock",
        milliseconds: 12,
        statement: 0,
        isSampled: true,
      },
    ],
    schemaDiff: "",
    switchedOff: ["The scheduled job 7 was switched off on the branch."],
    branchMilliseconds: 150,
    milliseconds: 20,
  };

  test("the report shows rows, locks and schema, and nothing runs on the branch itself", async () => {
    savedQuery("UPDATE item SET price = 1");
    answer("sqlTry", () => report);
    const { user } = openWindow(PLACE);
    await editor();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Try on a branch" })).toHaveProperty("disabled", false),
    );
    await user.click(screen.getByRole("button", { name: "Try on a branch" }));
    const shown = await screen.findByRole("region", { name: "Report of the trial" });
    expect(within(shown).getByRole("row", { name: "public.item 0 3 10" })).toBeTruthy();
    expect(
      within(shown).getByRole("row", { name: "public.item AccessExclusiveLock 12 ms (sampled) 1" }),
    ).toBeTruthy();
    expect(within(shown).getByText("The schema stays as it is.")).toBeTruthy();
    expect(within(shown).getByText(/scheduled job 7/)).toBeTruthy();
    expect(callsOf("sqlTry")).toEqual([
      { source: SOURCE, text: "UPDATE item SET price = 1", part: { kind: "all" } },
    ]);
    expect(callsOf("sqlStart")).toEqual([]);
    await user.click(within(shown).getByRole("button", { name: "Close the report" }));
    expect(screen.queryByRole("region", { name: "Report of the trial" })).toBeNull();
  });

  test("Stop cancels the job of the trial, and a refused statement is named", async () => {
    savedQuery("SELECT 1/0");
    const tried = deferred<SqlTrialView>();
    answer("sqlTry", () => tried.promise);
    const job: JobView = {
      id: "job-7",
      verb: "trySql",
      subject: "svcdb",
      temporaryId: null,
      startedAt: views.inHours(0),
      progress: null,
      cancellable: true,
    };
    answer("jobList", () => [job]);
    answer("jobCancel", () => null);
    const { user } = openWindow(PLACE);
    await editor();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Try on a branch" })).toHaveProperty("disabled", false),
    );
    await user.click(screen.getByRole("button", { name: "Try on a branch" }));
    expect(await screen.findByText(/Trying it on a branch/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(callsOf("jobCancel")).toEqual([{ id: "job-7" }]));
    await act(async () => tried.resolve({ ...report, statements: [], error: message() }));
    expect(await screen.findByText("Statement 1 failed")).toBeTruthy();
    expect(screen.getByText(/relation "nowhere" does not exist/)).toBeTruthy();
  });
});

test("a statement that sweeps a table of a production account runs once the name was typed", async () => {
  savedQuery("DELETE FROM item");
  const reason = "DELETE without WHERE at line 1, column 1 needs your confirmation, as this is production";
  refuse("sqlStart", { code: "invalid", message: reason, about: "svcdb" });
  const { user } = openWindow(PLACE);
  await runByKeys();
  const dialog = within(await screen.findByRole("dialog", { name: "Run this in svcdb?" }));
  expect(dialog.getByText(/DELETE without WHERE at line 1/)).toBeTruthy();
  answer("sqlStart", () => ran({ results: [result({ tag: "DELETE 7" })] }));
  const confirm = dialog.getByRole("button", { name: "Run it" });
  expect(confirm).toHaveProperty("disabled", true);
  await user.type(dialog.getByRole("textbox"), "svcdb");
  await user.click(confirm);
  expect(await screen.findByText("DELETE 7")).toBeTruthy();
  expect(callsOf("sqlStart").map(({ options }) => options.confirmed)).toEqual([undefined, "svcdb"]);
});
