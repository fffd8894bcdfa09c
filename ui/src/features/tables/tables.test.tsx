import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { SqlResultView, SqlRunView, TableDetailsView, TableView } from "@/ipc/generated";
import { answer, callsOf, refuse } from "@/test/backend";
import { onProject } from "@/test/projectRoute";
import { pageOf } from "@/test/sqlPage";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";
import { filtered, orderAfter, rowsQuery } from "./query";
import { countWords, factsWords, short } from "./words";

const PLACE = onProject("tables");
const MAIN = views.branch({ id: "br-main-1", name: "main", isDefault: true });

const table = (changes: Partial<TableView> = {}): TableView => ({
  schema: "public",
  name: "orders",
  kind: "table",
  estimatedRows: 1_234_567,
  bytes: 480_000_000,
  comment: null,
  ...changes,
});

const TABLES = [
  table({ schema: "audit", name: "events", estimatedRows: null, bytes: 8192 }),
  table(),
  table({ name: "recent", kind: "view", estimatedRows: null, bytes: null }),
];

const result = (changes: Partial<SqlResultView> = {}): SqlResultView => ({
  number: 0,
  extent: { start: 0, end: 8 },
  columns: [
    { name: "id", typeName: "integer", typeOid: 23 },
    { name: "note", typeName: "text", typeOid: 25 },
  ],
  rows: 2,
  tag: "SELECT 2",
  cut: null,
  milliseconds: 12,
  notices: [],
  error: null,
  ...changes,
});

let runs = 0;
const ran = (changes: Partial<SqlRunView> = {}): SqlRunView => {
  runs += 1;
  return {
    id: `run-${runs}`,
    version: 1,
    state: "ended",
    isReadOnly: true,
    beganAt: views.inHours(0),
    milliseconds: 12,
    total: 1,
    done: 1,
    current: { start: 0, end: 8 },
    results: [result()],
    unlisted: 0,
    transaction: null,
    error: null,
    ...changes,
  };
};

const DETAILS: TableDetailsView = {
  table: table({ comment: "Orders of the shop" }),
  columns: [
    {
      name: "id",
      typeName: "bigint",
      isNotNull: true,
      default: "nextval('orders_id_seq'::regclass)",
      isKey: true,
      comment: "The number on the invoice",
    },
    { name: "note", typeName: "text", isNotNull: false, default: null, isKey: false, comment: null },
  ],
  indexes: [
    { name: "orders_pkey", definition: "CREATE UNIQUE INDEX orders_pkey ON public.orders USING btree (id)" },
  ],
  constraints: [{ name: "orders_pkey", definition: "PRIMARY KEY (id)" }],
  triggers: [],
  policies: [{ name: "own", definition: "CREATE POLICY own ON public.orders FOR SELECT USING (true)" }],
};

beforeEach(() => {
  answer("branchList", () => [MAIN]);
  answer("databaseList", () => [views.database()]);
  answer("roleList", () => [views.role()]);
  answer("tableList", () => TABLES);
  answer("tableDescribe", () => DETAILS);
  answer("sqlStart", () => ran());
  answer("sqlRows", () =>
    pageOf(0, [
      ["1", null],
      ["2", "two"],
    ]),
  );
});

const list = () => screen.findByRole("listbox", { name: "Tables" });
const option = (name: RegExp) => screen.findByRole("option", { name });
const texts = () => callsOf("sqlStart").map(({ text }) => text);

