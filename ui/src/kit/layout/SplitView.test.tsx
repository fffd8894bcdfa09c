import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { Tooltip } from "@/kit/overlay/Tooltip";
import { Table } from "@/kit/table/Table";
import { SplitView } from "./SplitView";

const ROWS = [{ id: "one" }, { id: "two" }];
const COLUMNS = [{ id: "name", header: "Name", width: "1fr", cell: (row: { id: string }) => row.id }];

function Split() {
  const [selected, setSelected] = useState<string>();
  return (
    <SplitView
      list={
        <Table
          label="Things"
          layout="things"
          columns={COLUMNS}
          rows={ROWS}
          rowKey={(row) => row.id}
          selected={selected}
          onSelect={(row) => setSelected(row.id)}
        />
      }
      detail={
        selected && (
          <Tooltip text="Does it at once">
            <button type="button">Do something with {selected}</button>
          </Tooltip>
        )
      }
      detailLabel={selected}
      onCloseDetail={() => setSelected(undefined)}
    />
  );
}

function windowIs(narrow: boolean) {
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: narrow,
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
}

beforeEach(() => windowIs(true));

test("in a narrow window Esc closes the detail and the focus goes back to its row", async () => {
  const user = userEvent.setup();
  render(<Split />);
  await user.click(screen.getByText("two"));
  screen.getByRole("button", { name: "Do something with two" }).focus();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(document.activeElement).toBe(screen.getByText("two").closest("[role=row]"));
});

test("in a narrow window one Esc closes the detail, also where a tooltip is open", async () => {
  const user = userEvent.setup();
  render(<Split />);
  await user.click(screen.getByText("two"));
  await user.tab();
  screen.getByRole("button", { name: "Do something with two" }).focus();
  await screen.findByText("Does it at once");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("in a wide window the detail stands beside the list and Esc leaves it", async () => {
  windowIs(false);
  const user = userEvent.setup();
  render(<Split />);
  await user.click(screen.getByText("one"));
  expect(screen.getByRole("complementary", { name: "one" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Back to list" })).toBeNull();
  screen.getByRole("button", { name: "Do something with one" }).focus();
  await user.keyboard("{Escape}");
  expect(screen.getByRole("complementary")).toBeTruthy();
});
