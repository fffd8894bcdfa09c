import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Button } from "@/kit/control/Button";
import { Checkbox } from "@/kit/control/Checkbox";
import { PathField } from "@/kit/control/PathField";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { ConfirmDialog } from "./ConfirmDialog";
import { Dialog, type DialogProps } from "./Dialog";

function Opener({ dismiss = "anywhere" }: Pick<DialogProps, "dismiss">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="A secret, shown once"
        dismiss={dismiss}
        footer={<Button onClick={() => setOpen(false)}>Done</Button>}
      >
        <input aria-label="First" />
      </Dialog>
    </>
  );
}

async function opened(dismiss: NonNullable<DialogProps["dismiss"]>) {
  const user = userEvent.setup();
  render(<Opener dismiss={dismiss} />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  const dialog = await screen.findByRole("dialog", { name: "A secret, shown once" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return { user, dialog };
}

const isGone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

type User = ReturnType<typeof userEvent.setup>;

/** A form with a field of each kind. */
function Form({ onClose, read = "" }: { onClose(): void; read?: string }) {
  const [path, setPath] = useState("");
  const [ripe, setRipe] = useState(false);
  const [kind, setKind] = useState("apple");
  const [other, setOther] = useState("apple");
  const options = ["apple", "pear", "plum"].map((value) => ({
    value,
    label: `${value[0]?.toUpperCase()}${value.slice(1)}`,
  }));
  return (
    <Dialog open onClose={onClose} title="Fruit" dismiss="deliberate">
      <PathField label="File" value={path} onChange={setPath} onBrowse={async () => "/code/fruit.sql"} />
      <TextInput aria-label="Read" value={read} onChange={() => {}} />
      <Checkbox checked={ripe} onChange={setRipe}>
        Ripe
      </Checkbox>
      <RadioGroup<string> label="Kind" options={options} value={kind} onChange={setKind} />
      <Select<string> label="Other" options={options} value={other} onChange={setOther} />
    </Dialog>
  );
}

async function choosePlum(user: User) {
  await user.click(screen.getByRole("combobox", { name: "Other" }));
  await user.click(await screen.findByRole("option", { name: "Plum" }));
  await waitFor(() => expect(screen.queryByRole("option", { name: "Plum" })).toBeNull());
}

async function clickBeside(user: ReturnType<typeof userEvent.setup>) {
  await user.pointer({ keys: "[MouseLeft]", target: document.body });
}

describe("a dialog", () => {
  test("takes the focus and gives it back to what opened it", async () => {
    const { user } = await opened("anywhere");
    await user.keyboard("{Escape}");
    await isGone();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" })));
  });

  test("that is deliberate stays at a stray click and closes at Esc", async () => {
    const { user } = await opened("deliberate");
    await clickBeside(user);
    expect(screen.getByRole("dialog")).toBeTruthy();
    await user.keyboard("{Escape}");
    await isGone();
  });

  test("does not throw away what was typed at Esc or the cross: it asks", async () => {
    const { user, dialog } = await opened("deliberate");
    const field = screen.getByRole("textbox", { name: "First" });
    await user.type(field, "shop");
    await user.keyboard("{Escape}");
    expect(dialog.isConnected).toBe(true);
    expect(await screen.findByText("Discard your changes?")).toBeTruthy();
    const keep = screen.getByRole("button", { name: "Keep editing" });
    await waitFor(() => expect(document.activeElement).toBe(keep));
    await user.keyboard("{Escape}");
    expect(screen.queryByText("Discard your changes?")).toBeNull();
    expect(field).toHaveProperty("value", "shop");
    expect(document.activeElement).toBe(field);
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await isGone();
  });

  test("closes at Esc when what was typed is as it was", async () => {
    const { user } = await opened("deliberate");
    await user.type(screen.getByRole("textbox", { name: "First" }), "a{Backspace}");
    await user.keyboard("{Escape}");
    await isGone();
  });

  test.each([
    [
      "a path that was browsed for",
      async (user: User) => user.click(screen.getByRole("button", { name: "Browse…" })),
    ],
    ["a tick", async (user: User) => user.click(screen.getByRole("checkbox", { name: "Ripe" }))],
    ["a radio button", async (user: User) => user.click(screen.getByRole("radio", { name: "Pear" }))],
    ["a choice from a list", choosePlum],
  ])("does not throw away %s", async (_what, fill) => {
    const user = userEvent.setup();
    const onClose = vi.fn();
    render(<Form onClose={onClose} />);
    await screen.findByRole("dialog", { name: "Fruit" });
    await fill(user);
    await user.keyboard("{Escape}");
    expect(await screen.findByText("Discard your changes?")).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  test("closes at Esc when all that changed came by itself", async () => {
    const user = userEvent.setup();
    const onClose = vi.fn();
    const { rerender } = render(<Form onClose={onClose} />);
    await screen.findByRole("dialog", { name: "Fruit" });
    rerender(<Form onClose={onClose} read="/read/first" />);
    expect(screen.getByRole("textbox", { name: "Read" })).toHaveProperty("value", "/read/first");
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("that is never dismissed closes by its own button only", async () => {
    const { user } = await opened("never");
    await clickBeside(user);
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Done" }));
    await isGone();
  });
});

function Deleting() {
  const [open, setOpen] = useState(false);
  const [gone, setGone] = useState(false);
  return (
    <>
      <main id="main" tabIndex={-1}>
        {!gone && <Button onClick={() => setOpen(true)}>Delete</Button>}
      </main>
      <Dialog open={open} onClose={() => setOpen(false)} title="Sure?">
        <Button onClick={() => setGone(true)}>Do it</Button>
      </Dialog>
    </>
  );
}

test("the focus goes to the screen when what opened the dialog is gone", async () => {
  const user = userEvent.setup();
  render(<Deleting />);
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Do it" }));
  await user.keyboard("{Escape}");
  await isGone();
  await waitFor(() => expect(document.activeElement?.id).toBe("main"));
});

function Nested() {
  const [inner, setInner] = useState(true);
  return (
    <>
      <main id="main" tabIndex={-1}>
        <div {...{ role: "row", tabIndex: 0 }}>Behind</div>
      </main>
      <Dialog open onClose={() => {}} title="Outer">
        <button type="button">In the outer</button>
      </Dialog>
      <Dialog open={inner} onClose={() => setInner(false)} title="Inner">
        <button type="button">In the inner</button>
      </Dialog>
    </>
  );
}

test("a dialog over another gives the focus back to that one, never to what is behind", async () => {
  const user = userEvent.setup();
  render(<Nested />);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("In the inner"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByText("In the inner")).toBeNull());
  await waitFor(() => expect(document.activeElement?.closest("[role=dialog]")).not.toBeNull());
  expect(document.activeElement?.textContent).not.toBe("Behind");
});

describe("a confirmation", () => {
  test("says why it cannot be done now", () => {
    render(
      <ConfirmDialog
        open
        onClose={() => {}}
        onConfirm={() => {}}
        title="Sure?"
        confirm="Do it"
        blocked="The account is locked against changes here"
      >
        It goes.
      </ConfirmDialog>,
    );
    expect(screen.getByText("The account is locked against changes here.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Do it" })).toHaveProperty("disabled", true);
  });

  test("by name waits for exactly that name", async () => {
    const onConfirm = vi.fn();
    const user = userEvent.setup();
    render(
      <ConfirmDialog
        open
        onClose={() => {}}
        onConfirm={onConfirm}
        title="Revoke ci-deploy?"
        confirm="Revoke ci-deploy"
        typeName="ci-deploy"
      >
        Locked out at once.
      </ConfirmDialog>,
    );
    const field = await screen.findByRole("textbox", { name: "Type ci-deploy to confirm" });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.type(field, "ci-deplo{Enter}");
    expect(onConfirm).not.toHaveBeenCalled();
    await user.type(field, "y{Enter}");
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  test("starts on Cancel, so that Enter loses nothing", async () => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    render(
      <ConfirmDialog open onClose={onClose} onConfirm={onConfirm} title="Forget it?" confirm="Forget it">
        It goes.
      </ConfirmDialog>,
    );
    const cancel = await screen.findByRole("button", { name: "Cancel" });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    await userEvent.keyboard("{Enter}");
    expect(onClose).toHaveBeenCalled();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test("that is longer than the window can be scrolled by the keys, as long as it scrolls", async () => {
    const height = vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(900);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
    const user = userEvent.setup();
    const ask = (children: ReactNode) => (
      <ConfirmDialog open onClose={() => {}} onConfirm={() => {}} title="Delete it?" confirm="Delete it">
        {children}
      </ConfirmDialog>
    );
    const { rerender } = render(ask(<p>So much goes.</p>));
    const cancel = await screen.findByRole("button", { name: "Cancel" });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    const words = screen.getByRole("region", { name: "Delete it?" });
    expect(words.contains(screen.getByText("So much goes."))).toBe(true);
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(words);

    // The keys get to what is in it, and it scrolls there.
    cancel.focus();
    rerender(ask(<a href="#/history">So much goes.</a>));
    await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
    rerender(ask(<p>So much goes.</p>));
    await screen.findByRole("region");

    height.mockReturnValue(400);
    rerender(ask(<em>Little goes.</em>));
    await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
  });
});
