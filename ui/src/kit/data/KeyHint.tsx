import { shortcutKeys } from "@/kit/action/shortcut";
import styles from "./KeyHint.module.css";

/** The keys of a shortcut, as they are written on the keyboard. */
export function KeyHint({ shortcut }: { shortcut: string }) {
  return (
    <span className={styles.keys}>
      {shortcutKeys(shortcut).map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
