import { render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { expect, test } from "vitest";
import { useKeptFocus } from "./useKeptFocus";

interface ScreenProps {
  rows?: readonly string[];
  notice?: boolean;
}

/** A screen with a list and a notice, as they come and go. */
function Screen({ rows = [], notice = false }: ScreenProps) {
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  return (
    <>
      <main ref={main} tabIndex={-1}>
        {notice && <button type="button">Undo</button>}
        {rows.length > 0 && <Grid rows={rows} />}
      </main>
      <input aria-label="Elsewhere" />
    </>
  );
}

/** A list with the roles that the kit's table has. */
function Grid({ rows }: { rows: readonly string[] }) {
  const part = (role: string, more: object = {}) => ({ role, ...more });
  return (
    <div {...part("grid")}>
      {rows.map((row, at) => (
        <div key={row} {...part("row", { tabIndex: at === 0 ? 0 : -1 })}>
          {row}
        </div>
      ))}
    </div>
  );
}

const focusIsOn = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

test("the focus goes to the screen when the button that had it is gone", async () => {
  const { rerender } = render(<Screen notice />);
  screen.getByRole("button", { name: "Undo" }).focus();
  rerender(<Screen />);
  await focusIsOn(screen.getByRole("main"));
});

test("the focus stays in a list when its row is gone, and goes to the screen with the list", async () => {
  const { rerender } = render(<Screen rows={["one", "two"]} />);
  screen.getByText("one").focus();
  rerender(<Screen rows={["two"]} />);
  await focusIsOn(screen.getByText("two"));
  rerender(<Screen />);
  await focusIsOn(screen.getByRole("main"));
});

test("the focus stays where it went by itself", async () => {
  const { rerender } = render(<Screen notice />);
  screen.getByRole("button", { name: "Undo" }).focus();
  screen.getByRole("textbox", { name: "Elsewhere" }).focus();
  rerender(<Screen rows={["one"]} />);
  await screen.findByText("one");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Elsewhere" }));
});
