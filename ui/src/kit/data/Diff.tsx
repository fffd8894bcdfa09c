import { DIFF } from "@/kit/words";
import { Lines } from "./Lines";
import { longestOf } from "./longest";

export interface DiffLine {
  /** `gap` stands for lines left out; its text says how many, or nothing. */
  kind: "same" | "added" | "removed" | "gap";
  text: string;
  /** The line's number before, from 1. */
  before?: number;
  /** The line's number after, from 1. */
  after?: number;
}

interface DiffProps {
  /** What changes: ".env". */
  label: string;
  lines: readonly DiffLine[];
  /** Takes what the window has instead of a part of it. */
  tall?: boolean;
}

const SIGN = { same: " ", added: "+", removed: "−", gap: "⋯" };
const GAP: DiffLine = { kind: "gap", text: "" };

/** What a change does to a text, line by line. */
export function Diff({ label, lines, tall = false }: DiffProps) {
  const last = lines.findLast(({ before, after }) => before !== undefined || after !== undefined);
  return (
    <Lines
      label={DIFF.label(label)}
      count={lines.length}
      longest={longestOf(lines)}
      largest={Math.max(last?.before ?? 0, last?.after ?? 0)}
      tall={tall}
      lineAt={(index) => {
        const { kind, text, before, after } = lines[index] ?? GAP;
        return {
          kind,
          text,
          sign: SIGN[kind],
          spoken: DIFF[kind],
          numbers: [kind === "added" ? undefined : before, kind === "removed" ? undefined : after],
        };
      }}
    />
  );
}
