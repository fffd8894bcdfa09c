import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Menu.module.css";

interface MenuCheckProps {
  checked: boolean;
  onChange(checked: boolean): void;
  /** What to know of it, in small words under it. */
  hint?: string | undefined;
  children: ReactNode;
}

/** An item of a menu that is on or off. The menu stays open, as one rarely changes only one of them. */
export function MenuCheck({ checked, onChange, hint, children }: MenuCheckProps) {
  return (
    <Base.CheckboxItem
      className={cx(styles.item)}
      checked={checked}
      closeOnClick={false}
      onCheckedChange={onChange}
    >
      <span className={styles.icon}>
        <Base.CheckboxItemIndicator>
          <Icon name="check" />
        </Base.CheckboxItemIndicator>
      </span>
      <span className="ui-rest">
        {children}
        {hint && <small className="ui-faint-line">{hint}</small>}
      </span>
    </Base.CheckboxItem>
  );
}
