import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Dialog.module.css";
import { useFocusBack } from "./useFocusBack";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** One or two sentences under the title, read aloud when the dialog opens. */
  description?: ReactNode;
  size?: "small" | "normal" | "wide";
  /**
   * `anywhere`: Esc, the cross and a click beside it close it. `deliberate`: Esc and the cross do, a stray click doesn't.
   * `never`: only the footer's buttons do, for something shown once or work that must not be lost.
   */
  dismiss?: "anywhere" | "deliberate" | "never";
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
  } = props;
  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    if (next) return;
    if (dismiss === "never" && details.reason === "escape-key") details.cancel();
    else onClose();
  };
  const finalFocus = useFocusBack(open);
  return (
    <Base.Root open={open} onOpenChange={change} disablePointerDismissal={dismiss !== "anywhere"}>
      <Base.Portal>
        <Base.Backdrop className={cx(styles.backdrop)} />
        <Base.Popup
          className={cx(styles.popup, styles[size])}
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
          {footer && <footer className={styles.footer}>{footer}</footer>}
          {dismiss !== "never" && (
            // Last in the order of the keys, so that the focus starts on what the dialog is about.
            <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
