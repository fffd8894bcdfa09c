import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, type RefObject, useState } from "react";
import { Button } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Dialog.module.css";
import { useFocusBack } from "./useFocusBack";
import { useTyped } from "./useTyped";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** One or two sentences under the title, read aloud when the dialog opens. */
  description?: ReactNode;
  size?: "small" | "normal" | "wide";
  /**
   * `anywhere`: Esc, the cross and a click beside it close it. `deliberate`: Esc and the cross do, a stray click doesn't;
   * what was typed is asked about first.
   * `never`: only the footer's buttons do, for something shown once or work that must not be lost.
   */
  dismiss?: "anywhere" | "deliberate" | "never";
  /** What is typed is nothing to keep, such as a name typed to confirm. */
  disposable?: boolean;
  /** The buttons, the main one last. */
  footer?: ReactNode;
  /** What has the focus first; the first control otherwise. */
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

/** A window over the window. Focus is kept inside and goes back to where it was. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    size = "normal",
    dismiss = "anywhere",
    footer,
    children,
    disposable = false,
  } = props;
  const typed = useTyped();
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    if (dismiss === "deliberate" && !disposable && typed.isFilled()) setLeaving(true);
    else onClose();
  };
  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    if (next) return;
    if (details.reason === "escape-key" && (dismiss === "never" || leaving)) {
      details.cancel();
      setLeaving(false);
    } else leave();
  };
  const finalFocus = useFocusBack(open);
  return (
    <Base.Root open={open} onOpenChange={change} disablePointerDismissal={dismiss !== "anywhere"}>
      <Base.Portal>
        <Base.Backdrop className={cx(styles.backdrop)} />
        <Base.Popup
          className={cx(styles.popup, styles[size])}
          ref={typed.popup}
          {...typed.doing}
          finalFocus={finalFocus}
          {...(props.initialFocus ? { initialFocus: props.initialFocus } : {})}
        >
          <header className={styles.header}>
            <div className={styles.words}>
              <Base.Title className={cx(styles.title)}>{title}</Base.Title>
              {description && (
                <Base.Description render={<div />} className={cx(styles.description)}>
                  {description}
                </Base.Description>
              )}
            </div>
          </header>
          {children && <div className={styles.body}>{children}</div>}
          {footer && (
            <footer className={styles.footer} hidden={leaving}>
              {footer}
            </footer>
          )}
          {leaving && (
            <footer className={styles.footer}>
              <p role="alert" className={styles.question}>
                Discard what you typed?
              </p>
              <Button onClick={onClose}>Discard</Button>
              <Button tone="primary" autoFocus onClick={() => setLeaving(false)}>
                Keep editing
              </Button>
            </footer>
          )}
          {dismiss !== "never" && (
            // Last in the order of the keys, so that the focus starts on what the dialog is about.
            <button type="button" className={styles.close} aria-label="Close" onClick={leave}>
              <Icon name="close" />
            </button>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
