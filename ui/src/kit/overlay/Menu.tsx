import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "@/kit/cx";
import styles from "./Menu.module.css";

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  align?: "start" | "end";
  children: ReactNode;
}

/** A menu under a button. Its children are `MenuItem`, `MenuGroup` and `MenuSeparator`. */
export function Menu({ trigger, align = "end", children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side="bottom" align={align} sideOffset={4} className={cx(styles.positioner)}>
          <Base.Popup className={cx(styles.popup)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