describe("the list", () => {
  test("tables stand below their schema with rows by estimate and size", async () => {
    openWindow(PLACE);
    expect((await option(/^orders/)).textContent).toContain("≈ 1.2M rows · 480 MB");
    expect((await option(/^events/)).textContent).toContain("Table · 8.2 kB");
    expect((await option(/^recent/)).textContent).toContain("View");
    expect(within(await list()).getByText("audit")).toBeTruthy();
    expect(screen.getByText("3 objects")).toBeTruthy();
    expect(callsOf("tableList")).toHaveLength(1);
    expect(callsOf("sqlStart")).toEqual([]);
  });

  test("the filter narrows it, and Enter opens the first table", async () => {
    const { user } = openWindow(PLACE);
    await list();
    await user.type(screen.getByRole("textbox", { name: "Filter tables" }), "ord");
    expect(await screen.findByText("1 of 3 objects")).toBeTruthy();
    expect(screen.queryByRole("option", { name: /^events/ })).toBeNull();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(texts()).toEqual(['SELECT * FROM "public"."orders"']));
    await user.keyboard("x");
    expect(await screen.findByText("No matches for “ordx”.")).toBeTruthy();
  });

  test("arrows move in it and Enter opens a table", async () => {
    const { user } = openWindow(PLACE);
    (await list()).focus();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}{Enter}");
    await waitFor(() => expect(texts()).toEqual(['SELECT * FROM "public"."orders"']));
    expect((await option(/^orders/)).getAttribute("aria-selected")).toBe("true");
  });

  test("ten thousand tables are listed and few of them are in the page", async () => {
    answer("tableList", () =>
      Array.from({ length: 10_000 }, (_, at) => table({ name: `t${String(at).padStart(5, "0")}` })),
    );
    const { user } = openWindow(PLACE);
    expect(await screen.findByText("10,000 objects")).toBeTruthy();
    expect(screen.getAllByRole("option").length).toBeLessThan(60);
    await user.type(screen.getByRole("textbox", { name: "Filter tables" }), "t09999");
    await user.click(await option(/^t09999/));
    await user.click(screen.getByRole("tab", { name: "SQL" }));
    await user.click(screen.getByRole("tab", { name: "Tables" }));
    // The table that was open is in sight again.
    expect((await option(/^t09999/)).getAttribute("aria-selected")).toBe("true");
    expect(callsOf("tableList")).toHaveLength(1);
  });

  test("loading says that a suspended compute starts, and an error is followed by another try", async () => {
    refuse("tableList", { code: "timeout", message: "The server did not answer" });
    const { user } = openWindow(PLACE);
    expect(await screen.findByText("Couldn’t load the tables")).toBeTruthy();
    answer("tableList", () => new Promise(() => {}));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Connecting… A suspended compute starts first.")).toBeTruthy();
  });

  test("a database without tables says so", async () => {
    answer("tableList", () => []);
    openWindow(PLACE);
    expect(await screen.findByText("No tables yet")).toBeTruthy();
  });
});

describe("rows", () => {
  const open = async () => {
    const view = openWindow(PLACE);
    await view.user.click(await option(/^orders/));
    await screen.findByRole("grid", { name: "Rows of orders" });
    return view;
  };

  test("a table that is opened shows its rows, which are only read", async () => {
    await open();
    expect(await screen.findByText("two")).toBeTruthy();
    expect(screen.getByText("2 rows · 12 ms")).toBeTruthy();
    const [start] = callsOf("sqlStart");
    expect(start).toMatchObject({ part: { kind: "all" }, options: { isReadOnly: true } });
    expect(start?.editor).toMatch(/^tables:/);
  });

  test("a press on a header sorts, the next one turns it round and a third one ends it", async () => {
    const { user } = await open();
    const header = () => screen.getByRole("columnheader", { name: /note/ });
    const press = () => user.click(within(header()).getByRole("button"));
    await press();
    await waitFor(() => expect(header().getAttribute("aria-sort")).toBe("ascending"));
    await press();
    await waitFor(() => expect(header().getAttribute("aria-sort")).toBe("descending"));
    await press();
    const plain = 'SELECT * FROM "public"."orders"';
    await waitFor(() =>
      expect(texts()).toEqual([plain, `${plain} ORDER BY "note"`, `${plain} ORDER BY "note" DESC`, plain]),
    );
    expect(header().getAttribute("aria-sort")).toBe("none");
  });

  test("another table takes the place of one that is still read", async () => {
    answer("sqlStart", ({ text }) =>
      text.includes("events") ? ran({ state: "running", done: 0, results: [] }) : ran(),
    );
    const stopped = { version: 2, results: [result({ rows: 0, tag: null, cut: "stopped" as const })] };
    let stop = (_: SqlRunView) => {};
    answer("sqlWait", () => new Promise((resolve) => (stop = resolve)));
    answer("sqlStop", () => {
      stop(ran({ id: "run-stopped", ...stopped }));
      return null;
    });
    const { user } = openWindow(PLACE);
    await user.click(await option(/^events/));
    await waitFor(() => expect(callsOf("sqlWait")).toHaveLength(1));
    await user.click(await option(/^orders/));
    expect(await screen.findByRole("grid", { name: "Rows of orders" })).toBeTruthy();
    expect(callsOf("sqlStop")).toHaveLength(1);
    expect(screen.queryByRole("grid", { name: "Rows of events" })).toBeNull();
  });

  test("a refused sort is shown whole, and one press takes it away", async () => {
    const { user } = await open();
    const error = {
      severity: "ERROR",
      sqlstate: "42883",
      message: "could not identify an ordering operator for type json",
      detail: null,
      hint: null,
      context: null,
      at: null,
    };
    answer("sqlStart", () => ran({ results: [result({ columns: [], rows: 0, tag: null, error })] }));
    await user.click(within(screen.getByRole("columnheader", { name: /note/ })).getByRole("button"));
    expect((await screen.findByRole("alert")).textContent).toContain(
      "could not identify an ordering operator",
    );
    answer("sqlStart", () => ran());
    await user.click(screen.getByRole("button", { name: "Remove sorting" }));
    expect(await screen.findByRole("grid", { name: "Rows of orders" })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("rows that can't be read say why, and are read by another try", async () => {
    refuse("sqlStart", { code: "timeout", message: "The server did not answer" });
    const { user } = openWindow(PLACE);
    await user.click(await option(/^orders/));
    expect(await screen.findByText("Couldn’t load the rows")).toBeTruthy();
    answer("sqlStart", () => ran());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("two")).toBeTruthy();
  });

  test("the structure does not read the rows again, and a refresh does", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("tab", { name: "Structure" }));
    await screen.findByRole("region", { name: "Columns" });
    await user.click(screen.getByRole("tab", { name: "Rows" }));
    expect(await screen.findByText("two")).toBeTruthy();
    expect(callsOf("sqlStart")).toHaveLength(1);
    expect(callsOf("sqlClose")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Refresh rows" }));
    await waitFor(() => expect(callsOf("sqlStart")).toHaveLength(2));
    expect(callsOf("tableList")).toHaveLength(1);
  });

  test("the session is closed when the tab is left", async () => {
    const { user } = await open();
    const [start] = callsOf("sqlStart");
    await user.click(screen.getByRole("tab", { name: "SQL" }));
    await waitFor(() => expect(callsOf("sqlClose")).toEqual([{ editor: start?.editor }]));
  });

  test("Open in SQL puts the query of the rows into the SQL tab", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Open in SQL" }));
    expect(await screen.findByRole("tab", { name: "SQL", selected: true })).toBeTruthy();
    await waitFor(() =>
      expect(callsOf("sqlTabSave").at(-1)?.tab.text).toBe('SELECT * FROM "public"."orders";'),
    );
  });
});

