import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { IconButton } from "@/kit/control/IconButton";
import { SearchInput } from "@/kit/control/SearchInput";
import { Menu } from "@/kit/overlay/Menu";
import { MenuItem } from "@/kit/overlay/MenuItem";
import { RowMenu } from "@/kit/overlay/RowMenu";
import type { Column, TableProps } from "./columns";
import { noteOwnChange } from "./ownChanges";
import { RowName } from "./RowName";
import { Table } from "./Table";
import type { TreePosition } from "./tree";
import { rowsInSight } from "./useWindow";

interface Fruit {
  id: string;
}

const fruits = (count: number): Fruit[] =>
  Array.from({ length: count }, (_, index) => ({ id: `fruit-${index + 1}` }));
const COLUMNS: ReadonlyArray<Column<Fruit>> = [
  { id: "name", header: "Name", width: "1fr", sortable: true, cell: (row) => row.id },
];

function table(props: Partial<TableProps<Fruit>> & { rows: Fruit[] }) {
  render(<Table label="Fruit" layout="fruit" columns={COLUMNS} rowKey={(row) => row.id} {...props} />);
  return userEvent.setup();
}

const FIVE = fruits(5);

function Ticking() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <Table
        label="Fruit"
        layout="fruit"
        columns={COLUMNS}
        rows={FIVE}
        rowKey={(row) => row.id}
        ticked={ticked}
        onTick={setTicked}
      />
      <output>{[...ticked].join()}</output>
    </>
  );
}

const focusedKey = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;

describe("keys", () => {
  test("one row is in the Tab order; arrows, Home and End move it and select as they go", async () => {
    const onSelect = vi.fn();
    const user = table({ rows: fruits(30), onSelect });
    await user.tab();
    expect(focusedKey()).toBe("fruit-1");
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
    expect(focusedKey()).toBe("fruit-2");
    await user.keyboard("{End}");
    expect(focusedKey()).toBe("fruit-30");
    await user.keyboard("{ArrowDown}{Home}{PageDown}");
    expect(focusedKey()).toBe("fruit-11");
    expect(onSelect.mock.calls.map(([row]) => row.id).slice(0, 4)).toEqual([
      "fruit-2",
      "fruit-3",
      "fruit-2",
      "fruit-30",
    ]);
    expect(document.querySelectorAll("[role=row][tabindex='0']")).toHaveLength(1);
  });

  test("Enter and a double click open, a click selects", async () => {
    const onOpen = vi.fn();
    const onSelect = vi.fn();
    const user = table({ rows: fruits(3), onOpen, onSelect });
    await user.tab();
    await user.keyboard("{ArrowDown}{Enter}");
    expect(onOpen).toHaveBeenLastCalledWith({ id: "fruit-2" });
    await user.dblClick(screen.getByText("fruit-3"));
    expect(onOpen).toHaveBeenLastCalledWith({ id: "fruit-3" });
    await user.click(screen.getByText("fruit-1"));
    expect(onSelect).toHaveBeenLastCalledWith({ id: "fruit-1" });
  });

  test("Space ticks, Ctrl+A ticks all, the header's box unticks all", async () => {
    render(<Ticking />);
    const user = userEvent.setup();
    await user.click(screen.getByText("fruit-2"));
    screen.getByText("fruit-2").closest<HTMLElement>("[role=row]")?.focus();
    await user.keyboard(" ");
    expect(screen.getByText("fruit-2", { selector: "output" })).toBeTruthy();
    await user.keyboard("{Control>}a{/Control}");
    expect(screen.getByText("fruit-1,fruit-2,fruit-3,fruit-4,fruit-5")).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "Select all rows" }));
    expect(document.querySelector("output")?.textContent).toBe("");
  });

  test("keys in a row's own button are the button's", async () => {
    const onOpen = vi.fn();
    const pressed = vi.fn();
    const user = table({
      rows: fruits(3),
      onOpen,
      rowMenu: (row) => <IconButton icon="ellipsis" label={`Actions for ${row.id}`} onClick={pressed} />,
    });
    screen.getByRole("button", { name: "Actions for fruit-2", hidden: true }).focus();
    await user.keyboard("{Enter}");
    expect(pressed).toHaveBeenCalledOnce();
    expect(onOpen).not.toHaveBeenCalled();
  });
});

