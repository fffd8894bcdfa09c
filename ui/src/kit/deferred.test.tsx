import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { deferred, loadDeferred, loadWhenUsed } from "./deferred";
import { Boundary } from "./state/Boundary";

const Part = ({ name }: { name: string }) => <p>{`Part ${name}`}</p>;

test("what is shown before its code was read reads it, and stands there as soon as it is there", async () => {
  const read = vi.fn(async () => Part);
  const Late = deferred(read, <p>Waiting</p>);
  expect(read).not.toHaveBeenCalled();
  render(<Late name="one" />);
  expect(screen.getByText("Waiting")).toBeTruthy();
  expect(await screen.findByText("Part one")).toBeTruthy();
  expect(screen.queryByText("Waiting")).toBeNull();
  expect(read).toHaveBeenCalledTimes(1);
});

test("code that was read ahead is there at once", async () => {
  const read = vi.fn(async () => Part);
  const Ahead = deferred(read, <p>Waiting</p>);
  await loadDeferred();
  render(<Ahead name="two" />);
  expect(screen.getByText("Part two")).toBeTruthy();
  await loadDeferred();
  expect(read).toHaveBeenCalledTimes(1);
});

test("code that cannot be read is said to the boundary, and read again when that tries again", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
  const read = vi.fn(async () => Part);
  read.mockRejectedValueOnce(new Error("no such file"));
  const Broken = deferred(read);
  render(
    <Boundary name="The dialog">
      <Broken name="three" />
    </Boundary>,
  );
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("no such file"));
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Part three")).toBeTruthy();
  quiet.mockRestore();
});

test("a window that nobody uses reads nothing ahead; a pointer that moves or a key does", async () => {
  const sign = async (use: () => void) => {
    const read = vi.fn(async () => Part);
    deferred(read);
    const stop = loadWhenUsed();
    use();
    await Promise.resolve();
    stop();
    return read.mock.calls.length;
  };
  const pointerAt = (screenX: number) => fireEvent.pointerMove(document.body, { screenX, screenY: 9 });
  expect(await sign(() => {})).toBe(0);
  expect(await sign(() => [7, 7].map(pointerAt))).toBe(0);
  expect(await sign(() => [7, 8].map(pointerAt))).toBe(1);
  expect(await sign(() => fireEvent.keyDown(document.body, { key: "k", ctrlKey: true }))).toBe(1);
});
