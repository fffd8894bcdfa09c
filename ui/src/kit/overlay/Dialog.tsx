import { Dialog as Base } from "@base-ui/react/dialog";
import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Dialog.module.css";

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
            <div className="ui-rest">
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
                Discard your changes?
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

const FIELDS = "textarea, input:not([type=search], [type=button], [type=submit])";

type Entry = HTMLInputElement | HTMLTextAreaElement;

/**
 * Knows what stood in every field of a popup before the person did something there, and so whether anything was filled
 * in: typed, ticked, chosen from a list, or put in by a button such as "Browse…". What arrives by itself before that,
 * such as a name that is read first, is not taken for the person's.
 */
function useTyped() {
  const popup = useRef<HTMLDivElement>(null);
  const before = useRef(new Map<Entry, string>());
  const note = useCallback((fields: readonly Entry[]) => {
    for (const field of fields) {
      if (!before.current.has(field)) before.current.set(field, entryOf(field));
    }
  }, []);
  const noteAll = useCallback(() => note(fieldsOf(popup.current)), [note]);
  // Dictation types without a key.
  const noteOne = useCallback(
    ({ target }: SyntheticEvent) => note(fieldsOf(popup.current).filter((field) => field === target)),
    [note],
  );
  const isFilled = useCallback(
    () => [...before.current].some(([field, entry]) => field.isConnected && entryOf(field) !== entry),
    [],
  );
  const doing = { onFocusCapture: noteOne, onPointerDownCapture: noteAll, onKeyDownCapture: noteAll };
  return { popup, doing, isFilled };
}

/** Lists, ticks and radio buttons keep their value in a native field beside what is drawn. */
function fieldsOf(popup: HTMLElement | null): Entry[] {
  return popup ? [...popup.querySelectorAll<Entry>(FIELDS)] : [];
}

function entryOf(field: Entry): string {
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    return String(field.checked);
  }
  return field.value;
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
    if (before.current?.isConnected && before.current !== document.body) return true;
    const row = document.querySelector<HTMLElement>("[role=row][tabindex='0']");
    return row ?? document.getElementById("main") ?? true;
  }, []);
}

/** A dialog that stays open, or opens, while the one that has the focus closes. A message is none, although it has that role. */
function dialogAbove(): HTMLElement | undefined {
  const open = "[role=dialog]:not([data-closed]):not([aria-modal=false])";
  const dialogs = [...document.querySelectorAll<HTMLElement>(open)];
  return dialogs.findLast((dialog) => !dialog.contains(document.activeElement));
}
