import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { TextInput } from "@/kit/control/TextInput";
import { FormDialog } from "./FormDialog";

describe("a form over the window", () => {
  test("is sent by Enter, keeps its words at a stray click, and has a way out", async () => {
    const onSubmit = vi.fn();
    const onClose = vi.fn();
    const user = userEvent.setup();
    render(
      <FormDialog title="New fruit" submit="Grow fruit" onSubmit={onSubmit} onClose={onClose}>
        <TextInput aria-label="Name" value="apple" onChange={() => {}} />
      </FormDialog>,
    );
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "{Enter}");
    expect(onSubmit).toHaveBeenCalledOnce();
    await user.pointer({ keys: "[MouseLeft]", target: document.body });
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalledOnce();
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
