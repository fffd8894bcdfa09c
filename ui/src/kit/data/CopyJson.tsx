import { VALUE } from "@/kit/words";
import { CopyButton } from "./CopyButton";
import { jsonText, writeClipboard } from "./clipboard";

interface CopyJsonProps {
  /** What is shown: a list or a detail. Made into text only when it is copied. */
  value: unknown;
  /** What it is, for screen readers: "3 rows". */
  label: string;
  /** The button's words. */
  children?: string;
}

/** Copies a list or a detail as JSON. */
export function CopyJson({ value, label, children = VALUE.json }: CopyJsonProps) {
  return (
    <CopyButton what={label} tone="quiet" copy={() => writeClipboard(jsonText(value))}>
      {children}
    </CopyButton>
  );
}
