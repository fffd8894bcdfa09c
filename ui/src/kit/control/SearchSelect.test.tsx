import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Dialog } from "@/kit/overlay/Dialog";
import { Field } from "./Field";
import { Select } from "./Select";

const MANY = Array.from({ length: 5000 }, (_, index) => ({
  value: `br-${index}`,
  label: `preview/pr-${index}`,
}));

function Parent({ first = "br-4321", options = MANY }: { first?: string | null; options?: typeof MANY }) {
  const [value, setValue] = useState<string | null>(first);
  return (
    <Field label="Parent">
      <Select<string> options={options} value={value} onChange={setValue} placeholder="Choose a branch…" />
    </Field>
  );
}

const opener = () => screen.getByRole("combobox", { name: "Parent" });
const texts = () => screen.getAllByRole("option").map((option) => option.textContent);

test("a list of thousands draws as many as anybody reads, the chosen one among them", async () => {
  const user = userEvent.setup();
  render(<Parent />);
  expect(opener().textContent).toBe("preview/pr-4321");
  await user.click(opener());
  await screen.findByRole("option", { name: "preview/pr-4321" });
  expect(screen.getAllByRole("option")).toHaveLength(100);
  expect(await screen.findByText("The first 100 are shown. Type to find others.")).toBeTruthy();
});

test("typing finds any of them, and Enter takes it", async () => {
  const user = userEvent.setup();
  render(<Parent first={null} />);
  expect(opener().textContent).toBe("Choose a branch…");
  opener().focus();
  await user.keyboard("{ArrowDown}");
  const search = await screen.findByPlaceholderText("Search");
  await waitFor(() => expect(document.activeElement).toBe(search));
  await user.keyboard("PR-4999");
  await waitFor(() => expect(texts()).toEqual(["preview/pr-4999"]));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(opener().textContent).toBe("preview/pr-4999"));
  await waitFor(() => expect(document.activeElement).toBe(opener()));
});

test("says when nothing matches, and Esc closes the list and not the dialog around it", async () => {
  const user = userEvent.setup();
  render(
    <Dialog open onClose={() => {}} title="New branch">
      <Parent />
    </Dialog>,
  );
  await user.click(opener());
  await user.type(await screen.findByPlaceholderText("Search"), "nowhere");
  expect(await screen.findByText("No matches for “nowhere”.")).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByText("No matches for “nowhere”.")).toBeNull());
  expect(screen.getByRole("dialog", { name: "New branch" })).toBeTruthy();
});

test("a short list has no such field", async () => {
  const user = userEvent.setup();
  render(<Parent first={null} options={MANY.slice(0, 12)} />);
  await user.click(opener());
  expect(await screen.findAllByRole("option")).toHaveLength(12);
  expect(screen.queryByPlaceholderText("Search")).toBeNull();
});