describe("the focus", () => {
  test("goes to the row in its place when its own row goes", async () => {
    const row = (id: number) => ({ id: `fruit-${id}` });
    const shown = (rows: Fruit[]) => (
      <Table label="Fruit" layout="fruit" columns={COLUMNS} rowKey={(each) => each.id} rows={rows} />
    );
    const view = render(shown([row(1), row(2), row(3)]));
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard("{ArrowDown}");
    noteOwnChange();
    view.rerender(shown([row(1), row(3)]));
    expect(focusedKey()).toBe("fruit-3");
    view.rerender(shown([row(1)]));
    expect(focusedKey()).toBe("fruit-1");
  });
});

describe("many rows", () => {
  test("10,000 rows keep the page small, tell their number, and End reaches the last", async () => {
    const user = table({ rows: fruits(10_000) });
    const grid = screen.getByRole("grid", { name: "Fruit" });
    expect(grid.getAttribute("aria-rowcount")).toBe("10001");
    // Rows of a long list are drawn after the rest of their screen.
    await within(grid).findByText("fruit-1");
    expect(within(grid).getAllByRole("row").length).toBeLessThanOrEqual(60);
    await user.tab();
    await user.keyboard("{End}");
    expect(focusedKey()).toBe("fruit-10000");
    expect(document.activeElement?.getAttribute("aria-rowindex")).toBe("10001");
    expect(within(grid).getAllByRole("row").length).toBeLessThanOrEqual(60);
  });

  test.each([
    [0, 360, { first: 0, end: 12 }],
    [3600, 360, { first: 98, end: 112 }],
    [359_640, 360, { first: 9988, end: 10_000 }],
  ])("at %i px of %i px the range is %o", (top, height, range) => {
    expect(rowsInSight(top, height, 36, 10_000)).toEqual(range);
  });
});

test("a right click opens the menu of the row under the pointer", async () => {
  const chosen = vi.fn();
  const user = table({
    rows: fruits(3),
    contextMenu: (row) => <MenuItem onSelect={() => chosen(row.id)}>Eat {row.id}</MenuItem>,
  });
  await user.pointer({ keys: "[MouseRight]", target: screen.getByText("fruit-2") });
  await user.click(await screen.findByRole("menuitem", { name: "Eat fruit-2" }));
  expect(chosen).toHaveBeenCalledWith("fruit-2");
});

test("a header that sorts says how it is sorted and turns round", async () => {
  const onSort = vi.fn();
  const user = table({ rows: fruits(2), sort: { column: "name", direction: "ascending" }, onSort });
  expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending");
  await user.click(screen.getByRole("button", { name: "Name" }));
  expect(onSort).toHaveBeenCalledWith({ column: "name", direction: "descending" });
});

test("a menu button in a row works with the table around it", async () => {
  const user = table({
    rows: fruits(2),
    rowMenu: (row) => (
      <Menu trigger={<IconButton icon="ellipsis" label={`Actions for ${row.id}`} />}>
        <MenuItem onSelect={() => {}}>Eat {row.id}</MenuItem>
      </Menu>
    ),
  });
  await user.click(screen.getByRole("button", { name: "Actions for fruit-1" }));
  expect(await screen.findByRole("menuitem", { name: "Eat fruit-1" })).toBeTruthy();
});

