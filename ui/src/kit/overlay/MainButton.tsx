import { Button, type ButtonProps } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { middleOf } from "@/kit/data/cut";
import styles from "./MainButton.module.css";

interface MainButtonProps extends Omit<ButtonProps, "children"> {
  children: string;
}

/** So many characters, however wide, have room in a footer with two more buttons. */
const ALWAYS_FITS = 20;

/** The button a dialog is about. Its words may hold a name of any length: they are cut in the middle where room ends, and stand whole in the tooltip. */
export function MainButton({ children, ...look }: MainButtonProps) {
  if (children.length <= ALWAYS_FITS) {
    return (
      <Button submit {...look}>
        {children}
      </Button>
    );
  }
  const [begin, end] = middleOf(children);
  return (
    <Button submit title={children} {...look} className={cx(styles.shrinks)}>
      <span aria-hidden="true" className={styles.begin}>
        {begin}
      </span>
      <span aria-hidden="true" className={styles.end}>
        {end}
      </span>
      <span className="visually-hidden">{children}</span>
    </Button>
  );
}
