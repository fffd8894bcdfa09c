import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { IconButton } from "@/kit/control/IconButton";
import { Menu } from "@/kit/overlay/Menu";
import { MenuItem } from "@/kit/overlay/MenuItem";
import type { Column, TableProps } from "./columns";
import { Table } from "./Table";
import type { TreePlace } from "./tree";
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
  render(<Table label="Fruit" columns={COLUMNS} rowKey={(row) => row.id} {...props} />);
  return userEvent.setup();
}

const FIVE = fruits(5);

function Ticking() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <Table
        label="Fruit"
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
      <Table label="Fruit" columns={COLUMNS} rowKey={(each) => each.id} rows={rows} />
    );
    const view = render(shown([row(1), row(2), row(3)]));
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard("{ArrowDown}");
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
    expect(within(grid).getAllByRole("row").length).toBeLessThanOrEqual(60);
    await user.tab();
    await user.keyboard("{End}");
    expect(focusedKey()).toBe("fruit-10000");
    expect(document.activeElement?.getAttribute("aria-rowindex")).toBe("10001");
    expect(within(grid).getAllByRole("row").length).toBeLessThanOrEqual(60);
  });

  test.each([
    [0, 360, { first: 0, end: 16 }],
    [3600, 360, { first: 94, end: 116 }],
    [359_640, 360, { first: 9984, end: 10_000 }],
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

describe("a tree", () => {
  const PLACES: Record<string, TreePlace> = {
    "fruit-1": { level: 1, position: 1, of: 2, open: true },
    "fruit-2": { level: 2, position: 1, of: 2, parent: "fruit-1" },
    "fruit-3": { level: 2, position: 2, of: 2, open: false, parent: "fruit-1" },
    "fruit-4": { level: 1, position: 2, of: 2 },
  };

  test("says where each row stands; arrows to the side open, close and lead up and down", async () => {
    const onToggle = vi.fn();
    const placeOf = ({ id }: Fruit) => PLACES[id] ?? { level: 1, position: 1, of: 1 };
    const user = table({ rows: fruits(4), tree: { placeOf, onToggle } });
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
