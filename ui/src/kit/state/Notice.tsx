import type { ReactNode } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import styles from "./Notice.module.css";

interface NoticeProps {
  tone: "info" | "ok" | "warning" | "danger";
  icon?: IconName;
  /** A few words in bold before the sentence. */
  title?: string;
  /** `alert` is read out at once, `status` when there is a pause; absent for what was there from the start. */
  role?: "alert" | "status";
  actions?: ReactNode;
  testId?: string;
  children: ReactNode;
}

/** Something to know about what is shown here: one or two sentences and what to do about it. */
export function Notice({ tone, icon, title, role, actions, testId, children }: NoticeProps) {
  return (
    <div className={cx(styles.notice, styles[tone])} role={role} data-testid={testId}>
      <Icon name={icon ?? ICONS[tone]} className={styles.sign} />
      <div className={styles.words}>
        {title && <strong className={styles.title}>{title}</strong>}
        <div>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}

const ICONS: Record<NoticeProps["tone"], IconName> = {
  info: "info",
  ok: "check",
  warning: "alert",
  danger: "alert",
};