describe("the menu of a row", () => {
  const shown = (ids: string[]) => (
    <Table
      label="Fruit"
      layout="fruit"
      columns={COLUMNS}
      rows={ids.map((id) => ({ id }))}
      rowKey={({ id }) => id}
      rowMenu={({ id }) => (
        <RowMenu label={`Actions for ${id}`}>
          <MenuItem onSelect={() => {}}>Eat {id}</MenuItem>
        </RowMenu>
      )}
    />
  );

  test("has a button that is handed on, and names the row that it is in", () => {
    const view = render(shown(["apple", "pear"]));
    const button = screen.getByRole("button", { name: "Actions for pear" });
    view.rerender(shown(["apple", "plum"]));
    expect(screen.getByRole("button", { name: "Actions for plum" })).toBe(button);
  });

  test("goes with its row after a change in this window, and opens on no other", async () => {
    const view = render(shown(["apple", "pear"]));
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Actions for pear" }));
    expect(await screen.findByRole("menuitem", { name: "Eat pear" })).toBeTruthy();
    noteOwnChange();
    view.rerender(shown(["apple", "plum"]));
    await waitFor(() => expect(screen.queryByRole("menu", { hidden: true })).toBeNull());
    expect(screen.getByRole("button", { name: "Actions for plum" }).ariaExpanded).toBe("false");
  });

  test("holds no row any more once it closed under the pointer", async () => {
    const view = render(shown(["apple", "pear"]));
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Actions for pear" }));
    await user.click(await screen.findByRole("menuitem", { name: "Eat pear" }));
    await waitFor(() => expect(screen.queryByRole("menu", { hidden: true })).toBeNull());
    view.rerender(shown(["apple", "plum"]));
    expect(screen.queryByText("pear")).toBeNull();
  });

  test("stays open when its row leaves the list by a refresh", async () => {
    const view = render(shown(["apple", "pear"]));
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Actions for pear" }));
    await screen.findByRole("menuitem", { name: "Eat pear" });
    await user.hover(document.body);
    view.rerender(shown(["apple", "plum"]));
    expect(screen.getByRole("menuitem", { name: "Eat pear" })).toBeTruthy();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu", { hidden: true })).toBeNull());
    expect(screen.queryByText("pear")).toBeNull();
  });
});

describe("a list that is scrolled", () => {
  const shown = (rows: Fruit[], props: Partial<TableProps<Fruit>> = {}) => (
    <Table
      label="Fruit"
      layout="fruit"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      virtualFrom={1_000}
      {...props}
    />
  );
  const scroller = () => {
    const element = screen.getByRole("grid").parentElement;
    if (!element) throw new Error("the grid stands alone");
    return element;
  };
  const rowHeight = () =>
    Number.parseFloat(document.querySelector<HTMLElement>("[data-rows]")?.style.height ?? "") / 100;

  test("keeps what is in sight when a refresh removes and adds rows above", () => {
    const all = fruits(100);
    const view = render(shown(all));
    const height = rowHeight();
    expect(height).toBeGreaterThan(0);
    scroller().scrollTop = 30.5 * height;
    view.rerender(shown(all.slice(3)));
    expect(scroller().scrollTop).toBe(27.5 * height);
    view.rerender(shown([{ id: "new-1" }, { id: "new-2" }, ...all.slice(3)]));
    expect(scroller().scrollTop).toBe(29.5 * height);
    // The first row in sight is gone: the next one keeps its place.
    view.rerender(shown([{ id: "new-1" }, ...all.slice(3, 30), ...all.slice(31)]));
    expect(scroller().scrollTop).toBe(27.5 * height);
  });

  test("stays where it is at its top and when its order changes", () => {
    const all = fruits(100);
    const view = render(shown(all));
    const height = rowHeight();
    view.rerender(shown([{ id: "new" }, ...all]));
    expect(scroller().scrollTop).toBe(0);
    scroller().scrollTop = 30 * height;
    view.rerender(shown(all.toReversed(), { sort: { column: "name", direction: "descending" } }));
    expect(scroller().scrollTop).toBe(30 * height);
  });
});

