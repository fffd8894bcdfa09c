import type { SqlExtent, SqlPart, SqlRunView } from "@/ipc/generated";

/** Places that are marked in an editor. */
export interface Marks {
  /** The statement that runs, or that ran last. */
  current?: SqlExtent;
  /** The place of an error. */
  error?: number;
  /** The text that the places are in. */
  text: string;
}

/** Returns what a run marks in its text. */
export function marksOf(run: SqlRunView | undefined, text: string | undefined): Marks | undefined {
  if (!run || text === undefined) return undefined;
  const error = run.results.map((result) => result.error?.at).find((at) => at != null);
  return { text, ...(run.current && { current: run.current }), ...(error !== undefined && { error }) };
}

/** Returns the part that Run is about: the selection if there is one, else the statement at the caret. */
export function partAt({ from, to, head }: { from: number; to: number; head: number }): SqlPart {
  return from === to ? { kind: "at", caret: head } : { kind: "between", start: from, end: to };
}

/** Returns the extent of a mark for an error at a place: the word there, or one character. */
export function errorExtent(text: string, at: number): SqlExtent {
  const word = /^[\p{L}\p{N}_$]+/u.exec(text.slice(at, at + 100))?.[0].length ?? 1;
  const end = Math.min(text.length, at + word);
  return end > at ? { start: at, end } : { start: Math.max(0, text.length - 1), end: text.length };
}

/** Functions of an editor for the parts around it. */
export interface EditorHandle {
  focus(): void;
  moveTo(place: number): void;
  /** The text, and the part that Run is about. */
  current(): { text: string; part: SqlPart };
}
