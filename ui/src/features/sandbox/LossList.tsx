import { cx } from "@/kit/cx";
import { cutMiddle } from "@/kit/data/cut";
import styles from "./Sandbox.module.css";

interface LossListProps {
  label: string;
  /** Each by its name; some may have the same one. */
  losses: ReadonlyArray<{ name: string; detail?: string }>;
}

/** As many characters as have room in one line of a dialog. */
const MOST = 44;

/** All that goes, by name, in a list that scrolls. What is too long for a line is cut in its middle and whole in its tooltip. */
export function LossList({ label, losses }: LossListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keys
    <ul className={cx(styles.goes, styles.scrolls)} aria-label={label} tabIndex={0}>
      {losses.map(({ name, detail }, index) => {
        const shown = cutMiddle(name, MOST);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two things may have one name, and the list stays as it is
          <li key={index} title={shown === name ? undefined : name}>
            {shown}
            {detail && <span className={styles.quiet}> {detail}</span>}
          </li>
        );
      })}
    </ul>
  );
}
