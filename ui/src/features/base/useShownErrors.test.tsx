import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { useShownErrors } from "./useShownErrors";

/** A form with a name, which is needed, and a port, which may be empty and is 80 at first. */
function Form() {
  const [name, setName] = useState("");
  const [port, setPort] = useState("80");
  const wrong = {
    name: name === "" ? "Enter a name" : name.includes("/") ? "No slashes" : undefined,
    port: /^\d*$/.test(port) ? undefined : "Enter a number",
  };
  const { shown, showAll, watch } = useShownErrors(wrong);
  return (
    <form {...watch}>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <input aria-label="Port" value={port} onChange={(event) => setPort(event.target.value)} />
      <p>{shown.name ?? "name fine"}</p>
      <p>{shown.port ?? "port fine"}</p>
      <button type="button" onClick={showAll}>
        Send
      </button>
    </form>
  );
}

function open() {
  render(<Form />);
  const field = (name: string) => screen.getByRole("textbox", { name });
  return { user: userEvent.setup(), name: field("Name"), port: field("Port") };
}

test("a text that cannot be read says so when its field is left, and follows what is typed from then on", async () => {
  const { user, name, port } = open();
  await user.click(port);
  await user.keyboard("x");
  expect(screen.queryByText("Enter a number")).toBeNull();
  await user.tab();
  expect(screen.getByText("Enter a number")).toBeTruthy();
  await user.click(port);
  await user.keyboard("{Backspace}");
  expect(screen.getByText("port fine")).toBeTruthy();
  await user.keyboard("y");
  expect(screen.getByText("Enter a number")).toBeTruthy();
  // The other field was not touched.
  expect(screen.getByText("name fine")).toBeTruthy();
  await user.type(name, "a/b");
  await user.tab();
  expect(screen.getByText("No slashes")).toBeTruthy();
});

test("an empty field says nothing before the first try to send", async () => {
  const { user, name } = open();
  await user.click(name);
  await user.tab();
  await user.type(name, "a");
  await user.clear(name);
  await user.tab();
  expect(screen.getByText("name fine")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText("Enter a name")).toBeTruthy();
});

test("an error waits for a click that is under way, whose button it would move", async () => {
  const { user, port } = open();
  await user.type(port, "x");
  const send = screen.getByRole("button", { name: "Send" });
  fireEvent.pointerDown(send);
  fireEvent.blur(port);
  expect(screen.getByText("port fine")).toBeTruthy();
  fireEvent.pointerUp(send);
  expect(await screen.findByText("Enter a number")).toBeTruthy();
});
