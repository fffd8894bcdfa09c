import type { ComponentProps } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import { Tooltip } from "@/kit/overlay/Tooltip";
import { Spinner } from "@/kit/state/Spinner";
import styles from "./IconButton.module.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "type" | "children"> {
  icon: IconName;
  /** What the button does; read aloud and shown as a tooltip. */
  label: string;
  outlined?: boolean;
  size?: "normal" | "small";
  busy?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, outlined = false, size = "normal", busy = false, className, ...rest } = props;
  return (
    <Tooltip text={label}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || rest["aria-disabled"]}
        onClick={busy ? undefined : rest.onClick}
        className={cx(styles.button, outlined && styles.outlined, styles[size], className)}
      >
        {busy ? <Spinner /> : <Icon name={icon} />}
      </button>
    </Tooltip>
  );
}
