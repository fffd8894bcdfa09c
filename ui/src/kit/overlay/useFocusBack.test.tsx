import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useFocusBack } from "./Dialog";

/** An overlay as the primitives draw one: when it closes, the focus goes where the hook says. */
function Overlay({ open, onBack }: { open: boolean; onBack(place: boolean | HTMLElement): void }) {
  const back = useFocusBack(open);
  return open ? (
    <div role="dialog" aria-label="Closing">
      <button type="button" onClick={() => onBack(back())}>
        Close
      </button>
    </div>
  ) : null;
}

const OPENER = `<button id="opener">Opens</button>`;
const SCREEN = `<main id="main" tabindex="-1">
  <div role="row" id="other" tabindex="-1"></div>
  <div role="row" id="row" tabindex="0"></div>
</main>`;
const MESSAGE = `<div role="dialog" aria-modal="false"><button>Close this message</button></div>`;
const DIALOG = `<div role="dialog"><button id="inside">Inside</button></div>`;

afterEach(() => document.getElementById("around")?.remove());

const find = (id: string) => document.getElementById(id);

/**
 * Where the focus goes from an overlay that opened while `opener` had it; `true` leaves it to the primitive. `gone`: what is no
 * longer there by then.
 */
async function placeAfter(around: string, gone: readonly string[] = [], opener = "opener") {
  const page = document.createElement("div");
  page.id = "around";
  page.innerHTML = around;
  document.body.append(page);
  let place: boolean | HTMLElement | undefined;
  const overlay = (open: boolean) => (
    <Overlay
      open={open}
      onBack={(onBack) => {
        place = onBack;
      }}
    />
  );
  const { rerender } = render(overlay(false));
  find(opener)?.focus();
  rerender(overlay(true));
  const close = screen.getByRole("button", { name: "Close" });
  close.focus();
  for (const id of gone) find(id)?.remove();
  await act(async () => close.click());
  return place === false ? document.activeElement : place;
}

test("the focus goes back to what had it", async () => {
  expect(await placeAfter(OPENER + SCREEN)).toBe(true);
});

test("the focus goes back to a screen as a whole, and to nothing in it", async () => {
  expect(await placeAfter(OPENER + SCREEN, [], "main")).toBe(find("main"));
});

test.each([
  ["to the row that the keys were on", ["opener"], "row"],
  ["where there is no such row, to the screen", ["opener", "row"], "main"],
])("when that is gone, %s", async (_where, gone, place) => {
  expect(await placeAfter(OPENER + SCREEN, gone)).toBe(find(place));
});

test("a message never takes it, although it has the role of a dialog", async () => {
  expect(await placeAfter(OPENER + SCREEN + MESSAGE, ["opener"])).toBe(find("row"));
});

test("a dialog that stays open has it, and nothing behind that", async () => {
  expect(await placeAfter(OPENER + SCREEN + DIALOG)).toBe(find("inside"));
});
