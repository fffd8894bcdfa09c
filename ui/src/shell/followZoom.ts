import { call } from "@/ipc/call";
import type { Zoom } from "@/ipc/generated";
import { pressedKey } from "@/kit/action/pressedKey";
import { digitOf } from "@/kit/action/shortcut";

const KEYS: Readonly<Record<string, Zoom>> = { "+": "larger", "=": "larger", "-": "smaller", "0": "usual" };

/** What one notch of a wheel turns at least, in pixels. A touchpad begins with less. */
const NOTCH = 40;
/** How many pixels make a step while the turning goes on. */
const STEP = 100;
/** The turning has ended when there was none for so many milliseconds. */
const PAUSE = 200;

/** Ctrl or Cmd with +, - and 0, and with the wheel, draw the window larger or smaller. */
export function followZoom(): () => void {
  const press = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    // The sign itself first: "-" is on a key of the digits in France.
    const zoom = KEYS[pressedKey(event)] ?? KEYS[digitOf(event) ?? ""];
    if (!zoom) return;
    event.preventDefault();
    void call({ kind: "appZoom", zoom });
  };
  const stepOf = createGathering();
  const turn = (event: WheelEvent) => {
    if (!event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const zoom = stepOf(event);
    if (zoom) void call({ kind: "appZoom", zoom });
  };
  window.addEventListener("keydown", press);
  window.addEventListener("wheel", turn, { passive: false });
  return () => {
    window.removeEventListener("keydown", press);
    window.removeEventListener("wheel", turn);
  };
}

/** Makes steps of turns: a touchpad sends dozens in a second, and each step is drawn and written to the disk. */
function createGathering(): (turn: WheelEvent) => Zoom | undefined {
  let gathered = 0;
  let last = Number.NEGATIVE_INFINITY;
  return ({ deltaY, timeStamp }) => {
    const begins = timeStamp - last >= PAUSE || deltaY * gathered < 0;
    last = timeStamp;
    gathered = begins ? deltaY : gathered + deltaY;
    if (Math.abs(gathered) < (begins ? NOTCH : STEP)) return undefined;
    gathered = 0;
    return deltaY < 0 ? "larger" : "smaller";
  };
}
