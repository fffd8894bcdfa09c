import { ContextMenu as Base } from "@base-ui/react/context-menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "@/kit/cx";
import styles from "./Menu.module.css";

interface ContextMenuProps {
  /** The element that is right-clicked, or focused when the menu key is pressed. */
  area: ReactElement;
  children: ReactNode;
}

/** A menu at the pointer. Its children are those of `Menu`. */
export function ContextMenu({ area, children }: ContextMenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={area} />
      <Base.Portal>
        <Base.Positioner className={cx(styles.positioner)}>
          <Base.Popup className={cx(styles.popup)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
