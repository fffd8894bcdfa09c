import { Button, type ButtonProps } from "@/kit/control/Button";
import { cutMiddle } from "@/kit/data/cut";

/** As many characters as fit beside the other buttons of a small dialog. */
const MOST = 30;

interface MainButtonProps extends Omit<ButtonProps, "children"> {
  children: string;
}

/** The button a dialog is about. Its words may hold a name of any length; the whole stands in the tooltip. */
export function MainButton({ children, ...look }: MainButtonProps) {
  const shown = cutMiddle(children, MOST);
  const whole = shown === children ? {} : { title: children, "aria-label": children };
  return (
    <Button submit {...whole} {...look}>
      {shown}
    </Button>
  );
}