describe("a tree", () => {
  const PLACES: Record<string, TreePosition> = {
    "fruit-1": { level: 1, position: 1, of: 2, open: true },
    "fruit-2": { level: 2, position: 1, of: 2, parent: "fruit-1" },
    "fruit-3": { level: 2, position: 2, of: 2, open: false, parent: "fruit-1" },
    "fruit-4": { level: 1, position: 2, of: 2 },
  };

  test("says where each row stands; arrows to the side open, close and lead up and down", async () => {
    const onToggle = vi.fn();
    const positionOf = ({ id }: Fruit) => PLACES[id] ?? { level: 1, position: 1, of: 1 };
    const user = table({ rows: fruits(4), tree: { positionOf, onToggle } });
    expect(screen.getByRole("treegrid", { name: "Fruit" })).toBeTruthy();
    const row = screen.getByRole("row", { name: "fruit-3" });
    expect(row.ariaLevel).toBe("2");
    expect(row.ariaPosInSet).toBe("2");
    expect(row.ariaSetSize).toBe("2");
    expect(row.ariaExpanded).toBe("false");
    expect(screen.getByRole("row", { name: "fruit-4" }).ariaExpanded).toBeNull();

    await user.tab();
    await user.keyboard("{ArrowRight}");
    expect(focusedKey()).toBe("fruit-2");
    await user.keyboard("{ArrowRight}");
    expect(focusedKey()).toBe("fruit-2");
    await user.keyboard("{ArrowDown}{ArrowRight}");
    expect(onToggle.mock.calls).toEqual([[{ id: "fruit-3" }, true]]);
    await user.keyboard("{ArrowLeft}");
    expect(focusedKey()).toBe("fruit-1");
    await user.keyboard("{ArrowLeft}");
    expect(onToggle.mock.calls.at(-1)).toEqual([{ id: "fruit-1" }, false]);
  });
});

const part = (id: string, more: Partial<Column<Fruit>> = {}): Column<Fruit> => ({
  id,
  header: id,
  width: "100px",
  cell: (row) => `${id} of ${row.id}`,
  ...more,
});
const FOUR = [{ ...part("name"), width: "minmax(100px, 1fr)" }, part("state"), part("size"), part("region")];

const headers = () => screen.getAllByRole("columnheader").flatMap(({ ariaLabel }) => ariaLabel ?? []);
const trackList = () =>
  screen
    .getByRole("grid")
    .parentElement?.style.getPropertyValue("--tracks")
    .replace(/minmax\((.*?)\)/g, "$1");

/** All columns are as wide as the test says: there is no layout here. */
const widthIs = (pixels: number) =>
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, pixels, 20));

describe("the edges of columns", () => {
  const edge = (name: string) => screen.getByRole("separator", { name: `Width of ${name}` });

  test("follow the pointer: what one column gets the next one gives, and never more than it has", () => {
    widthIs(100);
    table({ rows: FIVE, columns: FOUR });
    fireEvent.pointerDown(edge("state"), { button: 0, clientX: 300, pointerId: 1 });
    fireEvent.pointerMove(edge("state"), { clientX: 330, pointerId: 1 });
    expect(trackList()).toBe("100px, 1fr 130px 70px 100px 28px");
    fireEvent.pointerMove(edge("state"), { clientX: 900, pointerId: 1 });
    expect(trackList()).toBe("100px, 1fr 152px 48px 100px 28px");
    fireEvent.pointerUp(edge("state"), { pointerId: 1 });
    fireEvent.pointerMove(edge("state"), { clientX: 310, pointerId: 1 });
    expect(trackList()).toBe("100px, 1fr 152px 48px 100px 28px");
    fireEvent.doubleClick(edge("state"));
    expect(trackList()).toBe("100px, 1fr 100px 100px 100px 28px");
  });

  const name = (of: string) => screen.getByRole("columnheader", { name: of });

  test("are moved by Shift and arrows at the name and reset by Shift and Enter, which say what they are", async () => {
    widthIs(100);
    const user = table({ rows: FIVE, columns: FOUR });
    name("name").focus();
    expect(name("name").getAttribute("aria-description")).toMatch(/^Width: automatic\./);
    await user.keyboard("{Shift>}{ArrowLeft}{/Shift}");
    expect(trackList()).toBe("92px, 1fr 108px 100px 100px 28px");
    expect(name("state").getAttribute("aria-description")).toMatch(/^Width: 108 pixels\./);
    await user.keyboard("{Shift>}{Control>}{ArrowRight}{/Control}{Enter}{/Shift}");
    expect(trackList()).toBe("100px, 1fr 100px 100px 100px 28px");
    expect(screen.queryByRole("separator", { name: "Width of region" })).toBeNull();
  });

  test("stay where they were left, for this list alone", async () => {
    widthIs(100);
    const shown = (layout: string) => (
      <Table label="Fruit" layout={layout} columns={FOUR} rows={FIVE} rowKey={(row) => row.id} />
    );
    const view = render(shown("apples"));
    name("size").focus();
    await userEvent.setup().keyboard("{Shift>}{ArrowRight}{/Shift}");
    view.unmount();
    const again = render(shown("apples"));
    expect(trackList()).toBe("100px, 1fr 100px 108px 92px 28px");
    again.rerender(shown("pears"));
    expect(trackList()).toBe("100px, 1fr 100px 100px 100px 28px");
  });
});

