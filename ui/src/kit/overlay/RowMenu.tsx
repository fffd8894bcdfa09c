import { Menu as Base } from "@base-ui/react/menu";
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import button from "@/kit/control/IconButton.module.css";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Menu.module.css";

interface RowMenuProps {
  /** Names what the menu is for; read aloud, and shown by the pointer. */
  label: string;
  /** The items, as in `Menu`. */
  children: ReactNode;
}

/**
 * The `…` button of a row with its menu. Tables draw these by the dozen while they scroll: until it is pressed it is a
 * plain button, and all that a menu needs comes with the first press.
 */
export function RowMenu({ label, children }: RowMenuProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [stage, setStage] = useState<"none" | "open" | "closing">("none");
  const open = stage === "open";
  const byArrow = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key !== "ArrowDown" && key !== "ArrowUp") return;
    event.preventDefault();
    event.stopPropagation();
    setStage("open");
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        data-popup-open={open ? "" : undefined}
        // A title, not a Tooltip, for the same reason.
        title={label}
        className={cx(button.button, button.small)}
        onClick={() => setStage("open")}
        onKeyDown={byArrow}
      >
        <Icon name="ellipsis" />
      </button>
      {stage !== "none" && (
        <Opened
          open={open}
          anchor={opener}
          onClose={() => setStage("closing")}
          onGone={() => setStage((now) => (now === "closing" ? "none" : now))}
        >
          {children}
        </Opened>
      )}
    </>
  );
}

interface OpenedProps {
  open: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose(): void;
  /** It is off the screen. */
  onGone(): void;
  children: ReactNode;
}

function Opened({ open, anchor, onClose, onGone, children }: OpenedProps) {
  // What the menu opened may have the focus before the menu is off the screen, and keeps it then.
  const back = () => (isFocusElsewhere() ? false : (anchor.current ?? true));
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onGone();
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} align="end" sideOffset={4} className={cx(styles.positioner)}>
          <Base.Popup finalFocus={back} className={cx(styles.popup)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Neither in a menu nor nowhere. */
function isFocusElsewhere(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && focused.closest("[role=menu]") === null;
}
