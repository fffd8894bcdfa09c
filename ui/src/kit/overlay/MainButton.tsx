import { Button, type ButtonProps } from "@/kit/control/Button";
import { cutMiddle } from "@/kit/data/cut";

interface MainButtonProps extends Omit<ButtonProps, "children"> {
  /** How many characters have room. */
  most?: number;
  children: string;
}

/** How many characters fit beside Cancel: in a small dialog or a larger one, alone or after one more button. */
export function roomFor(size: "small" | "normal" | "wide", aside: boolean): number {
  return (size === "small" ? 34 : 48) - (aside ? 13 : 0);
}

/** The button a dialog is about. Its words may hold a name of any length; the whole stands in the tooltip. */
export function MainButton({ most = 34, children, ...look }: MainButtonProps) {
  const shown = cutMiddle(children, most);
  if (shown === children) {
    return (
      <Button submit {...look}>
        {children}
      </Button>
    );
  }
  return (
    <Button submit title={children} {...look}>
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{children}</span>
    </Button>
  );
}
