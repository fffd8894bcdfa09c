import { useCallback, useMemo, useRef } from "react";
import type { TableProps } from "./columns";

/** Ticking rows, with functions that stay the same so that rows need not be drawn anew. */
export function useTicks<Row>(props: TableProps<Row>, gone: ReadonlySet<string>) {
  const latest = useRef({ ...props, gone });
  latest.current = { ...props, gone };
  const tick = useCallback((key: string) => {
    const { ticked, onTick, gone } = latest.current;
    if (gone.has(key)) return;
    const next = new Set(ticked);
    if (!next.delete(key)) next.add(key);
    onTick?.(next);
  }, []);
  const tickAll = useCallback((all: boolean) => {
    const { rows, rowKey, onTick, gone } = latest.current;
    onTick?.(new Set(all ? rows.map(rowKey).filter((key) => !gone.has(key)) : []));
  }, []);
  return { tick, tickAll };
}

/** What the header's box says; nothing where rows are not ticked. */
export function useTicksOfAll(count: number, ticked: number | undefined, onChange: (all: boolean) => void) {
  const ticks = ticked !== undefined;
  const all = count > 0 && ticked === count;
  const some = ticks && ticked > 0 && !all;
  return useMemo(() => (ticks ? { all, some, onChange } : undefined), [ticks, all, some, onChange]);
}