test("the structure shows columns and the SQL of indexes, constraints and policies", async () => {
  const { user } = openWindow(PLACE);
  await user.click(await option(/^orders/));
  await user.click(await screen.findByRole("tab", { name: "Structure" }));
  const columns = await screen.findByRole("region", { name: "Columns" });
  const row = within(columns).getByRole("row", { name: /^id/ });
  for (const text of ["bigint", "Yes", "nextval('orders_id_seq'::regclass)", "The number on the invoice"]) {
    expect(within(row).getByText(text)).toBeTruthy();
  }
  expect(within(row).getByText("Primary key")).toBeTruthy();
  for (const text of ["Orders of the shop", "PRIMARY KEY (id)", "No triggers", /^CREATE POLICY own/]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});

test("a structure that can't be read says why", async () => {
  refuse("tableDescribe", { code: "timeout", message: "The server did not answer" });
  const { user } = openWindow(PLACE);
  await user.click(await option(/^orders/));
  await user.click(await screen.findByRole("tab", { name: "Structure" }));
  expect(await screen.findByText("Couldn’t load the structure")).toBeTruthy();
});

test("a temporary database has the same tables, on itself", async () => {
  answer("temporaryList", () => ({ items: [views.row()] }));
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  await user.click(await screen.findByRole("radio", { name: "Tables" }));
  fireEvent.click(await option(/^orders/));
  expect(await screen.findByText("two")).toBeTruthy();
  expect(callsOf("tableList")).toEqual([{ source: { kind: "temporary", id: "row-1" } }]);
  await user.click(screen.getByRole("button", { name: "Open in SQL" }));
  expect(await screen.findByRole("textbox", { name: "SQL editor" })).toBeTruthy();
});

test("names are quoted, and a column sorts upward, downward and no more", () => {
  const order = { column: 'a"b', isDescending: true };
  expect(rowsQuery({ schema: "My shop", name: 'x"; DROP TABLE y' }, order)).toBe(
    'SELECT * FROM "My shop"."x""; DROP TABLE y" ORDER BY "a""b" DESC',
  );
  expect(orderAfter(undefined, "a")).toEqual({ column: "a", isDescending: false });
  expect(orderAfter({ column: "a", isDescending: true }, "a")).toBeUndefined();
  expect(orderAfter(order, "c")).toEqual({ column: "c", isDescending: false });
});

test("a filter finds tables by schema and name", () => {
  expect(filtered(TABLES, "AUDIT.ev").map(({ name }) => name)).toEqual(["events"]);
  expect(filtered(TABLES, " ")).toHaveLength(3);
});

test.each([
  [0, "0"],
  [999, "999"],
  [999.6, "1K"],
  [1_234_567, "1.2M"],
  [12_345, "12K"],
  [2_000_000_000, "2B"],
])("%d rows are written as %s", (count, text) => {
  expect(short(count)).toBe(text);
});

test("counts say how many of all there are", () => {
  expect(countWords(1, 1)).toBe("1 object");
  expect(factsWords("sequence", null, 8192)).toBe("Sequence · 8.2 kB");
  expect(factsWords("table", 1, 0)).toBe("≈ 1 row");
});
