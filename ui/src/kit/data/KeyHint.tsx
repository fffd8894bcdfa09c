import { shortcutKeys } from "@/kit/action/shortcut";
import { useAnswering } from "@/kit/action/singleKeys";
import styles from "./KeyHint.module.css";

/** The keys of a shortcut, as they are written on the keyboard; nothing where they do nothing. */
export function KeyHint({ shortcut }: { shortcut: string }) {
  if (useAnswering(shortcut) === undefined) return null;
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
