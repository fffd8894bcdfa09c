import { cx } from "@/kit/cx";
import { cutMiddle } from "@/kit/data/cut";
import styles from "./Sandbox.module.css";

interface LossListProps {
  label: string;
  /** What goes, by what it is; each by its name, which several may share. */
  groups: ReadonlyArray<{ title?: string; names: readonly string[] }>;
}

/** As many characters as have room in one line of a dialog. */
const MOST = 44;

/** All that goes, by name, in a list that scrolls. What is too long for a line is cut in its middle and whole in its tooltip. */
export function LossList({ label, groups }: LossListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keys
    <section className={cx(styles.goes, styles.scrolls)} aria-label={label} tabIndex={0}>
      {groups.map(({ title, names }) => (
        <div key={title ?? ""}>
          {title && <h3 className={styles.quiet}>{title}</h3>}
          <ul aria-label={title ?? label}>
            {names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two things may have one name, and the list stays as it is
              <LossName key={index} name={name} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function LossName({ name }: { name: string }) {
  const shown = cutMiddle(name, MOST);
  return <li title={shown === name ? undefined : name}>{shown}</li>;
}
