import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { placeOf, useFound } from "@/features/search/found";
import type { FoundView } from "@/ipc/generated";
import { useActionSurroundings, useActions, usePerform, useSelection } from "@/kit/action/useActions";
import { useRouter } from "@/kit/route/useRouter";
import {
  actionEntries,
  areMeant,
  foundEntries,
  merged,
  type PaletteEntry,
  searchEntries,
  sourceEntries,
} from "./paletteEntries";

/** What the palette shows for what was typed, and which line the keys are on. */
export function usePalette(onClose: () => void) {
  const [query, setText] = useState("");
  const [pointed, setPointed] = useState<string>();
  const [held, setHeld] = useState<string>();
  const latestChoose = useRef<(entry: PaletteEntry) => void>(() => {});
  const shown = useRef<{ query: string; id: string | undefined }>(undefined);
  const { registry, tools } = useActionSurroundings();
  const router = useRouter();
  const actions = useActions();
  const context = useSelection();
  const perform = usePerform();
  const all = useMemo(
    () => [
      ...actionEntries(actions, context, perform, router.current().screen),
      ...sourceEntries(registry.sources()),
    ],
    [actions, context, perform, registry, router],
  );
  const { found, error, isLate } = useFound(query);
  const entries = useMemo(() => {
    const open = (each: FoundView) => tools.router.go(placeOf(each));
    return merged(searchEntries(all, query), foundEntries(found, all, open), query);
  }, [all, query, found, tools]);

  // The keys stay on the line they are on, whatever comes to stand above it; and they are on none while what was found is
  // yet to come first.
  const wanted = pointed ?? (shown.current?.query === query ? shown.current.id : undefined);
  const at = entries.findIndex(({ id }) => id === wanted);
  const awaited = isLate && !areMeant(entries, query);
  const active = at >= 0 ? at : awaited ? -1 : 0;
  const highlighted = entries[active]?.id;
  useLayoutEffect(() => {
    shown.current = { query, id: highlighted };
  });
  // Enter was quicker than the search: it chooses what is highlighted once that is known.
  const ready = held === query && !awaited ? entries[active] : undefined;
  useEffect(() => {
    if (!ready) return;
    setHeld(undefined);
    latestChoose.current(ready);
  }, [ready]);
  const setActive = (index: number) => setPointed(entries[index]?.id);
  const setQuery = (text: string) => {
    setText(text);
    setPointed(undefined);
    setHeld(undefined);
  };
  const choose = (entry: PaletteEntry) => {
    if (entry.blocked) return;
    onClose();
    entry.run();
  };
  latestChoose.current = choose;
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
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      if (entry) choose(entry);
      else if (awaited) setHeld(query);
      else return;
    } else return;
    event.preventDefault();
  };
  return { query, setQuery, entries, error, active, setActive, choose, onKeyDown };
}

/** Arrows go round at the ends, pages stop there. */
function within(index: number, length: number, round: boolean): number {
  if (length === 0) return 0;
  return round ? (index + length) % length : Math.min(Math.max(index, 0), length - 1);
}
