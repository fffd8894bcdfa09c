import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { RowMenu } from "@/kit/overlay/RowMenu";
import { holdRows, shareRows } from "./heldRows";
import { noteOwnChange } from "./ownChanges";
import { showOutcome, useUnlessPointed } from "./pointed";
import { Table } from "./Table";

interface Fruit {
  id: string;
  weight: number;
}

const fruit = (id: string, weight = 1): Fruit => ({ id, weight });
const rowKey = ({ id }: Fruit) => id;
const ids = (rows: readonly Fruit[]) => rows.map(rowKey).join(" ");

describe("held rows", () => {
  const cases: ReadonlyArray<[what: string, shown: string, next: string, rows: string, gone: string]> = [
    ["keep their places in another order", "a b c", "c b a", "a b c", ""],
    ["keep a removed row as gone", "a b c", "a c", "a b c", "b"],
    ["append new rows after the last one", "b d", "a b c d", "b d a c", ""],
    ["do all of it at once", "a b c", "d c a", "a b c d", "b"],
    ["are replaced by a list that shares none of them", "a b", "c d", "c d", ""],
    ["are the new ones where none were shown", "", "a b", "a b", ""],
  ];
  const listOf = (text: string) =>
    text
      .split(" ")
      .filter(Boolean)
      .map((id) => fruit(id));

  test.each(cases)("%s", (_what, shown, next, rows, gone) => {
    const held = holdRows(listOf(shown), listOf(next), rowKey);
    expect([ids(held.rows), [...held.gone].join(" ")]).toEqual([rows, gone]);
  });

  test("have their new values, and bring a gone row back", () => {
    const held = holdRows([fruit("a", 1), fruit("b", 1)], [fruit("b", 3), fruit("a", 2)], rowKey);
    expect(held.rows).toEqual([fruit("a", 2), fruit("b", 3)]);
    const without = holdRows(held.rows, [fruit("b", 3)], rowKey);
    expect(holdRows(without.rows, [fruit("a", 4), fruit("b", 3)], rowKey)).toEqual({
      rows: [fruit("a", 4), fruit("b", 3)],
      gone: new Set(),
    });
  });

  test("are the same list where the order is the same", () => {
    const next = [fruit("a"), fruit("b")];
    expect(holdRows([fruit("a"), fruit("b")], next, rowKey).rows).toBe(next);
  });
});

test("rows whose fields are the same stay the same objects", () => {
  const [apple, pear] = [fruit("a"), fruit("b")];
  const rows = shareRows([apple, pear], [fruit("a"), fruit("b", 2)], rowKey);
  expect(rows[0]).toBe(apple);
  expect(rows[1]).toEqual(fruit("b", 2));
  const same = [apple, pear];
  expect(shareRows(same, [fruit("a"), fruit("b")], rowKey)).toBe(same);
});

