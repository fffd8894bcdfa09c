import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import type { Column } from "./columns";
import type { Widths } from "./keptLayout";
import { movedBy, resetOf, widthsAt } from "./resizing";

/** The stops before and after those of the columns. */
export const TICKS = "header:ticks";
export const MENU = "header:menu";

/** The attributes of the element that is a stop. */
export interface HeaderStop {
  "data-stop": string;
  tabIndex: number;
}

const STOP = "[data-stop]";
const STEP = 8;
const LEAP = 48;

/**
 * The keys of a table's header, which is one stop of Tab. Arrows, Home and End lead along its stops; with Shift the arrows move
 * the edge after the column, and Enter resets it. `stops` are the ids of the stops in their order.
 */
export function useHeaderKeys<Row>(
  stops: readonly string[],
  columns: ReadonlyArray<Column<Row>>,
  resize: (widths: Widths) => void,
) {
  const [last, setLast] = useState<string>();
  const current = last !== undefined && stops.includes(last) ? last : stops.find((id) => id !== TICKS);

  const onFocus = (event: FocusEvent) => {
    const stop = stopAt(event.target);
    if (stop) setLast(stop.dataset.stop);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const stop = stopAt(event.target);
    if (!stop || event.altKey) return;
    const key = pressedKey(event);
    if (event.shiftKey) {
      const widths = sized(key, event.ctrlKey || event.metaKey ? LEAP : STEP, stop, columns);
      if (!widths) return;
      resize(widths);
    } else {
      const all = [...event.currentTarget.querySelectorAll<HTMLElement>(STOP)];
      const target = steps(all, stop)[key];
      if (!target) return;
      target.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = (id: string): HeaderStop => ({
    "data-stop": id,
    tabIndex: id === (current ?? stops[0]) ? 0 : -1,
  });
  return { stop, onFocus, onKeyDown };
}

/** The stop in which a key was pressed. A menu that was opened from the header is drawn elsewhere and is none. */
function stopAt(target: EventTarget): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>(STOP)) || undefined;
}

function steps(all: readonly HTMLElement[], from: HTMLElement): Record<string, HTMLElement | undefined> {
  const at = all.indexOf(from);
  return { ArrowLeft: all[at - 1], ArrowRight: all[at + 1], Home: all[0], End: all.at(-1) };
}

/** Returns the widths that a key with Shift leads to; `{}` where it is a key for widths and changes none. */
function sized<Row>(
  key: string,
  step: number,
  stop: HTMLElement,
  columns: ReadonlyArray<Column<Row>>,
): Widths | undefined {
  const pixels = { ArrowLeft: -step, ArrowRight: step }[key];
  if (pixels === undefined && key !== "Enter") return undefined;
  const at = columns.findIndex(({ id }) => id === stop.dataset.stop);
  const [column, next] = [columns[at], columns[at + 1]];
  const header = stop.closest("[role=columnheader]");
  if (!column || !next || !header) return {};
  return pixels === undefined
    ? resetOf({ column, next })
    : (movedBy(pixels, { column, next }, widthsAt(header)) ?? {});
}
