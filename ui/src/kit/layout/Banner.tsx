import type { ReactNode } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import styles from "./Banner.module.css";

interface BannerProps {
  tone: "info" | "warning" | "danger";
  icon: IconName;
  /** What it is, without a full stop; the rest follows. */
  title: string;
  children?: ReactNode;
  /** The ways out, at the end of the line. */
  actions?: ReactNode;
  /** For what merely is so, and asks for nothing. */
  slim?: boolean;
  /** Whether the next start may not show it. */
  passing?: boolean;
  testId?: string;
}

/** Across the top of the window while something about all of it must be known. */
export function Banner(props: BannerProps) {
  const { tone, icon, title, children, actions, slim = false, passing = false, testId } = props;
  return (
    <div
      className={cx(styles.banner, styles[tone], slim && styles.slim)}
      role="status"
      data-testid={testId}
      data-passing={passing || undefined}
    >
      <Icon name={icon} />
      <p className={styles.words}>
        <strong>{title}.</strong> {children}
      </p>
      {actions}
    </div>
  );
}
