import type { ReactNode } from "react";
import { Button } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { CopyField } from "@/kit/data/CopyField";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Notice.module.css";

interface ErrorNoticeProps {
  /** What failed: "The database was not created". */
  title: string;
  /** Why, as far as it is known. */
  reason?: ReactNode;
  /** What to do next. */
  hint?: ReactNode;
  retry?: (() => void) | undefined;
  retrying?: boolean;
  /** For support: names the request at the other side. */
  requestId?: string | null | undefined;
  copy?: (text: string) => Promise<void> | void;
  /** More ways out, beside the retry. */
  actions?: ReactNode;
}

/** An error where it happened: what failed, why, what to do. */
export function ErrorNotice(props: ErrorNoticeProps) {
  const { title, reason, hint, retry, retrying = false, requestId, copy, actions } = props;
  return (
    <div role="alert" className={cx(styles.notice, styles.danger, styles.bordered)}>
      <Icon name="alert" className={styles.sign} />
      <div className={styles.words}>
        <b className={styles.title}>{title}</b>
        {reason && <p className={styles.text}>{reason}</p>}
        {hint && <p className={styles.text}>{hint}</p>}
        {(retry || actions) && (
          <div className={styles.actions}>
            {retry && (
              <Button size="small" icon="refresh" busy={retrying} onClick={retry}>
                Try again
              </Button>
            )}
            {actions}
          </div>
        )}
        {requestId && copy && (
          <div className={styles.request}>
            Request <CopyField label="request id" value={requestId} copy={copy} />
          </div>
        )}
      </div>
    </div>
  );
}
