import { useMemo } from "react";
import { Lines } from "./Lines";
import { longestOf } from "./longest";

interface NumberedTextProps {
  /** What the text is: "Schema". */
  label: string;
  text: string;
  /** Takes what the window has instead of a part of it. */
  tall?: boolean;
}

/** A text with the numbers of its lines. */
export function NumberedText({ label, text, tall = false }: NumberedTextProps) {
  const lines = useMemo(
    () =>
      text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => ({ text: line })),
    [text],
  );
  return (
    <Lines
      label={label}
      count={lines.length}
      longest={longestOf(lines)}
      largest={lines.length}
      tall={tall}
      lineAt={(index) => ({
        kind: "same",
        text: lines[index]?.text ?? "",
        sign: "",
        spoken: "",
        numbers: [index + 1],
      })}
    />
  );
}
