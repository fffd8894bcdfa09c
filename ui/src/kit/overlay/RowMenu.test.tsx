import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ConfirmDialog } from "./ConfirmDialog";
import { MenuItem } from "./MenuItem";
import { RowMenu } from "./RowMenu";

/** A row whose menu asks before it revokes. */
function Row() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <RowMenu label="Actions for fresh">
        <MenuItem onSelect={() => setOpen(true)}>Revoke</MenuItem>
      </RowMenu>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => {}}
        title="Revoke fresh?"
        confirm="Revoke fresh"
        typeName="fresh"
      >
        It is final.
      </ConfirmDialog>
    </>
  );
}

const opener = () => screen.getByRole("button", { name: "Actions for fresh", hidden: true });
const isGone = () => waitFor(() => expect(screen.queryByRole("menu", { hidden: true })).toBeNull());

async function openMenu() {
  const user = userEvent.setup();
  render(<Row />);
  await user.click(opener());
  const item = await screen.findByRole("menuitem", { name: "Revoke" });
  await waitFor(() => expect(item.closest("[role=menu]")?.contains(document.activeElement)).toBe(true));
  return { user, item };
}

test("the focus goes back to the button that opened the menu", async () => {
  const { user } = await openMenu();
  await user.keyboard("{Escape}");
  await isGone();
  expect(document.activeElement).toBe(opener());
});

test("a menu that leaves the screen late does not take the keys from the dialog it opened", async () => {
  const { user, item } = await openMenu();
  const frames: FrameRequestCallback[] = [];
  const request = vi.spyOn(window, "requestAnimationFrame").mockImplementation((frame) => frames.push(frame));
  await user.click(item);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Type fresh to confirm" });
  await user.type(field, "fr");
  request.mockRestore();
  await act(async () => {
    for (const frame of frames) frame(performance.now());
  });
  await isGone();
  await user.keyboard("esh");
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("fresh");
});
