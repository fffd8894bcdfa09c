import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import styles from "./Menu.module.css";

interface SubmenuProps {
  label: string;
  icon?: IconName | undefined;
  /** The items, as in `Menu`. */
  children: ReactNode;
}

/** An item of a menu that opens a menu of its own beside it. */
export function Submenu({ label, icon, children }: SubmenuProps) {
  return (
    <Base.SubmenuRoot>
      {/* Without a wait: while it waits for the pointer to rest, a press does nothing. */}
      <Base.SubmenuTrigger delay={0} className={cx(styles.item)}>
        <span className={styles.icon}>{icon && <Icon name={icon} />}</span>
        <span className="ui-rest">{label}</span>
        <Icon name="chevronRight" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={2} alignOffset={-4} className={cx(styles.positioner)}>
          <Base.Popup className={cx(styles.popup)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}
