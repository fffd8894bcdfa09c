import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { TextInput } from "@/kit/control/TextInput";
import { Dialog } from "@/kit/overlay/Dialog";
import {
  closeDialog,
  type OpenDialog,
  openDialog,
  openDialogAbove,
  useCloseDialog,
} from "@/kit/overlay/dialogs";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { OpenDialogs } from "@/kit/overlay/OpenDialogs";

let finish = () => {};

function Slow({ name }: { name: string }) {
  const close = useCloseDialog();
  const [typed, setTyped] = useState("");
  const wait = async () => {
    await new Promise<void>((done) => {
      finish = done;
    });
    close();
  };
  return (
    <FormDialog title={`Wait for ${name}`} submit="Wait" onSubmit={() => void wait()} onClose={close}>
      <TextInput aria-label="How" value={typed} onChange={setTyped} />
    </FormDialog>
  );
}

const show = (dialog: OpenDialog) => (dialog.dialog === "bulk" ? <Slow name={dialog.id} /> : null);

test("a dialog whose work ends late closes itself and none that was asked for since", async () => {
  const user = userEvent.setup();
  render(<OpenDialogs show={show} />);
  act(() => openDialog({ dialog: "bulk", id: "first" }));
  await user.type(await screen.findByRole("textbox", { name: "How" }), "thinly");
  await user.click(screen.getByRole("button", { name: "Wait" }));
  act(() => openDialog({ dialog: "bulk", id: "second" }));
  expect(await screen.findByRole("dialog", { name: "Wait for second" })).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "How" })).toHaveProperty("value", "");
  await act(async () => finish());
  expect(screen.getByRole("dialog", { name: "Wait for second" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Wait" }));
  await act(async () => finish());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  act(closeDialog);
});

test("a click in the dialog over another is no click beside that one", async () => {
  const user = userEvent.setup();
  const title = ({ dialog }: OpenDialog) => (dialog === "quit" ? "Over" : "Under");
  render(
    <OpenDialogs
      show={(dialog, close) => (
        <Dialog open onClose={close} title={title(dialog)}>
          <button type="button">{`In ${title(dialog)}`}</button>
        </Dialog>
      )}
    />,
  );
  act(() => openDialog({ dialog: "bulk", id: "first" }));
  await screen.findByRole("dialog", { name: "Under" });
  act(() => openDialogAbove({ dialog: "quit" }));
  await user.click(await screen.findByRole("button", { name: "In Over" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Over" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "Under" })).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
