import { ariaShortcut, shortcutKeys } from "@/kit/action/shortcut";
import { useAction } from "@/kit/action/useAction";
import { Icon } from "@/kit/icon/Icon";
import { PALETTE } from "./paletteEntries";
import styles from "./SearchButton.module.css";
import { FRAME } from "./words";

/** In the header of every screen: opens the palette, and says by which keys. */
export function SearchButton() {
  const { action, run } = useAction(PALETTE);
  if (!action?.shortcut) return null;
  return (
    <button
      type="button"
      className={styles.search}
      aria-keyshortcuts={ariaShortcut(action.shortcut)}
      onClick={run}
    >
      <Icon name="search" className={styles.sign} />
      <span className={styles.words}>
        <span className={styles.whole}>{FRAME.search}</span>
      </span>
      <span className={styles.key} aria-hidden="true">
        {shortcutKeys(action.shortcut).join(" ")}
      </span>
    </button>
  );
}
