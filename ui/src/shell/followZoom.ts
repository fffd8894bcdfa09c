import { call } from "@/ipc/call";
import type { Zoom } from "@/ipc/generated";

const KEYS: Readonly<Record<string, Zoom>> = { "+": "larger", "=": "larger", "-": "smaller", "0": "usual" };

/** Ctrl or Cmd with +, - and 0, and with the wheel, draw the window larger or smaller. */
export function followZoom(): () => void {
  const press = (event: KeyboardEvent) => {
    const zoom = event.ctrlKey || event.metaKey ? KEYS[event.key] : undefined;
    if (!zoom || event.altKey) return;
    event.preventDefault();
    void call.appZoom(zoom);
  };
  const turn = (event: WheelEvent) => {
    if (!event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    void call.appZoom(event.deltaY < 0 ? "larger" : "smaller");
  };
  window.addEventListener("keydown", press);
  window.addEventListener("wheel", turn, { passive: false });
  return () => {
    window.removeEventListener("keydown", press);
    window.removeEventListener("wheel", turn);
  };
}
