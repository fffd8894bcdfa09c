import { Dialog as Base } from "@base-ui/react/dialog";
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import { DIALOG } from "@/kit/words";
import styles from "./Dialog.module.css";
import { DialogBody } from "./DialogBody";
import { useFilledDialog } from "./filled";
import { useTyped } from "./useTyped";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** One or two sentences under the title, read aloud when the dialog opens. */
  description?: ReactNode;
  size?: "small" | "normal" | "wide" | "widest";
  /**
   * `anywhere`: Esc, the cross and a click beside it close it. `deliberate`: Esc and the cross do, a stray click doesn't.
   * `never`: only the footer's buttons do, for something shown once or work that must not be lost.
   * What was filled in is asked about first, whichever way it is left.
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
  const isFilled = () => open && !disposable && typed.isFilled();
  useFilledDialog(title, isFilled);
  const [leaving, setLeaving] = useState(false);
  const editing = useRef<Element>(null);
  const leave = () => {
    if (!isFilled()) return onClose();
    editing.current = document.activeElement;
    setLeaving(true);
  };
  useLayoutEffect(() => {
    // The question's buttons are gone by now, and with them the focus.
    if (!leaving && editing.current instanceof HTMLElement) editing.current.focus();
  }, [leaving]);
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
        {/* Also over a dialog below, which would be as light as this one. */}
        <Base.Backdrop forceRender className={cx(styles.backdrop)} />
        <Base.Popup
          className={cx(styles.popup, styles[size])}
          ref={typed.popup}
          data-dialog=""
          {...typed.doing}
          finalFocus={finalFocus}
          {...(props.initialFocus ? { initialFocus: props.initialFocus } : {})}
        >
          <header className={styles.header}>
            <div className="ui-rest">
              <Base.Title className={cx(styles.title)}>{title}</Base.Title>
              {description && (
                <Base.Description render={<div />} className={cx(styles.description)}>
                  {description}
                </Base.Description>
              )}
            </div>
          </header>
          {children && <DialogBody title={title}>{children}</DialogBody>}
          {footer && (
            <footer className={styles.footer} hidden={leaving}>
              <Leave value={leave}>{footer}</Leave>
            </footer>
          )}
          {leaving && (
            <footer className={styles.footer}>
              <p role="alert" className={styles.question}>
                {DIALOG.discardAsk}
              </p>
              <Button onClick={onClose}>{DIALOG.discard}</Button>
              <Button tone="primary" autoFocus onClick={() => setLeaving(false)}>
                {DIALOG.keep}
              </Button>
            </footer>
          )}
          {dismiss !== "never" && (
            // Last in the order of the keys, so that the focus starts on what the dialog is about.
            <button type="button" className={styles.close} aria-label={DIALOG.close} onClick={leave}>
              <Icon name="close" />
            </button>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const Leave = createContext(() => {});

/** The way out of the dialog around it, such as "Cancel": what was filled in is asked about first. */
export function LeaveButton({ disabled = false, children }: { disabled?: boolean; children: string }) {
  return (
    <Button onClick={use(Leave)} disabled={disabled}>
      {children}
    </Button>
  );
}

/**
 * Where the focus goes when an overlay closes: to what had it before or, when that is gone (a menu's item, a row that
 * was deleted), to the row the keys were on, else to the screen. Never to nowhere, and never behind a dialog that stays.
 */
export function useFocusBack(open: boolean): () => boolean | HTMLElement {
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  return useCallback(() => {
    const over = dialogAbove();
    if (over && !(before.current && over.contains(before.current))) {
      return over.querySelector<HTMLElement>("input, textarea, button:not(:disabled)") ?? over;
    }
    const screen = document.getElementById("main");
    const isLeft = !before.current?.isConnected || before.current === document.body;
    if (!isLeft && before.current !== screen) return true;
    const row = isLeft ? document.querySelector<HTMLElement>("[role=row][tabindex='0']") : null;
    if (row || !screen) return row ?? true;
    // The primitives would give it to the first control of the screen instead.
    queueMicrotask(() => screen.focus({ preventScroll: true }));
    return false;
  }, []);
}

/** A dialog that stays open, or opens, while the one that has the focus closes. A message is none, although it has that role. */
function dialogAbove(): HTMLElement | undefined {
  const open = "[role=dialog]:not([data-closed]):not([aria-modal=false])";
  const dialogs = [...document.querySelectorAll<HTMLElement>(open)];
  return dialogs.findLast((dialog) => !dialog.contains(document.activeElement));
}
