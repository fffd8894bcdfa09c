import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { cx } from "@/kit/cx";
import { KeyHint } from "@/kit/data/KeyHint";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import styles from "./Menu.module.css";

interface MenuItemProps {
  icon?: IconName | undefined;
  /** In the icon's place: a dot of a colour. */
  sign?: ReactNode;
  shortcut?: string | undefined;
  danger?: boolean;
  /** Why it cannot be chosen now; the item stays visible with the reason under it. */
  blocked?: string | undefined;
  /** Marks the chosen one of a menu that chooses. */
  checked?: boolean;
  onSelect(): void;
  children: ReactNode;
}

export function MenuItem(props: MenuItemProps) {
  const { icon, sign, shortcut, danger = false, blocked, checked, onSelect, children } = props;
  return (
    <Base.Item
      className={cx(styles.item, danger && styles.danger)}
      disabled={blocked !== undefined}
      aria-current={checked ? "true" : undefined}
      onClick={onSelect}
    >
      <span className={styles.icon}>{sign ?? (icon && <Icon name={icon} />)}</span>
      <span className="ui-rest">
        {children}
        {blocked && <small className="ui-faint-line">{blocked}</small>}
      </span>
      {checked && <Icon name="check" />}
      {shortcut && <KeyHint shortcut={shortcut} />}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className={cx(styles.separator)} />;
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={cx(styles.label)}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}
