import { Button, type ButtonProps } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { isCuttable } from "@/kit/data/cut";
import styles from "./MainButton.module.css";

interface MainButtonProps extends Omit<ButtonProps, "children"> {
  children: string;
}

/** The button a dialog is about. Its words may hold a name of any length: they are cut in the middle where room ends, and stand whole in the tooltip. */
export function MainButton({ children, ...look }: MainButtonProps) {
  if (!isCuttable(children)) {
    return (
      <Button submit {...look}>
        {children}
      </Button>
    );
  }
  return (
    <Button submit title={children} {...look} className={cx(styles.shrinks)}>
      <CutMiddle>{children}</CutMiddle>
    </Button>
  );
}
