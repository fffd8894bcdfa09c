import type { ReactNode, Ref } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import { NOTICE } from "@/kit/words";
import styles from "./Notice.module.css";

interface NoticeProps {
  tone: "ok" | "info" | "warning" | "danger" | "plain";
  /** What it is about, in a few words, above the rest. */
  title?: ReactNode;
  icon?: IconName;
  /** `status` or `alert` when it comes up after something was done. */
  role?: "status" | "alert";
  children: ReactNode;
  /** Buttons: at the end of the line, or below when there is a title. */
  actions?: ReactNode;
  /** Whether the buttons are below in any case: they have no room beside the words. */
  stacked?: boolean;
  /** Whether the next start may not show it. */
  passing?: boolean;
  testId?: string;
  ref?: Ref<HTMLDivElement>;
}

const SIGNS: Record<NoticeProps["tone"], IconName> = {
  ok: "check",
  info: "info",
  warning: "alert",
  danger: "alert",
  plain: "info",
};

const SPOKEN: Record<NoticeProps["tone"], string | undefined> = {
  ok: undefined,
  info: undefined,
  warning: NOTICE.warning,
  danger: NOTICE.danger,
  plain: undefined,
};

/** A sentence that must be seen before going on. */
export function Notice({
  tone,
  title,
  icon = SIGNS[tone],
  role,
  children,
  actions,
  stacked = Boolean(title),
  passing = true,
  testId,
  ref,
}: NoticeProps) {
  return (
    <div
      ref={ref}
      role={role}
      className={cx(styles.notice, styles[tone])}
      data-testid={testId}
      data-passing={passing || undefined}
    >
      <Icon name={icon} className={styles.sign} />
      <div className={styles.words}>
        {SPOKEN[tone] && <span className="visually-hidden">{SPOKEN[tone]}</span>}
        {title && <b className={styles.title}>{title}</b>}
        {title ? <div className={styles.text}>{children}</div> : children}
        {stacked && actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {!stacked && actions && <div className={styles.side}>{actions}</div>}
    </div>
  );
}
