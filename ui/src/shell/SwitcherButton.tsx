import type { ComponentProps } from "react";
import { Dot, type DotColour } from "@/kit/data/Dot";
import { Icon } from "@/kit/icon/Icon";
import { NARROW, useMedia } from "@/kit/layout/useMedia";
import { Tooltip } from "@/kit/overlay/Tooltip";
import styles from "./SwitcherButton.module.css";
import { initialsOf, SWITCHER } from "./words";

interface SwitcherButtonProps extends Omit<ComponentProps<"button">, "type" | "children"> {
  name: string;
  /** The second line: where it is, how it stands. */
  detail: string;
  /** The color that marks the account. */
  colour: DotColour;
  isProduction: boolean;
  readOnly: boolean;
  /** Something in the menu waits for the person. */
  paused: boolean;
}

/**
 * The button at the top of the sidebar that says which account is open, and changes it. A narrow sidebar shows the account's
 * initials, and its name beside the pointer.
 */
export function SwitcherButton(props: SwitcherButtonProps) {
  const { name, detail, colour, isProduction, readOnly, paused, ...rest } = props;
  const narrow = useMedia(NARROW);
  return (
    <Tooltip text={narrow ? `${name} · ${detail}` : undefined} side="right">
      <button {...rest} type="button" className={styles.switcher}>
        <span className={styles.mark}>
          <Dot colour={colour} />
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(name)}
          </span>
        </span>
        {isProduction && (
          <span className={styles.production} aria-hidden="true">
            {SWITCHER.production}
          </span>
        )}
        <span className={styles.words}>
          <b className={styles.name}>{name}</b>
          <small className={styles.detail}>{detail}</small>
        </span>
        <span className={styles.signs}>
          {readOnly && <Icon name="lock" className={styles.lock} />}
          {paused && (
            <>
              <Icon name="alert" className={styles.paused} />
              <span className="visually-hidden">{SWITCHER.paused}</span>
            </>
          )}
        </span>
        <Icon name="chevronDown" className={styles.sign} />
      </button>
    </Tooltip>
  );
}
