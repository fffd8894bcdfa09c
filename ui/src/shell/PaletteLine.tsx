import { useEffect, useRef } from "react";
import { cx } from "@/kit/cx";
import { KeyHint } from "@/kit/data/KeyHint";
import { Icon } from "@/kit/icon/Icon";
import styles from "./CommandPalette.module.css";
import type { PaletteEntry } from "./paletteEntries";

interface PaletteLineProps {
  id: string;
  entry: PaletteEntry;
  /** The group's name, above its first line. */
  heading: string | undefined;
  active: boolean;
  onPoint(): void;
  onChoose(): void;
}

export function PaletteLine({ id, entry, heading, active, onPoint, onChoose }: PaletteLineProps) {
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
        <span className="space" />
        {entry.shortcut && <KeyHint shortcut={entry.shortcut} />}
      </div>
    </>
  );
}