test("a header is one stop of Tab, and arrows lead along its box, names and menu", async () => {
  const columns = FOUR.map((column) => ({ ...column, sortable: true }));
  const onSort = vi.fn();
  const user = table({ rows: FIVE, columns, ticked: new Set(), onTick: () => {}, onSort });
  const focused = () =>
    document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
  await user.tab();
  expect(focused()).toBe("name");
  await user.tab();
  expect(focusedKey()).toBe("fruit-1");
  await user.tab({ shift: true });
  await user.keyboard("{ArrowRight}{Enter}");
  expect(onSort).toHaveBeenCalledWith({ column: "state", direction: "ascending" });
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(focused()).toBe("Select all rows");
  await user.keyboard("{End}");
  expect(focused()).toBe("Columns");
  await user.tab();
  expect(focusedKey()).toBe("fruit-1");
  await user.tab({ shift: true });
  expect(focused()).toBe("Columns");
});

describe("the menu of columns", () => {
  const COLUMNS_OF_FRUIT = [...FOUR, part("weight", { optional: true }), part("buttons", { stays: true })];

  test("hides and shows all but the first and what never goes; the choice is there again, until it is reset", async () => {
    const shown = (
      <Table label="Fruit" layout="fruit" columns={COLUMNS_OF_FRUIT} rows={FIVE} rowKey={(row) => row.id} />
    );
    const view = render(shown);
    const user = userEvent.setup();
    expect(headers()).toEqual(["name", "state", "size", "region", "buttons"]);
    await user.click(screen.getByRole("button", { name: "Columns" }));
    const offered = (await screen.findAllByRole("menuitemcheckbox")).map(({ textContent }) => textContent);
    expect(offered).toEqual(["state", "size", "region", "weight"]);
    await user.click(screen.getByRole("menuitemcheckbox", { name: "size" }));
    await user.click(screen.getByRole("menuitemcheckbox", { name: "weight" }));
    view.unmount();
    render(shown);
    expect(headers()).toEqual(["name", "state", "region", "weight", "buttons"]);
    await user.click(screen.getByRole("button", { name: "Columns" }));
    await user.click(await screen.findByRole("menuitem", { name: "Reset columns" }));
    expect(headers()).toEqual(["name", "state", "size", "region", "buttons"]);
  });

  test("says which chosen columns have no room", async () => {
    const width = vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(400);
    const user = table({ rows: FIVE, columns: FOUR });
    expect(headers()).toEqual(["name", "state", "size"]);
    await user.click(screen.getByRole("button", { name: "Columns" }));
    const region = await screen.findByRole("menuitemcheckbox", { name: /region/ });
    expect(region.textContent).toBe("regionNo room at this width");
    expect(region.ariaChecked).toBe("true");
    width.mockRestore();
  });

  test("is not there for a few", () => {
    table({ rows: FIVE, columns: FOUR.slice(0, 3) });
    expect(screen.queryByRole("button", { name: "Columns" })).toBeNull();
  });
});

