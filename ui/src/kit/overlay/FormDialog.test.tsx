import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Field } from "@/kit/control/Field";
import { MoreOptions } from "@/kit/control/MoreOptions";
import { TextInput } from "@/kit/control/TextInput";
import { FormDialog } from "./FormDialog";
import { filledDialogs } from "./filled";

type User = ReturnType<typeof userEvent.setup>;

/** A form whose folded field is at fault once it was sent. */
function Fruit({ onSubmit, onClose }: { onSubmit(): void; onClose(): void }) {
  const [name, setName] = useState("");
  const [weight, setWeight] = useState("100 g");
  const [tried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    onSubmit();
  };
  return (
    <FormDialog title="New fruit" submit="Grow fruit" onSubmit={submit} onClose={onClose}>
      <TextInput aria-label="Name" value={name} onChange={setName} />
      <MoreOptions summary={[weight, "Ripe"]} hasErrors={tried}>
        <Field label="Weight" error={tried ? "Too heavy." : undefined}>
          <TextInput value={weight} onChange={setWeight} />
        </Field>
      </MoreOptions>
    </FormDialog>
  );
}

describe("a form over the window", () => {
  test("is sent by its button, and closes at once while nothing was filled in", async () => {
    const onSubmit = vi.fn();
    const onClose = vi.fn();
    const user = userEvent.setup();
    render(<Fruit onSubmit={onSubmit} onClose={onClose} />);
    await screen.findByRole("dialog", { name: "New fruit" });
    await user.click(screen.getByRole("button", { name: "Grow fruit" }));
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(filledDialogs()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalledTimes(1);
    await user.pointer({ keys: "[MouseLeft]", target: document.body });
    expect(onClose).toHaveBeenCalledTimes(2);
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  test.each([
    ["Cancel", (user: User) => user.click(screen.getByRole("button", { name: "Cancel" }))],
    ["a click beside it", (user: User) => user.pointer({ keys: "[MouseLeft]", target: document.body })],
    ["Esc", (user: User) => user.keyboard("{Escape}")],
    ["the cross", (user: User) => user.click(screen.getByRole("button", { name: "Close" }))],
  ])("asks at %s once something was filled in", async (_what, leave) => {
    const onClose = vi.fn();
    const user = userEvent.setup();
    const { unmount } = render(<Fruit onSubmit={() => {}} onClose={onClose} />);
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "apple");
    expect(filledDialogs()).toEqual(["New fruit"]);
    await leave(user);
    expect(await screen.findByText("Discard your changes?")).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "apple");
    await leave(user);
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    expect(onClose).toHaveBeenCalledOnce();
    unmount();
    expect(filledDialogs()).toEqual([]);
  });

  test("has the focus in its first field, and after a try in the first one at fault, though it was folded", async () => {
    const onSubmit = vi.fn();
    const user = userEvent.setup();
    render(<Fruit onSubmit={onSubmit} onClose={() => {}} />);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" })));
    expect(screen.queryByRole("textbox", { name: "Weight" })).toBeNull();
    expect(screen.getByText("100 g · Ripe")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Grow fruit" }));
    await user.click(screen.getByRole("button", { name: "Grow fruit" }));
    expect(onSubmit).toHaveBeenCalledTimes(2);
    const weight = screen.getByRole("textbox", { name: "Weight" });
    await waitFor(() => expect(document.activeElement).toBe(weight));
    expect(screen.queryByText("100 g · Ripe")).toBeNull();
  });

  test("is sent by Enter", async () => {
    const onSubmit = vi.fn();
    const user = userEvent.setup();
    render(
      <FormDialog title="New fruit" submit="Grow fruit" onSubmit={onSubmit} onClose={() => {}}>
        <TextInput aria-label="Name" value="apple" onChange={() => {}} />
      </FormDialog>,
    );
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "{Enter}");
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  test("says why it cannot be sent and does not send", async () => {
    const onSubmit = vi.fn();
    render(
      <FormDialog
        title="New fruit"
        submit="Grow fruit"
        blocked="It is winter"
        onSubmit={onSubmit}
        onClose={() => {}}
      >
        <TextInput aria-label="Name" value="apple" onChange={() => {}} />
      </FormDialog>,
    );
    expect(await screen.findByText("It is winter.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Grow fruit" })).toHaveProperty("disabled", true);
    await userEvent.type(screen.getByRole("textbox"), "{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test("cuts a long name within its button and has the whole in the tooltip", async () => {
    const whole = "Peel the apple with the very long name 42";
    render(
      <FormDialog
        size="small"
        aside="Or peel another"
        title="Peel?"
        submit={whole}
        onSubmit={() => {}}
        onClose={() => {}}
      >
        Slowly.
      </FormDialog>,
    );
    const button = await screen.findByRole("button", { name: whole });
    const parts = [...button.querySelectorAll("[aria-hidden=true]")].map((part) => part.textContent);
    expect(parts).toEqual(["Peel the apple with the very ", "long name 42"]);
    expect(button.title).toBe(whole);
  });
});
