import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Button } from "./Button";
import { Checkbox } from "./Checkbox";
import { DateTimeInput } from "./DateTimeInput";
import { Field } from "./Field";
import { SearchInput } from "./SearchInput";
import { Segmented } from "./Segmented";
import { Select } from "./Select";
import { Tabs } from "./Tabs";
import { TextInput } from "./TextInput";

const PLACES = [
  { value: "here", label: "This machine" },
  { value: "neon", label: "neon.new" },
] as const;

/** What a screen reader says of an element besides its name. */
function description(element: HTMLElement): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}

describe("a field", () => {
  test("gives its control a name, its hint and its error", () => {
    render(
      <Field label="Variable" hint="In the env file" error="A name starts with a letter">
        <TextInput value="2X" onChange={() => {}} />
      </Field>,
    );
    const input = screen.getByRole("textbox", { name: "Variable" });
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(description(input)).toContain("In the env file");
    expect(description(input)).toContain("A name starts with a letter");
  });

  test("names a select too, which opens and chooses by keyboard", async () => {
    const onChange = vi.fn();
    const user = userEvent.setup();
    render(
      <Field label="Place">
        <Select options={PLACES} value="here" onChange={onChange} />
      </Field>,
    );
    const select = screen.getByRole("combobox", { name: "Place" });
    expect(select.textContent).toContain("This machine");
    select.focus();
    await user.keyboard("{Enter}");
    const option = await screen.findByRole("option", { name: "neon.new" });
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(option.hasAttribute("data-highlighted")).toBe(true));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(onChange).toHaveBeenCalledWith("neon"));
  });
});

test("a date is typed in any form and written in full when the field is left", async () => {
  const user = userEvent.setup();
  function Held() {
    const [value, setValue] = useState("");
    return (
      <Field label="Expires on">
        <DateTimeInput value={value} onChange={setValue} placeholder="Now" />
      </Field>
    );
  }
  render(<Held />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Expires on" });
  expect([field.type, field.placeholder]).toEqual(["text", "Now"]);
  await user.type(field, "2026-11-27 3:14");
  expect(field.value).toBe("2026-11-27 3:14");
  await user.tab();
  expect(field.value).toBe("Fri 27 Nov 2026, 03:14:00");
  await user.clear(field);
  await user.type(field, "11/27/2026 3:14");
  await user.tab();
  expect(field.value).toBe("11/27/2026 3:14");
});

test("a select shows what an empty value stands for, and its placeholder where nothing is chosen", () => {
  const all = [{ value: "", label: "All places" }, ...PLACES];
  const { rerender } = render(<Select label="Place" options={all} value="" onChange={() => {}} />);
  const select = screen.getByRole("combobox", { name: "Place" });
  expect(select.textContent).toBe("All places");
  expect(select.querySelector("[data-placeholder]")).toBeNull();
  rerender(<Select label="Place" options={PLACES} value="" onChange={() => {}} placeholder="None yet" />);
  expect(select.textContent).toBe("None yet");
});

test("a busy button keeps the focus and does nothing more", async () => {
  const onClick = vi.fn();
  const user = userEvent.setup();
  render(
    <Button busy onClick={onClick}>
      Creating
    </Button>,
  );
  await user.tab();
  const button = screen.getByRole("button", { name: "Creating" });
  expect(document.activeElement).toBe(button);
  await user.keyboard("{Enter}");
  expect(onClick).not.toHaveBeenCalled();
  expect(button.getAttribute("aria-busy")).toBe("true");
});

test("a checkbox is named by its words and described by its hint", async () => {
  const onChange = vi.fn();
  render(
    <Checkbox checked={false} onChange={onChange} hint="Cannot be changed later">
      Logical replication
    </Checkbox>,
  );
  const box = screen.getByRole("checkbox", { name: "Logical replication" });
  expect(description(box)).toBe("Cannot be changed later");
  await userEvent.click(screen.getByText("Logical replication"));
  expect(onChange).toHaveBeenCalledWith(true);
});

test("arrows move a segmented choice, which is one stop of Tab", async () => {
  const onChange = vi.fn();
  const user = userEvent.setup();
  render(<Segmented label="Place" options={PLACES} value="here" onChange={onChange} />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "This machine" }));
  await user.keyboard("{ArrowRight}");
  expect(onChange).toHaveBeenCalledWith("neon");
});

function Views() {
  const [tab, setTab] = useState("a");
  const tabs = ["a", "b", "c"].map((value) => ({ value, label: `Tab ${value}`, panel: `Panel ${value}` }));
  return <Tabs label="Views" tabs={tabs} value={tab} onChange={setTab} />;
}

test("arrows change tabs and go round", async () => {
  const user = userEvent.setup();
  render(<Views />);
  await user.tab();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("tabpanel").textContent).toBe("Panel b");
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(screen.getByRole("tabpanel").textContent).toBe("Panel a");
});

test("Esc empties a filter first and leaves it then", async () => {
  const onChange = vi.fn();
  const user = userEvent.setup();
  const view = render(<SearchInput label="Filter" value="shop" onChange={onChange} />);
  const input = screen.getByRole("textbox", { name: "Filter" });
  input.focus();
  await user.keyboard("{Escape}");
  expect(onChange).toHaveBeenCalledWith("");
  view.rerender(<SearchInput label="Filter" value="" onChange={onChange} />);
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(document.body);
});
