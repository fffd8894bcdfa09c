import { Dialog } from "@base-ui/react/dialog";
import { useRef } from "react";
import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./CommandPalette.module.css";
import { PaletteLine } from "./PaletteLine";
import { usePalette } from "./usePalette";

/** Go anywhere, do anything a button does, find anything by name or id. */
export function CommandPalette({ open, onClose }: { open: boolean; onClose(): void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={cx(styles.backdrop)} />
        <Dialog.Popup className={cx(styles.popup)} initialFocus={field} aria-label="Command palette">
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
        <Icon name="search" className={styles.glass} />
        <input
          ref={field}
          className={styles.input}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={entries[active] ? `palette-${active}` : undefined}
          aria-label="Search actions and names"
          autoComplete="off"
          spellCheck={false}
          placeholder="Go to, do, find…"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id="palette-list" role="listbox" aria-label="Results" className={styles.list}>
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
          Projects and branches could not be searched: {sentence(viewOf(error).message)}
        </p>
      )}
      {entries.length === 0 && !error && <p className={styles.empty}>Nothing is called “{query}”.</p>}
      <div role="status" className="visually-hidden">
        {entries.length === 1 ? "1 result" : `${entries.length} results`}
      </div>
    </>
  );
}
