import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { viewOf } from "@/data/errors";
import { counted } from "@/data/format";
import { routeOf, useFound } from "@/features/search/found";
import type { FoundView } from "@/ipc/generated";
import { pressedKey } from "@/kit/action/pressedKey";
import { useActionSurroundings, useActions, usePerform, useSelection } from "@/kit/action/useActions";
import { cx } from "@/kit/cx";
import { KeyHint } from "@/kit/data/KeyHint";
import { Icon } from "@/kit/icon/Icon";
import { useFocusBack } from "@/kit/overlay/Dialog";
import dialog from "@/kit/overlay/Dialog.module.css";
import { useRouter } from "@/kit/route/useRouter";
import styles from "./CommandPalette.module.css";
import {
  actionEntries,
  areMeant,
  foundEntries,
  merged,
  type PaletteEntry,
  searchEntries,
  sourceEntries,
} from "./paletteEntries";
import { PALETTE } from "./words";

/** Go anywhere, do anything a button does, find anything by name or id. */
export function CommandPalette({ open, onClose }: { open: boolean; onClose(): void }) {
  const field = useRef<HTMLInputElement>(null);
  const finalFocus = useFocusBack(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={cx(dialog.backdrop)} />
        <Dialog.Popup
          className={cx(styles.popup)}
          initialFocus={field}
          finalFocus={finalFocus}
          aria-label={PALETTE.title}
        >
          <PaletteBody field={field} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PaletteBodyProps {
  field: React.RefObject<HTMLInputElement | null>;
  onClose(): void;
}

function PaletteBody({ field, onClose }: PaletteBodyProps) {
  const { query, setQuery, entries, error, active, setActive, choose, onKeyDown } = usePalette(onClose);
  return (
    <>
      <div className={styles.search}>
        <Icon name="search" className="ui-faint" />
        <input
          ref={field}
          className={styles.input}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={entries[active] ? `palette-${active}` : undefined}
          aria-label={PALETTE.label}
          autoComplete="off"
          spellCheck={false}
          placeholder={PALETTE.placeholder}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id="palette-list" role="listbox" aria-label={PALETTE.results} className={styles.list}>
        {entries.map((entry, index) => (
          <PaletteLine
            key={entry.id}
            id={`palette-${index}`}
            entry={entry}
            heading={entries[index - 1]?.group !== entry.group ? entry.group : undefined}
            active={index === active}
            onPoint={() => setActive(index)}
            onChoose={() => choose(entry)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className={styles.empty}>
          {PALETTE.failed(viewOf(error).message)}
        </p>
      )}
      {entries.length === 0 && !error && <p className={styles.empty}>{PALETTE.noMatches(query)}</p>}
      <div role="status" className="visually-hidden">
        {counted(entries.length, "result")}
      </div>
    </>
  );
}

interface PaletteLineProps {
  id: string;
  entry: PaletteEntry;
  /** The group's name, above its first line. */
  heading: string | undefined;
  active: boolean;
  onPoint(): void;
  onChoose(): void;
}

function PaletteLine({ id, entry, heading, active, onPoint, onChoose }: PaletteLineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <>
      {heading && (
        <div className={styles.heading} role="presentation">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above holds the focus and its keys choose */}
      <div
        ref={line}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={active}
        aria-disabled={entry.blocked !== undefined || undefined}
        className={cx(styles.line, active && styles.active, entry.blocked && styles.blocked)}
        onPointerMove={() => active || onPoint()}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onChoose}
      >
        <Icon name={entry.icon ?? "arrowRight"} className={styles.sign} />
        <span className={styles.title}>{entry.title}</span>
        {(entry.blocked ?? entry.detail) && (
          <span className={styles.detail}>{entry.blocked ?? entry.detail}</span>
        )}
        <span className="ui-space" />
        {entry.shortcut && <KeyHint shortcut={entry.shortcut} />}
      </div>
    </>
  );
}

/** What the palette shows for what was typed, and which line the keys are on. */
function usePalette(onClose: () => void) {
  const [query, setText] = useState("");
  const [pointed, setPointed] = useState<string>();
  const [entered, setEntered] = useState<string>();
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
    const open = (each: FoundView) => tools.router.go(routeOf(each));
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
  const ready = entered === query && !awaited ? entries[active] : undefined;
  useEffect(() => {
    if (!ready) return;
    setEntered(undefined);
    latestChoose.current(ready);
  }, [ready]);
  const setActive = (index: number) => setPointed(entries[index]?.id);
  const setQuery = (text: string) => {
    setText(text);
    setPointed(undefined);
    setEntered(undefined);
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
    const key = pressedKey(event);
    const step = steps[key];
    const entry = entries[active];
    if (step !== undefined) setActive(within(step, entries.length, key.startsWith("Arrow")));
    else if (key === "Enter") {
      if (entry) choose(entry);
      else if (awaited) setEntered(query);
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