test("the selection is announced on the names of the columns, and the focus stays in the table when it is cleared", async () => {
  function Selecting() {
    const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
    const clear = (
      <button type="button" onClick={() => setTicked(new Set())}>
        Clear
      </button>
    );
    return (
      <Table
        label="Fruit"
        layout="fruit"
        columns={FOUR.map((column) => ({ ...column, sortable: true }))}
        rows={FIVE}
        rowKey={(row) => row.id}
        ticked={ticked}
        onTick={setTicked}
        onSort={() => {}}
        selection={ticked.size > 0 && clear}
      />
    );
  }
  render(<Selecting />);
  const user = userEvent.setup();
  const names = headers();
  await user.click(screen.getByRole("checkbox", { name: "Select all rows" }));
  // Nothing under it can be reached, and nothing of it is unsaid.
  expect(screen.queryByRole("button", { name: "state" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Columns" })).toBeNull();
  expect(screen.queryByRole("separator")).toBeNull();
  expect(headers()).toEqual(names);
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(focusedKey()).toBe("fruit-1");
  expect(screen.getByRole("button", { name: "state" })).toBeTruthy();
});

describe("from the filter above it", () => {
  function filtered(rows: Fruit[], onOpen = vi.fn()) {
    render(
      <main>
        <Table
          label="Vegetables"
          layout="other"
          columns={COLUMNS}
          rows={[{ id: "leek" }]}
          rowKey={(row) => row.id}
        />
        <SearchInput label="Filter" value="" onChange={() => {}} />
        <Table
          label="Fruit"
          layout="fruit"
          columns={COLUMNS}
          rows={rows}
          rowKey={(row) => row.id}
          onOpen={onOpen}
        />
      </main>,
    );
    screen.getByRole("textbox", { name: "Filter" }).focus();
    return { user: userEvent.setup(), onOpen };
  }

  test("arrow down leads to the first row, wherever the keys were", async () => {
    const { user } = filtered(FIVE);
    await user.click(screen.getByText("fruit-4"));
    screen.getByRole("textbox", { name: "Filter" }).focus();
    await user.keyboard("{ArrowDown}");
    expect(focusedKey()).toBe("fruit-1");
    await user.keyboard("{ArrowDown}");
    expect(focusedKey()).toBe("fruit-2");
  });

  test("Enter leads to the first of several", async () => {
    const { user, onOpen } = filtered(FIVE);
    await user.keyboard("{Enter}");
    expect(focusedKey()).toBe("fruit-1");
    expect(onOpen).not.toHaveBeenCalled();
  });

  test("Enter opens the only match", async () => {
    const { user, onOpen } = filtered(fruits(1));
    await user.keyboard("{Enter}");
    expect(onOpen).toHaveBeenCalledWith({ id: "fruit-1" });
  });
});

test("arrow down scrolls no further than the next row needs", async () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function (this: HTMLElement) {
    return this.role === "rowgroup" ? 32 : 4000;
  });
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(32 + 3 * 36);
  const user = table({ rows: fruits(100) });
  await user.tab();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  const scroller = screen.getByRole("grid").parentElement;
  expect(scroller?.scrollTop).toBe(0);
  await user.keyboard("{ArrowDown}");
  expect(scroller?.scrollTop).toBe(36);
});

test("a name is cut in its middle, read whole, and whole in a tooltip", () => {
  const long = "Ausgleichsbuchungen der Buchhaltung, Archiv 2019 bis 2026";
  render(<RowName name={long} />);
  const name = screen.getByTitle(long);
  expect([...name.querySelectorAll("[aria-hidden]")].map(({ textContent }) => textContent)).toEqual([
    "Ausgleichsbuchungen der Buchhaltung, Archiv 2",
    "019 bis 2026",
  ]);
  expect(screen.getByText(long)).toBeTruthy();
});
