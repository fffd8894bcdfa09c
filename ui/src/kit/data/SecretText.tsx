import type { ReactNode } from "react";
import { Button } from "@/kit/control/Button";
import { CopyButton } from "./CopyButton";
import styles from "./SecretText.module.css";
import { useReveal } from "./useReveal";

interface SecretTextProps {
  /** What it is: "connection string". */
  label: string;
  /** What stands there while it is hidden; may show the parts that are no secret. */
  masked?: ReactNode;
  /** Fetches the secret. It is shown for 30 s and then forgotten here. */
  reveal(): Promise<string>;
  /** Copies the secret without showing it. */
  copy(): Promise<void> | void;
  /** At the end of the button row: "clipboard clears after 45 s". */
  note?: ReactNode;
}

/** A secret: masked until it is revealed on purpose, hidden again after 30 s. */
export function SecretText({ label, masked = "••••••••••••", reveal, copy, note }: SecretTextProps) {
  const { shown, busy, failed, show, hide } = useReveal(reveal);
  return (
    <div className={styles.secret}>
      <code className={styles.text} data-selectable>
        {shown ?? masked}
      </code>
      <div className={styles.row}>
        {shown === undefined ? (
          <Button size="small" busy={busy} onClick={show} aria-label={`Reveal ${label}`}>
            Reveal
          </Button>
        ) : (
          <Button size="small" onClick={hide} aria-label={`Hide ${label}`}>
            Hide
          </Button>
        )}
        <CopyButton what={label} copy={copy} />
        <span className={styles.note}>{shown === undefined ? note : "hides after 30 s"}</span>
      </div>
      <div role="status" className={failed ? styles.failed : "visually-hidden"}>
        {failed && `The ${label} could not be read`}
        {shown !== undefined && `${label} shown for 30 seconds`}
      </div>
    </div>
  );
}
