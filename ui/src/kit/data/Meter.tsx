import { cx } from "@/kit/cx";
import styles from "./Meter.module.css";

interface MeterProps {
  /** What is measured, for screen readers. */
  label: string;
  value: number;
  max: number;
  /** The value in words: "7.6 MB of 100 MB". */
  text: string;
  tone?: "accent" | "neutral" | "ok" | "progress" | "warning" | "danger";
  /** `progress` when it tells how far work is, `meter` when it tells how much of something is used. */
  kind?: "meter" | "progress";
  className?: string | undefined;
}

/** A bar of 4 px; the words stand beside it, where it is used. */
export function Meter({ label, value, max, text, tone = "accent", kind = "meter", className }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const spoken = {
    role: kind === "progress" ? "progressbar" : "meter",
    "aria-label": label,
    "aria-valuemin": 0,
    "aria-valuemax": max,
    "aria-valuenow": Math.min(Math.max(value, 0), max),
    "aria-valuetext": text,
  };
  return (
    <div {...spoken} className={cx(styles.track, className)}>
      <div
        className={cx(styles.bar, share > 0 && styles.some, styles[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
