import { afterEach, beforeEach, expect, test } from "vitest";
import { answer, callsOf } from "@/test/backend";
import { followZoom } from "./followZoom";

let stop: () => void;
let now: number;

beforeEach(() => {
  answer("appZoom", () => null);
  now = 10_000;
  stop = followZoom();
});
afterEach(() => stop());

const zooms = () => callsOf("appZoom").map(({ zoom }) => zoom);

test.each([
  ["+", "Equal", "larger"],
  ["=", "Equal", "larger"],
  ["-", "Minus", "smaller"],
  ["0", "Digit0", "usual"],
  // A French keyboard has "-" on the key of the 6, and its 0 with Shift.
  ["-", "Digit6", "smaller"],
  ["à", "Digit0", "usual"],
  ["\u0660", "Digit0", "usual"],
  ["\u0660", "Numpad0", "usual"],
  // Ctrl and Insert copies.
  ["Insert", "Numpad0", undefined],
  ["k", "KeyK", undefined],
])("Ctrl and %s on the key %s zooms: %s", (key, code, zoom) => {
  const event = new KeyboardEvent("keydown", { key, code, ctrlKey: true, cancelable: true });
  window.dispatchEvent(event);
  expect(zooms()).toEqual(zoom ? [zoom] : []);
  expect(event.defaultPrevented).toBe(zoom !== undefined);
});

/** Turns the wheel by these many pixels, so many milliseconds after the last time. */
function turn(deltaY: number, after: number, ctrlKey = true) {
  now += after;
  const event = new WheelEvent("wheel", { deltaY, ctrlKey, cancelable: true });
  Object.defineProperty(event, "timeStamp", { value: now });
  window.dispatchEvent(event);
  return event;
}

test("each notch of a wheel is a step", () => {
  turn(-40, 1_000);
  turn(-120, 400);
  turn(100, 400);
  expect(zooms()).toEqual(["larger", "larger", "smaller"]);
});

test("the many small turns of a touchpad are gathered to a step", () => {
  for (let count = 0; count < 50; count++) turn(5, 8);
  expect(zooms()).toEqual(["smaller", "smaller"]);
  for (let count = 0; count < 20; count++) turn(-5, 8);
  expect(zooms()).toEqual(["smaller", "smaller", "larger"]);
});

test("what was gathered is forgotten when the turning ends", () => {
  for (let count = 0; count < 19; count++) turn(5, 8);
  turn(5, 1_000);
  expect(zooms()).toEqual([]);
});

test("without Ctrl the wheel scrolls", () => {
  expect(turn(100, 1_000, false).defaultPrevented).toBe(false);
  expect(zooms()).toEqual([]);
});
