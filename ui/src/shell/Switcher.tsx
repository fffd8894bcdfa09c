import type { ReactNode } from "react";
import { Icon } from "@/kit/icon/Icon";
import { Menu } from "@/kit/overlay/Menu";
import styles from "./Switcher.module.css";

interface SwitcherProps {
  name: string;
  /** The second line: where it is, which version. */
  detail: string;
  /** The colour that marks the account. */
  colour?: "off" | "accent" | "ok" | "progress" | "warning" | "danger";
  readOnly?: boolean;
  /** The menu's content. */
  children: ReactNode;
}

/** The button at the top of the sidebar that says which account or place is open, and changes it. */
export function Switcher({ name, detail, colour = "accent", readOnly = false, children }: SwitcherProps) {
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.switcher}>
          <span className={styles.dot} data-colour={colour} />
          <span className={styles.words}>
            <b className={styles.name}>
              {name}
              {readOnly && <span className="visually-hidden"> (read only)</span>}
            </b>
            <small className={styles.detail}>{detail}</small>
          </span>
          {readOnly && <Icon name="lock" className={styles.sign} />}
          <Icon name="chevronDown" className={styles.sign} />
        </button>
      }
    >
      {children}
    </Menu>
  );
}
