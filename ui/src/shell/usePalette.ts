import { type KeyboardEvent, useMemo, useState } from "react";
import { placeOf } from "@/features/search/found";
import { useFound } from "@/features/search/useFound";
import type { FoundView } from "@/ipc/generated";
import { useActionSurroundings, useActions, usePerform, useSelection } from "@/kit/action/useActions";
import {
  actionEntries,
  foundEntries,
  merged,
  type PaletteEntry,
  searchEntries,
  sourceEntries,
} from "./paletteEntries";

/** What the palette shows for what was typed, and which line the keys are on. */
export function usePalette(onClose: () => void) {
  const [query, setText] = useState("");
  const [active, setActive] = useState(0);
  const { registry, tools } = useActionSurroundings();
  const actions = useActions();
  const context = useSelection();
  const perform = usePerform();
  const all = useMemo(
    () => [...actionEntries(actions, context, perform), ...sourceEntries(registry.sources())],
    [actions, context, perform, registry],
  );
  const { found, error } = useFound(query);
  const entries = useMemo(() => {
    const open = (each: FoundView) => tools.router.go(placeOf(each));
    return merged(searchEntries(all, query), foundEntries(found, all, open), query);
  }, [all, query, found, tools]);

  const setQuery = (text: string) => {
    setText(text);
    setActive(0);
  };
  const choose = (entry: PaletteEntry) => {
    if (entry.blocked) return;
    onClose();
    entry.run();
  };
  const steps: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + 8,
    PageUp: active - 8,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const entry = entries[active];
    if (step !== undefined) setActive(within(step, entries.length, event.key.startsWith("Arrow")));
    else if (event.key === "Enter" && !event.nativeEvent.isComposing && entry) choose(entry);
    else return;
    event.preventDefault();
  };
  return { query, setQuery, entries, error, active, setActive, choose, onKeyDown };
}

/** Arrows go round at the ends, pages stop there. */
function within(index: number, length: number, round: boolean): number {
  if (length === 0) return 0;
  return round ? (index + length) % length : Math.min(Math.max(index, 0), length - 1);
}
