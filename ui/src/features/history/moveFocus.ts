import type { KeyboardEvent } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import type { TimeSpan } from "./useTimeSpan";

/** Arrows move along a lane and between lanes, with Shift through the time; plus and minus zoom. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, span: TimeSpan): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLButtonElement)) return;
  const lane = event.target.closest("ol");
  if (!lane) return;
  const key = pressedKey(event);
  const done = event.shiftKey ? moveTime(key, span) : focusNext(key, event.target, lane, span);
  if (done) event.preventDefault();
}

function moveTime(key: string, span: TimeSpan): boolean {
  if (key === "ArrowLeft") span.move(-0.5);
  else if (key === "ArrowRight") span.move(0.5);
  else if (key === "+") span.zoomIn?.();
  else return false;
  return true;
}

function focusNext(key: string, from: HTMLButtonElement, lane: HTMLOListElement, span: TimeSpan): boolean {
  const bars = [...lane.querySelectorAll("button")];
  const index = bars.indexOf(from);
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: bars.length - 1,
  };
  const step = steps[key];
  if (step !== undefined) bars[step]?.focus();
  else if (key === "ArrowUp") nearest(from, lane, -1)?.focus();
  else if (key === "ArrowDown") nearest(from, lane, 1)?.focus();
  else if (key === "+" || key === "=") span.zoomIn?.();
  else if (key === "-") span.zoomOut?.();
  else return false;
  return true;
}

/** The bar above or below: that of the next lane which begins nearest. */
function nearest(
  from: HTMLButtonElement,
  lane: HTMLOListElement,
  step: number,
): HTMLButtonElement | undefined {
  const lanes = [...(lane.closest("[data-testid=timeline]")?.querySelectorAll("ol") ?? [])];
  const next = lanes[lanes.indexOf(lane) + step];
  const left = leftOf(from);
  const away = (bar: HTMLButtonElement) => Math.abs(leftOf(bar) - left);
  return [...(next?.querySelectorAll("button") ?? [])].sort((a, b) => away(a) - away(b))[0];
}

const leftOf = (bar: HTMLElement): number => bar.getBoundingClientRect().left;
