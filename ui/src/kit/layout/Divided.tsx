import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import { remember, remembered } from "@/kit/remembered";
import styles from "./Divided.module.css";

interface DividedProps {
  /** The name under which this machine remembers the height. */
  name: string;
  /** Names the line between the parts for screen readers. */
  label: string;
  upper: ReactNode;
  lower: ReactNode;
}

const LEAST = 15;
const MOST = 85;
const USUAL = 45;
const STEP = 5;

/** Two parts one above the other, with a line between them that can be dragged or moved by the arrow keys. */
export function Divided({ name, label, upper, lower }: DividedProps) {
  const box = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(() => within(Number(remembered(name) ?? USUAL)));
  const change = (next: number) => {
    const share = within(next);
    setShare(share);
    remember(name, String(share));
  };
  const onPointerMove = (event: PointerEvent) => {
    const area = box.current?.getBoundingClientRect();
    if (!area || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    change(((event.clientY - area.top) / area.height) * 100);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -STEP, ArrowDown: STEP }[pressedKey(event)];
    if (step === undefined) return;
    event.preventDefault();
    change(share + step);
  };
  return (
    <div ref={box} className={styles.box} style={{ "--share": `${share}%` }}>
      <div className={styles.upper}>{upper}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule can't be moved */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuenow={Math.round(share)}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        className={styles.line}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onDoubleClick={() => change(USUAL)}
      />
      <div className={styles.lower}>{lower}</div>
    </div>
  );
}

const within = (share: number): number =>
  Number.isFinite(share) ? Math.min(MOST, Math.max(LEAST, share)) : USUAL;
