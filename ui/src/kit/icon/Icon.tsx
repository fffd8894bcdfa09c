import { cx } from "@/kit/cx";
import styles from "./Icon.module.css";
import { type IconName, PATHS } from "./paths";

/** Always beside words or within something that has a label of its own, so it is hidden from screen readers. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={cx(styles.icon, name === "ellipsis" && styles.dots, className)}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
