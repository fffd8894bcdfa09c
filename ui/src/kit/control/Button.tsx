import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import { Spinner } from "@/kit/state/Spinner";
import styles from "./Button.module.css";

export type ButtonTone = "primary" | "default" | "accent" | "quiet" | "danger";

export interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  /** `primary` once a view; `accent` is its outlined sibling. */
  tone?: ButtonTone;
  size?: "normal" | "small";
  icon?: IconName | undefined;
  /** Work is under way: the button keeps its place and its focus, and does nothing more. */
  busy?: boolean;
  submit?: boolean;
  children: ReactNode;
}

export function Button(props: ButtonProps) {
  const { tone = "default", size = "normal", icon, busy = false, submit = false, ...rest } = props;
  const { children, className, onClick, disabled, ...others } = rest;
  return (
    <button
      {...others}
      type={submit ? "submit" : "button"}
      data-tone={tone}
      className={cx(styles.button, styles[tone], styles[size], busy && styles.busy, className)}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || others["aria-disabled"]}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