describe("a table that is refreshed", () => {
  const drawn = vi.fn();
  const columns = [
    {
      id: "name",
      header: "Name",
      width: "1fr",
      cell(row: Fruit) {
        drawn(row.id);
        return `${row.id}: ${row.weight}`;
      },
    },
  ];
  const rowMenu = ({ id }: Fruit) => <RowMenu label={`Actions for ${id}`}>{null}</RowMenu>;
  const table = (rows: readonly Fruit[], filter = "") => (
    <>
      <button type="button">Elsewhere</button>
      <Table
        label="Fruit"
        layout="fruit"
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        arrangement={[filter]}
        rowMenu={rowMenu}
      />
    </>
  );
  const cells = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index))
      .map(({ textContent }) => textContent);
  const [a, b, c] = [fruit("a"), fruit("b"), fruit("c")];

  function opened() {
    const view = render(table([a, b, c]));
    return { user: userEvent.setup(), ...view };
  }

  beforeEach(() => drawn.mockClear());

  test("keeps its places while the pointer is over the rows, and sorts in when it leaves", async () => {
    const { user, rerender } = opened();
    await user.hover(screen.getByText("b: 1"));
    rerender(table([fruit("z"), fruit("c", 2), fruit("a")]));
    expect(cells()).toEqual(["a: 1", "No longer available. b: 1", "c: 2", "z: 1"]);
    rerender(table([fruit("z"), fruit("c", 3)]));
    expect(cells()).toEqual(["No longer available. a: 1", "No longer available. b: 1", "c: 3", "z: 1"]);
    await user.hover(screen.getByRole("button", { name: "Elsewhere" }));
    expect(cells()).toEqual(["z: 1", "c: 3"]);
  });

  test("keeps its places when a part of a row is replaced under the pointer at rest", async () => {
    const { user, rerender } = opened();
    const replaced = screen.getByText("b: 1").appendChild(document.createElement("span"));
    await user.hover(replaced);
    replaced.remove();
    rerender(table([c, a]));
    expect(cells()).toEqual(["a: 1", "No longer available. b: 1", "c: 1"]);
  });

  test("has nothing to do with a row that is gone", async () => {
    const { user, rerender } = opened();
    await user.hover(screen.getByText("b: 1"));
    rerender(table([a, c]));
    const row = screen.getByText("No longer available.").closest("[role=row]");
    expect(row?.ariaDisabled).toBe("true");
    expect(row?.querySelector("button")?.closest("[inert]")).not.toBeNull();
  });

  test("keeps its places while the keys are on a row, until they go on", async () => {
    const { user, rerender } = opened();
    await user.tab();
    await user.tab();
    await user.keyboard("{ArrowDown}");
    rerender(table([c, a]));
    expect(cells()).toEqual(["a: 1", "No longer available. b: 1", "c: 1"]);
    await user.keyboard("{ArrowDown}");
    expect(cells()).toEqual(["c: 1", "a: 1"]);
    expect(document.activeElement?.textContent).toBe("c: 1");
  });

  test("goes on to the row next to the one that the keys are on, wherever it is sorted in", async () => {
    const { user, rerender } = opened();
    await user.tab();
    await user.tab();
    await user.keyboard("{ArrowDown}");
    rerender(table([fruit("z"), a, b, c]));
    await user.keyboard("{ArrowDown}");
    expect(cells()).toEqual(["z: 1", "a: 1", "b: 1", "c: 1"]);
    expect(document.activeElement?.textContent).toBe("c: 1");
    rerender(table([a, c]));
    await user.keyboard("{ArrowUp}");
    expect(document.activeElement?.textContent).toBe("a: 1");
  });

  test("leaves the focus where it went after a key that led no further", async () => {
    const { user, rerender } = opened();
    await user.tab();
    await user.tab();
    await user.keyboard("{End}{ArrowDown}");
    const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
    act(() => elsewhere.focus());
    rerender(table([c, b, a]));
    expect(document.activeElement).toBe(elsewhere);
  });

  test("moves rows at once where nothing is on them", () => {
    const { rerender } = opened();
    rerender(table([c, b]));
    expect(cells()).toEqual(["c: 1", "b: 1"]);
  });

  test("moves rows at once for another filter", async () => {
    const { user, rerender } = opened();
    await user.hover(screen.getByText("b: 1"));
    rerender(table([c, a], "e"));
    expect(cells()).toEqual(["c: 1", "a: 1"]);
  });

  test("shows a change that was made in this window at once", async () => {
    const { user, rerender } = opened();
    await user.hover(screen.getByText("b: 1"));
    noteOwnChange();
    rerender(table([c, a]));
    expect(cells()).toEqual(["c: 1", "a: 1"]);
  });

  test("shows a change that was made in this window once it is known to be one", async () => {
    const { user, rerender } = opened();
    await user.hover(screen.getByText("b: 1"));
    rerender(table([c, a]));
    act(noteOwnChange);
    expect(cells()).toEqual(["c: 1", "a: 1"]);
  });

  test("draws the rows that changed, and no other", () => {
    const { rerender } = opened();
    drawn.mockClear();
    rerender(table([fruit("a"), fruit("b", 5), fruit("c")]));
    expect(drawn.mock.calls.flat()).toEqual(["b"]);
  });
});

describe("a notice above the rows", () => {
  const Screen = ({ problem }: { problem: string }) => (
    <>
      <p>{useUnlessPointed(problem) || "All is well"}</p>
      <Table
        label="Fruit"
        layout="fruit"
        columns={[{ id: "name", header: "Name", width: "1fr", cell: rowKey }]}
        rows={[fruit("apple")]}
        rowKey={rowKey}
      />
    </>
  );
  async function pointedAtRows() {
    const { rerender } = render(<Screen problem="" />);
    const user = userEvent.setup();
    await user.hover(screen.getByText("apple"));
    return { rerender, user };
  }

  test("waits until the pointer has left them", async () => {
    const { rerender, user } = await pointedAtRows();
    rerender(<Screen problem="It is late" />);
    expect(screen.getByText("All is well")).toBeTruthy();
    await user.hover(document.body);
    expect(screen.getByText("It is late")).toBeTruthy();
  });

  test("shows at once when it comes with a change in this window, also where it came first", async () => {
    const { rerender } = await pointedAtRows();
    rerender(<Screen problem="It is late" />);
    act(noteOwnChange);
    expect(screen.getByText("It is late")).toBeTruthy();
  });

  test("shows at once when it is the outcome of a refresh that a person asked for", async () => {
    const { rerender } = await pointedAtRows();
    await showOutcome(Promise.resolve());
    rerender(<Screen problem="It is late" />);
    expect(screen.getByText("It is late")).toBeTruthy();
  });
});
