import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/kit/control/Button";
import { SECRET } from "@/kit/words";
import { CopyButton } from "./CopyButton";
import styles from "./SecretText.module.css";

interface SecretTextProps {
  /** What it is: "connection string". */
  label: string;
  /** What stands there while it is hidden; may show the parts that are no secret. */
  masked?: ReactNode;
  /** Fetches the secret. It is shown for 30 s and then forgotten here. */
  reveal(): Promise<string>;
  /** Copies the secret without showing it. */
  copy(): Promise<void> | void;
  /** It was copied already, by the click that led here. */
  copied?: boolean;
  /** Whether something else is what is done next: one button of a view stands out. */
  quiet?: boolean;
  /** More that can be done with it, after its own buttons. */
  actions?: ReactNode;
  /** At the end of the button row: "Clears after 45 s". */
  note?: ReactNode;
}

/** A secret: masked until it is revealed on purpose, hidden again after 30 s. */
export function SecretText({
  label,
  masked = "••••••••••••",
  reveal,
  copy,
  copied = false,
  quiet = false,
  actions,
  note,
}: SecretTextProps) {
  const { shown, busy, failed, show, hide } = useReveal(reveal);
  return (
    <div className={styles.secret}>
      <code className={styles.text} data-selectable>
        {shown ?? masked}
      </code>
      <div className={styles.row}>
        <CopyButton what={label} copy={copy} copied={copied} tone={quiet ? "default" : "primary"} />
        {shown === undefined ? (
          <Button size="small" busy={busy} onClick={show} aria-label={SECRET.revealNamed(label)}>
            {SECRET.reveal}
          </Button>
        ) : (
          <Button size="small" onClick={hide} aria-label={SECRET.hideNamed(label)}>
            {SECRET.hide}
          </Button>
        )}
        {actions}
        <span className={styles.note}>{shown === undefined ? note : SECRET.hides}</span>
      </div>
      <div role="status" className={failed ? styles.failed : "visually-hidden"}>
        {failed && SECRET.unread(label)}
        {shown !== undefined && SECRET.shown(label)}
      </div>
    </div>
  );
}

/** How long a revealed secret stays on the screen, in milliseconds. */
const REVEALED_FOR = 30_000;

/** Holds a secret while it may be seen: until it is hidden, 30 s have passed, or the component goes. */
function useReveal(reveal: () => Promise<string>) {
  const [shown, setShown] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (shown === undefined) return;
    const timer = setTimeout(() => setShown(undefined), REVEALED_FOR);
    return () => clearTimeout(timer);
  }, [shown]);

  const show = () => {
    setBusy(true);
    setFailed(false);
    reveal()
      .then(setShown, () => setFailed(true))
      .finally(() => setBusy(false));
  };
  return { shown, busy, failed, show, hide: () => setShown(undefined) };
}
