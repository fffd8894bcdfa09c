import { useAction } from "@/kit/action/useAction";
import { Tooltip } from "@/kit/overlay/Tooltip";
import styles from "./HelpButton.module.css";
import { HELP } from "./paletteEntries";
import { FRAME } from "./words";

/** At the bottom of the sidebar: the keys that there are. */
export function HelpButton() {
  const { run } = useAction(HELP);
  return (
    <Tooltip text={FRAME.help} side="right">
      <button type="button" className={styles.help} aria-label={FRAME.help} onClick={run}>
        <kbd className={styles.key}>?</kbd>
      </button>
    </Tooltip>
  );
}
