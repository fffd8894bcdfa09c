import { Tooltip as Base } from "@base-ui/react/tooltip";
import { type ReactElement, type ReactNode, useRef } from "react";
import { cx } from "@/kit/cx";
import { KeyHint } from "@/kit/data/KeyHint";
import styles from "./Tooltip.module.css";

interface TooltipProps {
  /** Adds to what is already said; never the only name of something. Absent: no tooltip. */
  text: ReactNode;
  shortcut?: string | undefined;
  side?: "top" | "bottom" | "left" | "right";
  /** The element that is pointed at or focused. */
  children: ReactElement;
}

export function Tooltip({ text, shortcut, side = "top", children }: TooltipProps) {
  const actions = useRef<Base.Root.Actions>(null);
  const change = (_open: boolean, details: Base.Root.ChangeEventDetails) => {
    if (details.reason !== "escape-key") return;
    // It closes, and the key goes on to the pane or the field around it, which would need a second press otherwise.
    details.cancel();
    details.allowPropagation();
    actions.current?.close();
  };
  return (
    // Disabled rather than left out: a text that comes later must not replace the element, and its focus with it.
    <Base.Root disabled={!text} actionsRef={actions} onOpenChange={change}>
      <Base.Trigger render={children} delay={450} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={cx(styles.positioner)}>
          <Base.Popup className={cx(styles.popup)}>
            {text}
            {shortcut && <KeyHint shortcut={shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
