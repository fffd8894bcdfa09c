import type { ReactNode } from "react";
import { Dot, type DotColour } from "@/kit/data/Dot";
import { Icon } from "@/kit/icon/Icon";
import { Menu } from "@/kit/overlay/Menu";
import styles from "./Switcher.module.css";

interface SwitcherProps {
  name: string;
  /** The second line: where it is, how it stands. */
  detail: string;
  /** The colour that marks the account. */
  colour?: DotColour;
  readOnly?: boolean;
  /** Something in the menu waits for the person. */
  paused?: boolean;
  /** The menu's content. */
  children: ReactNode;
}

/** The button at the top of the sidebar that says which account or place is open, and changes it. */
export function Switcher(props: SwitcherProps) {
  const { name, detail, colour = "verdigris", readOnly = false, paused = false, children } = props;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.switcher}>
          <Dot colour={colour} />
          <span className={styles.words}>
            <b className={styles.name}>{name}</b>
            <small className={styles.detail}>{detail}</small>
          </span>
          <span className={styles.signs}>
            {readOnly && <Icon name="lock" className={styles.lock} />}
            {paused && (
              <>
                <Icon name="alert" className={styles.paused} />
                <span className="visually-hidden">A key is missing or not accepted</span>
              </>
            )}
          </span>
          <Icon name="chevronDown" className={styles.sign} />
        </button>
      }
    >
      {children}
    </Menu>
  );
}
