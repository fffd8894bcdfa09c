import { useCallback, useRef, useState } from "react";
import { remember, remembered } from "@/kit/remembered";

/** What somebody chose for the columns of a table. */
export interface KeptLayout {
  /** In pixels, by column; a column without one is as wide as its words need. */
  widths: Readonly<Record<string, number>>;
  /** Whether a column is shown, for those where somebody decided. */
  chosen: Readonly<Record<string, boolean>>;
}

/** The widths of some columns; nothing stands for as wide as its words need. */
export type Widths = Readonly<Record<string, number | undefined>>;

const NOTHING: KeptLayout = { widths: {}, chosen: {} };

/** The layout of a table, which this window changes and this machine remembers. */
export function useKeptLayout(name: string) {
  const [now, setNow] = useState(() => ({ name, layout: layoutOf(name) }));
  // Another list in the same place has a layout of its own.
  const current = now.name === name ? now : { name, layout: layoutOf(name) };
  if (current !== now) setNow(current);
  const latest = useRef(current);
  latest.current = current;

  const change = useCallback((layout: KeptLayout) => {
    latest.current = { ...latest.current, layout };
    setNow(latest.current);
    remember(keptAt(latest.current.name), JSON.stringify(layout));
  }, []);
  const resize = useCallback(
    (columns: Widths) => {
      const { widths, chosen } = latest.current.layout;
      change({ chosen, widths: valuesOf({ ...widths, ...columns }, isWidth) });
    },
    [change],
  );
  const choose = useCallback(
    (column: string, shown: boolean) => {
      const { widths, chosen } = latest.current.layout;
      change({ widths, chosen: { ...chosen, [column]: shown } });
    },
    [change],
  );
  const reset = useCallback(() => change(NOTHING), [change]);
  return { layout: current.layout, resize, choose, reset };
}

const keptAt = (name: string) => `plinth.table.${name}`;

function layoutOf(name: string): KeptLayout {
  try {
    const kept: unknown = JSON.parse(remembered(keptAt(name)) ?? "null");
    if (typeof kept !== "object" || kept === null) return NOTHING;
    return {
      widths: "widths" in kept ? valuesOf(kept.widths, isWidth) : {},
      chosen: "chosen" in kept ? valuesOf(kept.chosen, isChoice) : {},
    };
  } catch {
    return NOTHING;
  }
}

const isWidth = (value: unknown): value is number => typeof value === "number" && value > 0;
const isChoice = (value: unknown): value is boolean => typeof value === "boolean";

function valuesOf<Value>(of: unknown, is: (value: unknown) => value is Value): Record<string, Value> {
  if (typeof of !== "object" || of === null) return {};
  return Object.fromEntries(Object.entries(of).filter((entry): entry is [string, Value] => is(entry[1])));
}
